import type { OpenSession } from '../engine/descriptors/session.ts';
import type { Context } from './context.ts';
import { createProgressPrinter } from './progress-printer.ts';
import { aboutOf, type SessionEvent, type SessionNow, formatSessionEvent } from './report/session-event.ts';
import { createSessionStage, type SessionProgress } from './report/session-stage.ts';
import type { LogLevel } from './report/log-line.ts';
import { eventsIn, type Reporter } from './reporter.ts';

export type SessionReporter = Reporter<SessionEvent, SessionProgress>;

/** `T1-S1 implement` and the icon before it. */
const STEP_WIDTH = 17;

export function createSessionReporter(context: Context, open: OpenSession, level: LogLevel): SessionReporter {
  const { words } = context;
  const { redact } = open.services;
  const story = context.stderrView();
  const stage = createSessionStage({ words, story, redact, now: () => performance.now() });
  const lines = () => stage.lines(nowOf(open));
  const narrator = createProgressPrinter(context, { level, redact, lines, termWidth: STEP_WIDTH });

  const end = (effect: string, at: string): number | undefined => {
    narrator.flush(effect);
    stage.end(effect);
    narrator.redraw();
    return narrator.end(effect, at);
  };

  const hear = (event: SessionEvent, at: string): void => {
    if (event.type === 'effect_started') {
      const { effect } = event.data;
      stage.begin(effect);
      narrator.begin(effect, at);
      if (!story.isLive) narrator.print({ icon: '·', about: aboutOf(effect), facts: [], weight: 'info' });
      return;
    }
    const tookMs = 'effect' in event.data ? end(event.data.effect, at) : undefined;
    for (const told of formatSessionEvent(event, { words, session: nowOf(open), tookMs })) narrator.print(told);
  };

  return {
    ...narrator,
    onEvent: ({ event, at }) => eventsIn<SessionEvent>(event).forEach((one) => hear(one, at)),
    onProgress: (progress) => {
      const { role, event, effect } = progress;
      stage.hear(progress);
      narrator.printAgentEvent({ speaker: effect, role, event });
    },
  };
}

/** The state of a session that was begun. */
export function nowOf({ store }: OpenSession): SessionNow {
  const { state } = store;
  if (state.kind === 'none') throw new Error('no session was begun here');
  return state;
}
