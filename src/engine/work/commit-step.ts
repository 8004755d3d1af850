import fs from 'node:fs';
import { isSetupArtifact } from '../../evidence/setup-artifacts.ts';
import { commitWork, type Trailers } from '../../git/commit.ts';
import { changedNames, type RevisionRange } from '../../git/diff.ts';
import type { Worktree } from '../../git/git.ts';
import { isOwnPlaceIn } from '../../schema/places.ts';
import type { Step } from '../conductor/step.ts';
import { pathInRepository } from '../project.ts';
import type { AgentWorktree } from './checks.ts';
import { withNestedReposMoved } from './worktrees.ts';

export interface StepCommit {
  readonly onto: string;
  readonly message: string;
  readonly trailers: Trailers;
  /** A file that is not the agent's to change. */
  readonly leaveOut?: string | null;
}

/**
 * Commits what an agent left in its worktree, onto what it began with; null when that is nothing. Orchestral's own
 * documents are in none of its commits, whoever wrote to them.
 */
export async function commitStep(
  { services, id, branch }: Step,
  { worktree, artifacts }: AgentWorktree,
  { onto, message, trailers, leaveOut = null }: StepCommit,
): Promise<{ readonly commit: string; readonly tree: string } | null> {
  const isArtifact = isSetupArtifact(worktree.folder, artifacts);
  const below = pathInRepository(services.project.root);
  const wish = {
    branch,
    onto,
    message,
    trailers: { ...trailers, 'Orchestral-Effect': id },
    exclude: (name: string) => isOwnPlaceIn(below, name) || isArtifact(name) || name === leaveOut,
    reason: `orchestral ${id}`,
  };
  const work = await withNestedReposMoved(services, worktree, () => commitWork(services.git, worktree, wish));
  services.onPoint('work.committed');
  if (work !== null) await noticeLargeFiles(services, worktree, { from: onto, to: work.commit });
  return work;
}

/** In bytes: more than source files have, and what stays in a history for good. */
const LARGE = 10 * 2 ** 20;
const MOST_NAMED = 5;

async function noticeLargeFiles(
  { git, onNotice }: Step['services'],
  worktree: Worktree,
  range: RevisionRange,
): Promise<void> {
  const files = (await changedNames(git, worktree, range)).flatMap((name) => {
    const file = Buffer.concat([Buffer.from(`${worktree.folder}/`), name]);
    const bytes = fs.lstatSync(file, { throwIfNoEntry: false })?.size ?? 0;
    return bytes > LARGE ? [{ path: name.toString('utf8'), bytes }] : [];
  });
  if (files.length > 0) onNotice({ code: 'work.large_files', params: { files: files.slice(0, MOST_NAMED) } });
}
