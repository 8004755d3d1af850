import type { DocumentOf } from '../../schema/documents.ts';
import { normaliseAutoState } from '../../schema/normalise-auto-state.ts';
import { apply } from './apply.ts';
import type { AutoState, Graph } from './graph-state.ts';
import { settleAll } from './settle.ts';
import type { AutoDocuments } from './show.ts';

/** Of a task that nothing is known of. */
export const EXPECTED_SECONDS = 300;

/** What was running is to be run again: without a log nobody knows how far it came. */
export function adopt(documents: Partial<AutoDocuments>): AutoState | undefined {
  const document = documents['auto-state'];
  if (document === undefined) return undefined;
  const { project, mode, execution, tasks, dependencies, checkpoints, metrics } = normaliseAutoState(document);
  const order = [tasks.completed, tasks.failed, tasks.in_progress, tasks.ready, tasks.blocked, tasks.pending].flat();
  const known = new Set(order);
  const completed = new Set(tasks.completed);
  let state: AutoState = { kind: 'unplanned' };
  const planned = order.map((id) => ({
    id,
    phase: phaseOf(id),
    // A dependency that stands only in the checkpoint of a finished phase is done.
    needs: (dependencies[id] ?? []).filter((need) => known.has(need)),
    completed: completed.has(id),
    title: '',
    kind: 'task',
    files: [],
    expected: metrics.average_task_time_seconds || EXPECTED_SECONDS,
  }));
  state = apply(state, { type: 'planned', data: { project, mode, tasks: planned } }, execution.started_at);
  for (const id of tasks.failed) state = apply(state, { type: 'task_failed', data: { id } }, execution.last_updated);
  if (state.kind === 'unplanned') return undefined;
  state.current_phase = execution.current_phase;
  state.worktree = execution.worktree;
  settleAll(state);
  state.phases = phasesOf(checkpoints, execution.started_at);
  state.timed = { count: tasks.completed.length, seconds: tasks.completed.length * metrics.average_task_time_seconds };
  return state;
}

/** The first number of the id. */
function phaseOf(id: string): number {
  return Number(/^T(\d+)/.exec(id)?.[1] ?? 0);
}

function phasesOf(checkpoints: DocumentOf<'auto-state'>['checkpoints'], started: string): Graph['phases'] {
  const phases: Graph['phases'] = {};
  for (const [key, { started_at = started, completed_at, merged = false, merge_commit }] of Object.entries(
    checkpoints,
  )) {
    phases[key.slice('phase_'.length)] = {
      started_at,
      ...(completed_at === undefined ? {} : { completed_at }),
      ...(merge_commit === undefined ? {} : { merge: merge_commit }),
      delivered: merged,
    };
  }
  return phases;
}
