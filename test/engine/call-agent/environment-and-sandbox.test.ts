import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { isSignedIn } from '../../../src/agents/sign-in.ts';
import { environmentFor, tellUnknownCost } from '../../../src/engine/call-agent/environment-and-sandbox.ts';
import type { ConfigAgents } from '../../../src/schema/config/agents.ts';
import { chooseAgent } from '../../../src/engine/call-agent/choose-agent.ts';
import { makeCallFolders } from '../../agents/make-call.ts';

test.each([
  ['codex', { max_cost_usd: 1 }, 1],
  ['gemini', { total_cost_usd: 1 }, 1],
  ['claude', { max_cost_usd: 1 }, 0],
  ['codex', { max_turns: 1 }, 0],
  ['codex', undefined, 0],
] as const)('a limit of money for %s, %o: said %d times', (backend, limits, times) => {
  const said: string[] = [];
  tellUnknownCost(backend, limits, ({ code }) => said.push(code));
  expect(said).toEqual(Array.from({ length: times }, () => 'cost.unknown'));
});

test('an agent’s program is not looked for in the project', () => {
  const { PATH } = environmentFor('claude', { PATH: '/usr/bin::.:node_modules/.bin:/bin' });
  expect(PATH).toBe('/usr/bin:/bin');
});

test('a vendor’s model is not asked of another vendor', () => {
  const here = { isInstalled: () => false, isSignedIn: () => undefined };
  const layer = (agents: ConfigAgents) => ({ from: 'repository', agents, models: {} }) as const;
  const named = { version: 1, default: { backend: 'codex', model: 'gpt-6-luna' } } as const;
  expect(chooseAgent(undefined, { layers: [layer(named)], agent: 'claude', ...here })).toEqual({
    ok: true,
    value: { backend: 'claude' },
  });
  expect(chooseAgent(undefined, { layers: [layer(named)], ...here })).toMatchObject({
    value: { model: 'gpt-6-luna' },
  });
  const sized = { version: 1, default: { backend: 'codex', model: 'opus' } } as const;
  expect(chooseAgent(undefined, { layers: [layer(sized)], agent: 'claude', ...here })).toMatchObject({
    value: { model: 'opus' },
  });
});

test('whether a person is signed in is told by what that leaves behind', () => {
  const { root: HOME } = makeCallFolders();
  const look = (backend: string, env = {}, platform: NodeJS.Platform = 'linux') =>
    isSignedIn(backend, { HOME, ...env }, platform);
  expect(look('claude')).toBe(false);
  expect(look('claude', {}, 'darwin')).toBeUndefined();
  expect(look('claude', { ANTHROPIC_API_KEY: 'sk' })).toBe(true);
  expect(look('codex', { OPENAI_API_KEY: 'sk' })).toBe(false);
  expect(look('codex', { CODEX_HOME: path.join(HOME, 'moved') })).toBe(false);
  const put = (file: string) => {
    fs.mkdirSync(path.dirname(path.join(HOME, file)), { recursive: true });
    fs.writeFileSync(path.join(HOME, file), '{}');
  };
  put('.codex/config.toml');
  expect(look('codex')).toBeUndefined();
  put('moved/auth.json');
  expect(look('codex', { CODEX_HOME: path.join(HOME, 'moved') })).toBe(true);
  put('.gemini/oauth_creds.json');
  expect(look('gemini')).toBe(true);
  put('data/opencode/auth.json');
  expect(look('opencode')).toBe(false);
  expect(look('opencode', { XDG_DATA_HOME: path.join(HOME, 'data') })).toBe(true);
  expect(look('rehearsal')).toBeUndefined();
});
