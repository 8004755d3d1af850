import type { SessionStateDocument } from '../../../schema/session-state.ts';
import type { Gate, GateNote, Session, Subtask } from '../../../workflows/session/session-state.ts';
import { conductorOf } from '../../find-conductor.ts';
import { sessionBranch } from '../../repository-names.ts';
import type { ShownSession } from './list.ts';
import { openQuestion, recordedSession, type SessionQuestion } from './questions.ts';

/** What `session status` shows; this is what its `--json` prints, so its fields are named as documents are. */
export interface SessionReport
  extends
    Pick<ShownSession['session'], 'status' | 'created_at' | 'updated_at' | 'current_task'>,
    Pick<Session, 'base' | 'failure' | 'delivery' | 'spent'> {
  readonly hash: string;
  readonly folder: string;
  readonly project: { readonly path: string; readonly name: string };
  readonly request: { readonly id: string; readonly text: string; readonly phase: string } | null;
  readonly tasks: readonly TaskReport[];
  readonly conductor: ReturnType<typeof conductorOf>;
  /** As all that is only in the log: null where there is none, or where that was begun from the documents. */
  readonly branch: string | null;
  /** What it waits for. */
  readonly question: Pick<SessionQuestion, 'id' | 'items' | 'quotes'> | null;
  /** What the plan assumed wrongly, and what is there instead. */
  readonly corrections: readonly string[];
  /** What was allowed, and by whom. */
  readonly allowed: readonly { readonly code: string; readonly key: string; readonly by: string }[];
}

type TaskDocument = SessionStateDocument['tasks'][string];

export interface TaskReport extends Pick<TaskDocument, 'name' | 'status'> {
  readonly id: string;
  readonly subtasks: readonly SubtaskReport[];
}

export interface SubtaskReport extends Pick<TaskDocument['subtasks'][string], 'name' | 'status' | 'phase'> {
  readonly id: string;
  readonly is_current: boolean;
  readonly implementation_retries: number;
  readonly design_retries: number;
  readonly gates: readonly GateReport[];
  /** What was taken with a note, once all gates were passed. */
  readonly accepted: NonNullable<Subtask['accepted']> | null;
}

/** `proof` as it was measured last; null where nobody measured, or nobody kept it. */
export interface GateReport {
  readonly gate: Gate;
  readonly state: 'pending' | 'passed' | 'failed';
  readonly proof: GateNote | null;
}

const gates: readonly Gate[] = ['GATE-1', 'GATE-2', 'GATE-3', 'GATE-4'];

/** Reads only: whoever conducts the session is not disturbed. */
export function readSession(shown: ShownSession): SessionReport {
  const { project, folder, session, state } = shown;
  const recorded = recordedSession(shown);
  const { status, created_at, updated_at, current_task } = session;
  return {
    hash: project.hash,
    folder,
    project: { path: session.project.path, name: session.project.name },
    status,
    created_at,
    updated_at,
    request:
      state === null
        ? null
        : { id: state.request.id, text: state.request.original_request, phase: state.request.global_phase },
    current_task,
    tasks: state === null ? [] : tasksOf(state, recorded),
    conductor: conductorOf(folder),
    branch: recorded === undefined || recorded.base === null ? null : sessionBranch(project, recorded.request_id),
    base: recorded?.base ?? null,
    failure: recorded?.failure ?? null,
    delivery: recorded?.delivery ?? null,
    spent: recorded?.spent ?? {},
    question: questionOf(recorded),
    corrections: recorded?.corrected ?? [],
    allowed: (recorded?.allowed ?? []).map(({ code, key, by }) => ({ code, key, by })),
  };
}

function questionOf(session: Session | undefined): SessionReport['question'] {
  const question = session === undefined ? undefined : openQuestion(session);
  return question === undefined ? null : { id: question.id, items: question.items, quotes: question.quotes };
}

function tasksOf({ request, tasks, task_order }: SessionStateDocument, recorded: Session | undefined): TaskReport[] {
  return task_order.flatMap((id) => {
    const task = tasks[id];
    if (task === undefined) return [];
    const subtasks = task.subtask_order.flatMap((subtaskId): SubtaskReport[] => {
      const subtask = task.subtasks[subtaskId];
      if (subtask === undefined) return [];
      const { name, status, phase } = subtask;
      const own = recorded?.tasks[id]?.subtasks[subtaskId];
      return [
        {
          id: subtaskId,
          name,
          status,
          phase,
          is_current: request.current_task === id && task.current_subtask === subtaskId,
          implementation_retries: own?.implementation_retries ?? 0,
          design_retries: own?.design_retries ?? 0,
          gates: gates.flatMap((gate) => {
            const state = subtask.gates[gate];
            return state === undefined ? [] : [{ gate, state, proof: own?.notes[gate] ?? null }];
          }),
          accepted: own?.accepted ?? null,
        },
      ];
    });
    return [{ id, name: task.name, status: task.status, subtasks }];
  });
}
