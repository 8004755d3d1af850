import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { namedButMissing, unknownCode } from './support/architecture/documents.ts';
import type { SourceFile } from './support/architecture/facts.ts';
import { violations } from './support/architecture/rules.ts';
import { EXCEPTIONS, LONG_FILE, ROOMS } from './support/architecture/table.ts';

describe('the house', () => {
  test('keeps its rules', () => {
    const files = filesBelow(['src', 'ui', 'test', 'scripts', 'bin', 'bench'], /\.(tsx?|mjs|js)$/);
    const long = files.filter(({ text }) => text.split('\n').length > LONG_FILE);
    if (long.length > 0) console.log(`over ${LONG_FILE} lines: ${long.map((file) => file.path).join(', ')}`);
    expect(violations(files)).toEqual([]);
  });

  test('has no exception for a file that is gone', () => {
    const excepted = Object.values(EXCEPTIONS).flatMap((paths) => Object.keys(paths));
    expect(excepted.filter((file) => !fs.existsSync(file))).toEqual([]);
  });

  test('lets nobody import upwards: the table itself has no circle', () => {
    const reach = (room: string): string[] => (ROOMS[room] ?? []).flatMap((next) => [next, ...reach(next)]);
    for (const room of Object.keys(ROOMS)) expect(reach(room)).not.toContain(room);
  });

  test('is described by documents that name only what exists', () => {
    const documents = filesBelow(['docs', 'README.md', 'AGENTS.md', 'CONTRIBUTING.md', 'SECURITY.md'], /\.md$/);
    expect(namedButMissing(documents, fs.existsSync)).toEqual([]);
  });

  test('is described to contributors by names of code that exists', () => {
    const places = [
      'docs/adr',
      'docs/explanation/architecture.md',
      'docs/reference/glossary.md',
      'AGENTS.md',
      'CONTRIBUTING.md',
      'SECURITY.md',
    ];
    const sources = filesBelow(['src', 'test', 'scripts'], /\.(ts|mjs)$/);
    expect(unknownCode(filesBelow(places, /\.md$/), sources)).toEqual([]);
  });
});

