import { describeTree } from '../git/fingerprint.ts';
import { processesWith } from './processes.ts';
import type { RunProject } from './run-project.ts';

/** Somebody works here, and left things lying about: another branch, a stash, files that git does not know. */
export function leaveUnfinishedWork(project: RunProject): void {
  const { git } = project;
  git('branch', 'other');
  project.write({ 'readme.md': 'stashed\n' });
  git('stash', '--quiet');
  project.write({ 'unfinished.txt': 'of the person who works here\n', 'ignored/x': 'x\n' });
}

/** What is ours in a repository, and what a merge is for. */
const OURS = /^\.git\/(?:objects\/|worktrees\/|(?:logs\/)?refs\/(?:heads\/)?orchestral\/)/;
const MOVED = /^\.git\/(?:index|ORIG_HEAD|logs\/HEAD|(?:logs\/)?refs\/heads\/main)$/;

/** Everything of the person's: files, refs, stash, config, hooks; but not what `except` names. */
export function describeUserFiles(
  { folder }: Pick<RunProject, 'folder'>,
  ...except: readonly RegExp[]
): Record<string, string> {
  const all = Object.entries(describeTree(folder));
  return Object.fromEntries(all.filter(([name]) => ![OURS, MOVED, ...except].some((one) => one.test(name))));
}

/** Processes of an effect that still run, told by the place that no other test's have in their environment. */
export function runningProcesses({ env }: Pick<RunProject, 'env'>, effect = 'ORCHESTRAL_EFFECT='): number[] {
  const marked = processesWith(effect);
  return processesWith(`XDG_DATA_HOME=${env['XDG_DATA_HOME']}`).filter((pid) => marked.includes(pid));
}

const LITTER = /tmp-|\.lock|\.owner|\.breaker|^processes\//;

/** What should not lie about once everything is over, in a folder and where we keep what is our own. */
export function findLitter(folder: string, { env }: Pick<RunProject, 'env'>, also: RegExp): string[] {
  const left = [folder, env['XDG_STATE_HOME'] ?? ''].flatMap((place) => Object.keys(describeTree(place)));
  return left.filter((name) => LITTER.test(name) || also.test(name));
}
