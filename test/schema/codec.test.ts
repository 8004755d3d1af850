import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeAny, encodeAny } from '../../src/schema/codec-any.ts';
import { decode } from '../../src/schema/codec.ts';
import type { DocumentName } from '../../src/schema/documents.ts';
import { scanJson } from '../../src/schema/json-scan.ts';
import type { Expectation, Problem } from '../../src/base/document-problem.ts';
import { byTier } from '../support/tier.ts';
import { fixtureOf, fixtures } from './fixtures.ts';

function firstProblem(name: DocumentName, input: string | Uint8Array): Problem {
  const decoded = decodeAny(name, input);
  const [problem] = decoded.ok ? [] : decoded.error;
  if (problem === undefined) throw new Error('validates');
  return problem;
}

function reasonOf(problem: Problem): string {
  return problem.expected.kind === 'syntax' ? problem.expected.reason : problem.expected.kind;
}

const vcr = fixtureOf('vcr').text;
const brief = fixtureOf('design-brief').text;

describe('any text', () => {
  it.each(fixtures)('$file may begin with a byte order mark and have CRLF line ends', ({ name, text, value }) => {
    const bytes = new TextEncoder().encode(`\uFEFF${text.replaceAll('\n', '\r\n')}`);
    expect(decodeAny(name, bytes)).toEqual({ ok: true, value });
  });
  it.each(['vcr', 'design-brief'] as const)('%s: says where bytes are not UTF-8', (name) => {
    const bytes = new TextEncoder().encode(fixtureOf(name).text);
    bytes[bytes.indexOf(10) + 3] = 0xff;
    expect(firstProblem(name, bytes)).toEqual({
      path: '',
      line: 2,
      column: 3,
      expected: { kind: 'syntax', reason: 'invalid-utf8' },
      got: '',
    });
  });
  it.each([
    ['vcr', 256 * 1024],
    ['knowledge', 1024 * 1024],
    ['auto-state', 64 * 1024 * 1024],
  ] as const)('%s: %d bytes and no more', (name, limit_bytes) => {
    const problem = firstProblem(name, new Uint8Array(limit_bytes + 1));
    expect(problem.expected).toEqual({ kind: 'too_large', limit_bytes });
    expect(firstProblem(name, new Uint8Array(limit_bytes)).expected.kind).not.toBe('too_large');
  });
  it.each(['', ' \n', '# only a comment\n', '---\n'])('%j is empty', (text) => {
    expect(reasonOf(firstProblem('design-brief', text))).toMatch(/^(empty|type)$/);
  });
});

