import { formatDollars, formatClock } from '../../i18n/format.ts';
import type { RunProgress } from '../../engine/performers/run/job.ts';
import type { Catalogue } from '../../i18n/catalogue.ts';
import { visible } from '../terminal/visible.ts';
import { wrap } from '../terminal/width.ts';
import { clock } from './elapsed.ts';
import { createLastOutput, goingLines, type ViewOptions } from './last-output.ts';
import type { RunNow } from './run-event.ts';
import { tokensText } from './spent.ts';

/** The step that is going on, for the lines that change in place. */
export interface RunStage {
  begin(step: string): void;
  end(): void;
  hear(progress: RunProgress): void;
  /** None while nothing goes on. */
  lines(run: RunNow): string[];
}

const MOST_LINES = 4;

export function createRunStage({ words, story, redact, now }: ViewOptions): RunStage {
  let current: { readonly step: string; readonly since: number } | undefined;
  let overtime = '';
  let limit = '';
  let spent: { readonly tokens: number; readonly cost: number } = { tokens: 0, cost: 0 };
  let glimpse = createLastOutput({ redact });

  return {
    begin: (step) => {
      current = { step, since: now() };
      glimpse = createLastOutput({ redact });
      [overtime, limit] = ['', ''];
      spent = { tokens: 0, cost: 0 };
    },
    end: () => {
      current = undefined;
    },
    hear: (progress) => {
      const told = warningIn(progress, words) ?? '';
      if (progress.kind === 'overtime') {
        overtime = told;
        return;
      }
      limit = told;
      const { event } = progress;
      if (event.type === 'usage') {
        const { input_tokens, output_tokens, cost_usd } = event.spent;
        spent = { tokens: input_tokens + output_tokens, cost: cost_usd ?? 0 };
      }
      glimpse.hear(event);
    },
    lines: (run) => {
      if (current === undefined) return [];
      const elapsedMs = now() - current.since;
      const before = Object.values(run.spent);
      const tokens = before.reduce((sum, each) => sum + each.input_tokens + each.output_tokens, spent.tokens);
      const cost = before.reduce((sum, each) => sum + (each.cost_usd ?? 0), spent.cost);
      const facts = [
        current.step,
        words.runScreen.round(run.iteration, run.max_iterations),
        clock(elapsedMs),
        ...(tokens > 0 ? [tokensText(tokens, words)] : []),
        ...(cost > 0 ? [formatDollars(cost)] : []),
      ];
      const room = story.columns - 3;
      const head = wrap(facts.join(' · '), room).slice(0, MOST_LINES);
      return [
        ...goingLines(head, { elapsedMs, said: glimpse.line() }, story),
        ...[limit, overtime].flatMap((text) =>
          text === '' ? [] : wrap(text, room).map((line) => `  ${story.colours.yellow(line)}`),
        ),
      ];
    },
  };
}

/** What may make a person uneasy, in words; undefined for everything else. */
export function warningIn(progress: RunProgress, { runScreen, runDocuments }: Catalogue): string | undefined {
  if (progress.kind === 'overtime') return runScreen.overtime(progress.role, runDocuments.duration(progress.afterMs));
  // Vendors tell of limits, too; only where a backend is named is it waited for.
  if (progress.event.type !== 'limit' || progress.event.backend === undefined) return undefined;
  const { resume_at, backend } = progress.event;
  return resume_at === undefined
    ? runScreen.limited(visible(backend))
    : runScreen.limitedUntil(visible(backend), visible(formatClock(resume_at, new Date())));
}
