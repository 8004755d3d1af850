import type { Failure } from '../base/failure.ts';
import { ok, type Result } from '../base/result.ts';
import type { RevisionRange, ChangedFile } from '../git/diff.ts';
import type { Git, Checkout } from '../git/git.ts';
import { manifestOf } from '../languages/manifests.ts';
import { textAt } from './text-at.ts';

export interface AddedDependency {
  readonly manifest: string;
  readonly name: string;
}

/** What a manifest names at `to` and did not at `from`; `files` are those that changed between them. A new version of a dependency is no addition. */
export async function addedDependencies(
  git: Git,
  place: Checkout,
  { from, to, files }: RevisionRange & { readonly files: readonly ChangedFile[] },
): Promise<Result<AddedDependency[], Failure>> {
  const added: AddedDependency[] = [];
  for (const file of files) {
    const read = manifestOf(file.path)?.dependencies;
    if (read === undefined || file.kind === 'deleted') continue;
    const now = await textAt(git, place, { at: to, path: file.path });
    if (!now.ok) return now;
    const before =
      file.kind === 'added' ? ok(undefined) : await textAt(git, place, { at: from, path: file.from ?? file.path });
    if (!before.ok) return before;
    const known = new Set(before.value === undefined ? [] : read(before.value));
    const names = new Set(now.value === undefined ? [] : read(now.value));
    for (const name of names) if (!known.has(name)) added.push({ manifest: file.path, name });
  }
  return ok(added);
}
