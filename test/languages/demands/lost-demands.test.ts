import { describe, expect, test } from 'vitest';
import { lostDemands } from '../../../src/languages/lost-demands.ts';
import { change, JS, js, type Texts } from './surface-change.ts';

describe('kept', () => {
  const rows: [what: string, path: string, before: Texts, after: Texts][] = [
    [
      'layout',
      JS,
      js('expect(add(1, 2)).toBe(3);'),
      js('  expect(\n    add(\n      1,\n      2,\n    ),\n  ).toBe(3)'),
    ],
    ['quotes', JS, js(`expect(f("it's")).toBe("a")`), js(`expect(f('it\\'s')).toBe(\`a\`)`)],
    [
      'comments',
      JS,
      js('expect(add(1, 2)).toBe(3);'),
      js('// expect(x).toBe(1)\nexpect(add(1, /* one */ 2)).toBe(3);'),
    ],
    ['trailing commas', JS, js('expect(f()).toEqual([1, { a: 2 }]);'), js('expect(f()).toEqual([1, { "a": 2, }, ],);')],
    ['a title', JS, `test('a', () => { expect(f()).toBe(1) })`, `test('b', () => { expect(f()).toBe(1) })`],
    [
      'wrapped in describe',
      JS,
      `test('a', () => { expect(f()).toBe(1) })`,
      `describe('s', () => { it('a', () => { expect(f()).toBe(1) }) })`,
    ],
    [
      'another order',
      JS,
      `test('a', () => { expect(f()).toBe(1) })\ntest('b', () => { expect(g()).toBe(2) })`,
      `test('b', () => { expect(g()).toBe(2) })\ntest('a', () => { expect(f()).toBe(1) })`,
    ],
    [
      'another path of what is required',
      JS,
      `const { f } = require('../src/calc.js');\ntest('a', () => { expect(f()).toBe(1) })`,
      `const { f } = require('../src/arithmetic.js');\ntest('a', () => { expect(f()).toBe(1) })`,
    ],
    [
      'imports in place of require',
      JS,
      `const assert = require('node:assert/strict');\nconst { f } = require('../src/calc.js');\ntest('a', () => { assert.equal(f(), 1) })`,
      `import assert from 'node:assert/strict';\nimport { f } from '../src/calc.js';\ntest('a', () => { assert.equal(f(), 1) })`,
    ],
    ['a message', JS, js('assert.equal(add(1, 2), 3)'), js(`assert.equal(add(1, 2), 3, 'adds')`)],
    ['a message of expect', JS, js('expect(add(1, 2)).toBe(3)'), js(`expect(add(1, 2), 'adds').toBe(3)`)],
    ['a message with values', JS, js(`assert.strictEqual(f(), 3, 'x')`), js('assert.strictEqual(f(), 3, `got ${x}`)')],
    ['more assertions', JS, js('expect(f()).toBe(1)'), js('expect(f()).toBe(1); expect(g()).toBe(2)')],
    [
      'moved to another file',
      JS,
      { [JS]: js('expect(f()).toBe(1)') },
      { 'src/calc.test.js': js('expect(f()).toBe(1)') },
    ],
    [
      'a file that is split',
      JS,
      { [JS]: js('expect(f()).toBe(1)') + js('expect(g()).toBe(2)') },
      { 'test/a.test.js': js('expect(f()).toBe(1)'), 'test/b.test.js': js('expect(g()).toBe(2)') },
    ],
    [
      'to TypeScript',
      JS,
      { [JS]: js('expect(f(x.y, null)).toBe(1)') },
      { 'test/calc.test.ts': js('expect(f<number>(x!.y as string, null as unknown as Foo)).toBe(1)') },
    ],
    [
      'typed callbacks',
      JS,
      js('expect(xs.map((x) => x.a)).toEqual([1])'),
      js('expect(xs.map((x: Foo) => x.a)).toEqual([1])'),
    ],
    [
      'a copy removed',
      JS,
      js('expect(f()).toBe(1)') + js('expect(f()).toBe(1)').replace('works', 'again'),
      js('expect(f()).toBe(1)'),
    ],
    [
      'a copy in another file removed',
      JS,
      { 'test/a.test.js': js('expect(f()).toBe(1)'), 'test/b.test.js': js('expect(f()).toBe(1)') },
      { 'test/b.test.js': js('expect(f()).toBe(1)') },
    ],
    ['node:assert to expect', JS, js('assert.strictEqual(add(1, 2), 3)'), js('expect(add(1, 2)).toBe(3)')],
    [
      'strict assert to expect',
      JS,
      `import assert from 'node:assert/strict';\n${js('assert.equal(add(1, 2), 3)')}`,
      js('expect(add(1, 2)).toBe(3)'),
    ],
    ['loose assert to expect', JS, js('assert.equal(add(1, 2), 3)'), js('expect(add(1, 2)).toBe(3)')],
    [
      'chai to jest',
      JS,
      js('expect(f()).to.equal(3); expect(g()).to.be.true; expect(h()).to.deep.equal([1])'),
      js('expect(f()).toBe(3); expect(g()).toBe(true); expect(h()).toStrictEqual([1])'),
    ],
    ['chai length', JS, js('expect(f()).to.have.lengthOf(2)'), js('expect(f()).toHaveLength(2)')],
    ['length', JS, js('expect(f().length).toBe(2)'), js('expect(f()).toHaveLength(2)')],
    ['null', JS, js('expect(f()).toBe(null)'), js('expect(f()).toBeNull()')],
    ['a comparison', JS, js('assert(f() === 3)'), js('expect(f()).toBe(3)')],
    ['a comparison to true', JS, js('expect(f() > 3).toBe(true)'), js('expect(f()).toBeGreaterThan(3)')],
    ['less is more', JS, js('expect(3).toBeLessThan(f())'), js('assert(f() > 3)')],
    ['a conjunction taken apart', JS, js('assert(f() && g())'), js('assert(f()); assert.ok(g())')],
    ['equal primitives', JS, js('expect(f()).toEqual(3)'), js('expect(f()).toBe(3)')],
    ['tightened: defined', JS, js('expect(f()).toBeDefined()'), js('expect(f()).toBe(3)')],
    ['tightened: truthy', JS, js('expect(f()).toBeTruthy()'), js(`expect(f()).toBe('a')`)],
    [
      'tightened: part of an object',
      JS,
      js('expect(f()).toMatchObject({ a: 1 })'),
      js('expect(f()).toEqual({ a: 1 })'),
    ],
    ['tightened: equal', JS, js('expect(f()).toEqual({ a: 1 })'), js('expect(f()).toStrictEqual({ a: 1 })')],
    ['tightened: throws', JS, js('expect(() => f()).toThrow()'), js('expect(() => f()).toThrow(TypeError)')],
    ['tightened: about', JS, js('expect(f()).toBeGreaterThanOrEqual(3)'), js('expect(f()).toBe(3)')],
    ['a body of a function', JS, js('expect(() => f()).toThrow()'), js('expect(() => { f(); }).toThrow()')],
    ['resolves', JS, js('await expect(f()).resolves.toBe(3)'), js('expect(await f()).toBe(3)')],
    ['rejects', JS, js('await expect(f()).rejects.toThrow(TypeError)'), js('await assert.rejects(f(), TypeError)')],
    ['a local name', JS, js('const a = f(1); expect(a).toBe(3)'), js('const result = f(1); expect(result).toBe(3)')],
    ['a name put in', JS, js('const a = f(1); expect(a).toBe(3)'), js('expect(f(1)).toBe(3)')],
    ['a name taken out', JS, js('expect(f(1).x).toBe(3)'), js('const { x } = f(1); expect(x).toBe(3)')],
    ['a constant taken out', JS, js('expect(f(1)).toBe(3)'), `const THREE = 3;\n${js('expect(f(1)).toBe(THREE)')}`],
    [
      'a changing local name',
      JS,
      js('let n = 0; n += 1; expect(n).toBe(1)'),
      js('let count = 0; count += 1; expect(count).toBe(1)'),
    ],
    [
      'a renamed function',
      JS,
      js('expect(plus(1)).toBe(3); expect(plus(2)).toBe(4)'),
      js('expect(sum(1)).toBe(3); expect(sum(2)).toBe(4)'),
    ],
    ['the context of a test', JS, `test('a', (t) => { t.is(f(), 1) })`, `test('a', (ctx) => { ctx.is(f(), 1) })`],
    [
      'a table instead of lines',
      JS,
      js('expect(add(1)).toBe(2); expect(add(2)).toBe(3)'),
      `test.each([[1, 2], [2, 3]])('adds %s', (a, b) => { expect(add(a)).toBe(b) })`,
    ],
    [
      'a loop instead of lines',
      JS,
      js('expect(add(1)).toBe(2); expect(add(2)).toBe(3)'),
      js('for (const [a, b] of [[1, 2], [2, 3]]) expect(add(a)).toBe(b);'),
    ],
    [
      'a table of objects',
      JS,
      js('expect(add(1)).toBe(2)'),
      js('const cases = [{ a: 1, b: 2 }, { a: 5, b: 6 }]; for (const { a, b } of cases) expect(add(a)).toBe(b);'),
    ],
    [
      'rows by name',
      JS,
      js('expect(add(1)).toBe(2)'),
      js('[{ a: 1, b: 2 }].forEach((row) => { expect(add(row.a)).toBe(row.b) })'),
    ],
    [
      'a table in a template',
      JS,
      js('expect(add(1)).toBe(2)'),
      'test.each`a | b\n${1} | ${2}\n`("x", ({ a, b }) => { expect(add(a)).toBe(b) })',
    ],
    [
      'rows in another order',
      JS,
      `it.each([[1, 2], [2, 3]])('x', (a, b) => { expect(add(a)).toBe(b) })`,
      `it.each([[2, 3], [1, 2], [4, 5]])('x', (a, b) => { expect(add(a)).toBe(b) })`,
    ],
    [
      'titles of rows',
      JS,
      `it.each([['one', 1, 2]])('%s', (_, a, b) => { expect(add(a)).toBe(b) })`,
      `it.each([['eins', 1, 2]])('%s', (_, a, b) => { expect(add(a)).toBe(b) })`,
    ],
    [
      'a function taken out',
      JS,
      js('expect(add(1)).toBe(2); expect(add(2)).toBe(3)'),
      `function check(a, b) { expect(add(a)).toBe(b); }\n${js('check(1, 2); check(2, 3)')}`,
    ],
    [
      'a function put in',
      JS,
      `const check = (a, b) => { expect(add(a)).toBe(b); };\n${js('check(1, 2)')}`,
      js('expect(add(1)).toBe(2)'),
    ],
    [
      'a function in another file',
      JS,
      { [JS]: js('expect(add(1)).toBe(2)') },
      {
        [JS]: `import { check } from './support/check.js';\n${js('check(1, 2)')}`,
        'test/support/check.js': 'export function check(a, b) { expect(add(a)).toBe(b); }',
      },
    ],
    [
      'set-up shared',
      JS,
      js(`const s = make('x'); expect(s.n).toBe(1)`),
      `let s;\nbeforeEach(() => { s = make('x') });\n${js('expect(s.n).toBe(1)')}`,
    ],
    [
      'a skipped test again',
      JS,
      `test.skip('a', () => { expect(f()).toBe(1) })`,
      `test('a', () => { expect(f()).toBe(1) })`,
    ],
    ['a skipped test removed', JS, `test.skip('a', () => { expect(f()).toBe(1) })`, ''],
    ['a condition removed', JS, js('if (process.env.X) expect(f()).toBe(1)'), js('expect(f()).toBe(1)')],
    ['a condition as before', JS, js('if (x) { expect(f()).toBe(1) }'), js('if (x) {\n  expect(f()).toBe(1);\n}')],
    [
      'a check that throws',
      JS,
      `const equals = (a, b) => { if (a !== b) throw new Error('x') };\n${js('equals(f(), 1)')}`,
      js('expect(f()).toBe(1)'),
    ],
    [
      'more time',
      JS,
      `test('a', () => { expect(f()).toBe(1) })`,
      `test('a', { timeout: 9000 }, () => { expect(f()).toBe(1) }, 9000)`,
    ],
    [
      'more time for what is tested',
      JS,
      js('const r = run({ timeout: 10 }); expect(r).toBe(1)'),
      js('const r = run({ timeout: 500 }); expect(r).toBe(1)'),
    ],
    [
      'a higher plan',
      JS,
      `test('a', (t) => { t.plan(1); t.is(f(), 1) })`,
      `test('a', (t) => { t.plan(2); t.is(f(), 1); t.is(g(), 1) })`,
    ],
    ['a failure thrown', JS, js(`if (f() !== 3) throw new Error('x')`), js('expect(f()).toBe(3)')],
  ];

  test.each(rows)('%s', (_, path, before, after) => {
    expect(lostDemands(change(path, before, after))).toEqual([]);
  });
});

