import path from 'node:path';
import type { Crp } from '../../../schema/run/consultation.ts';
import type { RunStateDocument } from '../../../schema/run/run-state.ts';
import type { Read } from '../status.ts';

export interface RunStatus {
  readonly run_id: string;
  readonly phase: RunStateDocument['phase'];
  readonly iteration: number;
  readonly max_iterations: number;
  readonly agents: Readonly<Record<keyof RunStateDocument['agents'], RunStateDocument['agents']['builder']['status']>>;
  readonly started_at: string;
  readonly updated_at: string;
  readonly pending_crp: PendingCrp | null;
}

/** The question is null when the request itself cannot be read. */
export interface PendingCrp {
  readonly crp_id: string;
  readonly question: Pick<Crp, 'type' | 'question' | 'options' | 'recommendation'> | null;
}

export function runStatus(folder: string, read: Read): RunStatus | undefined {
  const state = read(`${folder}/state.json`, 'run-state');
  if (state === undefined) return undefined;
  const { refiner, builder, verifier, gatekeeper } = state.agents;
  return {
    run_id: path.basename(folder),
    phase: state.phase,
    iteration: state.iteration,
    max_iterations: state.max_iterations,
    agents: {
      refiner: refiner.status,
      builder: builder.status,
      verifier: verifier.status,
      gatekeeper: gatekeeper.status,
    },
    started_at: state.started_at,
    updated_at: state.updated_at,
    pending_crp: state.pending_crp === null ? null : pendingCrp(folder, state.pending_crp, read),
  };
}

function pendingCrp(folder: string, crp_id: string, read: Read): PendingCrp {
  const crp = read(`${folder}/crp/${crp_id}.json`, 'crp');
  if (crp === undefined) return { crp_id, question: null };
  const { type, question, options, recommendation } = crp;
  return { crp_id, question: { type, question, options, recommendation } };
}
