import type { ChangedFile } from '../git/diff.ts';
import { isSourceFile } from './source-rules.ts';
import { isTestFile } from './test-files.ts';

/** Whether there is new source and no test that is new or changed with it. `written`: tests whatever they are called. */
export function isUntested(files: readonly ChangedFile[], written: readonly string[]): boolean {
  const standing = files.filter(({ kind }) => kind !== 'deleted');
  if (standing.some(({ path }) => isTestFile(path) || written.includes(path))) return false;
  return standing.some(({ added, path }) => added !== null && added > 0 && isSourceFile(path));
}