describe('lost', () => {
  const rows: [what: string, path: string, before: Texts, after: Texts][] = [
    [
      'assertions that are required from elsewhere',
      JS,
      `const assert = require('node:assert/strict');\ntest('a', () => { assert.equal(f(), 1) })`,
      `const assert = require('./own.js');\ntest('a', () => { assert.equal(f(), 1) })`,
    ],
    ['a line removed', JS, js('expect(f()).toBe(1); expect(g()).toBe(2)'), js('expect(f()).toBe(1)')],
    ['a line in a comment', JS, js('expect(f()).toBe(1)'), js('// expect(f()).toBe(1)')],
    ['a line in a string', JS, js('expect(f()).toBe(1)'), js('const x = `expect(f()).toBe(1)`')],
    [
      'a test removed',
      JS,
      `test('a', () => { expect(f()).toBe(1) })\ntest('b', () => { expect(g()).toBe(2) })`,
      `test('a', () => { expect(f()).toBe(1) })`,
    ],
    ['a file removed', JS, { [JS]: js('expect(f()).toBe(1)') }, {}],
    ['an expectation flipped', JS, js('expect(f()).toBe(1)'), js('expect(f()).toBe(2)')],
    ['an expectation negated', JS, js('expect(f()).toBe(1)'), js('expect(f()).not.toBe(1)')],
    ['loosened: defined', JS, js('expect(f()).toBe(3)'), js('expect(f()).toBeDefined()')],
    ['loosened: truthy', JS, js('expect(f()).toBe(3)'), js('expect(f()).toBeTruthy()')],
    ['loosened: at least', JS, js('assert(f() === 3)'), js('assert(f() >= 3)')],
    ['loosened: part of an object', JS, js('expect(f()).toEqual({ a: 1 })'), js('expect(f()).toMatchObject({ a: 1 })')],
    ['loosened: strict', JS, js('expect(f()).toStrictEqual({ a: 1 })'), js('expect(f()).toEqual({ a: 1 })')],
    ['loosened: about', JS, js('expect(f()).toBe(0.3)'), js('expect(f()).toBeCloseTo(0.3)')],
    ['loosened: types', JS, js('assert.strictEqual(f(), 3)'), js('assert.equal(f(), 3)')],
    ['loosened: any error', JS, js('expect(() => f()).toThrow(TypeError)'), js('expect(() => f()).toThrow()')],
    ['loosened: a pattern', JS, js(`expect(f()).toBe('abc')`), js('expect(f()).toMatch(/a/)')],
    [
      'loosened: anything',
      JS,
      js('expect(f()).toEqual({ a: 1 })'),
      js('expect(f()).toEqual({ a: expect.anything() })'),
    ],
    ['loosened: or', JS, js('assert(f())'), js('assert(f() || true)')],
    ['nothing demanded', JS, js('expect(f()).toBe(1)'), js('expect(f())')],
    ['nobody waits', JS, js('await expect(f()).resolves.toBe(1)'), js('expect(f()).resolves.toBe(1)')],
    [
      'a flipped constant',
      JS,
      `const WANTED = 3;\n${js('expect(f()).toBe(WANTED)')}`,
      `const WANTED = 4;\n${js('expect(f()).toBe(WANTED)')}`,
    ],
    [
      'a flipped constant of another file',
      JS,
      {
        [JS]: `import { WANTED } from './wanted.js';\n${js('expect(f()).toBe(WANTED)')}`,
        'test/wanted.js': 'export const WANTED = 3;',
      },
      {
        [JS]: `import { WANTED } from './wanted.js';\n${js('expect(f()).toBe(WANTED)')}`,
        'test/wanted.js': 'export const WANTED = 4;',
      },
    ],
    [
      'a value instead of a call',
      JS,
      js('const r = add(1, 2); expect(r).toBe(3)'),
      js('const r = 3; expect(r).toBe(3)'),
    ],
    ['another input', JS, js('const r = add(1, 2); expect(r).toBe(3)'), js('const r = add(0, 3); expect(r).toBe(3)')],
    [
      'another function',
      JS,
      js('expect(sub(3, 0)).toBe(3); expect(add(1, 2)).toBe(3)'),
      js('expect(add(3, 0)).toBe(3); expect(add(1, 2)).toBe(3)'),
    ],
    [
      'the same expression with another arrangement',
      JS,
      js('const r = add(1, 2); expect(r).toBe(3)') +
        js('const r = sub(5, 2); expect(r).toBe(3)').replace('works', 'takes'),
      js('const r = add(1, 2); expect(r).toBe(3)'),
    ],
    [
      'the same expression at another time',
      JS,
      js('expect(s.n).toBe(0); s.inc(); s.dec(); expect(s.n).toBe(0)'),
      js('expect(s.n).toBe(0); s.inc(); s.dec();'),
    ],
    [
      'a copy about another module',
      JS,
      {
        'test/a.test.js': `import { f } from '../src/a.js';\ntest('x', () => { expect(f()).toBe(1) })`,
        'test/b.test.js': `import { f } from '../src/b.js';\ntest('x', () => { expect(f()).toBe(1) })`,
      },
      { 'test/a.test.js': `import { f } from '../src/a.js';\ntest('x', () => { expect(f()).toBe(1) })` },
    ],
    ['skip', JS, `test('a', () => { expect(f()).toBe(1) })`, `test.skip('a', () => { expect(f()).toBe(1) })`],
    ['xit', JS, `it('a', () => { expect(f()).toBe(1) })`, `xit('a', () => { expect(f()).toBe(1) })`],
    ['todo', JS, `it('a', () => { expect(f()).toBe(1) })`, `it.todo('a')`],
    [
      'a suite skipped',
      JS,
      `describe('s', () => { it('a', () => { expect(f()).toBe(1) }) })`,
      `describe.skip('s', () => { it('a', () => { expect(f()).toBe(1) }) })`,
    ],
    ['skipIf', JS, `it('a', () => { expect(f()).toBe(1) })`, `it.skipIf(true)('a', () => { expect(f()).toBe(1) })`],
    [
      'skipIf of a condition',
      JS,
      `it('a', () => { expect(f()).toBe(1) })`,
      `it.skipIf(process.env.CI)('a', () => { expect(f()).toBe(1) })`,
    ],
    [
      'the option skip',
      JS,
      `test('a', () => { expect(f()).toBe(1) })`,
      `test('a', { skip: true }, () => { expect(f()).toBe(1) })`,
    ],
    [
      'a chosen test',
      JS,
      `it('a', () => { expect(f()).toBe(1) })`,
      `(process.env.CI ? it.skip : it)('a', () => { expect(f()).toBe(1) })`,
    ],
    [
      'only another test',
      JS,
      `it('a', () => { expect(f()).toBe(1) })\nit('b', () => { expect(g()).toBe(1) })`,
      `it('a', () => { expect(f()).toBe(1) })\nit.only('b', () => { expect(g()).toBe(1) })`,
    ],
    ['skipped from inside', JS, `test('a', (t) => { assert(f()) })`, `test('a', (t) => { t.skip(); assert(f()) })`],
    ['left early', JS, js('expect(f()).toBe(1)'), js('if (process.env.CI) return;\nexpect(f()).toBe(1)')],
    ['left at once', JS, js('expect(f()).toBe(1)'), js('return;\nexpect(f()).toBe(1)')],
    ['fails', JS, `it('a', () => { expect(f()).toBe(1) })`, `it.fails('a', () => { expect(f()).toBe(1) })`],
    ['a condition', JS, js('expect(f()).toBe(1)'), js('if (f() !== undefined) expect(f()).toBe(1)')],
    ['a condition with &&', JS, js('expect(f()).toBe(1)'), js('x && expect(f()).toBe(1)')],
    ['swallowed', JS, js('expect(f()).toBe(1)'), js('try { expect(f()).toBe(1) } catch {}')],
    ['never', JS, js('expect(f()).toBe(1)'), js('if (false) { expect(f()).toBe(1) }')],
    ['an empty loop', JS, js('expect(f()).toBe(1)'), js('for (const x of []) expect(f()).toBe(1)')],
    ['a callback', JS, js('expect(f()).toBe(1)'), js('setTimeout(() => { expect(f()).toBe(1) })')],
    [
      'a function that nobody calls',
      JS,
      js('expect(f()).toBe(1)'),
      `function later() { expect(f()).toBe(1) }\n${js('g()')}`,
    ],
    [
      'a row',
      JS,
      `it.each([[1, 2], [2, 3]])('x', (a, b) => { expect(add(a)).toBe(b) })`,
      `it.each([[1, 2]])('x', (a, b) => { expect(add(a)).toBe(b) })`,
    ],
    [
      'a value of a row',
      JS,
      `it.each([[1, 2], [2, 3]])('x', (a, b) => { expect(add(a)).toBe(b) })`,
      `it.each([[1, 2], [2, 4]])('x', (a, b) => { expect(add(a)).toBe(b) })`,
    ],
    [
      'a row of a list',
      JS,
      js('const cases = [[1, 2], [2, 3]]; for (const [a, b] of cases) expect(add(a)).toBe(b);'),
      js('const cases = [[1, 2]]; for (const [a, b] of cases) expect(add(a)).toBe(b);'),
    ],
    [
      'a function weakened',
      JS,
      `function check(a, b) { expect(add(a)).toBe(b) }\n${js('check(1, 2)')}`,
      `function check(a, b) { expect(add(a)).toBeDefined() }\n${js('check(1, 2)')}`,
    ],
    [
      'a function of another file weakened',
      JS,
      {
        [JS]: `import { check } from './check.js';\n${js('check(1, 2)')}`,
        'test/check.js': 'export function check(a, b) { expect(add(a)).toBe(b) }',
      },
      {
        [JS]: `import { check } from './check.js';\n${js('check(1, 2)')}`,
        'test/check.js': 'export function check(a, b) { }',
      },
    ],
    [
      'a call of a function',
      JS,
      `function check(a, b) { expect(add(a)).toBe(b) }\n${js('check(1, 2); check(2, 3)')}`,
      `function check(a, b) { expect(add(a)).toBe(b) }\n${js('check(1, 2)')}`,
    ],
    [
      'a lower plan',
      JS,
      `test('a', (t) => { t.plan(2); t.is(f(), 1) })`,
      `test('a', (t) => { t.plan(1); t.is(f(), 1) })`,
    ],
    [
      'an answer of a server',
      JS,
      js(`await request(app).get('/').expect(200).expect('a')`),
      js(`await request(app).get('/').expect(200)`),
    ],
    ['should', JS, js('f().should.equal(1)'), js('f().should.exist')],
    ['a call of a double', JS, js('sinon.assert.calledWith(spy, 1)'), js('sinon.assert.called(spy)')],
    ['another double', JS, js('expect(spy).toHaveBeenCalledWith(1)'), js('expect(spy).toHaveBeenCalled()')],
  ];

  test.each(rows)('%s', (_, path, before, after) => {
    expect(lostDemands(change(path, before, after))).not.toEqual([]);
  });
});

