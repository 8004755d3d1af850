import { expect, test } from 'vitest';
import { changedTests, isTestFile } from '../../src/evidence/test-files.ts';
import type { ChangedFile } from '../../src/git/diff.ts';

test.each([
  'src/a.test.ts',
  'src/a.spec.jsx',
  'src/a.test.mts',
  'test/anything/a.mjs',
  'test.js',
  '__tests__/a.js',
  'src/__snapshots__/a.test.ts.snap',
  'tests/test_a.py',
  'pkg/a_test.py',
  'conftest.py',
  'pkg/a_test.go',
  'crate/tests/it.rs',
  'src/tests.rs',
  'src/test/java/org/acme/Helper.java',
  'src/integrationTest/kotlin/A.kt',
  'app/FooTest.java',
  'App.Tests/Foo.cs',
  'App/FooTests.cs',
  'spec/models/user_spec.rb',
  'test/한글.test.ts',
  'features/login.feature',
])('%s belongs to the tests', (path) => {
  expect(isTestFile(path)).toBe(true);
});

test.each([
  'src/a.ts',
  'src/latest.ts',
  'src/contest.py',
  'src/attest/a.ts',
  'src/testing.go',
  'tests/README.md',
  'src/main/java/Latest.java',
  'src/INPUTIT.java',
  'docs/spec.md',
  'src/protest_a.py',
])('%s does not', (path) => {
  expect(isTestFile(path)).toBe(false);
});

test('changed tests are told apart, and renaming one away is deleting it', () => {
  const files: ChangedFile[] = [
    change('added', 'a.test.ts'),
    change('modified', 'b.test.ts'),
    change('deleted', 'c.test.ts'),
    change('renamed', 'd2.test.ts', 'd.test.ts'),
    change('renamed', 'old-e.ts', 'e.test.ts'),
    change('renamed', 'f.test.ts', 'f.ts'),
    change('copied', 'g2.test.ts', 'g.test.ts'),
    change('modified', 'src/h.ts'),
    change('deleted', 'src/i.ts'),
  ];
  expect(changedTests(files)).toEqual({
    added: ['a.test.ts', 'f.test.ts', 'g2.test.ts'],
    modified: ['b.test.ts', 'd2.test.ts'],
    deleted: ['c.test.ts', 'e.test.ts'],
  });
});

function change(kind: ChangedFile['kind'], path: string, from?: string): ChangedFile {
  return { kind, path, ...(from !== undefined && { from }), mode: '100644', added: 1, deleted: 0 };
}
