import { redactor } from '../base/redact.ts';
import type { OpenAuto } from '../engine/descriptors/auto.ts';
import { createEta } from './auto-eta.ts';
import type { Context } from './context.ts';
import { createProgressPrinter } from './progress-printer.ts';
import { aboutOf, type AutoEvent, type AutoNow, stepIn, formatAutoEvent } from './report/auto-event.ts';
import { type AutoProgress, autoStageLines, createAutoStage } from './report/auto-stage.ts';
import type { LogLevel } from './report/log-line.ts';
import { eventsIn, type Reporter } from './reporter.ts';

export type AutoReporter = Reporter<AutoEvent, AutoProgress>;

export function createAutoReporter(context: Context, open: OpenAuto, level: LogLevel): AutoReporter {
  const { words, io } = context;
  const redact = redactorOf(open);
  const story = context.stderrView();
  const stage = createAutoStage({ redact, now: () => performance.now() });
  const outlook = createEta(open);

  const lines = (): string[] => {
    const graph = nowOf(open);
    const running = stage.going().map((one) => {
      const task = graph.tasks[stepIn(one.effect).task ?? ''];
      return { ...one, title: redact(task?.title ?? ''), attempt: (task?.mishaps?.count ?? 0) + 1 };
    });
    const { phases, facts } = outlook.of(graph, running, words);
    const view = { phases, current: graph.current_phase, running, facts };
    const { columns, colours } = story;
    return autoStageLines(view, { words, colours, columns, rows: io.stderr.rows ?? 24 });
  };
  const narrator = createProgressPrinter(context, {
    level,
    redact,
    lines,
    indent: (effect) => `  ${aboutOf(effect)} `,
  });

  const end = (effect: string, at: string): number | undefined => {
    narrator.flush(effect);
    stage.end(effect);
    if (stage.going().length === 0) narrator.pause();
    return narrator.end(effect, at);
  };

  const hear = (event: AutoEvent, at: string): void => {
    if (event.type === 'effect_started') {
      stage.begin(event.data.effect);
      narrator.begin(event.data.effect, at);
      return;
    }
    const effect = 'effect' in event.data ? event.data.effect : undefined;
    const tookMs = effect === undefined ? undefined : end(effect, at);
    const told = formatAutoEvent(event, { words, graph: nowOf(open), tookMs });
    if (told !== undefined) narrator.print(told);
  };

  return {
    ...narrator,
    onEvent: ({ event, at }) => eventsIn<AutoEvent>(event).forEach((one) => hear(one, at)),
    onProgress: (progress) => {
      const { role, event, effect } = progress;
      stage.hear(progress);
      narrator.printAgentEvent({ speaker: effect, role, event });
    },
  };
}

/** The graph that was begun. */
export function nowOf({ store }: OpenAuto): AutoNow {
  const { state } = store;
  if (state.kind === 'unplanned') throw new Error('no task graph was begun here');
  return state;
}

/** The webhook of the state file is a secret like those of the environment. */
export function redactorOf({ shared, limits }: OpenAuto): (text: string) => string {
  const { slack_webhook_url: url } = limits();
  const mask = redactor(url === null ? [] : [url]);
  return (text) => mask(shared.services.redact(text));
}
