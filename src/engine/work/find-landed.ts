import { outputText } from '../../git/git-output.ts';
import { mergeCommits } from '../../git/merge.ts';
import { resolveRevision } from '../../git/repository.ts';
import type { StepServices } from '../conductor/step.ts';

interface Landing {
  readonly work: { readonly commit: string; readonly tree: string };
  /** The base's commit that the work began with, and where the base is now. */
  readonly from: string;
  readonly to: string;
}

const MOST_COMMITS = 500;

/**
 * The commit of the base that brought the work: one that has it among its parents, or, squashed or rebased by the host,
 * one whose files are those of the work. Null: it is not there.
 */
export async function findLanded(
  { git, repository }: Pick<StepServices, 'git' | 'repository'>,
  { work, from, to }: Landing,
): Promise<string | null> {
  const listing = ['rev-list', '--first-parent', '--reverse', '--parents', `${from}..${to}`];
  const listed = await git.read(repository, listing);
  const lines = outputText(listed)
    .split('\n')
    .filter((line) => line !== '');
  const inside = await git.read(repository, ['merge-base', '--is-ancestor', work.commit, to], { exits: [0, 1] });
  const commits = lines.slice(-MOST_COMMITS).map((line) => line.split(' '));
  for (const [commit = '', parent = ''] of commits) {
    if (inside.exit === 0) {
      const has = await git.read(repository, ['merge-base', '--is-ancestor', work.commit, commit], { exits: [0, 1] });
      if (has.exit === 0) return commit;
      continue;
    }
    const [tree, before] = [
      await resolveRevision(git, repository, `${commit}^{tree}`),
      await resolveRevision(git, repository, `${parent}^{tree}`),
    ];
    if (tree === before) continue;
    if (tree === work.tree) return commit;
    const merged = await mergeCommits(git, repository, { ours: parent, theirs: work.commit });
    if (merged.kind === 'clean' && merged.tree === tree) return commit;
  }
  return inside.exit === 0 ? to : null;
}
