import type { OpenRun } from '../engine/open-run.ts';
import type { RunProgress } from '../engine/performers/run/workshop.ts';
import type { Context } from './context.ts';
import { eventLine } from './report/agent-event.ts';
import { FRAME_MS } from './report/elapsed.ts';
import { type Recorded, type RunEvent, stepIn, type Told, toldOf, type Weight } from './report/run-event.ts';
import { createRunStage, warningIn } from './report/run-stage.ts';
import { toldLines } from './report/told-lines.ts';
import { createVoice } from './report/voice.ts';
import { jsonLine } from './terminal/visible.ts';

/** Tells what happens to a run while it is conducted. */
export interface RunReporter {
  hear(recorded: Recorded): void;
  hearProgress(progress: RunProgress): void;
  /** Gives the terminal back, to ask something say; the next event takes it again. */
  pause(): void;
  close(): void;
}

export const weights: readonly Weight[] = ['debug', 'info', 'warn', 'error'];

/** For people: lines that stay for what is done, and in a terminal a few that change for what is going on. */
export function createRunReporter(
  context: Context,
  open: Pick<OpenRun, 'state' | 'workshop'>,
  level: Weight,
): RunReporter {
  const { words } = context;
  const { redact } = open.workshop;
  const story = context.story();
  const stage = createRunStage({ words, story, redact, now: () => performance.now() });
  const startedAt = new Map<string, string>();
  let isRehearsalSaid = false;
  let timer: NodeJS.Timeout | undefined;

  const isTold = (weight: Weight) => weights.indexOf(weight) >= weights.indexOf(level);
  const print = (told: Told | undefined): void => {
    if (told === undefined || !isTold(told.weight)) return;
    for (const line of toldLines(told, story)) story.print(redact(line));
  };
  const draw = (): void => story.set(stage.lines(open.state()));
  const pause = (): void => {
    clearInterval(timer);
    timer = undefined;
    story.set([]);
  };
  const voice = createVoice((event) => {
    if (event.type !== 'other' && isTold('debug'))
      story.print(`  ${eventLine(event, { words, columns: story.columns - 2, redact })}`);
  });

  const hear = (event: RunEvent, at: string): void => {
    if (event.type === 'effect_started') {
      startedAt.set(event.data.effect, at);
      const step = stepIn(event.data.effect);
      stage.begin(step);
      if (story.isLive && isTold('warn')) timer ??= setInterval(draw, FRAME_MS);
      const { iteration, max_iterations } = open.state();
      const facts = [words.runScreen.round(iteration, max_iterations)];
      if (!story.isLive) print({ icon: '·', about: step, facts, weight: 'info' });
      return;
    }
    const began = 'effect' in event.data ? startedAt.get(event.data.effect) : undefined;
    const tookMs = began === undefined ? undefined : Math.max(0, Date.parse(at) - Date.parse(began));
    if ('effect' in event.data || event.type === 'stop_requested') {
      voice.end();
      stage.end();
      pause();
    }
    print(toldOf(event, { words, run: open.state(), tookMs }));
  };

  const hearProgress = (progress: RunProgress): void => {
    stage.hear(progress);
    const warning = story.isLive ? undefined : warningIn(progress, words);
    if (warning !== undefined) print({ icon: '!', about: progress.role, facts: [warning], weight: 'warn' });
    if (progress.kind !== 'agent') return;
    if (progress.event.type === 'started' && progress.event.model === 'rehearsal' && !isRehearsalSaid) {
      isRehearsalSaid = true;
      print({ icon: '!', about: progress.role, facts: [words.agents.rehearsal], weight: 'info' });
    }
    voice.hear(progress.event);
  };

  return {
    hear: ({ event, at }) => eventsIn(event).forEach((one) => hear(one, at)),
    hearProgress,
    pause,
    close: () => {
      pause();
      story.close();
    },
  };
}

/** For programs: each event a line of JSON, as it stands in the log, and what the agents do in between. */
export function createJsonReporter(context: Context, { workshop }: Pick<OpenRun, 'workshop'>): RunReporter {
  const { redact, clock } = workshop;
  // Told even after an interruption: a program wants to know how it ended.
  const write = (line: object): void => context.io.stdout.write(`${redact(jsonLine(line))}\n`);
  return {
    hear: ({ seq, at, event }) => {
      if (event.type !== 'shown') write({ seq, at, type: event.type, data: event.data });
    },
    hearProgress: (progress) => {
      const at = clock.now().toISOString();
      if (progress.kind === 'overtime')
        write({ at, type: 'overtime', data: { role: progress.role, after_ms: progress.afterMs } });
      else write({ at, type: 'agent', data: { role: progress.role, event: progress.event } });
    },
    pause: () => undefined,
    close: () => undefined,
  };
}

export const silentReporter: RunReporter = {
  hear: () => undefined,
  hearProgress: () => undefined,
  pause: () => undefined,
  close: () => undefined,
};

/** What a person changed by hand is several at once; that a document was written is none. */
function eventsIn(event: Recorded['event']): readonly RunEvent[] {
  if (event.type === 'shown') return [];
  return event.type === 'edited' ? event.data.events : [event];
}
