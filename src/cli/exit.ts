import type { FailureCode } from '../base/failure.ts';

export const exit = {
  done: 0,
  /** The work failed: failed tasks, a verdict, red tests. */
  failed: 1,
  usage: 2,
  /** A person must decide first. */
  waiting: 3,
  document: 4,
  environment: 5,
  /** Another conductor holds this state. */
  held: 6,
  interrupted: 130,
} as const;

export type ExitCode = (typeof exit)[keyof typeof exit];

export const exitOf: Readonly<Record<FailureCode, ExitCode>> = {
  'lock.held': exit.held,
  'owner.held': exit.held,
  'disk.full': exit.environment,
  'disk.refused': exit.environment,
  'disk.failed': exit.environment,
  'disk.unsure': exit.environment,
  'file.too_large': exit.document,
  'file.not_regular': exit.document,
  'file.missing': exit.usage,
  'file.unreadable': exit.document,
  'log.newer': exit.document,
  'document.lost': exit.document,
  'document.newer': exit.document,
  'usage.unknown_command': exit.usage,
  'usage.unknown_option': exit.usage,
  'usage.unknown_document': exit.usage,
  'usage.value_missing': exit.usage,
  'usage.not_a_choice': exit.usage,
  'usage.too_many_arguments': exit.usage,
  'usage.place_unknown': exit.usage,
  'usage.not_a_lock': exit.usage,
  'project.not_a_folder': exit.usage,
  'home.unknown': exit.environment,
  'output.lost': exit.environment,
  'answer.needed': exit.waiting,
  'git.not_installed': exit.environment,
  'git.too_old': exit.environment,
  'git.not_a_repository': exit.environment,
  'git.dubious_ownership': exit.environment,
  'git.no_commit': exit.environment,
  'git.no_identity': exit.environment,
  'git.failed': exit.environment,
  'git.locked': exit.environment,
  'git.ref_moved': exit.failed,
  'git.branch_checked_out': exit.failed,
  'git.not_our_worktree': exit.failed,
  'git.worktree_inside_repository': exit.environment,
  'git.folder_taken': exit.environment,
  'git.nested_repository': exit.failed,
  'git.operation_in_progress': exit.failed,
  'git.worktree_changed': exit.failed,
  'git.untrusted_driver': exit.environment,
};
