import type { Problem } from './document-problem.ts';
import type { FleetFailureParams } from './fleet-failures.ts';
import type { PlanProblem } from './plan-problem.ts';
import type { PullRequestFailureParams } from './pull-request-failures.ts';
import type { RepositoryFailureParams } from './repository-failures.ts';
import { err, ok, type Result } from './result.ts';
import type { ServerFailureParams } from './server-failures.ts';

/** Who holds a lock, as far as a person needs to know. */
export interface Holder {
  readonly pid: number;
  readonly host: string;
  readonly command: string;
  /** ISO 8601. */
  readonly since: string;
  readonly life: 'alive' | 'dead' | 'elsewhere';
}

/**
 * Everything that may go wrong on its own account, by stable code, with what a sentence about it needs.
 * The sentences themselves (message and hint, in each language) are in `i18n/`; a code without one does not compile.
 */
export interface FailureParams
  extends RepositoryFailureParams, PullRequestFailureParams, ServerFailureParams, FleetFailureParams {
  /** A lock that its holder keeps; `holder` is null when the file does not say who. */
  'lock.held': { readonly lock: string; readonly holder: Holder | null };
  /** Another conductor performs this workflow's effects. */
  'owner.held': { readonly owner: string; readonly holder: Holder | null };
  /** No space left; nothing was changed. `free` is in bytes, on the file system mounted at `mount`. */
  'disk.full': { readonly mount: string; readonly free: number };
  /** The file system does not let us write here. */
  'disk.refused': { readonly errno: string };
  /** A system call failed; nothing was changed. */
  'disk.failed': { readonly operation: string; readonly errno: string };
  /** A system call failed after the change was made, so it may or may not survive a power cut. */
  'disk.unsure': { readonly operation: string; readonly errno: string };
  /** A file is not what it should be: larger than `limit` bytes, or not a regular file. */
  'file.too_large': { readonly size: number; readonly limit: number };
  'file.not_regular': { readonly kind: string };
  'file.missing': Readonly<Record<never, never>>;
  /** It is there, but the file system does not let us read it. */
  'file.unreadable': { readonly errno: string };
  /** A log written by a newer Orchestral. */
  'log.newer': { readonly line: number };
  /** No agent is named and none is installed. */
  'agent.none_installed': Readonly<Record<string, never>>;
  /** One is named, and its program is not there. */
  'agent.not_installed': { readonly backend: 'claude' | 'codex' | 'gemini' | 'opencode' };
  'agent.too_old': {
    readonly backend: 'claude' | 'codex' | 'gemini' | 'opencode';
    readonly version: string;
    readonly needed: string;
  };
  /** The backend runs a program or a script, and nobody said which. */
  'agent.no_command': { readonly backend: 'acp' | 'command' | 'rehearsal' };
  /** What all calls together may cost is spent. */
  'budget.reached': { readonly limit: number; readonly spent: number };
  /**
   * Something would run that the person has not seen yet: what the repository's configuration names, or, `unconfined`,
   * its set-up and tests without a sandbox.
   */
  'trust.needed': { readonly count: number; readonly unconfined: boolean };
  /** The configuration wants agents in a sandbox, and this machine has none. */
  'sandbox.absent': Readonly<Record<string, never>>;
  /** Neither HOME nor XDG_STATE_HOME says where private state may lie. */
  'home.unknown': Readonly<Record<string, never>>;
  'tmux.absent': Readonly<Record<string, never>>;
  /** `said` is tmux's own first line, or empty. */
  'tmux.failed': { readonly command: string; readonly said: string };
  /** Neither log nor document nor backup can be read. */
  'document.lost': { readonly document: string };
  /** A document that is needed is not as it should be. */
  'document.invalid': { readonly document: string; readonly problems: readonly Problem[] };
  /** No answer for the future is called so. */
  'precedent.unknown': { readonly named: string; readonly suggestion: string | null };
  /** Nothing of this name was begun here; null: nothing at all. */
  'wait.nothing': { readonly named: string | null };
  /** No command in a process of its own has this id. */
  'job.unknown': { readonly id: string };
  'job.not_started': Readonly<Record<never, never>>;
  /** As many processes as there may be at once. */
  'job.too_many': { readonly limit: number };
  /** Of an MCP client: a file that is not inside the project. */
  'mcp.outside': { readonly path: string };
  /** What only a person may say, and not in a file that a repository may bring. */
  'mcp.flag_refused': { readonly flag: string };
  /** As much work as an agent may have begun at once. */
  'mcp.too_many': { readonly limit: number };
  /** A person stopped it: only a person goes on with it. */
  'mcp.person_stopped': { readonly id: string };
  /** Somebody else began it. */
  'mcp.not_yours': { readonly id: string };
  /** The client cannot ask its person anything. */
  'mcp.no_asking': { readonly id: string };
  /** The person did not answer. */
  'mcp.declined': { readonly id: string };
  /** No agent is at work, or none that is called so. */
  'extend.nothing': { readonly named: string | null };
  'extend.which': { readonly running: readonly string[] };
  'usage.not_a_duration': { readonly option: string; readonly value: string };
  /** No value of the configuration has this name; the suggestion is one that has, and is near. `below`: settings of that group. */
  'config.unknown_key': { readonly key: string; readonly suggestion: string | null; readonly below: readonly string[] };
  /** Its new value is asked for, and nobody can be asked here. */
  'config.edit_without_asking': { readonly key: string };
  'config.bad_value': { readonly key: string; readonly problem: Problem };
  /** Files of this kind cannot say it. */
  'config.wrong_place': { readonly key: string; readonly place: 'project' | 'user' };
  /** A document of a version this program does not know: it is left as it is. */
  'document.newer': { readonly document: string; readonly version: string };
  /** A template that a person wrote names something that no value exists for. */
  'prompt.unknown_placeholder': {
    readonly template: string;
    readonly placeholder: string;
    readonly known: readonly string[];
  };
  /** The command line: `suggestion` is the known word nearest to what was written, if any is near. */
  'usage.unknown_command': { readonly command: string; readonly suggestion: string | null };
  'usage.unknown_option': { readonly option: string; readonly suggestion: string | null };
  /** Text that begins with a dash, where text may stand. */
  'usage.dashed_text': { readonly command: string; readonly text: string };
  'usage.unknown_step': {
    readonly step: string;
    readonly roles: readonly string[];
    readonly suggestion: string | null;
  };
  'usage.unknown_document': { readonly name: string; readonly suggestion: string | null };
  /** `--base`; the suggestion is the branch nearest to it. */
  'usage.unknown_branch': { readonly branch: string; readonly suggestion: string | null };
  'usage.value_missing': { readonly option: string };
  'usage.not_a_choice': { readonly option: string; readonly value: string; readonly choices: readonly string[] };
  'usage.not_a_number': { readonly option: string; readonly value: string; readonly least: number };
  'usage.argument_missing': { readonly command: string; readonly missing: string };
  'usage.too_many_arguments': { readonly command: string };
  /** A file that does not stand where a document stands, so that only `--as` can say what it should be. */
  'usage.place_unknown': { readonly file: string };
  'usage.not_a_lock': { readonly file: string };
  /** The demo is only ever played in a folder of its own. */
  'usage.folder_not_empty': { readonly folder: string };
  /** The project, or the current folder, is not there or is no folder. */
  'project.not_a_folder': { readonly folder: string };
  /** No folder to work in: the top of the file system, a home folder, or a repository without files. */
  'project.unsuitable': { readonly folder: string; readonly why: 'root' | 'home' | 'bare' };
  /** A folder of ours in the project is a link to somewhere else: nothing is read or written there. */
  'project.link_leaves': { readonly link: string };
  /** What a command has to say cannot be written to stdout. */
  'output.lost': { readonly errno: string };
  /** A question that has no safe answer, with nobody to ask. */
  'answer.needed': { readonly question: 'unlock' | 'trust' | 'clean' };
  /** Stopped on the way; whoever stopped it knows why. */
  'work.cancelled': Readonly<Record<string, never>>;
  /** Nothing to begin with, or more than anybody could read. */
  'briefing.empty': Readonly<Record<string, never>>;
  'briefing.too_large': { readonly size: number; readonly limit: number };
  'run.unknown': { readonly run: string; readonly suggestion: string | null };
  /** No run fits what was asked for: there is none, or none that waits for this. */
  'run.none': { readonly wanted: RunWanted };
  /** The run is not where this can be done. */
  'run.not_now': { readonly run: string; readonly phase: string; readonly wanted: RunWanted };
  /** Rounds are used up: only more of them let it go on. */
  'run.no_rounds_left': { readonly run: string; readonly iterations: number };
  /** A step failed, and was repeated as often as allowed; `reason` is the last one. */
  'run.failed': { readonly run: string; readonly step: string; readonly reason: string };
  /** Its agent is not signed in, not paid for, not there, or was not let work. */
  'run.agent_unusable': { readonly run: string; readonly step: string; readonly reason: string };
  /** The work did not pass in any of its rounds. */
  'run.not_accepted': { readonly run: string; readonly iterations: number };
  'run.stopped': { readonly run: string };
  /** Its pack shows another commit than the one that was seen. */
  'run.pack_changed': { readonly run: string; readonly seen: string; readonly now: string };
  'run.conflict': { readonly run: string; readonly base: string; readonly paths: readonly string[] };
  /** With the base as it is now, tests are red that were green. */
  'run.red_when_merged': { readonly run: string; readonly base: string; readonly names: readonly string[] };
  /** Nobody said which items are allowed, by the numbers that they have here. */
  'run.wants_allowing': { readonly run: string; readonly items: readonly string[] };
  'run.wants_approval': { readonly run: string; readonly commit: string };
  /** The branch that the work should go to does not exist any more. */
  'run.base_gone': { readonly run: string; readonly base: string };
  /** The branch moved every time we were about to. */
  'run.base_moving': { readonly run: string; readonly base: string };
  /** Merged on its own branch, and not where the person works: `why` as in `LeftAlone`, `detail` names what is in the way. */
  'run.undelivered': { readonly run: string; readonly base: string; readonly why: string; readonly detail: string };
  /** Of a run or a session: the branch that it should take up does not exist any more. */
  'auto.rebase_later': { readonly phase: number };
  'rebase.base_gone': { readonly id: string; readonly base: string };
  'rebase.not_moved': { readonly id: string; readonly base: string };
  /** A folder without git has no base that could move. */
  'rebase.no_branch': { readonly id: string };
  /** The copy of a folder without git that a run worked in was removed. */
  'run.copy_gone': { readonly run: string };
  'run.wants_reason': { readonly run: string };
  /** Conducting from inside an agent's call: it may only read, and ask. */
  'run.inside_agent': { readonly effect: string };
  /** No session fits what was asked for. */
  'session.lost': { readonly document: string };
  'session.none': { readonly wanted: SessionWanted };
  'session.no_request': Readonly<Record<string, never>>;
  /** One request at a time: this one is under way. */
  'session.active': { readonly request: string };
  'session.unknown': { readonly named: string };
  /** Several to choose from, and nobody to ask. */
  'session.choose': Readonly<Record<string, never>>;
  'session.not_now': { readonly request: string; readonly status: string; readonly wanted: SessionWanted };
  /** It stopped by itself: `kind` as in the session's state, `where` the subtask or step, `detail` what was said last. */
  'session.failed': {
    readonly request: string;
    readonly where: string;
    readonly kind: string;
    readonly detail: string;
  };
  'session.agent_unusable': { readonly request: string; readonly where: string; readonly detail: string };
  /** A person has to decide about this before it goes on. */
  'session.waits': { readonly request: string; readonly id: string };
  /** A person ended it, here or elsewhere. */
  'session.stopped': { readonly request: string; readonly status: 'stopped' | 'completed' };
  /** Merged, and not where the person works: `why` as in `LeftAlone`. */
  'session.left_alone': { readonly request: string; readonly base: string; readonly why: string };
  /** `why` as in `CameHome`. */
  'session.not_merged': {
    readonly request: string;
    readonly base: string;
    readonly why: string;
    readonly detail: readonly string[];
  };
  /** A list of tasks that cannot be worked on; `problems` are the first of `count`. */
  'plan.bad': { readonly problems: readonly PlanProblem[]; readonly count: number };
  'plan.none': { readonly folder: string; readonly looked: readonly string[] };
  /** A link inside the project leads out of it. */
  'plan.outside': { readonly leadsTo: string };
  /** A file of another program that was to become a list of tasks; `place` is where in it, or empty. */
  'plan.import_bad': {
    readonly reason: 'no_list' | 'is_plan' | 'not_task_master' | 'not_issues' | 'bad_graph';
    readonly place: string;
    readonly problems: readonly PlanProblem[];
  };
  /** No task graph was begun here. */
  'auto.none': { readonly project: string };
  'auto.unknown_task': { readonly task: string; readonly suggestion: string | null };
  'auto.task_not_now': {
    readonly task: string;
    readonly status: string;
    readonly wanted: 'retry' | 'complete' | 'skip' | 'exec';
  };
  /** `--base` names another branch than the one it was begun on. */
  'auto.other_base': { readonly base: string; readonly wanted: string };
  /** A branch of the person's that has the name of one of ours, or stands in its way. */
  'auto.branch_in_the_way': { readonly branch: string };
  'auto.nothing_to_apply': Readonly<Record<string, never>>;
  /** `--phase` names one that cannot be entered now: it does not exist, or an earlier one has open tasks. */
  'auto.phase_not_now': { readonly phase: number; readonly open: number | null };
  /** An agent cannot be called at all, so that no task can be tried: `kind` as in the port. */
  'auto.agent_unusable': { readonly kind: string; readonly message: string };
  /** It came to its end, and not all of it is done. */
  'auto.unfinished': { readonly failed: readonly string[]; readonly blocked: number; readonly open: number };
  /** The merged tree of a phase stays red. */
  'auto.stuck': { readonly phase: number; readonly reason: string };
  /** Finished phases are not where the person works: `why` as in `LeftAlone`; `detail` has the paths or tests. */
  'auto.left_alone': { readonly base: string; readonly why: string; readonly detail: readonly string[] };
  /** In mode `normal` a person allows each phase. */
  'auto.phase_waits': { readonly phase: number };
  'auto.stopped': Readonly<Record<string, never>>;
  /** What was begun is done, and the file holds another list. */
  'auto.list_done': { readonly file: string };
  /** What an import would write to is there already. */
  'auto.file_exists': { readonly file: string };
  /** Its agent is at it right now: that somebody says it is done counts only if a person confirms it. */
  'auto.agent_at_work': { readonly tasks: readonly string[] };
  'auto.new_tasks': { readonly tasks: readonly string[] };
  /** What they say must succeed needs programs that are not installed. */
  'auto.conditions_cannot_run': { readonly tasks: readonly string[]; readonly programs: readonly string[] };
  'auto.held': { readonly tasks: readonly string[] };
  /** Neither a run with work, nor a task, nor a branch or commit with something before it. */
  'prove.unknown': { readonly name: string };
  /** The project has no tests that could notice anything. */
  'prove.no_tests': Record<never, never>;
  /** Neither a run nor a commit. */
  'verify.unknown': { readonly name: string };
  /** No question of this name waits. */
  'question.unknown': { readonly id: string };
  /** Several wait, and none was named. */
  'question.which': { readonly ids: readonly string[] };
  'question.no_item': { readonly id: string; readonly item: string; readonly most: number };
  'crp.unknown': { readonly crp: string };
  /** Several runs wait for an answer to a question of this number. */
  'crp.ambiguous': { readonly crp: string; readonly runs: readonly string[] };
  'crp.answered': { readonly crp: string; readonly decision: string; readonly at: string };
  'crp.not_an_option': { readonly crp: string; readonly decision: string; readonly options: readonly string[] };
  /** A decision without what is kept beside it. */
  'crp.needs_rationale': { readonly crp: string; readonly decision: string };
  /** More than one question waits, and none was named. */
  'crp.which': { readonly crps: readonly string[] };
  'crp.wants_answer': { readonly crps: readonly string[] };
}