describe('each rule finds its breach', () => {
  const breaches: [rule: string, path: string, text: string, said: string][] = [
    ['layers', 'src/base/a.ts', `import { b } from '../schema/b.ts';`, 'base/ may not import schema/'],
    ['layers, for types', 'src/git/a.ts', `import type { B } from '../store/b.ts';`, 'git/ may not import store/'],
    ['layers, for lazy imports', 'src/cli/a.ts', `void import('../store/b.ts');`, 'cli/ may not import store/'],
    [
      'layers, for re-exports',
      'src/files/a.ts',
      `export { b } from '../i18n/b.ts'; f();`,
      'files/ may not import i18n/',
    ],
    ['layers, for import types', 'src/mcp/a.ts', `type B = import('../cli/b.ts').B;`, 'mcp/ may not import cli/'],
    [
      'the engine behind its door',
      'src/cli/a.ts',
      `import type { B } from '../engine/operations/b.ts';`,
      'of engine/ cli may import only src/engine/door/',
    ],
    [
      'workflows apart',
      'src/workflows/run/a.ts',
      `import { b } from '../auto/b.ts';`,
      'may not import workflows/auto/',
    ],
    ['doors are narrow', 'src/workflows/auto/a.ts', `import { b } from '../../plans/b.ts';`, 'may not import plans/'],
    ['pages apart', 'ui/src/a.tsx', `import { b } from '../../src/i18n/b.ts';`, 'ui/ may not import i18n/'],
    ['schemas as types', 'ui/src/a.ts', `import { b } from '../../src/schema/b.ts';`, 'ui/ may not import schema/'],
    ['rooms are known', 'src/cellar/a.ts', `f();`, 'cellar/ is no room'],
    ['packages per room', 'src/git/a.ts', `import * as z from 'zod/mini';`, 'git/ may not use the package zod'],
    ['unknown packages', 'src/cli/a.ts', `import x from '@scope/name/deep';`, 'may not use the package @scope/name'],
    ['spawning', 'src/git/a.ts', `import { spawn } from 'node:child_process';`, 'only process/ starts processes'],
    ['writing', 'src/store/a.ts', `import fs from 'node:fs'; fs.writeFileSync('a', '');`, 'only files/ writes files'],
    ['writing by name', 'src/store/a.ts', `import { rm } from 'node:fs/promises'; f(rm);`, 'only files/ writes files'],
    [
      'writing by promises',
      'src/store/a.ts',
      `import fs from 'node:fs'; fs.promises.cp(a, b);`,
      'only files/ writes files',
    ],
    [
      'writing, destructured',
      'src/store/a.ts',
      `import fs from 'node:fs'; const { rmSync } = fs;`,
      'only files/ writes',
    ],
    ['opening', 'src/store/a.ts', `import fs from 'node:fs'; fs.openSync(a, 'a');`, 'only files/ writes files'],
    [
      'opening by flags',
      'src/git/a.ts',
      `import { openSync } from 'node:fs'; openSync(a, O_RDONLY | O_CREAT);`,
      'only files/',
    ],
    ['the console', 'src/engine/a.ts', `console.error('no');`, 'console.error belongs to cli/'],
    ['the environment', 'src/process/a.ts', `f(globalThis.process.env['HOME']);`, 'process.env belongs to cli/'],
    ['the environment, destructured', 'src/process/a.ts', `const { env } = process;`, 'process.env belongs to cli/'],
    ['leaving', 'src/store/a.ts', `import { exit } from 'node:process'; exit(1);`, 'process.exit belongs to cli/'],
    ['the clock', 'src/plans/a.ts', `f(new Date());`, 'plans/ is pure and may not use Date.now'],
    ['chance', 'src/i18n/a.ts', `f(Math['random']());`, 'i18n/ is pure and may not use Math.random'],
    ['Node', 'src/schema/a.ts', `import path from 'node:path';`, 'schema/ is pure and may not use node:path'],
    ['barrels', 'src/git/a.ts', `export * from './b.ts';`, 'only re-exports'],
    ['unfinished work', 'src/git/a.ts', `f(); // TODO: later`, 'unfinished'],
    ['drawers', 'src/git/utils.ts', `f();`, 'named after a kind'],
    ['drawers in folders', 'test/helpers/a.ts', `f();`, 'named after a kind'],
    ['long files', 'test/a.test.ts', 'f();\n'.repeat(501), '501 lines'],
  ];
  test.each(breaches)('%s', (_rule, file, text, said) => {
    const found = violations([{ path: file, text }]);
    expect(found).toHaveLength(1);
    expect(found[0]).toContain(said);
  });

  test('circles, also through a lazy import', () => {
    const found = violations([
      { path: 'src/git/c.ts', text: `void import('./a.ts');` },
      { path: 'src/git/a.ts', text: `import { b } from './b.ts'; f(b);` },
      { path: 'src/git/b.ts', text: `import { c } from './c.ts'; f(c);` },
    ]);
    expect(found).toEqual([
      'src/git/a.ts:1: imports in a circle: src/git/a.ts → src/git/b.ts → src/git/c.ts → src/git/a.ts',
    ]);
  });

  test('circles of types alone', () => {
    const found = violations([
      { path: 'src/i18n/a.ts', text: `import type { B } from './b.ts'; export const a: B = 1;` },
      { path: 'src/i18n/b.ts', text: `export type B = import('./a.ts').A;` },
    ]);
    expect(found).toEqual(['src/i18n/a.ts:1: imports in a circle: src/i18n/a.ts → src/i18n/b.ts → src/i18n/a.ts']);
  });

  test('documents that name what is not there', () => {
    const text = 'See `src/git/` and\n`src/cellar/wine.ts`, or src/unquoted/.';
    expect(namedButMissing([{ path: 'README.md', text }], (named) => named === 'src/git/')).toEqual([
      'README.md:2: src/cellar/wine.ts does not exist',
    ]);
  });

  test('documents that name code which is not there', () => {
    const text = '`git/a.ts`, `a.ts` and `moveRef(to)`, but\n`git/b.ts`, `pressGrapes` or `npm test`.';
    const sources = [{ path: 'src/git/a.ts', text: 'export function moveRef() {}' }];
    expect(unknownCode([{ path: 'AGENTS.md', text }], sources)).toEqual([
      'AGENTS.md:2: no source is called git/b.ts',
      'AGENTS.md:2: no source knows pressGrapes',
    ]);
  });
});

describe('what is allowed stays quiet', () => {
  const allowed: [what: string, path: string, text: string][] = [
    [
      'reading a file',
      'src/store/a.ts',
      `import fs from 'node:fs'; fs.openSync(a, fs.constants.O_RDONLY | O_NOFOLLOW);`,
    ],
    ['time as an argument', 'src/plans/a.ts', `export function f(now: Date) { return new Date(now); }`],
    ['words in strings', 'src/git/a.ts', `f("import fs from 'node:child_process'; console.log(process.env)");`],
    ['plans for auto, as types', 'src/workflows/auto/a.ts', `import type { Plan } from '../../plans/b.ts'; f<Plan>();`],
    ['schemas for pages, as types', 'ui/src/a.tsx', `import type { B } from '../../src/schema/b.ts'; f<B>();`],
    ['the server, lazily', 'src/cli/commands/dashboard.ts', `void import('../../server/serve.ts');`],
  ];
  test.each(allowed)('%s', (_what, file, text) => {
    expect(violations([{ path: file, text }])).toEqual([]);
  });
});

function filesBelow(places: readonly string[], wanted: RegExp): SourceFile[] {
  return places.flatMap((place) => {
    if (!fs.existsSync(place) || place === 'test/fixtures') return [];
    if (!fs.statSync(place).isDirectory()) return [{ path: place, text: fs.readFileSync(place, 'utf8') }];
    const entries = fs.readdirSync(place).map((name) => path.posix.join(place, name));
    return filesBelow(
      entries.filter((entry) => fs.statSync(entry).isDirectory() || wanted.test(entry)),
      wanted,
    );
  });
}
