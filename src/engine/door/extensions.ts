import path from 'node:path';
import type { Holder } from '../../base/failure.ts';
import { findConductor } from '../find-conductor.ts';
import type { Project } from '../project.ts';
import { type AnyState, findLogs, LogStates, type ProjectLog } from './logs.ts';

/** An agent at work, with what a person added to its time. */
export interface ExtendedAgent {
  readonly effect: string;
  readonly extra_ms: number;
}

/** What was added for agents that are at work now. @internal */
export function readExtensions(project: Project): ExtendedAgent[] {
  return conductedWork(project).flatMap(({ state }) =>
    agentsAtWork(state).flatMap((effect) => {
      const extra_ms = extraIn(state, effect);
      return extra_ms === 0 ? [] : [{ effect, extra_ms }];
    }),
  );
}

export interface ConductedWork {
  readonly log: ProjectLog;
  readonly conductor: Holder;
  readonly state: AnyState;
}

export function conductedWork(project: Project): ConductedWork[] {
  const states = new LogStates(project);
  return findLogs(project).flatMap((log) => {
    const conductor = findConductor(log.folder, path.basename(log.path));
    const looked = conductor === null ? undefined : states.of(log).look();
    const state = looked?.ok === true ? looked.value : undefined;
    return conductor === null || state === undefined ? [] : [{ log, conductor, state }];
  });
}

const AGENT_STEP =
  /\/(?:refine|build|verify|gate|rebase|explore|plan|design|write|implement|judge|work|probe|resolve|review|repair[\w-]*)#\d+$/;

export function agentsAtWork(state: AnyState): string[] {
  return inFlight(state).filter((effect) => AGENT_STEP.test(effect));
}

export function inFlight(state: AnyState): readonly string[] {
  if (state.kind === 'run') return state.in_flight === null ? [] : [state.in_flight];
  if (state.kind === 'session') return state.in_flight;
  return state.kind === 'graph' ? Object.keys(state.in_flight) : [];
}

export function extraIn(state: AnyState, effect: string): number {
  return 'extended' in state ? (state.extended?.[effect] ?? 0) : 0;
}
