import type { RunEvent } from './events.ts';
import type { ActiveStep, Agent, Run, RunState, Step } from './run-state.ts';

export function apply(state: RunState, event: RunEvent, at: string): RunState {
  if (event.type === 'run_started') return begin(event.data, at);
  if (state.kind === 'unstarted') throw new Error(`${event.type} before the run was started`);
  state.updated_at = at;
  switch (event.type) {
    case 'effect_started':
      state.in_flight = event.data.effect;
      setAgent(state, { status: 'running', started_at: at });
      return state;
    case 'effect_interrupted':
      state.in_flight = null;
      setAgent(state, { status: 'pending' });
      return state;
    case 'effect_failed':
      setAgent(state, { status: 'failed', completed_at: at, error: event.data.error });
      return moveOn(state, { at: 'failed', error: event.data.error }, { result: 'failed', at });
    case 'built': {
      const { commit, tree } = event.data;
      setAgent(state, { status: 'completed', completed_at: at });
      return moveOn(state, { at: 'verify', commit, tree }, { result: 'completed', at });
    }
    case 'verified':
      return judge(state, event.data, at);
    case 'packed':
      return state.step.at === 'pack'
        ? moveOn(state, { ...workOf(state.step), at: 'ready_for_merge' }, { result: 'completed', at })
        : state;
    case 'limit_changed':
      state.max_iterations = event.data.max_iterations;
      return state;
    case 'stop_requested':
      if (isActive(state.step)) state.step = { at: 'stopped', before: state.step };
      state.in_flight = null;
      return state;
    case 'resume_requested':
      if (state.step.at === 'stopped') state.step = state.step.before;
      return state;
    default:
      return event satisfies never;
  }
}

/** What is in flight elsewhere is not in flight here. */
export function relocate(state: RunState): RunState {
  if (state.kind === 'run') state.in_flight = null;
  return state;
}

export function isActive(step: Step): step is ActiveStep {
  return step.at === 'build' || step.at === 'verify' || step.at === 'pack';
}

function begin(data: Extract<RunEvent, { type: 'run_started' }>['data'], at: string): Run {
  return {
    kind: 'run',
    ...data,
    iteration: 1,
    started_at: at,
    updated_at: at,
    step: { at: 'build' },
    agents: { builder: { status: 'pending' }, verifier: { status: 'pending' } },
    history: [],
    in_flight: null,
  };
}

/** Green goes on to the pack; red goes back to the builder while there are rounds left. */
function judge(state: Run, outcome: Extract<RunEvent, { type: 'verified' }>['data'], at: string): Run {
  if (state.step.at !== 'verify') return state;
  const { effect: _effect, ...proof } = outcome;
  setAgent(state, { status: 'completed', completed_at: at });
  if (proof.exit_code === 0)
    return moveOn(state, { ...workOf(state.step), at: 'pack', proof }, { result: 'passed', at });
  if (state.iteration >= state.max_iterations)
    return moveOn(state, { at: 'failed', error: 'tests_red' }, { result: 'failed', at });
  moveOn(state, { at: 'build' }, { result: 'failed', at });
  state.iteration += 1;
  state.agents = { builder: { status: 'pending' }, verifier: { status: 'pending' } };
  return state;
}

function moveOn(state: Run, next: Step, { result, at }: { result: string; at: string }): Run {
  const phase = state.step.at === 'pack' ? 'gate' : state.step.at;
  if (phase === 'build' || phase === 'verify' || phase === 'gate') state.history.push({ phase, result, timestamp: at });
  state.step = next;
  state.in_flight = null;
  return state;
}

/** The agent whose step it is; packing is our own work. */
function setAgent(state: Run, change: Partial<Agent> & Pick<Agent, 'status'>): void {
  const name = state.step.at === 'build' ? 'builder' : state.step.at === 'verify' ? 'verifier' : undefined;
  if (name === undefined) return;
  const { started_at } = state.agents[name];
  state.agents[name] = {
    ...(started_at === undefined || change.status === 'pending' ? {} : { started_at }),
    ...change,
  };
}

function workOf({ commit, tree }: { commit: string; tree: string }): { commit: string; tree: string } {
  return { commit, tree };
}
