import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fail, type Failure, unwrap } from '../../base/failure.ts';
import { ok, type Result } from '../../base/result.ts';
import type { AgentLogLine } from '../../schema/agent-log-line.ts';
import { LogFollower } from '../../store/log-follower.ts';
import type { LogRecord } from '../../store/log-record.ts';
import { AGENT_LOG } from '../../schema/agent-log-line.ts';
import { stepFolderOf } from '../conductor/step.ts';
import { followAgentLog } from '../follow-agent-log.ts';

/** What agents did, step by step. */
export type StepLogEntry =
  | { readonly kind: 'step'; readonly effect: string; readonly role: string; readonly at: string }
  | { readonly kind: 'line'; readonly effect: string; readonly role: string; readonly line: AgentLogLine }
  /** Nothing more comes, because the work is over. */
  | { readonly kind: 'over'; readonly at: string };

export interface FollowingSteps {
  /** Goes on until the work is over or the signal is aborted; else it ends with what there is. */
  readonly follow: boolean;
  readonly signal: AbortSignal;
  readonly isWanted?: (effect: string) => boolean;
}

export interface StepSource {
  readonly log: string;
  /** The private folder of the project. */
  readonly own: string;
  /** Whose work a step is; undefined where no agent is called in it. */
  readonly roleOf: (step: string) => string | undefined;
  /** Where the work stands as the log tells; `over`: nothing more will come. */
  readonly look: () => Result<{ readonly over: string | null } | undefined, Failure>;
}

/** Reads only: whoever conducts is not disturbed. */
export function followSteps(source: StepSource, following: FollowingSteps): AsyncGenerator<StepLogEntry, void, void> {
  const history = new StepHistory(source);
  unwrap(history.look());
  return entries(history, source.own, following);
}

const LOOK_EVERY_MS = 200;

async function* entries(
  history: StepHistory,
  own: string,
  { follow, signal, isWanted = () => true }: FollowingSteps,
): AsyncGenerator<StepLogEntry, void, void> {
  for (let next = 0; !signal.aborted;) {
    const step = history.steps[next];
    if (step !== undefined) {
      next += 1;
      if (!isWanted(step.effect)) continue;
      // Begun again later: its records are of that time.
      if (step.ended && history.steps.slice(next).some(({ effect }) => effect === step.effect)) continue;
      yield* linesOf(step, history, { own, follow, signal });
    } else if (!follow) {
      return;
    } else if (history.over !== null) {
      yield { kind: 'over', at: history.over };
      return;
    } else {
      await pause(LOOK_EVERY_MS, undefined, { signal }).catch(() => undefined);
      history.look();
    }
  }
}

async function* linesOf(
  step: Step,
  history: StepHistory,
  { own, follow, signal }: { readonly own: string; readonly follow: boolean; readonly signal: AbortSignal },
): AsyncGenerator<StepLogEntry, void, void> {
  const { effect, role, at } = step;
  const file = path.join(stepFolderOf(own, effect), AGENT_LOG);
  const isOver = () => {
    history.look();
    return step.ended;
  };
  yield { kind: 'step', effect, role, at };
  for await (const output of followAgentLog(file, { follow, signal, isOver }))
    if (output.type === 'line') yield { kind: 'line', effect, role, line: output.line };
}

interface Step {
  readonly effect: string;
  readonly role: string;
  readonly at: string;
  ended: boolean;
}

/** The steps of a piece of work, as the log tells of them. */
class StepHistory {
  readonly #follower: LogFollower;
  readonly #source: StepSource;
  /** In the order they began; one that was interrupted and begun again stands there twice. */
  readonly steps: Step[] = [];
  over: string | null = null;

  constructor(source: StepSource) {
    this.#follower = new LogFollower(source.log);
    this.#source = source;
  }

  look(): Result<void, Failure> {
    const state = this.#source.look();
    if (!state.ok) return state;
    this.over = state.value?.over ?? null;
    while (this.#follower.read((line) => this.#hear(line)) === 'read');
    return state.value === undefined ? fail('document.lost', { document: path.basename(this.#source.log) }) : ok();
  }

  #hear({ type, data, at }: LogRecord): void {
    if (type === 'stop_requested') for (const step of this.steps) step.ended = true;
    const effect = typeof data === 'object' && data !== null && 'effect' in data ? data.effect : undefined;
    if (typeof effect !== 'string') return;
    const running = this.steps.findLast((step) => step.effect === effect);
    if (running !== undefined) running.ended = true;
    const role = this.#source.roleOf(/\/([\w-]+)#\d+$/.exec(effect)?.[1] ?? '');
    if (type === 'effect_started' && role !== undefined) this.steps.push({ effect, role, at, ended: false });
  }
}
