import { toTheSecond } from '../../base/clock.ts';
import type { DocumentOf } from '../../schema/documents.ts';
import type { Agent, RunState, Step } from './run-state.ts';

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
        refiner: { status: 'pending' },
        builder: agentOf(agents.builder),
        verifier: agentOf(agents.verifier),
        gatekeeper: { status: 'pending' },
      },
      pending_crp: null,
      history: history.map((entry) => ({ ...entry, timestamp: toTheSecond(entry.timestamp) })),
    },
  };
}

function phaseOf(step: Step): RunDocument['phase'] {
  return step.at === 'pack' ? 'gate' : step.at;
}

function agentOf({ status, started_at, completed_at, error }: Agent): RunDocument['agents']['builder'] {
  return {
    status,
    ...(started_at === undefined ? {} : { started_at: toTheSecond(started_at) }),
    ...(completed_at === undefined ? {} : { completed_at: toTheSecond(completed_at) }),
    ...(error === undefined ? {} : { error }),
  };
}
