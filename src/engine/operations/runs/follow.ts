import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fail, type Failure, unwrap } from '../../../base/failure.ts';
import { ok, type Result } from '../../../base/result.ts';
import type { AgentLogLine } from '../../../schema/agent-log-line.ts';
import { LogFollower } from '../../../store/log-follower.ts';
import type { LogRecord } from '../../../store/log-record.ts';
import { LogState } from '../../../store/log-state.ts';
import type { RunEvent } from '../../../workflows/run/events.ts';
import { phaseOf } from '../../../workflows/run/moves.ts';
import { type Run, type RunRole, type RunState } from '../../../workflows/run/run-state.ts';
import { run } from '../../../workflows/run/run.ts';
import type { RunDocuments } from '../../../workflows/run/show.ts';
import { EVENTS_FILE } from '../../call-agent/agent-log.ts';
import { stepFolderOf } from '../../conductor/step.ts';
import { runPaths, type RunContext } from '../../descriptors/run.ts';
import { followAgentLog } from '../../follow-agent-log.ts';

/** What the agents of a run did, step by step. */
export type RunLogEntry =
  | { readonly kind: 'step'; readonly effect: string; readonly role: RunRole; readonly at: string }
  | { readonly kind: 'line'; readonly effect: string; readonly role: RunRole; readonly line: AgentLogLine }
  /** The run is over; nothing more comes. */
  | { readonly kind: 'over'; readonly phase: string };

export interface FollowingRun {
  readonly agent: RunRole | undefined;
  /** Goes on until the run is over or the signal is aborted; else it ends with what there is. */
  readonly follow: boolean;
  readonly signal: AbortSignal;
}

/** Reads only: whoever conducts the run is not disturbed. */
export function followRun(
  runId: string,
  tools: Pick<RunContext, 'project' | 'env'>,
  following: FollowingRun,
): AsyncGenerator<RunLogEntry, void, void> {
  const { log, own } = runPaths(tools, runId);
  const history = new RunHistory(log);
  unwrap(history.look());
  return entries(history, own, following);
}

/** The state of a run as its log has it; undefined when the log cannot be read. */
export function runAsRecorded(folder: string): Run | undefined {
  const state = new LogState(path.join(folder, 'events.log'), run).look();
  return state.ok && state.value?.kind === 'run' ? state.value : undefined;
}

const LOOK_EVERY_MS = 200;

async function* entries(
  history: RunHistory,
  own: string,
  { agent, follow, signal }: FollowingRun,
): AsyncGenerator<RunLogEntry, void, void> {
  for (let next = 0; !signal.aborted;) {
    const step = history.steps[next];
    if (step !== undefined) {
      next += 1;
      if (agent !== undefined && step.role !== agent) continue;
      // Begun again later: its records are of that time.
      if (step.ended && history.steps.slice(next).some(({ effect }) => effect === step.effect)) continue;
      yield { kind: 'step', effect: step.effect, role: step.role, at: step.at };
      yield* linesOf(step, history, { own, follow, signal });
    } else if (!follow) {
      return;
    } else if (isOver(history.state)) {
      yield { kind: 'over', phase: phaseOf(history.state.step) };
      return;
    } else await lookAgain(history, signal);
  }
}

async function* linesOf(
  step: AgentStep,
  history: RunHistory,
  { own, follow, signal }: { readonly own: string; readonly follow: boolean; readonly signal: AbortSignal },
): AsyncGenerator<RunLogEntry, void, void> {
  const file = path.join(stepFolderOf(own, step.effect), EVENTS_FILE);
  const isOver = () => {
    history.look();
    return step.ended;
  };
  for await (const output of followAgentLog(file, { follow, signal, isOver }))
    if (output.type === 'line') yield { kind: 'line', effect: step.effect, role: step.role, line: output.line };
}

async function lookAgain(history: RunHistory, signal: AbortSignal): Promise<void> {
  await pause(LOOK_EVERY_MS, undefined, { signal }).catch(() => undefined);
  history.look();
}

function isOver(state: Run | undefined): state is Run {
  return state !== undefined && ['completed', 'failed', 'stopped'].includes(state.step.at);
}

interface AgentStep {
  readonly effect: string;
  readonly role: RunRole;
  readonly at: string;
  ended: boolean;
}

const roleOf: Readonly<Record<string, RunRole>> = {
  refine: 'refiner',
  build: 'builder',
  verify: 'verifier',
  gate: 'gatekeeper',
};

/** The steps of a run in which an agent is called, as the log tells of them. */
class RunHistory {
  readonly #follower: LogFollower;
  readonly #state: LogState<RunState, RunEvent, RunDocuments>;
  /** In the order they began; one that was interrupted and begun again stands there twice. */
  readonly steps: AgentStep[] = [];
  state: Run | undefined;

  constructor(log: string) {
    this.#follower = new LogFollower(log);
    this.#state = new LogState(log, run);
  }

  look(): Result<void, Failure> {
    const state = this.#state.look();
    if (!state.ok) return state;
    this.state = state.value?.kind === 'run' ? state.value : undefined;
    while (this.#follower.read((line) => this.#hear(line)) === 'read');
    return state.value === undefined ? fail('document.lost', { document: 'events.log' }) : ok();
  }

  #hear({ type, data, at }: LogRecord): void {
    const event = run.readEvent(type, data);
    if (event === undefined) return;
    if (event.type === 'stop_requested') this.#end();
    if (!('effect' in event.data)) return;
    this.#end();
    const { effect } = event.data;
    const role = roleOf[/\/(\w+)#\d+$/.exec(effect)?.[1] ?? ''];
    if (event.type === 'effect_started' && role !== undefined) this.steps.push({ effect, role, at, ended: false });
  }

  #end(): void {
    const last = this.steps.at(-1);
    if (last !== undefined) last.ended = true;
  }
}
