import { describe, expect, it } from 'vitest';
import { decodeAny } from '../../src/schema/codec-any.ts';
import type { DocumentName } from '../../src/schema/documents.ts';
import { pathText, toProblems } from '../../src/schema/finding.ts';
import { maxProblems, mostUsefulFirst, type Problem } from '../../src/base/document-problem.ts';
import { fixtureOf } from './fixtures.ts';

function problemsAfter(name: DocumentName, from: string | RegExp, to: string): Problem[] {
  const decoded = decodeAny(name, fixtureOf(name).text.replace(from, to));
  return decoded.ok ? [] : decoded.error;
}

describe('what was expected', () => {
  it('a type, or several', () => {
    expect(problemsAfter('vcr', 'true', '"yes"')).toMatchObject([{ expected: { kind: 'type', types: ['boolean'] } }]);
    expect(problemsAfter('crp', '"recommendation": "A"', '"recommendation": 1')).toMatchObject([
      { path: 'recommendation', expected: { kind: 'type', types: ['string', 'null'] }, got: '1' },
    ]);
    expect(problemsAfter('knowledge', 'error_handling: "Result<T, E> 패턴 사용"', 'error_handling: 3')).toMatchObject([
      { path: 'patterns.error_handling', expected: { kind: 'type', types: ['string', 'object'] } },
    ]);
    expect(problemsAfter('evidence', '"iterations": 2', '"iterations": 2.5')).toMatchObject([
      { expected: { kind: 'type', types: ['integer'] }, got: '2.5' },
    ]);
  });
  it('the branch that was meant', () => {
    expect(problemsAfter('knowledge', 'methods: "camelCase"', 'methods: 7')).toMatchObject([
      { path: 'patterns.naming.methods', expected: { kind: 'type', types: ['string'] }, got: '7' },
    ]);
  });
  it('one of some values', () => {
    expect(problemsAfter('run-state', '"build"', '"built"')).toMatchObject([
      {
        path: 'phase',
        expected: { kind: 'one_of', values: expect.arrayContaining(['build', 'failed']) },
        got: '"built"',
      },
    ]);
    expect(problemsAfter('explored', 'created_by: code-explore', 'created_by: me')).toMatchObject([
      { expected: { kind: 'one_of', values: ['code-explore'] }, got: '"me"' },
    ]);
  });
  it('a form, with its name and an example', () => {
    expect(problemsAfter('run-state', '"run-20240115-143022"', '"run-1"')).toMatchObject([
      { expected: { kind: 'pattern', name: 'run-id', example: 'run-20240115-143022' } },
    ]);
    expect(problemsAfter('run-state', '"pending_crp": null', '"pending_crp": "crp-1"')).toMatchObject([
      { expected: { kind: 'pattern', name: 'crp-id' } },
    ]);
    expect(problemsAfter('session-state', '"T1": {', '"task 1": {')).toMatchObject([
      { path: 'tasks["task 1"]', expected: { kind: 'pattern', name: 'task-id', example: 'T1' }, got: '"task 1"' },
    ]);
    expect(problemsAfter('auto-state', '"ready": ["T1.3"', '"ready": ["1.3"')).toMatchObject([
      { path: 'tasks.ready[0]', line: 15, expected: { kind: 'pattern', name: 'graph-task-id' }, got: '"1.3"' },
    ]);
    expect(problemsAfter('auto-state', '"T1.4": ["T1.1"]', '"T1.4": "T1.1"')).toMatchObject([
      { path: 'dependencies["T1.4"]', expected: { kind: 'type', types: ['array'] } },
    ]);
  });
  it('times that exist, in UTC', () => {
    const createdAt = (time: string) => problemsAfter('vcr', '2024-01-15T14:40:00Z', time);
    expect(createdAt('2024-02-29T23:59:59.123Z')).toEqual([]);
    for (const time of [
      '2023-02-29T00:00:00Z',
      '2024-01-15T24:00:00Z',
      '2024-01-15T10:00:00+09:00',
      '2024-01-15',
      'now',
    ]) {
      expect(createdAt(time)).toMatchObject([{ expected: { kind: 'pattern', name: 'time' } }]);
    }
  });
  it('a range or a length', () => {
    expect(problemsAfter('config-global', '3000', '70000')).toMatchObject([
      { expected: { kind: 'range', max: 65535 } },
    ]);
    expect(problemsAfter('config-global', '3000', '-1')).toMatchObject([{ expected: { kind: 'range', min: 0 } }]);
    expect(problemsAfter('config-agents', '["./agent.sh"]', '[]')).toMatchObject([
      { expected: { kind: 'length', min: 1 } },
    ]);
  });
  it('another field, and probably which', () => {
    expect(problemsAfter('config-global', '"web_port"', '"webPort"')).toMatchObject([
      {
        path: 'webPort',
        line: 4,
        column: 3,
        expected: { kind: 'unknown_field', nearest: 'web_port' },
        got: '"webPort"',
      },
    ]);
    expect(problemsAfter('vcr', '"rationale"', '"rational"')).toMatchObject([
      { path: 'rational', expected: { kind: 'unknown_field', nearest: 'rationale' } },
      { path: 'rationale', expected: { kind: 'missing' }, got: '' },
    ]);
    expect(problemsAfter('config-agents', '"builder"', '"biulder"')).toMatchObject([
      { path: 'roles.biulder', expected: { kind: 'unknown_field', nearest: 'builder' } },
    ]);
    const [odd] = problemsAfter('vcr', '{', '{ "completely_else": 1,');
    expect(odd?.expected).not.toHaveProperty('nearest');
  });
  it('an object, when the document is something else', () => {
    const decoded = decodeAny('vcr', '[]');
    expect(decoded.ok ? [] : decoded.error).toEqual([
      { path: '', line: 1, column: 1, expected: { kind: 'type', types: ['object'] }, got: '[]' },
    ]);
  });
});

