import { expect, test } from 'vitest';
import { changedTests } from '../../src/evidence/changed-tests.ts';
import type { ChangedFile } from '../../src/git/diff.ts';

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
  return {
    kind,
    path,
    ...(from !== undefined && { from }),
    mode: '100644',
    objects: { before: null, after: null },
    added: 1,
    deleted: 0,
  };
}
