import type { OpenAuto } from '../engine/descriptors/auto.ts';
import { secondsLeft } from '../engine/operations/auto/foresee.ts';
import { phaseProgress, type PhaseProgress } from '../engine/operations/auto/phase-progress.ts';
import type { Context } from './context.ts';
import { type AutoNow, stepIn } from './report/auto-event.ts';
import type { Running } from './report/auto-stage.ts';
import { totalFacts } from './report/spent.ts';

/** How often what is left is reckoned anew, and how small a part of the time that may take. */
const RECKON_EVERY_MS = 5_000;
const RECKON_PART = 0.02;

interface Eta {
  of(
    graph: AutoNow,
    running: readonly Pick<Running, 'effect' | 'elapsedMs'>[],
    words: Context['words'],
  ): { readonly phases: readonly PhaseProgress[]; readonly facts: string[] };
}

/** What costs time with thousands of tasks is looked at only when something happened, and not at every frame. */
export function createEta(open: OpenAuto): Eta {
  let seen = '';
  let phases: readonly PhaseProgress[] = [];
  let reckoned = { at: -Infinity, tookMs: 0, secondsLeft: 0 };
  const reckon = (graph: AutoNow, running: Parameters<Eta['of']>[1]): number => {
    const now = performance.now();
    if (now - reckoned.at > Math.max(RECKON_EVERY_MS, reckoned.tookMs / RECKON_PART)) {
      const left = secondsLeft(open, graph, workedIn(running));
      reckoned = { at: now, tookMs: performance.now() - now, secondsLeft: left };
    }
    return Math.max(0, reckoned.secondsLeft * 1000 - (now - reckoned.at));
  };
  return {
    of: (graph, running, words) => {
      if (seen !== graph.updated_at) phases = phaseProgress(graph);
      seen = graph.updated_at;
      const done = phases.reduce((sum, { completed }) => sum + completed, 0);
      const isKnown = graph.timed.count > 0 && graph.stage.at === 'tasks';
      return {
        phases,
        facts: [
          words.auto.counts.done(done, graph.order.length),
          ...(isKnown
            ? [words.auto.eta(words.auto.briefly(Math.max(1, Math.ceil(reckon(graph, running) / 60_000))))]
            : []),
          ...totalFacts(graph.spent, words),
        ],
      };
    },
  };
}

/** Seconds, by task. What is merged or waited for takes no agent's time. */
function workedIn(running: Parameters<Eta['of']>[1]): ReadonlyMap<string, number> {
  return new Map(
    running.flatMap(({ effect, elapsedMs }) => {
      const { task, step } = stepIn(effect);
      return task !== undefined && (step === 'work' || step === 'resolve') ? [[task, elapsedMs / 1000] as const] : [];
    }),
  );
}
