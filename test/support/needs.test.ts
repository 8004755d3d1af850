import { afterEach, expect, test, vi } from 'vitest';
import { needs } from './needs.ts';

afterEach(() => vi.unstubAllEnvs());

test('a program that is there is no reason to skip', (context) => {
  needs(context, 'node', 'sh');
});

test('a missing program skips the test and says which', (context) => {
  vi.stubEnv('ORCHESTRAL_TEST_REQUIRE', '');
  const said: (string | undefined)[] = [];
  const skip = (why?: string) => {
    said.push(why);
  };
  needs({ ...context, skip: skip as typeof context.skip }, 'node', 'no-such-program');
  expect(said).toEqual(['no-such-program not installed']);
});

test('when everything is required, a missing program fails the test', (context) => {
  vi.stubEnv('ORCHESTRAL_TEST_REQUIRE', 'all');
  expect(() => needs(context, 'no-such-program')).toThrow('required, but cannot run here: no-such-program');
});
