import path from 'node:path';
import type { SessionView } from '../../schema/views/session-view.ts';
import type { Session, Subtask, Task } from '../../workflows/session/session-state.ts';
import { phaseOf } from '../../workflows/session/show.ts';
import { sessionBranch } from '../repository-names.ts';
import { toProposalView } from './proposal-view.ts';

interface SessionPlace {
  readonly hash: string;
  /** Where its documents lie. */
  readonly folder: string;
}

/** What faces see of a session. */
export function toSessionView(session: Session, { hash, folder }: SessionPlace): SessionView {
  const { request_id, base, delivery, tasks, task_order } = session;
  return {
    hash,
    folder,
    request_id,
    request: session.original_request,
    status: session.status,
    stage: session.stage.at,
    current_task: session.current_task,
    tasks: task_order.flatMap((id) => {
      const task = tasks[id];
      return task === undefined ? [] : [taskView(id, task, session.current_task === id)];
    }),
    branch: base === null ? null : sessionBranch({ root: path.resolve(folder, '../../../..') }, request_id),
    commit: session.tip?.commit ?? null,
    base: base === null ? null : { ...base },
    failure: session.failure === null ? null : { ...session.failure },
    pull_request: toProposalView(session.proposal),
    delivery: delivery === null ? null : deliveryView(delivery),
    takes_up_base: session.rebase !== undefined,
    question:
      session.question === undefined
        ? null
        : { at: session.question.at, about: session.question.about === '' ? request_id : session.question.about },
    running: [...session.in_flight],
    spent: structuredClone(session.spent),
    created_at: session.created_at,
    updated_at: session.updated_at,
  };
}

type TaskView = SessionView['tasks'][number];

function taskView(id: string, task: Task, isCurrent: boolean): TaskView {
  const { name, status, is_designed, subtasks, subtask_order, current_subtask } = task;
  return {
    id,
    name,
    status,
    is_designed,
    subtasks: subtask_order.flatMap((one) => {
      const subtask = subtasks[one];
      return subtask === undefined ? [] : [subtaskView(one, subtask, isCurrent && current_subtask === one)];
    }),
  };
}

const gates = ['GATE-1', 'GATE-2', 'GATE-3', 'GATE-4'] as const;

function subtaskView(id: string, subtask: Subtask, is_current: boolean): TaskView['subtasks'][number] {
  const { name, status, step, implementation_retries, design_retries } = subtask;
  return {
    id,
    name,
    status,
    phase: phaseOf(subtask),
    step,
    is_current,
    implementation_retries,
    design_retries,
    gates: gates.flatMap((gate) => {
      const state = subtask.gates[gate];
      return state === undefined ? [] : [{ gate, state, proof: structuredClone(subtask.notes[gate] ?? null) }];
    }),
  };
}

function deliveryView(delivery: NonNullable<Session['delivery']>): SessionView['delivery'] {
  const none = { merge: null, why: null, detail: [] };
  switch (delivery.at) {
    case 'wanted':
      return { ...none, at: 'wanted' };
    case 'left_alone':
      return { ...none, at: 'left_alone', merge: delivery.merge, why: delivery.why };
    case 'refused':
      return { ...none, at: 'refused', why: delivery.why, detail: [...delivery.detail] };
    case 'proposed':
    case 'sync':
    case 'amend':
      return { ...none, at: delivery.at };
    case 'done':
      return { ...none, at: 'done', merge: delivery.merge };
    default:
      return delivery satisfies never;
  }
}
