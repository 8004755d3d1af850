import fs from 'node:fs';
import path from 'node:path';
import { systemClock } from '../../base/clock.ts';
import { normaliseAutoState } from '../../schema/auto-state.ts';
import type { DocumentOf, JsonDocumentName } from '../../schema/documents.ts';
import { documentAt } from '../../schema/places.ts';
import type { SessionStateDocument } from '../../schema/session-state.ts';
import { LogState } from '../../store/log-state.ts';
import { privateFolder } from '../../store/private-folder.ts';
import { run } from '../../workflows/run/run.ts';
import { entriesIn, namesIn } from '../on-disk.ts';
import type { Project } from '../project.ts';
import { type Ailment, readDocument } from '../read-document.ts';
import { type ProviderWait, waitingLimits } from './waiting-limits.ts';

/** Everything in a project at a glance. This is what `status --json` prints, so its fields are named as documents are. */
export interface ShownStatus {
  /** `prepared`: `orchestral init` was here. */
  readonly project: { readonly path: string; readonly hash: string; readonly prepared: boolean };
  /** Latest change first. */
  readonly runs: readonly RunStatus[];
  readonly sessions: readonly SessionStatus[];
  readonly auto: AutoStatus | null;
  /** What agents wait for, by provider. */
  readonly limits: readonly ProviderWait[];
  readonly broken: readonly BrokenDocument[];
}

/** The same, with what only logs tell. */
export interface ProjectStatus extends ShownStatus {
  /** Agents at work that a person gave more time. */
  readonly extended: readonly { readonly effect: string; readonly extra_ms: number }[];
}

export interface BrokenDocument {
  readonly path: string;
  readonly document: JsonDocumentName;
  readonly ailment: Ailment;
}

/** Reads what there is, whoever wrote it. A broken document is told of and hides nothing else. */
export function readStatus({ root, hash }: Project, env: Environment): ShownStatus {
  const broken: BrokenDocument[] = [];
  const read: Read = (place, document) => {
    const file = path.join(root, place);
    const result = readDocument({ path: file, name: document, ids: documentAt(place)?.ids });
    if (result.ok) return result.value;
    const { error } = result;
    const absent = error.kind === 'unreadable' && error.failure.code === 'file.missing';
    if (!absent) broken.push({ path: file, document, ailment: error });
    return undefined;
  };
  const sessions = foldersIn(root, '.claude/orchestrator/sessions').map((folder) => sessionStatus(folder, read));
  const runs = foldersIn(root, '.orchestral/runs').map((folder) => runStatus(root, folder, read));
  const auto = autoStatus(read) ?? null;
  const owners = [
    ...runs.flatMap((one) => (one === undefined || !AT_WORK.has(one.phase) ? [] : [one.run_id])),
    ...sessions.flatMap((one) => (one?.status === 'active' && one.request !== null ? [one.request.id] : [])),
    ...(auto?.in_progress ?? []).map((id) => `auto/${id}`),
  ];
  const home = owners.length === 0 ? undefined : privateFolder(env);
  return {
    project: { path: root, hash, prepared: fs.existsSync(path.join(root, '.orchestral/config')) },
    runs: latestFirst(runs),
    sessions: latestFirst(sessions),
    auto,
    limits: home?.ok === true ? waitingLimits(path.join(home.value, hash), owners, systemClock.now()) : [],
    broken,
  };
}

/** Whether somebody may be conducting something. */
export function isAtWork({ runs, sessions, auto }: ShownStatus): boolean {
  const isActive = sessions.some(({ status }) => status === 'active') || (auto?.in_progress ?? []).length > 0;
  return isActive || runs.some(({ phase }) => AT_WORK.has(phase));
}

const AT_WORK: ReadonlySet<RunStatus['phase']> = new Set(['refine', 'build', 'verify', 'gate']);

type Environment = Readonly<Record<string, string | undefined>>;

/** The document at a place below the project; undefined when there is none, or none that can be used. */
type Read = <N extends JsonDocumentName>(place: string, document: N) => DocumentOf<N> | undefined;

function foldersIn(root: string, place: string): string[] {
  const folders = entriesIn(path.join(root, place)).filter((entry) => entry.isDirectory());
  return folders.map(({ name }) => `${place}/${name}`);
}

function latestFirst<T extends { readonly updated_at: string }>(found: readonly (T | undefined)[]): T[] {
  const present = found.filter((one) => one !== undefined);
  return present.toSorted((a, b) => (a.updated_at < b.updated_at ? 1 : -1));
}

export type RunStatus = NonNullable<ReturnType<typeof runStatus>>;

