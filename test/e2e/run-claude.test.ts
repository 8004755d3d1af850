import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../support/auto-store.ts';
import { installedPackage } from '../support/installed.ts';
import { openMessagesModel } from '../support/model-servers/anthropic.ts';
import { needs } from '../support/needs.ts';
import { PASS, type RunProject } from '../support/run-project.ts';
import { finishedRun, keptOf, playing, smallProject, testOf } from './real-agents.ts';

test('a whole run by the real Claude Code, in the sandbox, its model scripted', async (context) => {
  needs(context, 'bwrap');
  const folder = await installedPackage(context, '@anthropic-ai/claude-code', '2.1.325');
  const refined = '# Halve\n\n`halve(2)` is 1.\n';
  const server = await openMessagesModel(
    playing({
      refiner: [[{ answer: { status: 'ready', refined, clarifications: [], auto_filled: [] } }]],
      builder: [[{ write: 'src/halve.js', content: 'export const halve = (n) => n / 2;\n' }, { say: 'It halves.' }]],
      verifier: [
        [
          { write: 'test/halve.test.js', content: testOf('halve', 1) },
          { say: 'Tested.\n```json\n{ "edge_cases_tested": ["the smallest even number"] }\n```' },
        ],
      ],
      gatekeeper: [[{ answer: PASS }]],
    }),
  );
  context.onTestFinished(() => server.close());
  const project = smallProject();
  const { run, calls } = await finishedRun(project, {
    options: { agent: 'claude' },
    env: {
      PATH: `${path.resolve(folder, '../../.bin')}${path.delimiter}${process.env['PATH']}`,
      ANTHROPIC_BASE_URL: server.baseUrl,
      ANTHROPIC_API_KEY: 'sk-ant-for-nothing',
    },
  });

  expect(project.git('show', 'main:src/halve.js')).toBe('export const halve = (n) => n / 2;');
  expect(project.git('log', '--first-parent', '--format=%s', 'main')).toBe(`Merge ${run.run_id}\nBegin`);
  const tests = { total: 2, passed: 2, failed: 0 };
  expect(countedIn(project)).toEqual(tests);
  expect(JSON.parse(project.read('verifier/results.json'))).toMatchObject({
    ...tests,
    command: 'node --test',
    exit_code: 0,
    coverage: 100,
    edge_cases_tested: ['the smallest even number'],
  });

  // What the scripted model says it took: once per turn.
  expect(calls).toMatchObject([
    { role: 'refiner', backend: 'claude', model: 'haiku', input_tokens: 100, output_tokens: 20 },
    { role: 'builder', backend: 'claude', model: 'sonnet', input_tokens: 200, output_tokens: 40 },
    { role: 'verifier', backend: 'claude', model: 'haiku', input_tokens: 200, output_tokens: 40 },
    { role: 'gatekeeper', backend: 'claude', model: 'sonnet', input_tokens: 100, output_tokens: 20 },
  ]);
  const cost = calls.reduce((sum, { cost_usd }) => sum + (cost_usd ?? Number.NaN), 0);
  expect(cost).toBeGreaterThan(0);
  const all = project.read('mrp/summary.md').match(/^\| \*\*All\*\* .*$/m)?.[0];
  expect(all).toMatch(new RegExp(`^\\| \\*\\*All\\*\\* \\| 4 \\| .* \\| 600 \\| 120 \\| \\$${cost.toFixed(4)} \\|$`));

  for (const step of ['refine', 'build', 'verify', 'gate']) {
    const kept = keptOf(project, `${step}-1`);
    expect(kept.prompt).toMatch(/^You are the \w+ of Orchestral/);
    expect(kept.stream[0]).toMatchObject({ type: 'system', subtype: 'init', claude_code_version: '2.1.325' });
    expect(kept.stream.at(-1)).toMatchObject({ type: 'result', is_error: false });
    expect(kept.events.length).toBeGreaterThan(1);
    expect(kept.answer).toMatchObject({ status: 'answered' });
  }
  expect(JSON.stringify(keptOf(project, 'build-1').events)).toContain('src/halve.js');
  expect(keptOf(project, 'gate-1').answer).toMatchObject({ answer: PASS });
});

/** By the runner's own word, in a clean copy of what was merged. */
function countedIn(project: RunProject) {
  const cwd = temporaryFolder();
  project.git('clone', '--quiet', '.', cwd);
  const out = execFileSync(process.execPath, ['--test', '--test-reporter=tap'], { cwd, encoding: 'utf8' });
  const count = (name: string): number => Number(new RegExp(`^# ${name} (\\d+)$`, 'm').exec(out)?.[1]);
  return { total: count('tests'), passed: count('pass'), failed: count('fail') };
}
