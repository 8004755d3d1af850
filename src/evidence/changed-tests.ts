import type { Failure } from '../base/failure.ts';
import { ok, type Result } from '../base/result.ts';
import type { ChangedFile } from '../git/diff.ts';
import type { Git, Checkout } from '../git/git.ts';
import { SCRIPT_FILES } from '../languages/manifests.ts';
import { isSourceFile } from '../languages/source-files.ts';
import { isTestFile } from '../languages/test-surface.ts';
import { textAt } from './text-at.ts';

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

export interface CommandAt {
  readonly commit: string;
  readonly command: string | null;
}

/** How tests were run and are run now, where that differs; null where it does not, or where there were none. */
export async function changedCommand(
  git: Git,
  place: Checkout,
  { base, now }: { readonly base: CommandAt; readonly now: CommandAt },
): Promise<Result<{ readonly before: string; readonly now: string } | null, Failure>> {
  const was = await fullCommand(git, place, base);
  if (!was.ok) return was;
  const is = await fullCommand(git, place, now);
  if (!is.ok) return is;
  const isSame = was.value === null || is.value === null || was.value === is.value;
  return ok(isSame ? null : { before: was.value, now: is.value });
}

/** `npm test` says nothing: what it runs, and what ran before it, is in the manifest. */
async function fullCommand(
  git: Git,
  place: Checkout,
  { commit, command }: CommandAt,
): Promise<Result<string | null, Failure>> {
  if (command === null) return ok(null);
  const run: string[] = [];
  for (const { file, behind } of SCRIPT_FILES) {
    const text = await textAt(git, place, { at: commit, path: file });
    if (!text.ok) return text;
    run.push(...behind(command, text.value ?? ''));
  }
  return ok([command, ...run].join(': '));
}
