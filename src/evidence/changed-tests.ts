import type { ChangedFile } from '../git/diff.ts';
import { isSourceFile } from '../languages/source-files.ts';
import { isTestFile } from '../languages/test-surface.ts';

export interface ChangedTests {
  readonly added: readonly string[];
  readonly modified: readonly string[];
  /** A test file that was renamed to something that is none is one of them. */
  readonly deleted: readonly string[];
}

export function changedTests(files: readonly ChangedFile[]): ChangedTests {
  const tests = { added: [] as string[], modified: [] as string[], deleted: [] as string[] };
  for (const { kind, path, from } of files) {
    const [was, is] = [isTestFile(from ?? path), isTestFile(path)];
    if (kind === 'deleted') {
      if (is) tests.deleted.push(path);
    } else if (kind === 'added' || kind === 'copied') {
      if (is) tests.added.push(path);
    } else if (was && !is) tests.deleted.push(from ?? path);
    else if (is) (was ? tests.modified : tests.added).push(path);
  }
  return tests;
}

/** Whether there is new source and no test that is new or changed with it. `written`: tests whatever they are called. */
export function isUntested(files: readonly ChangedFile[], written: readonly string[]): boolean {
  const standing = files.filter(({ kind }) => kind !== 'deleted');
  if (standing.some(({ path }) => isTestFile(path) || written.includes(path))) return false;
  return standing.some(({ added, path }) => added !== null && added > 0 && isSourceFile(path));
}
