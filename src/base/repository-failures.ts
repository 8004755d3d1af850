import type { CannotRunCode } from './run-ending.ts';

/** A command of the project that did not end well. */
export interface FailedChecks {
  readonly command: string;
  /** `exit 1`, `SIGKILL`, `timed_out` … */
  readonly ending: string;
  /** The last of what it printed. */
  readonly tail: string;
  /** Why it could not even begin, where that is known: see `languages/cannot-run.ts`. */
  readonly cause?: { readonly code: CannotRunCode; readonly detail: string } | undefined;
  /** The line that says what is wrong, where there is one: `tail` begins with it. */
  readonly error?: string | undefined;
}

/** What may go wrong with git, with the repository that work begins in, and with the project's own commands. */
export interface RepositoryFailureParams {
  'git.not_installed': Record<never, never>;
  'git.too_old': { readonly found: string; readonly needed: string };
  'git.not_a_repository': { readonly folder: string };
  /** Git itself refuses a repository that belongs to another user. */
  'git.dubious_ownership': { readonly folder: string };
  'git.no_commit': { readonly folder: string };
  /** No branch is checked out, and none is named. */
  'git.detached': { readonly folder: string };
  /** Neither user.name nor user.email is configured, or one of them is not. */
  'git.no_identity': Record<never, never>;
  /** `ending` is `exit 128`, `SIGKILL`, `timed_out`, `cancelled` …; `stderr` is git's own first line, or empty. */
  'git.failed': { readonly command: string; readonly ending: string; readonly stderr: string };
  /** A lock file of git's that somebody holds or left behind. We never remove one. */
  'git.locked': { readonly lock: string };
  'git.ref_moved': { readonly ref: string; readonly expected: string | null; readonly found: string | null };
  'git.branch_checked_out': { readonly branch: string; readonly folder: string };
  'git.not_our_worktree': { readonly folder: string };
  /** Names in the configuration that cannot be told to git again, so that what they run cannot be switched off. */
  'git.config_unreadable': { readonly names: readonly string[] };
  'git.worktree_inside_repository': { readonly folder: string; readonly repository: string };
  'git.folder_taken': { readonly folder: string };
  /** Repositories inside a worktree: git would record only their commit, and their content would be lost. */
  'git.nested_repository': { readonly folder: string; readonly paths: readonly string[] };
  'git.operation_in_progress': { readonly folder: string; readonly operation: string };
  /** Something wrote to a worktree while it was being rescued. */
  'git.worktree_changed': { readonly folder: string };
  /** Files of the tree whose line endings are not those of .gitattributes: git takes each for changed. */
  'git.not_normalized': { readonly paths: readonly string[] };
  /** A merge needs programs that the repository's own configuration names and nobody has trusted. */
  'git.untrusted_driver': { readonly keys: readonly string[] };
  /** Bytes, where worktrees would lie. */
  'preflight.disk_low': { readonly mount: string; readonly free: number; readonly needed: number };
  /** Git would run `program` for files in LFS, and it is not installed. */
  'preflight.lfs_missing': { readonly program: string };
  /** LFS is set up by the repository's own configuration alone. */
  'preflight.lfs_untrusted': Readonly<Record<string, never>>;
  /** A partial clone that lacks objects of its base. */
  'preflight.objects_missing': { readonly branch: string; readonly count: number };
  /** A folder without git is copied whole, and where to lies inside it: somebody's home, most likely. */
  'preflight.holds_private_folder': { readonly folder: string; readonly inside: string };
  /** The project is a folder that its base branch does not have. */
  'preflight.folder_not_in_base': { readonly folder: string; readonly branch: string };
  /** A folder without git that holds more than we copy. */
  'shadow.too_large': {
    readonly folder: string;
    readonly files: number;
    readonly bytes: number;
    readonly limits: { readonly files: number; readonly bytes: number };
  };
  /** Files of the user's folder were changed since work on them began; nothing was copied over them. */
  'copy.conflict': { readonly paths: readonly string[] };
  /** Work that cannot be copied: a name that is not UTF-8, or a git repository inside. */
  'copy.impossible': { readonly path: string; readonly why: 'name' | 'repository' };
  /** A worktree does not hold the tree that is to be checked. */
  'checks.stale_tree': { readonly folder: string; readonly expected: string; readonly found: string };
  /** The system did not start one of the project's commands; `reason` as in `NotStarted`. */
  'checks.not_started': { readonly command: string; readonly reason: string };
  /** Of the untouched base: neither green nor red. */
  'checks.cannot_run': FailedChecks;
  'checks.setup_failed': FailedChecks;
  /** A file that is to be copied into worktrees and must not be. */
  'checks.copy_refused': {
    readonly file: string;
    readonly why: 'outside' | 'not_regular' | 'tracked' | 'not_ignored' | 'too_large';
  };
}
