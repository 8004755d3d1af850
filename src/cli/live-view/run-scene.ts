import type { Catalogue } from '../../i18n/catalogue.ts';
import { formatDollars } from '../../i18n/format.ts';
import type { RunView } from '../../schema/views/run-view.ts';
import { tokensText } from '../report/spent.ts';
import { stepIn } from './run-events.ts';
import { clock, type RunningEffect } from './running-effects.ts';
import type { Scene } from './scene.ts';

interface Told {
  readonly words: Catalogue;
  /** Since it is conducted. */
  readonly elapsedMs: number;
}

/** What changes in place while a run is conducted. */
export function runScene(
  { iteration, max_iterations, spent }: Pick<RunView, 'iteration' | 'max_iterations' | 'spent'>,
  running: readonly RunningEffect[],
  { words, elapsedMs }: Told,
): Scene {
  const all = [...Object.values(spent), ...running.map((one) => one.spent)];
  const tokens = all.reduce(
    (sum, one) => sum + ('tokens' in one ? one.tokens : one.input_tokens + one.output_tokens),
    0,
  );
  const cost = all.reduce((sum, one) => sum + ('cost' in one ? one.cost : (one.cost_usd ?? 0)), 0);
  return {
    steps: running.map(({ effect, ...step }) => ({
      ...step,
      name: stepIn(effect),
      facts: [words.runScreen.round(iteration, max_iterations)],
    })),
    facts: [
      words.progress.inTotal(clock(elapsedMs)),
      ...(tokens > 0 ? [tokensText(tokens, words)] : []),
      ...(cost > 0 ? [formatDollars(cost)] : []),
    ],
  };
}
