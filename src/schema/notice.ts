import type { Failure, Holder } from '../base/failure.ts';
import type { Problem } from '../base/document-problem.ts';

/**
 * What happened that nobody asked for and a person should know: by stable code, with what a sentence about it needs.
 * The sentences are in `i18n/`, as for failures.
 */
export interface NoticeParams {
  /** A lock whose holder is dead was taken away. */
  'lock.broken': { readonly lock: string; readonly holder: Holder | null };
  /** A lock is being waited for. */
  'lock.waiting': { readonly lock: string; readonly holder: Holder | null };
  /** A document could not be read and was made again, from the log or from its backup; the broken one is kept. */
  'document.rebuilt': { readonly document: string; readonly from: 'log' | 'backup'; readonly kept: string };
  /** Of a task graph that was begun neither log nor document is left. */
  'auto.lost': { readonly folder: string };
  /** The person is in a package of a larger project, which is what is worked on. */
  'project.around': { readonly folder: string; readonly project: string };
  /** Another project was in this place before; what Orchestral kept of it is put aside. */
  'project.replaced': { readonly kept: string };
  /** A hand edit broke a rule and was kept aside. */
  'edit.refused': { readonly document: string; readonly kept: string; readonly problems: readonly Problem[] };
  /** A hand edit counts from now on. */
  'edit.taken': { readonly document: string };
  /** A document could not be written; it will be tried again, and the log has it all. */
  'document.late': { readonly document: string; readonly reason: Failure };
  /** A document went back to an older version; the log's state was kept. */
  'document.restored': { readonly document: string; readonly kept: string };
  /** The log was damaged, missing or cut: what the documents do not hold (attempts, costs) is lost. */
  'log.quarantined': {
    readonly log: string;
    readonly why: 'bad_line' | 'missing' | 'shorter';
    readonly line: number | null;
  };
  /** The project folder was copied or moved since the log was written. */
  'folder.moved': { readonly log: string };
  /** Agents may write outside their folders: this machine has no sandbox. */
  'sandbox.absent': Readonly<Record<string, never>>;
  /** The user's checkout changed while an agent worked that nothing keeps out of it; the person may have done it. */
  'checkout.changed': { readonly paths: readonly string[] };
  /** A key in the environment is charged, not the subscription that the person is signed in with. */
  'agent.key_charged': { readonly backend: string; readonly key: string };
  /** An agent wanted to use tools that it may not use; what it did without them is judged as any work. */
  'agent.tools_denied': { readonly role: string; readonly tools: readonly string[] };
  /** Redis went away while it was used, and came back. `url` is without secrets. */
  'fleet.lost': { readonly url: string; readonly reason: string };
  'fleet.back': Readonly<Record<string, never>>;
  /** Redis writes no append-only file. */
  'fleet.not_durable': Readonly<Record<string, never>>;
  'fleet.no_workers': Readonly<Record<string, never>>;
  /** The git remote of the fleet is waited for. */
  'fleet.remote_away': { readonly detail: string };
  /** No worker could prove a change; what the last one said. */
  'fleet.check_refused': { readonly code: string; readonly reason: string };
  /** A list of tasks that git does not know could not be written: its boxes stay open, and the work counts. */
  'tasks.not_ticked': { readonly file: string; readonly reason: Failure };
  /** A limit of money is set, and the backend reports no cost. */
  'cost.unknown': { readonly backend: string };
  /** A call waits until one of those ends that hold the rest of the budget. */
  'budget.waiting': { readonly limit: number; readonly spent: number; readonly held: number };
  /** Folders that are empty in every worktree. */
  'preflight.submodules': { readonly paths: readonly string[] };
  /** Files in LFS are pointers in every worktree, as they are in the user's checkout. */
  'preflight.lfs_pointers': Readonly<Record<string, never>>;
  /** The repository has hooks that say which branch may move, and ours are not asked. */
  'preflight.hooks_not_run': { readonly hooks: readonly string[] };
  /** Files that are larger than most repositories want. */
  'work.large_files': { readonly files: readonly { readonly path: string; readonly bytes: number }[] };
  /** Files of the user's checkout that no worktree has as they are. */
  'preflight.uncommitted': { readonly count: number };
  /** No lock file says which versions are meant: what was installed for the first tree serves the others. */
  'checks.unlocked': { readonly command: string };
  /** A desktop notification could not be shown. */
  'desktop.silent': { readonly program: string; readonly why: 'absent' | 'failed' };
  /** A folder that Code Explore was to look at is not there any more. */
  'reference.gone': { readonly folder: string };
  /** claude-mem told nothing: work goes on with what knowledge.yaml says. */
  'memory.silent':
    | { readonly why: 'not_installed' | 'slow' }
    /** `detail` in the server's own words, or how its process ended. */
    | { readonly why: 'failed'; readonly detail: string };
  /** What was decided was not saved in claude-mem, though the person wants it there. */
  'memory.unsaved': { readonly why: 'slow' | 'failed'; readonly detail: string };
  /** Slack could not be told, or may not have been (`unsure`). */
  /** The webhook came with the repository, and the person has not seen it. */
  'slack.untrusted': { readonly file: string; readonly host: string };
  'slack.silent':
    | { readonly why: 'bad_url' | 'unreachable' | 'unsure' }
    | { readonly why: 'refused'; readonly status: number };
}

export type NoticeCode = keyof NoticeParams;

export type Notice = { [C in NoticeCode]: { readonly code: C; readonly params: NoticeParams[C] } }[NoticeCode];

export type OnNotice = (notice: Notice) => void;
