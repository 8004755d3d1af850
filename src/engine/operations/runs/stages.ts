import type { Spending } from '../../../schema/views/accounts.ts';
import type { CallRecord } from '../../../workflows/policy/calls.ts';
import type { RunEvent } from '../../../workflows/run/events.ts';
import { roles, type RunRole, type RunState } from '../../../workflows/run/run-state.ts';
import type { Fold } from '../log-history.ts';

/** One step of a run, from its start to its outcome. */
export interface RunStage {
  readonly effect: string;
  readonly step: StageStep;
  readonly role: RunRole | null;
  readonly round: number;
  readonly started_at: string;
  ended_at: string | null;
  /** The event that it ended with. */
  outcome: string | null;
  reason: string | null;
  spent: Spending | null;
  models: string[];
  is_running: boolean;
}

const STEPS = ['prepare', 'refine', 'build', 'verify', 'test', 'gate', 'pack', 'hunks', 'merge', 'rebase'] as const;

export type StageStep = (typeof STEPS)[number] | 'other';

const roleOf: Partial<Record<StageStep, RunRole>> = Object.fromEntries(
  (['refine', 'build', 'verify', 'gate'] as const).map((step, n) => [step, roles[n]]),
);

/** The steps of a run, oldest first. One that was interrupted and begun again stands there twice. */
export function foldStages(): Fold<RunState, RunEvent, readonly RunStage[]> {
  const stages: RunStage[] = [];
  const running = new Map<string, RunStage>();
  return {
    view: stages,
    hear: ({ event, at, state }) => {
      if (event.type === 'stop_requested') {
        for (const stage of running.values()) close(stage, at, 'stopped');
        running.clear();
      }
      if (!('effect' in event.data)) return;
      const { effect } = event.data;
      if (event.type === 'effect_started') {
        const step = stepOf(effect);
        const round = state.kind === 'run' ? state.iteration : 1;
        const role = roleOf[step] ?? null;
        const open = { ended_at: null, outcome: null, reason: null, spent: null, models: [], is_running: true };
        const stage = { effect, step, role, round, started_at: at, ...open };
        stages.push(stage);
        running.set(effect, stage);
        return;
      }
      const stage = running.get(effect);
      if (stage === undefined) return;
      running.delete(effect);
      close(stage, at, event.type === 'effect_interrupted' ? 'interrupted' : event.type);
      if ('calls' in event.data) {
        stage.spent = sumOf(event.data.calls);
        stage.models = modelsOf(event.data.calls);
      }
      if ('message' in event.data) stage.reason = event.data.message;
    },
  };
}

function close(stage: RunStage, at: string, outcome: string): void {
  stage.is_running = false;
  stage.ended_at = at;
  stage.outcome = outcome;
}

function stepOf(effect: string): StageStep {
  const [, name] = /\/(\w+)#\d+$/.exec(effect) ?? [];
  return STEPS.find((step) => step === name) ?? 'other';
}

/** What calls took together; null where there were none. */
export function sumOf(calls: readonly CallRecord[]): Spending | null {
  if (calls.length === 0) return null;
  const costs = calls.flatMap(({ cost_usd }) => (cost_usd === null ? [] : [cost_usd]));
  const sum = (one: (call: CallRecord) => number) => calls.reduce((total, call) => total + one(call), 0);
  return {
    calls: calls.length,
    input_tokens: sum(({ input_tokens }) => input_tokens),
    output_tokens: sum(({ output_tokens }) => output_tokens),
    duration_ms: sum(({ duration_ms }) => duration_ms),
    cost_usd: costs.length === 0 ? null : costs.reduce((total, cost) => total + cost, 0),
  };
}

export function modelsOf(calls: readonly CallRecord[]): string[] {
  return [...new Set(calls.map(({ backend, model }) => model ?? backend))];
}
