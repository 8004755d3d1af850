import { outputText } from '../../../git/git-output.ts';
import { resolveRevision } from '../../../git/repository.ts';
import type { Run } from '../../../workflows/run/run-state.ts';
import type { OpenRun } from '../../descriptors/run.ts';

/** The branch that a run began on, then and now. */
export interface RunBase {
  /** Null: a folder without git. */
  readonly branch: string | null;
  /** What the run took up of it. */
  readonly commit: string;
  /** Null: it is gone. */
  readonly now: string | null;
  /** Commits that it has, and the run has not. */
  readonly new_commits: number;
}

interface BaseReading extends Pick<OpenRun['services'], 'git' | 'repository'> {
  readonly run: Pick<Run, 'base' | 'proposal'>;
}

export async function readBase({ git, repository, run: { base, proposal } }: BaseReading): Promise<RunBase> {
  const { branch, commit } = base;
  if (branch === null) return { branch, commit, now: commit, new_commits: 0 };
  const published = proposal?.theirs ?? proposal?.base_commit;
  const now = published ?? (await resolveRevision(git, repository, `refs/heads/${branch}^{commit}`));
  if (now === null) return { branch, commit, now, new_commits: 0 };
  const counted = await git.read(repository, ['rev-list', '--count', `${commit}..${now}`]);
  return { branch, commit, now, new_commits: Number(outputText(counted)) };
}