test('a lost demand is shown as it stood, with what stands there now', () => {
  const before = js('  expect(add(1, 2)).toBe(3);');
  expect(lostDemands(change(JS, before, js('  expect(add(1, 2)).toBeDefined();')))).toEqual([
    {
      file: JS,
      test: 'works',
      expression: 'expect(add(1, 2)).toBe(3);',
      how: 'gone',
      now: 'expect(add(1, 2)).toBeDefined();',
    },
  ]);
  expect(lostDemands(change(JS, before, before.replace('test(', 'test.skip(')))).toMatchObject([{ how: 'skipped' }]);
  expect(lostDemands(change(JS, before, js('  if (x) expect(add(1, 2)).toBe(3);')))).toMatchObject([
    { how: 'conditional' },
  ]);
});

test('what the product no longer has is not missed', () => {
  const gone = change(JS, js('expect(add(1)).toBe(2); expect(sub(1)).toBe(0)'), js('expect(add(1)).toBe(2)'));
  expect(lostDemands(gone)).toHaveLength(1);
  expect(lostDemands({ ...gone, deleted: { names: ['sub'] } })).toEqual([]);
  expect(lostDemands({ ...gone, deleted: { names: ['mul'] } })).toHaveLength(1);
  expect(lostDemands({ ...gone, after: new Map(), deleted: { files: ['src/calc.ts'] } })).toEqual([]);
});

test('a name that the product keeps is not renamed', () => {
  const other = change(JS, js('expect(plus(2, 0)).toBe(2)'), js('expect(times(2, 0)).toBe(2)'));
  expect(lostDemands(other)).toEqual([]);
  expect(lostDemands({ ...other, kept: ['plus'] })).toHaveLength(1);
});

test('renames of the product are followed', () => {
  const both = js('expect(add(1)).toBe(2); expect(sum(5)).toBe(6)');
  const renamed = change(JS, both, js('expect(sum(1)).toBe(2); expect(sum(5)).toBe(6)'));
  expect(lostDemands(renamed)).toHaveLength(1);
  expect(lostDemands({ ...renamed, renames: new Map([['add', 'sum']]) })).toEqual([]);
});
