import { throwFailure } from '../../base/failure.ts';
import { commitTree } from '../../git/commit.ts';
import { editTree, listTree } from '../../git/edit-tree.ts';
import { mergeCommits } from '../../git/merge.ts';
import { moveOwnRef } from '../../git/ref.ts';
import { resolveRevision } from '../../git/repository.ts';
import type { Step } from '../conductor/step.ts';
import { clearWorktree, freeBranch, keepCommit } from './worktrees.ts';

interface Work {
  readonly commit: string;
  readonly tree: string;
}

/** Work and the base as it is now, in one tree. */
export type JoinedWork =
  | { readonly kind: 'clean'; readonly tree: string }
  /** `marked` shows both sides; nobody merges it. */
  | { readonly kind: 'conflict'; readonly marked: Work; readonly paths: readonly string[] };

/** The commit of the base's branch now; fails where it is gone. */
export async function currentBase(
  { services, owner }: Pick<Step, 'services' | 'owner'>,
  branch: string,
): Promise<string> {
  const { git, repository } = services;
  const tip = await resolveRevision(git, repository, `refs/heads/${branch}^{commit}`);
  return tip ?? throwFailure('rebase.base_gone', { id: owner, base: branch });
}

export async function joinWithBase(
  { services, owner }: Step,
  { base, work }: { readonly base: string; readonly work: Work },
): Promise<JoinedWork> {
  const { git, repository } = services;
  const joined = await mergeCommits(git, repository, { ours: base, theirs: work.commit });
  if (joined.kind === 'clean') return joined;
  const { tree, paths } = joined;
  const commit = await commitTree(git, repository, { tree, parents: [base], message: `Conflict: ${owner}` });
  return { kind: 'conflict', marked: { commit, tree }, paths };
}

/** Commits the tree as what the work and the base come to, and puts our branch there. */
export async function commitOnBase(
  step: Step,
  {
    base,
    work,
    tree,
    trailers,
  }: {
    readonly base: string;
    readonly work: Work;
    readonly tree: string;
    readonly trailers: Record<string, string>;
  },
): Promise<Work> {
  const { services, id, owner, branch } = step;
  const { git, repository } = services;
  const commit = await commitTree(git, repository, {
    tree,
    // The rounds so far stay in its history.
    parents: [work.commit, base],
    message: `Take up the base for ${owner}`,
    trailers: { ...trailers, 'Orchestral-Effect': id },
  });
  services.onPoint('merge.made');
  await clearWorktree(services, `${owner}/build`);
  await freeBranch(services, { branch, at: commit, owner });
  const ref = `refs/heads/${branch}`;
  const expected = await resolveRevision(git, repository, ref);
  await moveOwnRef(git, repository, { ref, to: commit, expected, message: `orchestral ${id}` });
  services.onPoint('work.committed');
  return { commit, tree };
}

/**
 * Work of an earlier time on the base as it is now, with its own side wherever there is a conflict: what its tests demanded
 * is asked of whatever is made of the two.
 */
export async function ownSideOnBase(
  { services, owner }: Step,
  { base, work }: { readonly base: string; readonly work: Work },
): Promise<Work> {
  const { git, repository } = services;
  const joined = await mergeCommits(git, repository, { ours: base, theirs: work.commit });
  const own = await listTree(git, repository, work.tree);
  const named = joined.kind === 'clean' ? [] : joined.paths;
  const edits = new Map(named.map((path) => [path, own.get(path) ?? null]));
  const tree = await editTree(git, repository, { tree: joined.tree, edits });
  const parents = [work.commit, base];
  const commit = await commitTree(git, repository, { tree, parents, message: `Earlier work of ${owner}` });
  await keepCommit(services, { owner, commit });
  return { commit, tree };
}