function runStatus(root: string, folder: string, read: Read) {
  const shown = read(`${folder}/state.json`, 'run-state');
  if (shown === undefined) return undefined;
  const state = shown.phase === 'completed' ? recordedState(path.join(root, folder), shown) : shown;
  const { phase, iteration, max_iterations, agents, started_at, updated_at, pending_crp } = state;
  return {
    run_id: path.basename(folder),
    phase,
    iteration,
    max_iterations,
    agents: {
      refiner: agents.refiner.status,
      builder: agents.builder.status,
      verifier: agents.verifier.status,
      gatekeeper: agents.gatekeeper.status,
    },
    started_at,
    updated_at,
    pending_crp: pending_crp === null ? null : pendingCrp(folder, pending_crp, read),
    pending_crps: pending_crp === null ? [] : pendingCrps(root, folder, read),
  };
}

/** That a run is merged counts only if its log says so: what a person wrote since is no merge. */
function recordedState(folder: string, shown: DocumentOf<'run-state'>): DocumentOf<'run-state'> {
  const log = new LogState(path.join(folder, 'events.log'), run);
  const looked = log.look();
  const recorded = looked.ok && looked.value !== undefined ? run.show(looked.value) : undefined;
  return recorded === undefined || log.knows('run-state', shown) ? shown : recorded['run-state'];
}

/** All that wait, in the order they were asked. */
function pendingCrps(root: string, folder: string, read: Read) {
  const ids = namesIn(path.join(root, folder, 'crp')).flatMap((name) => /^(crp-\d+)\.json$/.exec(name)?.[1] ?? []);
  return ids
    .toSorted()
    .filter((id) => read(`${folder}/crp/${id}.json`, 'crp')?.status === 'pending')
    .map((id) => pendingCrp(folder, id, read));
}

/** The question is null when the request itself cannot be read. */
function pendingCrp(folder: string, crp_id: string, read: Read) {
  const crp = read(`${folder}/crp/${crp_id}.json`, 'crp');
  if (crp === undefined) return { crp_id, question: null };
  const { type, question, options, recommendation } = crp;
  return { crp_id, question: { type, question, options, recommendation } };
}

export type SessionStatus = NonNullable<ReturnType<typeof sessionStatus>>;

function sessionStatus(folder: string, read: Read) {
  const session = read(`${folder}/session.json`, 'session');
  const state = read(`${folder}/state.json`, 'session-state');
  if (session === undefined) return undefined;
  return {
    hash: path.basename(folder),
    project: session.project.name,
    status: session.status,
    started_at: session.created_at,
    updated_at: session.updated_at,
    request: state === undefined ? null : requestStatus(state),
  };
}

type Task = SessionStateDocument['tasks'][string];

/** Orders may name what has no entry yet: that counts as pending. */
function requestStatus({ request, tasks, task_order }: SessionStateDocument) {
  const all = Object.values(tasks);
  const subtasks = all.flatMap((task) => Object.values(task.subtasks));
  return {
    id: request.id,
    text: request.original_request,
    phase: request.global_phase,
    tasks: { total: task_order.length, completed: count(all, 'completed'), failed: 0 },
    subtasks: {
      total: all.reduce((total, task) => total + task.subtask_order.length, 0),
      completed: count(subtasks, 'completed'),
      failed: count(subtasks, 'failed'),
    },
    current: currentOf(request.current_task, tasks[request.current_task]),
  };
}

/** Where the work is. The subtask is null before it has an entry. */
function currentOf(id: string, task: Task | undefined) {
  if (task === undefined) return null;
  const subtask = task.subtasks[task.current_subtask];
  return {
    task: id,
    name: task.name,
    subtask: subtask === undefined ? null : { id: task.current_subtask, name: subtask.name, phase: subtask.phase },
  };
}

function count(entries: readonly { readonly status: string }[], status: Task['subtasks'][string]['status']): number {
  return entries.filter((entry) => entry.status === status).length;
}

export type AutoStatus = NonNullable<ReturnType<typeof autoStatus>>;

function autoStatus(read: Read) {
  const written = read('.claude/orchestrate-state.json', 'auto-state');
  if (written === undefined) return undefined;
  const { project, mode, tasks, execution, metrics } = normaliseAutoState(written);
  const { pending, ready, in_progress, completed, failed, blocked } = tasks;
  return {
    project,
    mode,
    phase: execution.current_phase,
    worktree: execution.worktree,
    counts: {
      total: metrics.total_tasks,
      pending: pending.length,
      ready: ready.length,
      in_progress: in_progress.length,
      completed: completed.length,
      failed: failed.length,
      blocked: blocked.length,
    },
    in_progress,
    failed,
    average_task_time_seconds: metrics.average_task_time_seconds,
    started_at: execution.started_at,
    updated_at: execution.last_updated,
  };
}
