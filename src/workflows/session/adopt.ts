import { RETRY_LIMITS, type Session, type SessionState, type Subtask, type Task } from './session-state.ts';
import type { SessionDocuments } from './show.ts';
import { newSubtask } from './task-loop.ts';

type StateDocument = SessionDocuments['session-state'];
type TaskDocument = StateDocument['tasks'][string];
type SubtaskDocument = TaskDocument['subtasks'][string];

/** Ids that stand in an order alone have no entry yet: the plan knows their names. */
export function adopt({ session, 'session-state': document }: Partial<SessionDocuments>): SessionState | undefined {
  if (session === undefined || document === undefined) return undefined;
  const { request, tasks, task_order } = document;
  const { status, created_at, updated_at, manifest } = session;
  return {
    kind: 'session',
    request_id: request.id,
    original_request: request.original_request,
    status,
    current_task: request.current_task,
    manifest: { claude_md: manifest.claude_md !== null, agents_md: manifest.agents_md !== null },
    base: null,
    tip: null,
    limits: { ...RETRY_LIMITS },
    created_at,
    updated_at,
    stage: stageOf(request.global_phase),
    corrections: null,
    tasks: Object.fromEntries(
      Object.entries(tasks).map(([id, task]) => [id, taskOf(task, { created_at, updated_at })]),
    ),
    task_order: [...task_order],
    failure: null,
    delivery: null,
    repeats: {},
    spent: {},
    finished: {},
    outcomes: {},
    in_flight: [],
  };
}

function stageOf(phase: StateDocument['request']['global_phase']): Session['stage'] {
  switch (phase) {
    case 'global_discovery':
      return { at: 'discovery', is_explored: false, is_planned: false };
    case 'task_loop':
      return { at: 'loop' };
    case 'complete':
      return { at: 'complete' };
    default:
      return phase satisfies never;
  }
}

function taskOf(
  { name, status, current_subtask, subtasks, subtask_order, ...times }: TaskDocument,
  session: Pick<Session, 'created_at' | 'updated_at'>,
): Task {
  return {
    name,
    status,
    is_designed: false,
    current_subtask,
    subtasks: Object.fromEntries(Object.entries(subtasks).map(([id, subtask]) => [id, subtaskOf(subtask)])),
    subtask_order: [...subtask_order],
    created_at: times.created_at ?? session.created_at,
    updated_at: times.updated_at ?? session.updated_at,
    feedback: null,
  };
}

/** What was going on in a phase begins with it again; one that is complete but for its status is verified once more. */
const steps: Record<SubtaskDocument['phase'], Subtask['step']> = {
  test_first: 'write',
  implementation: 'implement',
  verification: 'verify',
  complete: 'verify',
};

function subtaskOf({ name, status, phase, gates }: SubtaskDocument): Subtask {
  return { ...newSubtask(name), status, step: steps[phase], gates: { ...gates } };
}
