import { toTheSecond } from '../../base/clock.ts';
import type { DocumentOf } from '../../schema/documents.ts';
import type { Session, SessionState, Subtask, Task } from './session-state.ts';

type StateDocument = DocumentOf<'session-state'>;

export interface SessionDocuments {
  readonly session: DocumentOf<'session'>;
  readonly 'session-state': StateDocument;
}

/** What the documents name and no log holds: where the project lies on this machine. */
export interface SessionPlace {
  readonly path: string;
  readonly name: string;
  readonly hash: string;
}

export function show(state: SessionState, place: SessionPlace): SessionDocuments | undefined {
  if (state.kind === 'none') return undefined;
  return { session: sessionDocument(state, place), 'session-state': stateDocument(state) };
}

function sessionDocument(state: Session, { path, name, hash }: SessionPlace): DocumentOf<'session'> {
  const { status, current_task, created_at, updated_at, manifest } = state;
  return {
    version: 1,
    project: { path, name, hash },
    status,
    current_task,
    created_at: toTheSecond(created_at),
    updated_at: toTheSecond(updated_at),
    manifest: {
      claude_md: manifest.claude_md ? `${path}/CLAUDE.md` : null,
      agents_md: manifest.agents_md ? `${path}/AGENTS.md` : null,
    },
  };
}

function stateDocument(state: Session): StateDocument {
  const { request_id: id, original_request, status, current_task, stage, tasks, task_order } = state;
  return {
    version: 2,
    request: { id, original_request, status, current_task, global_phase: globalPhase(stage.at) },
    tasks: Object.fromEntries(Object.entries(tasks).map(([task, value]) => [task, taskOf(value)])),
    task_order: [...task_order],
  };
}

function globalPhase(at: Session['stage']['at']): StateDocument['request']['global_phase'] {
  if (at === 'complete') return 'complete';
  return at === 'loop' || at === 'learn' ? 'task_loop' : 'global_discovery';
}

function taskOf({ name, status, current_subtask, subtasks, subtask_order, created_at, updated_at }: Task) {
  return {
    name,
    status,
    current_subtask,
    subtasks: Object.fromEntries(Object.entries(subtasks).map(([id, subtask]) => [id, subtaskOf(subtask)])),
    subtask_order: [...subtask_order],
    created_at: toTheSecond(created_at),
    updated_at: toTheSecond(updated_at),
  };
}

function subtaskOf(subtask: Subtask) {
  const { name, status, gates } = subtask;
  const isBegun = status !== 'pending' || Object.keys(gates).length > 0;
  return { name, status, phase: phaseOf(subtask), gates: { ...(isBegun && NOT_REACHED), ...gates } };
}

const NOT_REACHED = { 'GATE-1': 'pending', 'GATE-2': 'pending', 'GATE-3': 'pending', 'GATE-4': 'pending' } as const;

type SubtaskPhase = StateDocument['tasks'][string]['subtasks'][string]['phase'];

const phases = {
  write: 'test_first',
  red: 'test_first',
  implement: 'implementation',
  scope: 'implementation',
  snapshots: 'implementation',
  verify: 'verification',
  green: 'verification',
  judge: 'verification',
  commit: 'verification',
} as const;

/** What a subtask is at, as its document names it. */
export function phaseOf({ status, step }: Pick<Subtask, 'status' | 'step'>): SubtaskPhase {
  return status === 'completed' ? 'complete' : phases[step];
}