describe('JSON', () => {
  const cases: [string, string, string][] = [
    ['an empty file', '', 'empty'],
    ['a cut', vcr.slice(0, 60), 'unexpected-end'],
    ['text behind', `${vcr} x`, 'trailing-content'],
    ['a comma too many', vcr.replace('true\n', 'true,\n'), 'extra-comma'],
    ['a comment', `// no\n${vcr}`, 'comment'],
    ['a raw line break in a string', vcr.replace('MVP', 'M\nVP'), 'control-character'],
    ['a NUL', vcr.replace('MVP', 'M\0VP'), 'control-character'],
    ['a NUL between', vcr.replace(',', ',\0'), 'control-character'],
    ['a bad escape', vcr.replace('MVP', '\\x'), 'bad-escape'],
    ['a bad number', vcr.replace('true', '01'), 'bad-number'],
    ['a huge number', vcr.replace('true', '90071992547409930'), 'unsafe-number'],
    ['a number beyond all', vcr.replace('true', '1e999'), 'unsafe-number'],
    ['the same key twice', vcr.replace('"vcr_id"', '"crp_id"'), 'duplicate-key'],
    ['the same key spelt twice', vcr.replace('"vcr_id"', '"\\u0063rp_id"'), 'duplicate-key'],
    ['__proto__', vcr.replace('"vcr_id"', '"__proto__"'), 'forbidden-key'],
    ['constructor', vcr.replace('"vcr_id"', '"constructor"'), 'forbidden-key'],
    ['65 lists', '['.repeat(65), 'too_deep'],
    ['a million lists', '['.repeat(250_000), 'too_deep'],
  ];
  it.each(cases)('%s', (_, text, reason) => {
    const problem = firstProblem('vcr', text);
    expect(reasonOf(problem)).toBe(reason);
    expect(problem.line).toBeGreaterThan(0);
    expect(problem.column).toBeGreaterThan(0);
  });

  it.each([
    ['values', '"history": [', `"history": [${'1,'.repeat(300_000)}`, 'type'],
    ['objects', '"history": [', `"history": [${'{},'.repeat(300_000)}`, 'missing'],
    ['keys', '{', `{${Array.from({ length: 600_000 }, (_, i) => `"k${i}":1,`).join('')}`, 'too_many'],
    ['unknown fields', '{', `{${Array.from({ length: 300_000 }, (_, i) => `"k${i}":1,`).join('')}`, 'unknown_field'],
  ])('hundreds of thousands of wrong %s are a hundred problems at most', (_, from, to, kind) => {
    const decoded = decodeAny('run-state', fixtureOf('run-state').text.replace(from, to));
    const problems = decoded.ok ? [] : decoded.error;
    expect(problems[0]?.expected.kind).toBe(kind);
    expect(problems.length).toBeLessThanOrEqual(100);
  });

  it('names line, column and path of what is wrong', () => {
    expect(firstProblem('crp', fixtureOf('crp').text.replace('"risk": "낮음"', '"risk": 3'))).toEqual({
      path: 'options[0].risk',
      line: 9,
      column: 80,
      expected: { kind: 'type', types: ['string'] },
      got: '3',
    });
    expect(firstProblem('vcr', vcr.replace('"crp_id"', '"vcr_id"'))).toMatchObject({
      path: 'vcr_id',
      line: 3,
      column: 3,
    });
  });

  it('takes exactly what JSON.parse takes', () => {
    const accepts = (text: string) => {
      try {
        JSON.parse(text);
        return true;
      } catch {
        return false;
      }
    };
    const nearJson = fc
      .tuple(
        fc.json(),
        fc.nat(),
        fc.constantFrom('', '"', '\\', '{', ']', ',', ':', '0', '-', '.', 'e', ' ', '\n', 'u'),
      )
      .map(([text, at, extra]) => text.slice(0, at % (text.length + 1)) + extra + text.slice(at % (text.length + 1)));
    fc.assert(
      fc.property(fc.oneof(fc.json(), nearJson, fc.string()), (text) => {
        const fault = scanJson(text);
        const ours = new Set(['duplicate-key', 'forbidden-key', 'unsafe-number']);
        if (fault?.finding.expected.kind === 'syntax' && ours.has(fault.finding.expected.reason)) return;
        expect(fault === undefined, text).toBe(accepts(text));
      }),
      { numRuns: byTier({ usual: 500, full: 3000 }) },
    );
  });

  it('finds the place of any path in any text', () => {
    fc.assert(
      fc.property(fc.json(), fc.constantFrom(0, 2), (json, indent) => {
        const text = JSON.stringify({ project: JSON.parse(json) as unknown }, null, indent);
        const decoded = decode('session', text);
        if (decoded.ok) throw new Error('validates');
        for (const { line, column } of decoded.error)
          expect([typeof line, typeof column]).toEqual(['number', 'number']);
      }),
    );
  });
});

