import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { projectHash } from '../../src/engine/project.ts';
import { startSessionIn } from '../support/conduct-session.ts';
import { openMessagesModel } from '../support/model-servers/anthropic.ts';
import { needs } from '../support/needs.ts';
import { claudePrograms } from '../support/run-claude.ts';
import { playingSession } from '../support/session-model.ts';
import { calculator, oneSubtask } from '../support/session-script.ts';
import { isFull } from '../support/tier.ts';

const implementation = { 'src/mul.js': 'export const mul = (a, b) => a * b;\n' };

test('the Implementer is told which tests are frozen, and nobody else is', async () => {
  const project = calculator();
  // Agents of the sandbox could leave no trace.
  project.write({ '.orchestral/config/agents.json': '{ "version": 1, "sandbox": "off" }' });
  const tell = 'echo "$ORCHESTRAL_FROZEN" >> "$LC_WITNESS"';
  const told = Object.entries(oneSubtask({ implementer: [{ edit: implementation }] })).map(
    ([role, steps]) => [role, steps.map((step) => ({ ...step, run: tell }))] as const,
  );
  const session = await startSessionIn(project, { roles: Object.fromEntries(told) });
  await session.conduct();
  expect(session.state(), JSON.stringify(session.events, null, 1)).toMatchObject({ status: 'completed' });
  await session.close();
  const [named, ...others] = fs
    .readFileSync(project.env['LC_WITNESS'] ?? '', 'utf8')
    .trim()
    .split(/\n+/);
  expect(JSON.parse(named ?? '')).toEqual([expect.stringMatching(/^\/.*\/test\/mul\.test\.js$/)]);
  expect(others).toEqual([]);
});

if (isFull)
  test('the real Claude Code in the sandbox is refused a frozen test', async (context) => {
    needs(context, 'bwrap');
    const programs = await claudePrograms(context);
    const edit = { 'test/mul.test.js': 'process.exit(0);\n', ...implementation };
    const server = await openMessagesModel(playingSession(oneSubtask({ implementer: [{ edit }] })));
    context.onTestFinished(() => server.close());
    const project = calculator();
    // Of temporary files the sandbox shows the folders of PATH alone: the whole program lies in one.
    const program = path.join(project.home, 'program');
    for (const part of ['bin', 'dist', 'package.json']) fs.cpSync(part, path.join(program, part), { recursive: true });
    const start = '#!/bin/sh\nexec node "${0%/*}/bin/orchestral.js" "$@"\n';
    fs.writeFileSync(path.join(program, 'orchestral'), start, { mode: 0o755 });
    fs.mkdirSync(path.join(project.home, '.claude'));
    fs.copyFileSync('templates/plugin/hooks/hooks.json', path.join(project.home, '.claude/settings.json'));
    const env = {
      ...project.env,
      PATH: [program, programs, process.env['PATH']].join(path.delimiter),
      ANTHROPIC_BASE_URL: server.baseUrl,
      ANTHROPIC_API_KEY: 'sk-ant-for-nothing',
    };
    const session = await startSessionIn(project, { env, options: { agent: 'claude' } });
    await session.conduct();
    expect(session.state(), JSON.stringify(session.events, null, 1)).toMatchObject({ status: 'completed' });
    const steps = path.join(project.home, 'state/orchestral', projectHash(project.folder), 'steps');
    const streams = fs
      .readdirSync(steps, { recursive: true, encoding: 'utf8' })
      .filter((name) => /implement-1.*stream\.jsonl$/.test(name));
    expect(streams).toHaveLength(1);
    expect(fs.readFileSync(path.join(steps, streams[0] ?? ''), 'utf8')).toContain('a test that this step is judged by');
    // One try was enough: nothing had to be sent back.
    expect(session.effects()).not.toContain('T1-S1/implement#2');
    await session.close();
  });
