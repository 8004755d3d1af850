import type { SessionStateDocument } from '../../../schema/session-state.ts';
import { LogState } from '../../../store/log-state.ts';
import { sessionIn } from '../../../workflows/session/session.ts';
import type { Gate, GateNote, Session } from '../../../workflows/session/session-state.ts';
import { sessionPaths } from '../../descriptors/session.ts';
import { sessionBranch } from '../../performers/session/job.ts';
import { findConductor } from '../../find-conductor.ts';
import type { ShownSession } from './list.ts';

/** What `session status` shows; this is what its `--json` prints, so its fields are named as documents are. */
export interface SessionReport {
  readonly hash: string;
  readonly folder: string;
  readonly project: { readonly path: string; readonly name: string };
  readonly status: ShownSession['session']['status'];
  readonly created_at: string;
  readonly updated_at: string;
  readonly request: { readonly id: string; readonly text: string; readonly phase: string } | null;
  readonly current_task: string;
  readonly tasks: readonly TaskReport[];
  readonly conductor: { readonly pid: number; readonly host: string } | null;
  /** The rest is only in the log: null where there is none, or where that was begun from the documents. */
  readonly branch: string | null;
  readonly base: Session['base'] | null;
  readonly failure: Session['failure'];
  readonly delivery: Session['delivery'];
  readonly spent: Session['spent'];
}

export interface TaskReport {
  readonly id: string;
  readonly name: string;
  readonly status: SessionStateDocument['tasks'][string]['status'];
  readonly subtasks: readonly SubtaskReport[];
}

type SubtaskDocument = SessionStateDocument['tasks'][string]['subtasks'][string];

export interface SubtaskReport {
  readonly id: string;
  readonly name: string;
  readonly status: SubtaskDocument['status'];
  readonly phase: SubtaskDocument['phase'];
  readonly is_current: boolean;
  readonly implementation_retries: number;
  readonly design_retries: number;
  readonly gates: readonly GateReport[];
}

/** `proof` as it was measured last; null where nobody measured, or nobody kept it. */
export interface GateReport {
  readonly gate: Gate;
  readonly state: 'pending' | 'passed' | 'failed';
  readonly proof: GateNote | null;
}

const gates: readonly Gate[] = ['GATE-1', 'GATE-2', 'GATE-3', 'GATE-4'];

/** Reads only: whoever conducts the session is not disturbed. */
export function readSession(
  { project, folder, session, state }: ShownSession,
  env: Readonly<Record<string, string | undefined>>,
): SessionReport {
  const recorded = recordedIn({ project, env, name: session.project.name });
  const holder = findConductor(folder);
  const { status, created_at, updated_at, current_task } = session;
  const { path, name } = session.project;
  return {
    hash: project.hash,
    folder,
    project: { path, name },
    status,
    created_at,
    updated_at,
    request:
      state === null
        ? null
        : { id: state.request.id, text: state.request.original_request, phase: state.request.global_phase },
    current_task,
    tasks: state === null ? [] : tasksOf(state, recorded),
    conductor: holder === null ? null : { pid: holder.pid, host: holder.host },
    branch: recorded === undefined || recorded.base === null ? null : sessionBranch(recorded.request_id),
    base: recorded?.base ?? null,
    failure: recorded?.failure ?? null,
    delivery: recorded?.delivery ?? null,
    spent: recorded?.spent ?? {},
  };
}

function recordedIn({
  project,
  env,
  name,
}: Pick<Parameters<typeof sessionPaths>[0], 'project' | 'env'> & { readonly name: string }): Session | undefined {
  const place = sessionPaths({ project, env });
  if (!place.ok) return undefined;
  const workflow = sessionIn({ path: project.root, name, hash: project.hash });
  const state = new LogState(place.value.log, workflow).look();
  return state.ok && state.value?.kind === 'session' ? state.value : undefined;
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
        },
      ];
    });
    return [{ id, name: task.name, status: task.status, subtasks }];
  });
}
