import { expect, test } from 'vitest';
import { catchFailure } from '../../../src/base/failure.ts';
import { exitOf } from '../../../src/cli/exit.ts';
import { requireAgents } from '../../../src/engine/call-agent/installed-agents.ts';

test.each(['claude', 'codex:large', 'gemini', 'opencode'])('%s that is not installed is missing', async (agent) => {
  expect(await need(agent)).toMatchObject({
    ok: false,
    error: { code: 'agent.not_installed', params: { backend: agent.replace(/:.*/, '') } },
  });
  expect(exitOf['agent.not_installed']).toBe(5);
});

test('a command that a person names is found out when it is called', async () => {
  expect(await need('command:nowhere')).toMatchObject({ ok: true });
});

function need(agent: string) {
  const config = { agents: {}, layers: [], project: undefined, script: undefined, runnables: [] };
  return catchFailure(() =>
    requireAgents(['builder'], { config, options: { agent }, env: { PATH: '/nowhere' }, cwd: '/' }),
  );
}
