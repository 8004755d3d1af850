import path from 'node:path';
import type { DocumentOf, JsonDocumentName } from '../../schema/documents.ts';
import { normaliseAutoState } from '../../schema/normalise-auto-state.ts';
import type { SessionStateDocument } from '../../schema/session-state.ts';
import { entriesIn, namesIn } from '../on-disk.ts';
import type { Ailment } from '../read-document.ts';

/** What the documents of a project say. */
export interface DocumentsStatus {
  /** Latest change first. */
  readonly runs: readonly RunStatus[];
  readonly sessions: readonly SessionStatus[];
  readonly auto: AutoStatus | null;
  readonly broken: readonly BrokenDocument[];
}

export interface BrokenDocument {
  readonly path: string;
  readonly document: JsonDocumentName;
  readonly ailment: Ailment;
}

/** How documents come in. */
export interface StatusReader {
  /** The document at a place below the project; undefined when there is none, or none that can be used. */
  readonly read: <N extends JsonDocumentName>(place: string, document: N) => DocumentOf<N> | undefined;
  /** That a run is merged counts only if its log says so: what a person wrote since is no merge. */
  readonly recorded: (folder: string, shown: DocumentOf<'run-state'>) => DocumentOf<'run-state'>;
}

type Read = StatusReader['read'];

export function readDocumentsStatus(root: string, reader: StatusReader): Omit<DocumentsStatus, 'broken'> {
  const { read } = reader;
  return {
    sessions: latestFirst(
      foldersIn(root, '.claude/orchestrator/sessions').map((folder) => sessionStatus(folder, read)),
    ),
    runs: latestFirst(foldersIn(root, '.orchestral/runs').map((folder) => runStatus(root, folder, reader))),
    auto: autoStatus(read) ?? null,
  };
}

function foldersIn(root: string, place: string): string[] {
  const folders = entriesIn(path.join(root, place)).filter((entry) => entry.isDirectory());
  return folders.map(({ name }) => `${place}/${name}`);
}

/** Of a place, whose separators are `/`. */
function nameOf(place: string): string {
  return place.slice(place.lastIndexOf('/') + 1);
}

function latestFirst<T extends { readonly updated_at: string }>(found: readonly (T | undefined)[]): T[] {
  const present = found.filter((one) => one !== undefined);
  return present.toSorted((a, b) => (a.updated_at < b.updated_at ? 1 : -1));
}

export type RunStatus = NonNullable<ReturnType<typeof runStatus>>;

function runStatus(root: string, folder: string, { read, recorded }: StatusReader) {
  const shown = read(`${folder}/state.json`, 'run-state');
  if (shown === undefined) return undefined;
  const state = shown.phase === 'completed' ? recorded(folder, shown) : shown;
  const { phase, iteration, max_iterations, agents, started_at, updated_at, pending_crp } = state;
  return {
    run_id: nameOf(folder),
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
    hash: nameOf(folder),
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