describe('YAML', () => {
  const cases: [string, string, string][] = [
    ['an anchor', brief.replace('task_name: ', 'task_name: &a '), 'anchor'],
    ['an alias', brief.replace('task_name: "a API 구현"', 'task_name: *a'), 'alias'],
    ['a tag', brief.replace('task_name: ', 'task_name: !!str '), 'tag'],
    ['a custom tag', brief.replace('task_name: ', 'task_name: !x '), 'tag'],
    ['a directive', `%YAML 1.1\n---\n${brief}`, 'directive'],
    ['a merge key', brief.replace('task_name:', '<<:'), 'merge-key'],
    ['two documents', `${brief}---\n${brief}`, 'several-documents'],
    ['two documents after an end', `${brief}...\n${brief}`, 'several-documents'],
    ['the same key twice', brief.replace('task_name:', 'objective:'), 'duplicate-key'],
    ['__proto__', brief.replace('task_name:', '__proto__:'), 'forbidden-key'],
    ['a key that is a list', brief.replace('task_name:', '? [a]\n:'), 'complex-key'],
    ['a tab as indentation', brief.replace('  - id: T1-S1', '\t- id: T1-S1'), 'bad-indentation'],
    ['a colon without quotes', brief.replace('"a API 구현"', 'a: b'), 'needs-quotes'],
    ['an open quote', brief.replace('구현"', '구현'), 'unexpected-character'],
    ['an open bracket at the end', `${brief}x: [`, 'unexpected-end'],
    ['a NUL', brief.replace('API', 'A\0PI'), 'control-character'],
    ['a huge number', brief.replace('version: 1', 'version: 123456789012345678901'), 'unsafe-number'],
    ['65 lists', '['.repeat(65) + ']'.repeat(65), 'too_deep'],
    ['deep brackets', '['.repeat(100_000), 'too_deep'],
    ['deep braces', '{a: '.repeat(50_000), 'too_deep'],
    ['deep dashes', `${'- '.repeat(100_000)}a`, 'too_deep'],
    ['deep question marks', `${'? '.repeat(100_000)}a`, 'too_deep'],
    ['deep colons', `${': '.repeat(100_000)}a`, 'too_deep'],
    ['deep indentation', Array.from({ length: 600 }, (_, i) => `${' '.repeat(i)}a:`).join('\n'), 'too_deep'],
    ['too many entries', '- \n'.repeat(60_000), 'too_many'],
    ['too many commas', `[${','.repeat(60_000)}]`, 'too_many'],
    ['too many keys', Array.from({ length: 30_000 }, (_, i) => `k${i}: 1`).join('\n'), 'too_large'],
    ['too many comments', `${'#\n'.repeat(120_000)}a: 1`, 'too_many'],
    ['closing brackets only', '] '.repeat(60_000), 'unexpected-character'],
    ['a list that ends further left', `${brief}x:\n  y: [\n1]`, 'bad-indentation'],
    ['a bomb of aliases', 'a: &a [x]\nb: &b [*a,*a]\nc: [*b,*b]\n', 'anchor'],
  ];
  it.each(cases)('%s', (_, text, reason) => {
    const problem = firstProblem('design-brief', text);
    expect(reasonOf(problem)).toBe(reason);
    if (reason !== 'too_large') expect(problem.line).toBeGreaterThan(0);
  });

  it('takes 23,000 flat keys without comparing each with all', () => {
    const text = `${fixtureOf('knowledge').text}\n`.replace(
      'patterns:\n',
      `patterns:\n${Array.from({ length: 23_000 }, (_, i) => `  k${i}: v\n`).join('')}`,
    );
    const before = process.cpuUsage();
    expect(decodeAny('knowledge', text).ok).toBe(true);
    // About 0.25 s of a processor, however busy the machine is; comparing takes 4.
    expect(process.cpuUsage(before).user / 1000).toBeLessThan(2500);
  });

  it('names line, column and path of what is wrong', () => {
    expect(firstProblem('design-brief', brief.replace('to_create', 'created'))).toEqual({
      path: 'file_refs[0].status',
      line: 32,
      column: 13,
      expected: { kind: 'one_of', values: ['exists', 'to_create', 'to_modify'] },
      got: '"created"',
    });
  });

  it('reads back whatever text it writes', () => {
    const anyText = fc.oneof(
      fc.string({ unit: 'grapheme' }),
      fc.constantFrom('no', '1', '~', '2024-01-15', ' a', 'a\n', '\n a\n', '# x', '- x', 'a: b', "it's", '"'),
    );
    fc.assert(
      fc.property(anyText, fc.array(anyText), (objective, scope_in) => {
        const decoded = decodeAny('design-brief', brief);
        if (!decoded.ok) throw new Error('the sample does not validate');
        const value = { ...decoded.value, objective, scope_in };
        expect(decodeAny('design-brief', encodeAny('design-brief', value))).toEqual({ ok: true, value });
      }),
    );
  });
});

describe('versions', () => {
  const newer: [DocumentName, string, string, Expectation][] = [
    ['session', '"version": 1', '"version": 2', { kind: 'version', newest: '1' }],
    ['session-state', '"version": 2', '"version": 3', { kind: 'version', newest: '2' }],
    ['auto-state', '"version": "2.0"', '"version": "3.0"', { kind: 'version', newest: '2' }],
    ['explored', 'version: 1', 'version: 2', { kind: 'version', newest: '1' }],
  ];
  it.each(newer)('%s: a newer one is told apart, and nothing else is said', (name, now, then, expected) => {
    const { file, text } = fixtureOf(name);
    const changed = text.replace(now, then);
    const strange = file.endsWith('.json') ? changed.replace('{', '{ "surprise": 1,') : `surprise: 1\n${changed}`;
    const decoded = decodeAny(name, strange);
    expect(decoded.ok ? [] : decoded.error.map((problem) => problem.expected)).toEqual([expected]);
  });
  it('an older or odd one is just wrong', () => {
    const odd = (version: string) =>
      firstProblem('session', fixtureOf('session').text.replace('"version": 1', `"version": ${version}`)).expected;
    expect(odd('0')).toEqual({ kind: 'one_of', values: [1] });
    expect(odd('"1"')).toEqual({ kind: 'one_of', values: [1] });
  });
  it('auto-state: any 1.x and 2.x is read', () => {
    for (const version of ['1.0', '1.7', '2.0', '2.12']) {
      expect(decodeAny('auto-state', fixtureOf('auto-state').text.replace('"2.0"', `"${version}"`)).ok).toBe(true);
    }
  });
});
