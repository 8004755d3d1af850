import { describe, expect, test } from 'vitest';
import type { ChangePart } from '../../../src/languages/change-class.ts';
import { changeFindings, type ChangeFacts, type RequestFacts } from '../../../src/workflows/proof/change-findings.ts';

type Change = `${ChangePart['kind']} ${ChangePart['class']} ${string}`;

function part(change: Change): ChangePart {
  const [kind, own, path = ''] = change.split(' ');
  const [file = '', name] = path.split('#');
  return {
    path: file,
    kind: kind as ChangePart['kind'],
    class: own as ChangePart['class'],
    before: 'aa',
    after: 'bb',
    ...(name !== undefined && { part: name }),
  };
}

function found(
  changes: readonly Change[],
  more: Partial<Omit<ChangeFacts, 'request'>> & { request?: Partial<RequestFacts> } = {},
) {
  const request = { words: '', deliverables: [], exists: () => false, needsNoChange: false, asksForCode: true };
  return changeFindings({
    parts: changes.map(part),
    textsOf: ({ path }) => ({ was: `old ${path}`, now: `new ${path}` }),
    empty: new Set(),
    isLoadable: (path) => path.endsWith('.js'),
    isProse: (path) => path.endsWith('.md'),
    isHarmless: () => false,
    hadTests: true,
    ...more,
    request: { ...request, ...more.request },
  });
}

const codes = (...args: Parameters<typeof found>): string[] => found(...args).map(({ code }) => code);

describe('nothing was done', () => {
  test.each<readonly [string, readonly Change[], string]>([
    ['nothing changed', [], 'nothing'],
    ['only a mode', ['mode product src/a.js'], 'modes'],
    ['only an empty file', ['added product .gitkeep'], 'empty_files'],
  ])('%s', (_, changes, only) => {
    expect(found(changes, { empty: new Set(['.gitkeep']) })).toEqual([{ code: 'no_change', only }]);
  });

  test('unless it was asked for', () => {
    expect(codes([], { request: { needsNoChange: true } })).toEqual([]);
    expect(codes(['mode product bin/run'], { request: { words: 'Make bin/run executable' } })).toEqual([
      'not_testable',
    ]);
    const empty = new Set(['src/.gitkeep']);
    expect(codes(['added product src/.gitkeep'], { empty, request: { words: 'Add a .gitkeep' } })).toEqual([
      'not_testable',
    ]);
  });
});

describe('what was announced', () => {
  const deliverables = ['src/a.js', 'docs/'];

  test('and is not there', () => {
    expect(found(['modified product src/other.js'], { request: { deliverables } })).toEqual([
      { code: 'no_deliverable', paths: deliverables },
    ]);
  });

  test('and is there in part', () => {
    expect(found(['modified product src/a.js'], { request: { deliverables } })).toEqual([
      { code: 'deliverables_missing', paths: ['docs/'] },
    ]);
  });

  test('and was there before', () => {
    const exists = (path: string): boolean => path === 'docs/';
    expect(codes(['modified product src/a.js'], { request: { deliverables, exists } })).toEqual([]);
  });

  test('and is a folder', () => {
    const request = { deliverables, exists: () => true };
    expect(codes(['added product docs/x.js'], { request })).toEqual([]);
  });
});

describe('how tests are run', () => {
  test('is shown with what it was and is', () => {
    expect(found(['modified product src/a.js', 'modified test_script package.json#scripts.test'])).toEqual([
      {
        code: 'configuration',
        items: [
          {
            key: 'package.json#scripts.test',
            file: 'package.json',
            before: 'aa',
            after: 'bb',
            was: 'old package.json',
            now: 'new package.json',
          },
        ],
      },
      { code: 'surface_modified', files: ['package.json'] },
    ]);
  });

  test('is nothing to be asked about where there were no tests, or where it only gains something', () => {
    const changes: Change[] = ['modified product src/a.js', 'added runner_config conftest.py'];
    expect(codes(changes, { hadTests: false })).toEqual([]);
    expect(codes(changes, { isHarmless: () => true })).toEqual([]);
    expect(codes(changes)).toEqual(['configuration']);
  });

  test('is said by controls, too', () => {
    expect(codes(['modified product src/a.js', 'modified control .claude/settings.json'])).toEqual(['controls']);
  });
});

describe('what no suite can load', () => {
  test.each<readonly [string, readonly Change[], boolean, readonly object[]]>([
    ['documents', ['modified product README.md'], false, [{ code: 'not_testable', prose: false }]],
    ['documents instead of code', ['modified product README.md'], true, [{ code: 'not_testable', prose: true }]],
    ['data', ['modified product a.sql'], true, [{ code: 'not_testable', prose: false }]],
    ['documents with code', ['modified product README.md', 'modified product src/a.js'], true, []],
    ['tests alone', ['added test test/a.test.js'], true, [{ code: 'not_testable', prose: true }]],
    [
      'how tests are run',
      ['modified runner_config vitest.config.js'],
      true,
      [{ code: 'configuration' }, { code: 'surface_modified' }],
    ],
  ])('%s', (_, changes, asksForCode, expected) => {
    expect(found(changes, { request: { asksForCode } })).toMatchObject(expected);
  });

  test('tests that were asked for', () => {
    expect(found(['added test test/a.test.js'], { request: { asksForCode: true, words: 'Add tests of add' } })).toEqual(
      [],
    );
  });
});
