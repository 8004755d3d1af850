import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { needs } from './needs.ts';

let said: (string | undefined)[];

const context = {
  skip: (why?: unknown): never => {
    said.push(String(why));
    throw new Error('skipped');
  },
};

beforeEach(() => {
  said = [];
});
afterEach(() => vi.unstubAllEnvs());

test('a program that is there is no reason to skip', () => {
  needs(context, 'node', 'sh');
  expect(said).toEqual([]);
});

test('a missing program skips the test and says which', () => {
  vi.stubEnv('ORCHESTRAL_TEST_REQUIRE', '');
  expect(() => needs(context, 'node', 'no-such-program')).toThrow('skipped');
  expect(said).toEqual(['no-such-program not installed']);
});

describe('when everything is required', () => {
  beforeEach(() => {
    vi.stubEnv('ORCHESTRAL_TEST_REQUIRE', 'all');
    vi.stubEnv('PATH', '/nowhere');
  });

  test('a missing program fails the test', () => {
    expect(() => needs(context, 'jq')).toThrow('required, but cannot run here: jq not installed');
  });

  test('an optional one skips it, with the reason why it is optional', () => {
    expect(() => needs(context, 'poetry')).toThrow('skipped');
    expect(said).toEqual([expect.stringMatching(/^optional: poetry not installed: a package manager of users’ /)]);
  });

  test('an optional one excuses no other', () => {
    expect(() => needs(context, 'poetry', 'jq')).toThrow('required, but cannot run here: jq not installed');
  });
});
