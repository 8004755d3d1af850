import type { OpenSession } from '../engine/open-session.ts';
import type { Context } from './context.ts';
import { eventLine } from './report/agent-event.ts';
import { FRAME_MS } from './report/elapsed.ts';
import type { Told, Weight } from './report/run-event.ts';
import {
  aboutOf,
  type SessionEvent,
  type SessionNow,
  type SessionRecorded,
  toldOfSession,
} from './report/session-event.ts';
import { createSessionStage, type SessionProgress } from './report/session-stage.ts';
import { toldLines } from './report/told-lines.ts';
import { createVoice } from './report/voice.ts';
import { weights } from './run-reporter.ts';
import { jsonLine } from './terminal/visible.ts';

/** Tells what happens to a session while it is conducted. */
export interface SessionReporter {
  hear(recorded: SessionRecorded): void;
  hearProgress(progress: SessionProgress): void;
  /** Gives the terminal back, to ask something say; the next event takes it again. */
  pause(): void;
  close(): void;
}

/** `T1-S1 implement` and the icon before it. */
const STEP_WIDTH = 17;

/** For people: lines that stay for what is done, and in a terminal a few that change for what is going on. */
export function createSessionReporter(context: Context, open: OpenSession, level: Weight): SessionReporter {
  const { words } = context;
  const { redact } = open.workshop;
  const story = context.story();
  const stage = createSessionStage({ words, story, redact, now: () => performance.now() });
  const startedAt = new Map<string, string>();
  const voices = new Map<string, ReturnType<typeof createVoice>>();
  let isRehearsalSaid = false;
  let timer: NodeJS.Timeout | undefined;

  const isTold = (weight: Weight) => weights.indexOf(weight) >= weights.indexOf(level);
  const print = (told: Told): void => {
    if (!isTold(told.weight)) return;
    const { colours, columns } = story;
    for (const line of toldLines(told, { colours, columns, termWidth: STEP_WIDTH })) story.print(redact(line));
  };
  const draw = (): void => story.set(stage.lines(nowOf(open)));
  const pause = (): void => {
    clearInterval(timer);
    timer = undefined;
    story.set([]);
  };
  const voiceOf = (effect: string) => {
    const known =
      voices.get(effect) ??
      createVoice((event) => {
        if (event.type !== 'other' && isTold('debug'))
          story.print(`  ${eventLine(event, { words, columns: story.columns - 2, redact })}`);
      });
    voices.set(effect, known);
    return known;
  };
  const endOf = (effect: string): void => {
    voices.get(effect)?.end();
    voices.delete(effect);
    stage.end(effect);
    if (stage.lines(nowOf(open)).length === 0) pause();
    else if (timer !== undefined) draw();
  };

  const hear = (event: SessionEvent, at: string): void => {
    if (event.type === 'effect_started') {
      const { effect } = event.data;
      startedAt.set(effect, at);
      stage.begin(effect);
      if (story.isLive && isTold('warn')) timer ??= setInterval(draw, FRAME_MS);
      if (!story.isLive) print({ icon: '·', about: aboutOf(effect), facts: [], weight: 'info' });
      return;
    }
    const effect = 'effect' in event.data ? event.data.effect : undefined;
    const began = effect === undefined ? undefined : startedAt.get(effect);
    const tookMs = began === undefined ? undefined : Math.max(0, Date.parse(at) - Date.parse(began));
    if (effect !== undefined) endOf(effect);
    for (const told of toldOfSession(event, { words, session: nowOf(open), tookMs })) print(told);
  };

  return {
    hear: ({ event, at }) => eventsIn(event).forEach((one) => hear(one, at)),
    hearProgress: (progress) => {
      const { role, event, effect } = progress;
      stage.hear(progress);
      if (event.type === 'started' && event.model === 'rehearsal' && !isRehearsalSaid) {
        isRehearsalSaid = true;
        print({ icon: '!', about: role, facts: [words.agents.rehearsal], weight: 'info' });
      }
      voiceOf(effect).hear(event);
    },
    pause,
    close: () => {
      pause();
      story.close();
    },
  };
}

/** For programs: each event a line of JSON, as it stands in the log, and what the agents do in between. */
export function createJsonSessionReporter({ io }: Context, { workshop }: OpenSession): SessionReporter {
  const { redact, clock } = workshop;
  // Told even after an interruption: a program wants to know how it ended.
  const write = (line: object): void => io.stdout.write(`${redact(jsonLine(line))}\n`);
  return {
    ...silentSessionReporter,
    hear: ({ seq, at, event }) => {
      if (event.type !== 'shown') write({ seq, at, type: event.type, data: event.data });
    },
    hearProgress: ({ effect, role, event }) =>
      write({ at: clock.now().toISOString(), type: 'agent', data: { effect, role, event } }),
  };
}

export const silentSessionReporter: SessionReporter = {
  hear: () => undefined,
  hearProgress: () => undefined,
  pause: () => undefined,
  close: () => undefined,
};

/** The state of a session that was begun. */
export function nowOf({ store }: OpenSession): SessionNow {
  const { state } = store;
  if (state.kind === 'none') throw new Error('no session was begun here');
  return state;
}

/** What a person changed by hand is several at once; that a document was written is none. */
function eventsIn(event: SessionRecorded['event']): readonly SessionEvent[] {
  if (event.type === 'shown') return [];
  return event.type === 'edited' ? event.data.events : [event];
}
