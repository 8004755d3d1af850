import { type Spending, sumSpending } from '../../base/spending.ts';
import type { CallRecord } from '../../workflows/policy/calls.ts';
import type { RunEvent } from '../../workflows/run/events.ts';
import type { SessionEvent } from '../../workflows/session/events.ts';
import type { Fold } from './log-history.ts';

/** One step, from its start to its outcome. */
export interface RecordedStep {
  readonly effect: string;
  readonly started_at: string;
  ended_at: string | null;
  /** The event that it ended with. */
  outcome: string | null;
  reason: string | null;
  spent: Spending | null;
  models: string[];
  is_running: boolean;
}

/**
 * The steps of a log, oldest first, each with what `describe` says of it. One that was interrupted and begun again stands
 * there twice.
 */
export function foldSteps<State, Description extends object>(
  describe: (effect: string, state: State) => Description,
): Fold<State, RunEvent | SessionEvent, readonly (RecordedStep & Description)[]> {
  const steps: (RecordedStep & Description)[] = [];
  const running = new Map<string, RecordedStep>();
  return {
    view: steps,
    hear: ({ event, at, state }) => {
      if (event.type === 'stop_requested') {
        for (const step of running.values()) close(step, at, 'stopped');
        running.clear();
      }
      if (!('effect' in event.data)) return;
      const { effect } = event.data;
      if (event.type === 'effect_started') {
        const open = { ended_at: null, outcome: null, reason: null, spent: null, models: [], is_running: true };
        const step = { effect, started_at: at, ...open, ...describe(effect, state) };
        steps.push(step);
        running.set(effect, step);
        return;
      }
      const step = running.get(effect);
      if (step === undefined) return;
      running.delete(effect);
      close(step, at, event.type === 'effect_interrupted' ? 'interrupted' : event.type);
      if ('calls' in event.data) {
        step.spent = sumCalls(event.data.calls);
        step.models = modelsOf(event.data.calls);
      }
      if ('message' in event.data) step.reason = event.data.message;
    },
  };
}

function close(step: RecordedStep, at: string, outcome: string): void {
  step.is_running = false;
  step.ended_at = at;
  step.outcome = outcome;
}

/** What calls took together; null where there were none. */
export function sumCalls(calls: readonly CallRecord[]): Spending | null {
  return calls.length === 0 ? null : sumSpending(calls.map((call) => ({ ...call, calls: 1 })));
}

export function modelsOf(calls: readonly CallRecord[]): string[] {
  return [...new Set(calls.map(({ backend, model }) => model ?? backend))];
}
