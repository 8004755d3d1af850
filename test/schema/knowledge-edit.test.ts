import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeAny } from '../../src/schema/codec-any.ts';
import { addKnowledge, type Learned } from '../../src/schema/knowledge-edit.ts';
import type { Knowledge } from '../../src/schema/knowledge.ts';
import { fixtureOf } from './fixtures.ts';
import { knowledgeText } from './knowledge-texts.ts';
import { byTier, seed } from '../support/tier.ts';

const project = { path: '/home/me/shop', name: 'shop', hash: 'a1b2c3d4' };
const at = { now: '2025-02-03T04:05:06Z', project };
const nothing: Learned = { decisions: [], pitfalls: [] };

function decision(text: string, refs: string[] = ['src/a.ts']): Learned['decisions'][number] {
  return { topic: 'API', decision: text, rationale: 'R1/T1 INV-1', refs, created_at: '2025-02-03' };
}

function pitfall(text: string): Learned['pitfalls'][number] {
  return { description: text, reason: 'it did', learned_from: 'T1' };
}

function read(text: string | undefined): Knowledge {
  const read = decodeAny('knowledge', text ?? '');
  if (!read.ok) throw new Error(`${JSON.stringify(read.error)}\n${text}`);
  return read.value;
}

function add(text: string | undefined, learned: Learned): string {
  const result = addKnowledge(text, learned, at);
  if (!result.ok) throw new Error(JSON.stringify(result.error));
  return result.value.text ?? '';
}

describe('adding to knowledge.yaml', () => {
  it('puts entries behind those of the sample and leaves its bytes', () => {
    const before = fixtureOf('knowledge').text;
    const after = add(before, { decisions: [decision('Keep it')], pitfalls: [pitfall('Broke')] });
    const inserted = [
      '  - id: "D2"',
      '    topic: "API"',
      '    decision: "Keep it"',
      '    rationale: "R1/T1 INV-1"',
      '    refs:',
      '      - "src/a.ts"',
      '    created_at: "2025-02-03"',
    ];
    expect(after).toContain(`    created_at: "2024-01-15"\n${inserted.join('\n')}\n\npitfalls:`);
    expect(after).toContain(
      '  - id: "P3"\n    description: "Broke"\n    reason: "it did"\n    learned_from: "T1"\n\nupdated_at: "2025-02-03T04:05:06Z"',
    );
    expect(withoutLines(after, 11)).toEqual(before.replace(/updated_at: .*/, 'updated_at: "2025-02-03T04:05:06Z"'));
  });

  it('begins a valid document where there is none', () => {
    const after = add(undefined, { decisions: [decision('First', [])], pitfalls: [] });
    expect(read(after)).toEqual({
      version: 1,
      project,
      patterns: {},
      decisions: [{ id: 'D1', ...decision('First', []) }],
      pitfalls: [],
      updated_at: at.now,
    });
    expect(after).toContain('decisions:\n  - id: "D1"\n');
    expect(addKnowledge(undefined, nothing, at)).toMatchObject({ ok: true, value: { text: undefined } });
  });

  it('says nothing twice: case, white space, punctuation and composition do not count', () => {
    const before = fixtureOf('knowledge').text;
    const same = ['jwt +  refresh token.', 'JWT + Refresh\tToken', '“JWT + Refresh Token”'];
    expect(add(before, { decisions: same.map((text) => decision(text)), pitfalls: [] })).toBe(before);
    const decomposed = '이 프로젝트는 lombok 사용하지 않음!'.normalize('NFD');
    expect(add(before, { decisions: [], pitfalls: [pitfall(decomposed)] })).toBe(before);
    const among = add(before, { decisions: [decision('New one'), decision('new-one')], pitfalls: [] });
    expect(read(among).decisions).toHaveLength(2);
  });

  it('takes no rule for its opposite', () => {
    const opposites = ['a = b', 'a != b', 'a < b', 'a > b', 'returns 1', 'returns -1', 'A → B: x', 'A ↛ B: x'];
    const after = add(undefined, { decisions: opposites.map((text) => decision(text)), pitfalls: [] });
    expect(read(after).decisions.map((entry) => entry.decision)).toEqual(opposites);
  });

  it('goes on behind the highest id, wherever it stands', () => {
    const before = add(undefined, { decisions: [decision('one'), decision('two')], pitfalls: [] }).replace(
      '"D1"',
      '"D41"',
    );
    expect(read(add(before, { decisions: [decision('three')], pitfalls: [] })).decisions.map(({ id }) => id)).toEqual([
      'D41',
      'D2',
      'D42',
    ]);
  });

  it('keeps JSON as JSON', () => {
    const before = JSON.stringify({ ...read(fixtureOf('knowledge').text), pitfalls: [] }, null, 2);
    const after = add(before, { decisions: [decision('x')], pitfalls: [pitfall('y')] });
    expect(JSON.parse(after)).toEqual(read(after));
    expect(read(after).pitfalls).toEqual([{ id: 'P1', ...pitfall('y') }]);
  });

  it.each([
    ['what is not YAML', 'decisions: ['],
    ['a field that does not belong', `${fixtureOf('knowledge').text}mine: 1\n`],
    ['a list that is missing', fixtureOf('knowledge').text.replace(/pitfalls:[^]*(?=updated_at)/, '')],
    ['a newer version', fixtureOf('knowledge').text.replace('version: 1', 'version: 2')],
    ['nothing at all', ''],
  ])('refuses %s', (_, before) => {
    expect(addKnowledge(before, { decisions: [decision('x')], pitfalls: [] }, at)).toMatchObject({ ok: false });
  });

  it('refuses to grow beyond what is read again, in bytes', () => {
    const learned = { decisions: [decision('가'.repeat(400_000))], pitfalls: [] };
    const result = addKnowledge(undefined, learned, at);
    expect(result).toMatchObject({ ok: false, error: [{ expected: { kind: 'too_large' } }] });
  });

  it('writes any text so that it reads the same', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'binary' })), fc.string({ unit: 'binary' }), (refs, text) => {
        const [added] = read(add(undefined, { decisions: [decision(`x${text}`, refs)], pitfalls: [] })).decisions;
        expect(added).toEqual({ id: 'D1', ...decision(`x${text}`, refs) });
      }),
      {
        seed,
        numRuns: byTier({ usual: 50, full: 2000 }),
        examples: [[['\t\r\n'], '\u0000\u001b\u007f\u0085\u009f\u2028\u2029\ufeff\ufffe\uffff\ud800"\\']],
      },
    );
  });

  it('adds entries and nothing else, to whatever people wrote', () => {
    const learned: Learned = {
      decisions: [decision('new rule'), decision('another: rule', [])],
      pitfalls: [pitfall('new trap'), { description: 'no task', reason: 'none' }],
    };
    fc.assert(
      fc.property(knowledgeText, (before) => {
        const was = read(before);
        const after = add(before, learned);
        const is = read(after);
        expect(is.decisions.slice(0, was.decisions.length)).toEqual(was.decisions);
        expect(is.pitfalls.slice(0, was.pitfalls.length)).toEqual(was.pitfalls);
        expect(is.decisions.slice(was.decisions.length)).toMatchObject(learned.decisions);
        expect(is.pitfalls.slice(was.pitfalls.length)).toMatchObject(learned.pitfalls);
        expect({ ...is, decisions: [], pitfalls: [], updated_at: '' }).toEqual({
          ...was,
          decisions: [],
          pitfalls: [],
          updated_at: '',
        });
        expect(is.updated_at).toBe(at.now);
        expect(leftOf(before, after)).toEqual([]);
        // A second time there is nothing to add, and not a byte changes.
        expect(add(after, learned)).toBe(after);
      }),
      { seed, numRuns: byTier({ usual: 150, full: 2000 }) },
    );
  });
});