/** What a run can be wanted for. */
export type RunWanted =
  | 'any'
  | 'answer'
  | 'review'
  | 'approve'
  | 'reject'
  | 'apply'
  | 'resume'
  | 'rerun'
  | 'rebase'
  | 'sync'
  | 'stop'
  | 'clean';

/** What a session can be wanted for. */
export type SessionWanted =
  | 'status'
  | 'resume'
  | 'resume_completed'
  | 'stop'
  | 'reset'
  | 'merge'
  | 'rebase'
  | 'rerun'
  | 'learn';

export type FailureCode = keyof FailureParams;

export type Failure = {
  [C in FailureCode]: {
    readonly code: C;
    readonly params: FailureParams[C];
    /** The file, or the place inside it, that this is about. */
    readonly path?: string;
    readonly cause?: unknown;
  };
}[FailureCode];

/** Where a failure is, and what brought it about. */
export interface About {
  readonly path?: string;
  readonly cause?: unknown;
}

export function failure<C extends FailureCode>(code: C, params: FailureParams[C], about: About = {}): Failure {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- code and params belong together by the signature
  return { code, params, ...about } as Failure;
}

export function fail<C extends FailureCode>(code: C, params: FailureParams[C], about?: About): Result<never, Failure> {
  return err(failure(code, params, about));
}

/** A failure on its way out of git or a performer. `catchFailure` turns it back into a value. */
class FailureError extends Error {
  readonly failure: Failure;

  constructor(expected: Failure) {
    super(expected.code, { cause: expected.cause });
    this.failure = expected;
  }
}

/** The value; a failure is thrown. Only for code that runs below a `catchFailure`. */
export function unwrap<T>(result: Result<T, Failure>): T {
  if (!result.ok) throw new FailureError(result.error);
  return result.value;
}

export function throwFailure<C extends FailureCode>(code: C, params: FailureParams[C], about?: About): never {
  throw new FailureError(failure(code, params, about));
}

/** Runs work that may throw failures, and returns them. Bugs stay thrown. */
export async function catchFailure<T>(work: () => Promise<T>): Promise<Result<T, Failure>> {
  try {
    return ok(await work());
  } catch (thrown) {
    if (thrown instanceof FailureError) return err(thrown.failure);
    throw thrown;
  }
}
