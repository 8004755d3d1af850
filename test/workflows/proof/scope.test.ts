import { expect, test } from 'vitest';
import { type Scope, scopeOf } from '../../../src/workflows/proof/scope.ts';
import { designOf, type Sketch } from '../../support/contracts.ts';

const NOTHING: Scope = { within: [], outOfScope: [], outside: [] };

interface Change {
  readonly sketch: Sketch;
  readonly paths: readonly string[];
  /** Besides them. */
  readonly known?: readonly string[];
}

test.each<readonly [string, Change, Partial<Scope>]>([
  [
    'files of brief and contract, folders of theirs, paths in the scope, nothing else',
    {
      sketch: {
        refs: { total: './src/cart/total.ts', pay: 'src/payments/' },
        briefRefs: { brief: 'src/brief.ts' },
        scopeIn: ['`lib/money`의 합계', 'the total of a cart'],
      },
      paths: ['lib/money/sum.ts', 'readme.md', 'src/brief.ts', 'src/cart/total.ts', 'src/payments/pay.ts', 'src/x.ts'],
    },
    {
      within: ['lib/money/sum.ts', 'src/brief.ts', 'src/cart/total.ts', 'src/payments/pay.ts'],
      outside: ['readme.md', 'src/x.ts'],
    },
  ],
  [
    'what a scope rules out by its path is out, even below a folder that is in; prose rules out nothing',
    {
      sketch: {
        refs: { src: 'src' },
        scopeOut: ['auth/ 디렉토리의 인증 로직', 'Everything in src/api/deep/', 'log messages of Node.js'],
      },
      paths: ['src/api/a.ts', 'src/api/deep/b.ts', 'src/auth/login.ts', 'src/log.ts'],
    },
    {
      within: ['src/api/a.ts', 'src/log.ts'],
      outOfScope: [
        { path: 'src/api/deep/b.ts', named: 'src/api/deep' },
        { path: 'src/auth/login.ts', named: 'auth' },
      ],
    },
  ],
  [
    'a file that another task names is out',
    { sketch: { scopeOut: ['Change `src/api.ts`'], briefRefs: { api: 'src/api.ts' } }, paths: ['src/api.ts'] },
    { outOfScope: [{ path: 'src/api.ts', named: 'src/api.ts' }] },
  ],
  [
    'unless the Architect names it, too',
    { sketch: { scopeOut: ['Change `src/api.ts`'], refs: { api: 'src/api.ts' } }, paths: ['src/api.ts'] },
    { within: ['src/api.ts'] },
  ],
  [
    'a name in the scope that can be several places allows none of them',
    { sketch: { scopeIn: ['the folder auth/'] }, paths: ['src/a/auth/x.ts'], known: ['src/b/auth/x.ts'] },
    { outside: ['src/a/auth/x.ts'] },
  ],
  [
    'a lock file goes with a manifest that may change, and changed',
    {
      sketch: { refs: { manifest: 'packages/a/package.json', cargo: 'Cargo.toml' } },
      paths: ['Cargo.lock', 'package-lock.json', 'packages/a/package.json'],
    },
    { within: ['package-lock.json', 'packages/a/package.json'], outside: ['Cargo.lock'] },
  ],
  [
    'and with no other',
    { sketch: {}, paths: ['package-lock.json', 'packages/a/package.json'] },
    { outside: ['package-lock.json', 'packages/a/package.json'] },
  ],
])('%s', (_, { sketch, paths, known = [] }, expected) => {
  expect(scopeOf(paths, designOf(sketch), new Set([...paths, ...known]))).toEqual({ ...NOTHING, ...expected });
});
