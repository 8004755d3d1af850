import { expect, test } from 'vitest';
import { signInFiles } from '../../../src/agents/vendor-folders/sign-in-files.ts';

const NOW = Date.parse('2026-01-01T00:00:00Z');
const { codex, gemini, opencode } = signInFiles;

const identity = (sub: string): string => {
  const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
  return `${part({ alg: 'RS256' })}.${part({ iss: 'https://issuer', sub })}.signature`;
};

const codexSignIn = (sub: string, day: number, account = 'one') => ({
  auth_mode: 'chatgpt',
  OPENAI_API_KEY: null,
  tokens: { id_token: identity(sub), access_token: `a${day}`, refresh_token: `r${day}`, account_id: account },
  last_refresh: `2026-01-0${day}T00:00:00Z`,
});

test('codex: newer, of the same person and account, and nothing but the tokens', () => {
  const theirs = { ...codexSignIn('you', 1), other: 'kept' };
  expect(codex.copy(theirs)).toEqual(codexSignIn('you', 1));
  const { tokens, last_refresh } = codexSignIn('you', 2);
  const planted = { ...codexSignIn('you', 2), OPENAI_API_KEY: 'planted', auth_mode: 'planted' };
  expect(codex.refresh(theirs, planted, NOW)).toEqual({ ...theirs, tokens, last_refresh });
  expect(codex.refresh(theirs, codexSignIn('you', 1), NOW)).toBeUndefined();
  expect(codex.refresh(codexSignIn('you', 2), codexSignIn('you', 1), NOW)).toBeUndefined();
  expect(codex.refresh(theirs, codexSignIn('another', 2), NOW)).toBeUndefined();
  expect(codex.refresh(theirs, codexSignIn('you', 2, 'other'), NOW)).toBeUndefined();
  expect(
    codex.refresh(theirs, { ...codexSignIn('you', 2), last_refresh: '2100-01-01T00:00:00Z' }, NOW),
  ).toBeUndefined();
  expect(codex.refresh(theirs, { ...codexSignIn('you', 2), tokens: { refresh_token: 1 } }, NOW)).toBeUndefined();
});

test('codex: a key is copied, and nothing ever changes it', () => {
  const theirs = { OPENAI_API_KEY: 'key' };
  expect(codex.copy(theirs)).toEqual(theirs);
  expect(codex.refresh(theirs, { OPENAI_API_KEY: 'other', last_refresh: '2026-01-02T00:00:00Z' }, NOW)).toBeUndefined();
});

test('gemini: newer, with the same token to renew it or of the same person', () => {
  const theirs = {
    access_token: 'a',
    refresh_token: 'r',
    token_type: 'Bearer',
    id_token: identity('you'),
    expiry_date: NOW + 1,
  };
  expect(gemini.copy({ ...theirs, other: 1 })).toEqual(theirs);
  const { refresh_token: _none, ...newer } = { ...theirs, access_token: 'b', expiry_date: NOW + 2 };
  expect(gemini.refresh(theirs, newer, NOW)).toEqual({ ...theirs, ...newer });
  expect(gemini.refresh(theirs, { ...newer, refresh_token: 'other' }, NOW)).toMatchObject({ refresh_token: 'other' });
  const another = { ...newer, refresh_token: 'other', id_token: identity('another') };
  expect(gemini.refresh(theirs, another, NOW)).toBeUndefined();
  expect(gemini.refresh(theirs, { ...newer, expiry_date: NOW }, NOW)).toBeUndefined();
});

test('opencode: each provider by itself, and none that was not there', () => {
  const oauth = (expires: number, accountId?: string) => ({
    type: 'oauth',
    refresh: `r${expires}`,
    access: `a${expires}`,
    expires,
    ...(accountId !== undefined && { accountId }),
  });
  const theirs = { one: oauth(1, 'you'), two: oauth(1), three: { type: 'api', key: 'k' }, four: { type: 'strange' } };
  const { four: _unknown, ...known } = theirs;
  expect(opencode.copy(theirs)).toEqual(known);
  expect(opencode.copy({ four: { type: 'strange' } })).toBeUndefined();
  const ours = { one: oauth(2, 'another'), two: oauth(2), three: { type: 'api', key: 'x' }, five: oauth(2) };
  expect(opencode.refresh(theirs, ours, NOW)).toEqual({ ...theirs, two: oauth(2) });
  expect(opencode.refresh(theirs, { one: oauth(2, 'you') }, NOW)).toEqual({ ...theirs, one: oauth(2, 'you') });
  expect(opencode.refresh(theirs, known, NOW)).toBeUndefined();
});
