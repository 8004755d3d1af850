import { expect, test } from 'vitest';
import { signInVariables, vendorFolders } from '../../src/agents/vendors.ts';

const env = { HOME: '/home/you', ANTHROPIC_API_KEY: 'a', OPENAI_API_KEY: 'o', GITHUB_TOKEN: 'g', CODEX_HOME: '/codex' };

test('an agent sees its own vendor’s keys and no others', () => {
  expect(signInVariables('claude', env)).toEqual({ ANTHROPIC_API_KEY: 'a' });
  expect(signInVariables('codex', env)).toEqual({ OPENAI_API_KEY: 'o', CODEX_HOME: '/codex' });
  expect(signInVariables('rehearsal', env)).toEqual({});
  expect(signInVariables('command', env)).not.toHaveProperty('GITHUB_TOKEN');
});

test('its folders are where its vendor keeps them, also when they were moved', () => {
  const places = (backend: string) => vendorFolders(backend, env).map(({ at }) => at);
  expect(places('claude')).toEqual(['/home/you/.claude']);
  expect(places('codex')).toEqual(['/codex']);
  expect(places('rehearsal')).toEqual([]);
});
