import type { OpenRun } from '../engine/descriptors/run.ts';
import type { RunProgress } from '../engine/performers/run/job.ts';
import type { Context } from './context.ts';
import { createProgressPrinter } from './progress-printer.ts';
import { type RunEvent, stepIn, formatRunEvent } from './report/run-event.ts';
import { createRunStage, warningIn } from './report/run-stage.ts';
import type { LogLevel } from './report/log-line.ts';
import { eventsIn, type Reporter } from './reporter.ts';

export type RunReporter = Reporter<RunEvent, RunProgress>;

/** One agent at a time. */
const SPEAKER = 'run';

export function createRunReporter(
  context: Context,
  open: Pick<OpenRun, 'state' | 'services'>,
  level: LogLevel,
): RunReporter {
  const { words } = context;
  const { redact } = open.services;
  const story = context.stderrView();
  const stage = createRunStage({ words, story, redact, now: () => performance.now() });
  const narrator = createProgressPrinter(context, { level, redact, lines: () => stage.lines(open.state()) });
  const hear = (event: RunEvent, at: string): void => {
    if (event.type === 'effect_started') {
      const { effect } = event.data;
      const step = stepIn(effect);
      stage.begin(step);
      narrator.begin(effect, at);
      const { iteration, max_iterations } = open.state();
      const facts = [words.runScreen.round(iteration, max_iterations)];
      if (!story.isLive) narrator.print({ icon: '·', about: step, facts, weight: 'info' });
      return;
    }
    const tookMs = 'effect' in event.data ? narrator.end(event.data.effect, at) : undefined;
    if ('effect' in event.data || event.type === 'stop_requested') {
      narrator.flush(SPEAKER);
      stage.end();
      narrator.pause();
    }
    const told = formatRunEvent(event, { words, run: open.state(), tookMs });
    if (told !== undefined) narrator.print(told);
  };

  return {
    ...narrator,
    onEvent: ({ event, at }) => eventsIn<RunEvent>(event).forEach((one) => hear(one, at)),
    onProgress: (progress) => {
      stage.hear(progress);
      const { role } = progress;
      const warning = story.isLive ? undefined : warningIn(progress, words);
      if (warning !== undefined) narrator.print({ icon: '!', about: role, facts: [warning], weight: 'warn' });
      if (progress.kind === 'agent') narrator.printAgentEvent({ speaker: SPEAKER, role, event: progress.event });
    },
  };
}