describe('the order', () => {
  const problem = (path: string, expected: Problem['expected']): Problem => ({ path, expected, got: '' });
  it('is text, then fields (a misspelling with what it was meant to be), then values, then rules', () => {
    const ordered = mostUsefulFirst([
      problem('rule', { kind: 'rule', rule: 'unknown-task' }),
      problem('value', { kind: 'type', types: ['string'] }),
      problem('a.other', { kind: 'missing' }),
      problem('extra', { kind: 'unknown_field', allowed: [] }),
      problem('a.meant', { kind: 'missing' }),
      problem('a.maent', { kind: 'unknown_field', allowed: ['meant'], nearest: 'meant' }),
      problem('text', { kind: 'syntax', reason: 'empty' }),
    ]);
    expect(ordered.map(({ path }) => path)).toEqual([
      'text',
      'a.maent',
      'a.meant',
      'a.other',
      'extra',
      'value',
      'rule',
    ]);
  });
  it('pairs misspellings whose path is no plain word', () => {
    const ordered = mostUsefulFirst([
      problem('x', { kind: 'missing' }),
      problem('list[0].name', { kind: 'missing' }),
      problem('list[0]["na me"]', { kind: 'unknown_field', allowed: ['name'], nearest: 'name' }),
    ]);
    expect(ordered.map(({ path }) => path)).toEqual(['list[0]["na me"]', 'list[0].name', 'x']);
  });
  it('ends somewhere', () => {
    const many = Array.from({ length: 100_000 }, (_, i) => `"k${i}": 1`).join(',');
    expect(problemsAfter('auto-state', '{', `{${many},`)).toHaveLength(maxProblems);
    const ids = Array.from({ length: 100_000 }, (_, i) => `"x${i}"`).join(',');
    expect(problemsAfter('auto-state', '"failed": []', `"failed": [${ids}]`)).toHaveLength(maxProblems);
  });
});

describe('what is shown', () => {
  const shortText = (got: unknown): string | undefined =>
    toProblems([{ at: [], expected: { kind: 'missing' }, got }], { text: '', locate: () => [] })[0]?.got;

  it.each([
    [undefined, ''],
    [null, 'null'],
    [true, 'true'],
    [1.5, '1.5'],
    [Number.POSITIVE_INFINITY, 'Infinity'],
    [[], '[]'],
    [[1], '[…]'],
    [{}, '{}'],
    [{ a: 1 }, '{…}'],
    ['a "b"\n', '"a \\"b\\"\\n"'],
    ['\u001b[2J\u0085\u202e\u200b', '"\\u001b[2J\\u0085\\u202e\\u200b"'],
  ])('%j as %s', (value, shown) => {
    expect(shortText(value)).toBe(shown);
  });
  it('is never longer than 60 characters, nor half a character', () => {
    for (const text of ['x'.repeat(1e6), '한'.repeat(61), '👨‍👩‍👧'.repeat(40), '\u0001'.repeat(100), '😀'.repeat(31)]) {
      for (const lead of ['', 'a', 'ab', 'abc', 'abcd', 'abcde']) {
        const shown = shortText(lead + text);
        expect(shown?.length).toBeLessThanOrEqual(60);
        expect(shown).toMatch(/^".*…"$/u);
        expect(shown).not.toMatch(/\p{Cs}|\\…|\\u[0-9a-f]{0,3}…/u);
      }
    }
  });
  it('writes paths as people do', () => {
    expect(pathText([])).toBe('');
    expect(pathText(['tasks', 'T1', 'status'])).toBe('tasks.T1.status');
    expect(pathText(['options', 0, 'id'])).toBe('options[0].id');
    expect(pathText(['dependencies', 'T1.3', 0])).toBe('dependencies["T1.3"][0]');
    expect(pathText(['패턴', 'a\u001bb'])).toBe('패턴["a\\u001bb"]');
    expect(pathText(['x'.repeat(1e6)]).length).toBeLessThan(70);
  });
});
