import { throwFailure } from '../../base/failure.ts';
import { type ChangedFile, changedFiles, type RevisionRange } from '../../git/diff.ts';
import { type FilePatch, readFilePatch } from '../../git/file-diff.ts';
import type { Checkout, Git } from '../../git/git.ts';
import { testSurfaceOf } from '../../languages/test-surface.ts';

/** A changed file as faces show it. */
interface ComparedFile {
  readonly path: string;
  readonly from: string | null;
  readonly kind: ChangedFile['kind'];
  readonly added: number | null;
  readonly deleted: number | null;
  readonly mode: string;
  /** Name of its content now. */
  readonly content: string | null;
  readonly is_test: boolean;
}

export interface ComparedTrees extends RevisionRange {
  readonly files: readonly ComparedFile[];
}

export type ComparedText = ComparedFile & FilePatch;

interface Repository {
  readonly git: Git;
  readonly repository: Checkout;
}

export async function compareTrees({ git, repository }: Repository, range: RevisionRange): Promise<ComparedTrees> {
  const files = await changedFiles(git, repository, range);
  const sorted = files.toSorted((a, b) => (a.path < b.path ? -1 : 1));
  return { ...range, files: sorted.map(comparedFile) };
}

const MOST_CONTEXT = 1000;

/** Only a file that git says was changed: no other name is looked for. */
export async function compareFile(
  { git, repository }: Repository,
  { path, context, ...range }: RevisionRange & { readonly path: string; readonly context: number },
): Promise<ComparedText> {
  const found = (await changedFiles(git, repository, range)).find((file) => file.path === path);
  if (found === undefined) return throwFailure('http.unknown', { name: path });
  const paths = found.from === undefined ? [path] : [path, found.from];
  const patch = await readFilePatch(git, repository, { ...range, paths, context: Math.min(context, MOST_CONTEXT) });
  return { ...comparedFile(found), ...patch, is_binary: patch.is_binary || found.added === null };
}

function comparedFile({ path, from, kind, added, deleted, mode, objects }: ChangedFile): ComparedFile {
  const is_test = testSurfaceOf(path) !== undefined;
  return { path, from: from ?? null, kind, added, deleted, mode, content: objects.after, is_test };
}
