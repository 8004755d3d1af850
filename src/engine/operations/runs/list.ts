import type { RunContext } from '../../descriptors/run.ts';
import { findConductor } from '../../find-conductor.ts';
import { pendingOf } from '../../../workflows/run/consultation.ts';
import type { RunStateDocument } from '../../../schema/run/run-state.ts';
import { runAsRecorded } from './follow.ts';
import { listRuns } from './find.ts';

/** A run at a glance. */
export interface RunLine {
  readonly run_id: string;
  readonly phase: RunStateDocument['phase'];
  readonly iteration: number;
  readonly max_iterations: number;
  readonly started_at: string;
  readonly updated_at: string;
  /** The process that conducts it. */
  readonly conductor: { readonly pid: number; readonly host: string } | null;
  /** What it waits for. */
  readonly question: string | null;
  /** What approving would merge, or what was merged. */
  readonly commit: string | null;
}

/** Latest first. */
export function readRuns(tools: Pick<RunContext, 'project' | 'env'>): RunLine[] {
  return listRuns(tools.project).map(({ id, folder, state }) => {
    const { phase, iteration, max_iterations, started_at, updated_at, pending_crp } = state;
    const holder = findConductor(folder);
    const needsLog = pending_crp !== null || phase === 'ready_for_merge' || phase === 'completed';
    const recorded = needsLog ? runAsRecorded(id, tools) : undefined;
    return {
      run_id: id,
      phase,
      iteration,
      max_iterations,
      started_at,
      updated_at,
      conductor: holder === null ? null : { pid: holder.pid, host: holder.host },
      question: recorded === undefined ? null : (pendingOf(recorded.consultations)?.question ?? null),
      commit: recorded === undefined ? null : commitOf(recorded),
    };
  });
}

function commitOf({ step, work }: NonNullable<ReturnType<typeof runAsRecorded>>): string | null {
  if (step.at === 'completed') return step.merge;
  return step.at === 'ready_for_merge' || step.at === 'merge' || step.at === 'undelivered'
    ? (work?.commit ?? null)
    : null;
}
