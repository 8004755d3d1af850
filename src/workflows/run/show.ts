import { toTheSecond } from '../../base/clock.ts';
import type { DocumentOf } from '../../schema/documents.ts';
import { phaseOf } from './moves.ts';
import { pendingIn } from './consultation.ts';
import type { Agent, RunState } from './run-state.ts';

type RunDocument = DocumentOf<'run-state'>;

export interface RunDocuments {
  readonly 'run-state': RunDocument;
}

export function show(state: RunState): RunDocuments | undefined {
  if (state.kind === 'unstarted') return undefined;
  const { run_id, iteration, max_iterations, agents, history } = state;
  return {
    'run-state': {
      run_id,
      phase: phaseOf(state.step),
      iteration,
      max_iterations,
      started_at: toTheSecond(state.started_at),
      updated_at: toTheSecond(state.updated_at),
      agents: {
        refiner: agentOf(agents.refiner),
        builder: agentOf(agents.builder),
        verifier: agentOf(agents.verifier),
        gatekeeper: agentOf(agents.gatekeeper),
      },
      pending_crp: pendingIn(state.consultations)[0]?.crp_id ?? null,
      history: history.map((entry) => ({ ...entry, timestamp: toTheSecond(entry.timestamp) })),
    },
  };
}

/** An agent as documents show it. */
export function agentOf({ status, started_at, completed_at, error }: Agent): RunDocument['agents']['builder'] {
  return {
    status,
    ...(started_at === undefined ? {} : { started_at: toTheSecond(started_at) }),
    ...(completed_at === undefined ? {} : { completed_at: toTheSecond(completed_at) }),
    ...(error === undefined ? {} : { error }),
  };
}
