import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { findingsOf } from '../support/conduct-run.ts';
import { installedPackage } from '../support/installed.ts';
import { openMessagesModel } from '../support/model-servers/anthropic.ts';
import { openResponsesModel } from '../support/model-servers/openai-responses.ts';
import { needs } from '../support/needs.ts';
import { PASS } from '../support/run-project.ts';
import { finishedRun, keptOf, playing, smallProject, testOf } from './real-agents.ts';

test('a run whose Builder is the real Codex and the others the real Claude Code: what one does wrong, the other shows', async (context) => {
  needs(context, 'bwrap');
  const claude = await installedPackage(context, '@anthropic-ai/claude-code', '2.1.325');
  const codex = await installedPackage(context, '@openai/codex', '0.166.0');
  const refined = '# Halve\n\n`halve(2)` is 1.\n';
  const messages = await openMessagesModel(
    playing({
      refiner: [[{ answer: { status: 'ready', refined, clarifications: [], auto_filled: [] } }]],
      verifier: [
        [{ write: 'test/halve.test.js', content: testOf('halve', 1) }, { say: 'Tested.' }],
        [{ say: 'There is nothing to add.' }],
      ],
      gatekeeper: [[{ answer: PASS }], [{ answer: PASS }]],
    }),
  );
  context.onTestFinished(() => messages.close());
  const responses = await openResponsesModel(
    playing({
      builder: [
        [{ write: 'src/halve.js', content: 'export const halve = (n) => n;\n' }, { say: 'It halves.' }],
        [{ write: 'src/halve.js', content: 'export const halve = (n) => n / 2;\n' }, { say: 'Now it does.' }],
      ],
    }),
  );
  context.onTestFinished(() => responses.close());
  const project = smallProject({
    agents: {
      version: 1,
      sandbox: 'require',
      default: { backend: 'claude' },
      roles: { builder: { backend: 'codex', model: 'gpt-6.1-sol' } },
    },
  });
  fs.mkdirSync(path.join(project.home, '.codex'));
  fs.writeFileSync(path.join(project.home, '.codex/config.toml'), settings(responses.baseUrl));
  const programs = [claude, codex].map((folder) => path.resolve(folder, '../../.bin'));
  const { events, calls } = await finishedRun(project, {
    options: {},
    env: {
      PATH: [...programs, process.env['PATH']].join(path.delimiter),
      ANTHROPIC_BASE_URL: messages.baseUrl,
      ANTHROPIC_API_KEY: 'sk-ant-for-nothing',
      OPENAI_API_KEY: 'a-key-of-no-worth',
    },
  });

  expect(findingsOf({ events })).toEqual([expect.arrayContaining(['proof']), []]);
  expect(keptOf(project, 'build-2').prompt).toContain('halve of 2');
  expect(project.git('show', 'main:src/halve.js')).toBe('export const halve = (n) => n / 2;');
  expect(JSON.parse(project.read('mrp/evidence.json'))).toMatchObject({
    tests: { total: 2, passed: 2, failed: 0, coverage: 100 },
    iterations: 2,
  });
  const round = ['builder by codex', 'verifier by claude', 'gatekeeper by claude'];
  expect(calls.map(({ role, backend }) => `${role} by ${backend}`)).toEqual(['refiner by claude', ...round, ...round]);
  expect(keptOf(project, 'build-1').stream[0]).toMatchObject({ type: 'thread.started' });
  expect(keptOf(project, 'verify-1').stream[0]).toMatchObject({ type: 'system', subtype: 'init' });
  // Codex tells no cost: what is summed is what the others told.
  const cost = calls.reduce((sum, { cost_usd }) => sum + (cost_usd ?? 0), 0);
  const summary = project.read('mrp/summary.md');
  expect(summary).toMatch(/^\| builder \| 2 \| .* \| 400 \| 80 \| not reported \|$/m);
  expect(summary).toMatch(
    new RegExp(`^\\| \\*\\*All\\*\\* \\| 7 \\| .* \\| 1,000 \\| 200 \\| \\$${cost.toFixed(4)} \\|$`, 'm'),
  );
});

function settings(baseUrl: string): string {
  return `model = "gpt-6.1-sol"
model_provider = "scripted"

[model_providers.scripted]
name = "scripted"
base_url = "${baseUrl}"
env_key = "OPENAI_API_KEY"
wire_api = "responses"
request_max_retries = 1
stream_max_retries = 1
`;
}
