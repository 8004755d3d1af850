import { formatNames } from '../format.ts';
import type { GitFailures } from '../sentence.ts';

/** What git could not do, and what to do about it. */
export const gitFailures: GitFailures = {
  'git.not_installed': () => ({ message: 'git is not installed', hint: 'install git 2.38 or newer' }),
  'git.too_old': ({ found, needed }) => ({
    message: `git ${found} is too old`,
    hint: `install git ${needed} or newer`,
  }),
  'git.not_a_repository': ({ folder }) => ({
    message: `${folder} is not a git repository`,
    hint: 'make it one: git init && git add . && git commit --allow-empty -m "first"',
  }),
  'git.dubious_ownership': ({ folder }) => ({
    message: `git refuses ${folder}, because it belongs to another user`,
    hint: `if you trust it: git config --global --add safe.directory ${folder}`,
  }),
  'git.no_commit': ({ folder }) => ({
    message: `${folder} has no commit yet`,
    hint: 'make one: git add . && git commit --allow-empty -m "first"',
  }),
  'git.no_identity': () => ({
    message: 'git does not know who you are',
    hint: 'tell it: git config --global user.name "…" && git config --global user.email "…"',
  }),
  'git.detached': ({ folder }) => ({
    message: `no branch is checked out in ${folder} (detached HEAD)`,
    hint: 'create a branch here: git switch -c NAME',
  }),
  'git.failed': ({ command, ending, stderr }) => ({
    message: `${command} failed (${ending})${stderr === '' ? '' : `: ${stderr}`}`,
    hint: isFull.test(stderr) ? 'free some space and run the command again' : null,
  }),
  'git.locked': ({ lock }) => ({
    message: `git has locked ${lock}`,
    hint: 'wait for the other git process; if none is running, delete that file',
  }),
  'git.ref_moved': ({ ref, expected, found }) => ({
    message: `${ref} moved meanwhile: expected ${expected ?? 'none'}, found ${found ?? 'none'}`,
    hint: 'nothing was changed; run the command again',
  }),
  'git.branch_checked_out': ({ branch, folder }) => ({
    message: `${branch} is checked out in ${folder}`,
    hint: 'nothing was changed there; switch that checkout to another branch',
  }),
  'git.config_unreadable': ({ names }) => ({
    message: `Git's configuration has names that are not UTF-8: ${names.join(', ')}`,
    hint: 'Look into .git/config and remove them. Orchestral cannot switch off what they run.',
  }),
  'git.not_our_worktree': ({ folder }) => ({ message: `${folder} is not one of Orchestral's worktrees` }),
  'git.worktree_inside_repository': ({ folder, repository }) => ({
    message: `a worktree may not be inside the repository itself: ${folder} is in ${repository}`,
    hint: 'choose another worktree_root in .orchestral/config/project.json',
  }),
  'git.folder_taken': ({ folder }) => ({ message: `${folder} already exists`, hint: 'move it out of the way' }),
  'git.nested_repository': ({ paths }) => ({
    message: `there are git repositories inside the worktree, whose content would be lost: ${paths.join(', ')}`,
    hint: 'make them submodules, or remove their .git',
  }),
  'git.operation_in_progress': ({ folder, operation }) => ({
    message: `a ${operation} is in progress in ${folder}`,
    hint: `finish it, or abort it: git ${operation} --abort`,
  }),
  'git.worktree_changed': ({ folder }) => ({
    message: `something wrote to ${folder} while it was being saved`,
    hint: 'run the command again',
  }),
  'git.not_normalized': ({ paths }) => ({
    message: `line endings in the repository are not what .gitattributes says: ${formatNames(paths)}`,
    hint: 'commit them as git wants them: git add --renormalize . && git commit -m "Normalize line endings"',
  }),
  'git.untrusted_driver': ({ keys }) => ({
    message: `this merge would run programs that the repository's configuration names: ${keys.join(', ')}`,
    hint: 'remove those settings, or merge by hand',
  }),
};

/** As git says it, in English whatever the language. */
const isFull = /No space left on device|Out of diskspace/;
