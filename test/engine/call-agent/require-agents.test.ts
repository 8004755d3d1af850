import fs from 'node:fs';
import path from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { catchFailure } from '../../../src/base/failure.ts';
import { exitOf } from '../../../src/cli/exit.ts';
import { requireAgents } from '../../../src/engine/call-agent/installed-agents.ts';
import { makeCallFolders } from '../../agents/make-call.ts';

test.each(['claude', 'codex:large', 'gemini', 'opencode'])('%s that is not installed is missing', async (agent) => {
  expect(await need(agent)).toMatchObject({
    ok: false,
    error: { code: 'agent.not_installed', params: { backend: agent.replace(/:.*/, '') } },
  });
  expect(exitOf['agent.not_installed']).toBe(5);
});

test.each([
  ['1.0.100 (Claude Code)', { code: 'agent.too_old', params: { backend: 'claude', version: '1.0.100' } }],
  ['2.1.325 (Claude Code)', undefined],
  ['a program that does not say it', undefined],
])('claude of version %j is old: %j', async (said, error) => {
  const { root } = makeCallFolders();
  const [bin, asked] = [path.join(root, 'bin'), path.join(root, 'asked')];
  fs.mkdirSync(bin);
  const script = `#!/bin/sh\necho x >> ${asked}\necho '${said}'\n`;
  fs.writeFileSync(path.join(bin, 'claude'), script, { mode: 0o755 });
  const env = { PATH: `${bin}:/usr/bin:/bin`, HOME: root, XDG_STATE_HOME: path.join(root, 'state') };
  const answer = error === undefined ? { ok: true } : { ok: false, error };
  expect(await need('claude', env)).toMatchObject(answer);
  expect(await need('claude', env)).toMatchObject(answer);
  // What it said is remembered until another program is in its place.
  expect(fs.readFileSync(asked, 'utf8')).toBe(/^\d/.test(said) ? 'x\n' : 'x\nx\n');
  expect(notices).toEqual([]);
  fs.rmSync(path.join(bin, 'claude'));
  fs.writeFileSync(path.join(bin, 'claude'), script.replace(said, '9.0.0'), { mode: 0o755 });
  expect(await need('claude', env)).toMatchObject({ ok: true });
});

test('a command that a person names is found out when it is called', async () => {
  expect(await need('command:nowhere')).toMatchObject({ ok: true });
});

test('a key that is charged instead of the subscription is told', async () => {
  const { root } = makeCallFolders();
  fs.mkdirSync(path.join(root, '.claude'));
  fs.writeFileSync(path.join(root, 'claude'), '#!/bin/sh\necho 2.1.325\n', { mode: 0o755 });
  const env = { PATH: `${root}:/usr/bin:/bin`, HOME: root, ANTHROPIC_API_KEY: 'sk-ant-for-nothing' };
  expect(await need('claude', env)).toMatchObject({ ok: true });
  expect(notices).toEqual([]);
  fs.writeFileSync(path.join(root, '.claude/.credentials.json'), '{}');
  expect(await need('claude', env)).toMatchObject({ ok: true });
  expect(notices).toEqual(['agent.key_charged']);
});

let notices: string[];

beforeEach(() => {
  notices = [];
});

function need(agent: string, env: Record<string, string> = { PATH: '/nowhere' }) {
  const config = { agents: {}, layers: [], project: undefined, script: undefined, runnables: [] };
  return catchFailure(() =>
    requireAgents(['builder'], {
      config,
      options: { agent },
      env,
      cwd: '/',
      onNotice: ({ code }) => notices.push(code),
    }),
  );
}
