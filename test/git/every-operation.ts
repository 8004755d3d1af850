import fs from 'node:fs';
import path from 'node:path';
import { catchFailure, unwrap } from '../../src/base/failure.ts';
import { takeBaseline } from '../../src/git/baseline.ts';
import { commitTree, commitWork } from '../../src/git/commit.ts';
import { inspectCommit, lfsSetup, missingObjects } from '../../src/git/content.ts';
import { deliverToBranch } from '../../src/git/deliver.ts';
import { changedFiles, patchBetween } from '../../src/git/diff.ts';
import { mergeCommits } from '../../src/git/merge.ts';
import { moveRef } from '../../src/git/ref.ts';
import { readCommitter } from '../../src/git/identity.ts';
import { listBranches, gitVersion, openRepository } from '../../src/git/repository.ts';
import { rescueWorktree } from '../../src/git/rescue.ts';
import { snapshotTree } from '../../src/git/snapshot.ts';
import { readGitStatus } from '../../src/git/status.ts';
import { addWorktree } from '../../src/git/add-worktree.ts';
import { listWorktrees, openWorktree } from '../../src/git/worktree-list.ts';
import { removeWorktree, resetWorktree } from '../../src/git/worktree-reset.ts';
import type { Scene } from './scene.ts';

export interface OperationResult {
  readonly name: string;
  readonly code: string;
}

/** Every function of the room, as a run would use it; what fails fails, and the next is tried all the same. */
export async function runEveryOperation(
  here: Scene,
  { base, ours = base, branch, deliverTo, onWorktree }: Options,
): Promise<readonly OperationResult[]> {
  const { git, repository } = here;
  const steps: OperationResult[] = [];
  const step = async <T>(name: string, work: Promise<T>): Promise<T | undefined> => {
    const result = await catchFailure(() => work);
    steps.push({ name, code: result.ok ? 'ok' : result.error.code });
    return result.ok ? result.value : undefined;
  };
  await step('gitVersion', gitVersion(git, here.project).then(unwrap));
  await step('openRepository', openRepository(git, path.join(here.project)).then(unwrap));
  await step('statusOf', readGitStatus(git, repository));
  await step('identityOf', readCommitter(git, repository));
  await step('branchesOf', listBranches(git, repository));
  await step('contentOf', inspectCommit(git, repository, 'HEAD'));
  await step('missingObjects', missingObjects(git, repository, 'HEAD'));
  await step('lfsSetup', lfsSetup(git, repository));
  await step('takeBaseline', takeBaseline(git, repository));
  const folder = path.join(here.root, 'worktrees', branch);
  const added = await step(
    'addWorktree',
    addWorktree(git, repository, { folder, owner: `run-1/${branch}`, branch, at: base }),
  );
  await step('listWorktrees', listWorktrees(git, repository));
  const worktree = (await step('openWorktree', Promise.resolve(openWorktree(repository, folder)))) ?? added;
  if (worktree === undefined) return steps;
  onWorktree?.(worktree.folder);
  const all = { message: 'work', trailers: { 'Orchestral-Task': 'x' }, reason: 'orchestral run-1: work' };
  fs.writeFileSync(path.join(folder, 'src/a.ts'), 'A\n');
  fs.writeFileSync(path.join(folder, 'new'), 'new\n');
  const tree = await step('snapshotTree', snapshotTree(git, worktree));
  await step('rescueWorktree', rescueWorktree(git, worktree, `run-1/${branch}`));
  const work = await step('commitWork', commitWork(git, worktree, { branch, onto: base, ...all }));
  const theirs = work?.commit ?? base;
  await step('changedFiles', changedFiles(git, repository, { from: base, to: theirs }));
  await step('changedFiles of a missing object', changedFiles(git, repository, { from: base, to: 'd'.repeat(40) }));
  await step('patchBetween', patchBetween(git, repository, { from: base, to: theirs, atMost: 1e6 }));
  await step('commitTree', commitTree(git, repository, { tree: tree ?? '', parents: [base], ...all }));
  await step('mergeCommits', mergeCommits(git, repository, { ours, theirs }));
  const ref = `refs/heads/${branch}-merged`;
  await step('moveRef', moveRef(git, repository, { ref, to: theirs, expected: null, message: 'orchestral run-1: x' }));
  for (const target of deliverTo) {
    await step(
      `deliver ${target}`,
      deliverToBranch(git, repository, { branch: target, commit: theirs, message: 'orchestral x' }),
    );
  }
  fs.writeFileSync(path.join(folder, 'left over'), 'x\n');
  const reset = { branch: `${branch}-next`, commit: base, tree: `${theirs}^{tree}`, rescueAs: `run-1/${branch}` };
  await step('resetWorktree', resetWorktree(git, worktree, reset));
  await step('removeWorktree', removeWorktree(git, worktree, `run-1/${branch}`));
  return steps;
}

export interface Options {
  readonly base: string;
  /** To merge the work with. */
  readonly ours?: string;
  readonly branch: string;
  readonly deliverTo: readonly string[];
  onWorktree?(folder: string): void;
}
