import { expect, test } from 'vitest';
import { scopeRules } from '../../src/prompts/session/qa.ts';

const scope = {
  scope_in: ['GET /api/a 엔드포인트', 'src/a.ts'],
  scope_out: ['인증 로직', 'everything below `src/auth/`', 'payments'],
};

test('what a scope says in prose is to be judged: what is in it together, each thing that is not by itself', () => {
  const rules = scopeRules(scope, ['src/a.ts']);
  expect(rules.map(({ id }) => id)).toEqual(['SCOPE-1', 'SCOPE-2', 'SCOPE-3']);
  expect(rules.map(({ rule }) => rule.slice(rule.indexOf(':') + 2))).toEqual([
    'GET /api/a 엔드포인트; src/a.ts',
    '인증 로직',
    'payments',
  ]);
  for (const { rule } of rules) expect(rule).toContain('(src/a.ts)');
});

test('paths alone, or no change at all, leave nothing to judge', () => {
  expect(scopeRules({ scope_in: ['src/a.ts'], scope_out: ['src/auth/'] }, ['src/a.ts'])).toEqual([]);
  expect(scopeRules(scope, [])).toEqual([]);
});

test('of very many files only the first are named', () => {
  const [first] = scopeRules(
    scope,
    Array.from({ length: 60 }, (_, nth) => `f${nth}`),
  );
  expect(first?.rule).toContain('f49, and 10 more)');
});
