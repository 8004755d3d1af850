import {
  type Grounded,
  isGrounded,
  type Session,
  type SessionState,
  type Subtask,
  type Task,
} from './session-state.ts';

/** Something to be done for a session. The id is the same however often it is tried. */
export interface SessionEffect {
  readonly id: string;
  readonly what: SessionWork;
  readonly session: Grounded;
}

export type SessionWork =
  | { readonly at: 'prepare' | 'baseline' | 'explore' | 'plan' | 'merge' | 'learn' | 'rebase' | 'sync' | 'amend' }
  | { readonly at: 'deliver'; readonly asked: boolean }
  /** A person; `about`: a subtask, or empty for the merge. */
  | { readonly at: 'ask'; readonly about: string }
  | { readonly at: 'design'; readonly task: string }
  | { readonly at: Subtask['step']; readonly task: string; readonly subtask: string };

/**
 * What should be going on, given the state: exploring, planning and the tests of the untouched project at the same time,
 * else one thing after the other.
 */
export function due(state: SessionState): readonly SessionEffect[] {
  if (state.kind === 'none' || !isGrounded(state)) return [];
  return workOf(state).map((what) => ({ id: effectId(state, what), what, session: state }));
}

function workOf(session: Session): SessionWork[] {
  const { stage, delivery, question } = session;
  if (question !== undefined) {
    const isWanted = question.asked_at === null && (session.status === 'active' || question.at === 'merge');
    return isWanted ? [{ at: 'ask', about: question.about }] : [];
  }
  if (session.rebase !== undefined && canRebaseNow(session)) return [{ at: 'rebase' }];
  if (delivery?.at === 'sync' || delivery?.at === 'amend') return [{ at: delivery.at }];
  if (delivery?.at === 'wanted') return [{ at: 'deliver', asked: delivery.asked }];
  if (session.status !== 'active') return [];
  const baseline = unpreparedWork(session);
  if (baseline.length > 0 && (stage.at !== 'discovery' || session.prepared === undefined)) return baseline;
  switch (stage.at) {
    case 'discovery':
      return [
        ...baseline,
        ...(stage.is_explored ? [] : [{ at: 'explore' } as const]),
        // With corrections it plans from what was explored: after it, not beside it.
        ...(stage.is_planned || (session.corrections !== null && !stage.is_explored) ? [] : [{ at: 'plan' } as const]),
      ];
    case 'merge':
    case 'learn':
      return [{ at: stage.at }];
    case 'loop':
      return loopWork(session);
    case 'complete':
      return [];
    default:
      return stage satisfies never;
  }
}

/** Between subtasks, and while nothing else is in flight: no agent's work is thrown away for it. */
function canRebaseNow(session: Session): boolean {
  const { in_flight, stage, status } = session;
  if (stage.at === 'complete') return true;
  if (status !== 'active' || in_flight.some((effect) => !effect.includes('/rebase#'))) return false;
  return stage.at !== 'loop' || (current(session)?.subtask.work ?? null) === null;
}

/** What has to be known of the untouched project before anybody writes. */
function unpreparedWork({ prepared, stage }: Session): SessionWork[] {
  if (prepared === 'measured' || stage.at === 'learn' || stage.at === 'complete') return [];
  return [{ at: prepared === undefined ? 'prepare' : 'baseline' }];
}

function loopWork({ current_task, tasks }: Session): SessionWork[] {
  const task = tasks[current_task];
  if (task === undefined) return [];
  if (!task.is_designed) return [{ at: 'design', task: current_task }];
  const { current_subtask } = task;
  const subtask = task.subtasks[current_subtask];
  return subtask === undefined ? [] : [{ at: subtask.step, task: current_task, subtask: current_subtask }];
}

/** `R1/explore#1`, `R1/T1/design#2`, `R1/T1-S2/implement#3`: the nth of its kind that comes to an outcome. */
function effectId(session: Session, what: SessionWork): string {
  const key = keyOf(session, what);
  return `${key}#${(session.outcomes[key] ?? 0) + 1}`;
}

function keyOf({ request_id }: Session, what: SessionWork): string {
  if ('subtask' in what) return `${request_id}/${what.subtask}/${what.at}`;
  if ('about' in what && what.about !== '') return `${request_id}/${what.about}/${what.at}`;
  return 'task' in what ? `${request_id}/${what.task}/${what.at}` : `${request_id}/${what.at}`;
}

/** The task and subtask that are being worked on. */
export function current(session: Session): { readonly task: Task; readonly subtask: Subtask } | undefined {
  const task = session.tasks[session.current_task];
  const subtask = task?.subtasks[task.current_subtask];
  return task === undefined || subtask === undefined ? undefined : { task, subtask };
}
