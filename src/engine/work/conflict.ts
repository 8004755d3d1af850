import { forkPoint } from '../../git/diff.ts';
import { listTree } from '../../git/edit-tree.ts';
import { readTreeFile } from '../../git/tree-file.ts';
import type { StepServices } from '../conductor/step.ts';

type Repository = Pick<StepServices, 'git' | 'repository'>;

/** Two commits that git could not merge by itself, and where. */
export interface ConflictSides {
  /** What was there first. */
  readonly ours: string;
  readonly theirs: string;
  readonly paths: readonly string[];
}

const MOST_PATCH = 64 * 1024;
const MOST_COMMITS = 10;

/** What each side changed in these paths since they parted. */
export async function readSides({ git, repository }: Repository, { ours, theirs, paths }: ConflictSides) {
  const from = await forkPoint(git, repository, [ours, theirs]);
  const plain = ['--patch', '--no-ext-diff', '--no-textconv', '--no-color'];
  const patch = async (to: string): Promise<string> => {
    const read = await git.read(repository, ['diff-tree', ...plain, from, to, '--', ...paths], { cutAt: MOST_PATCH });
    return read.stdout.toString('utf8');
  };
  return { from, otherSide: await patch(ours), ownSide: await patch(theirs) };
}

/** What the commits of one side say of themselves, the latest first. */
export async function readMessages(
  { git, repository }: Repository,
  { from, to, paths }: { readonly from: string; readonly to: string; readonly paths: readonly string[] },
): Promise<string> {
  const format = ['--no-commit-header', '--format=%B', `--max-count=${MOST_COMMITS}`];
  const asked = ['rev-list', ...format, `${from}..${to}`, '--', ...paths];
  return (await git.read(repository, asked, { cutAt: MOST_PATCH })).stdout.toString('utf8');
}

/** Of the paths that were in conflict, those that a tree still shows it in. */
export async function pathsStillMarked(
  { git, repository }: Repository,
  { tree, ours, theirs, paths }: ConflictSides & { readonly tree: string },
): Promise<string[]> {
  const names = (await listTree(git, repository, tree)).keys();
  // Where a file and a folder have one name, git gives the file that of its side.
  const marked = [...names].filter((name) => [ours, theirs].some((side) => name.includes(`~${side}`)));
  for (const path of paths) {
    const content = await readTreeFile(git, repository, { tree, path });
    if (content !== null && /^(?:<{7,}|>{7,}) /m.test(content.toString('latin1'))) marked.push(path);
  }
  return marked;
}