/** What `after` lacks of `before`: lines, or characters of lines that entries were put into. Values that had to change do not count. */
function leftOf(before: string, after: string): string[] {
  const lines = after.split('\n');
  const isTouched = /^\uFEFF?(updated_at:| {2}2024-01-15T12:00:00Z)|[[\]{]/;
  let from = 0;
  const missingLines = before.split('\n').filter((line) => {
    if (isTouched.test(line)) return false;
    const found = lines.indexOf(line, from);
    const foundUnfinished = found === -1 ? lines.indexOf(`${line}\r`, from) : found;
    if (foundUnfinished !== -1) from = foundUnfinished + 1;
    return foundUnfinished === -1;
  });
  let at = 0;
  const untouched = before.replace(/(updated_at:)(?: >-)?\s+\S+(\n)?/, '$1').replaceAll(/: *\[\s*\]/g, ':');
  const missingCharacters = untouched.split('').filter((character) => {
    const found = after.indexOf(character, at);
    if (found !== -1) at = found + character.length;
    return found === -1;
  });
  return [...missingLines, ...missingCharacters];
}

function withoutLines(text: string, count: number): string {
  const lines = text.split('\n');
  const kept = lines.filter((line) => !/D2|"API"|Keep it|INV-1|src\/a\.ts|2025-02-03"|P3|Broke|it did|"T1"/.test(line));
  const refs = kept.lastIndexOf('    refs:');
  kept.splice(refs, 1);
  expect(lines.length - kept.length).toBe(count);
  return kept.join('\n');
}
