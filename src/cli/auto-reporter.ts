import { redactor } from '../base/redact.ts';
import type { OpenAuto } from '../engine/open-auto.ts';
import { secondsLeft } from '../engine/operations/auto/foresee.ts';
import { phaseProgress, type PhaseProgress } from '../engine/operations/auto/phase-progress.ts';
import type { Context } from './context.ts';
import { eventLine } from './report/agent-event.ts';
import { type AutoEvent, type AutoNow, type AutoRecorded, stepIn, toldOfAuto } from './report/auto-event.ts';
import { type AutoProgress, autoStageLines, createAutoStage } from './report/auto-stage.ts';
import { FRAME_MS } from './report/elapsed.ts';
import type { Told, Weight } from './report/run-event.ts';
import { totalFacts } from './report/spent.ts';
import { toldLines } from './report/told-lines.ts';
import { createVoice } from './report/voice.ts';
import { weights } from './run-reporter.ts';
import { jsonLine } from './terminal/visible.ts';

/** Tells what happens to a task graph while it is conducted. */
export interface AutoReporter {
  hear(recorded: AutoRecorded): void;
  hearProgress(progress: AutoProgress): void;
  /** Gives the terminal back, to ask something say; the next event takes it again. */
  pause(): void;
  close(): void;
}

/** For people: lines that stay for what is done, and in a terminal those that change for what is going on. */
export function createAutoReporter(context: Context, open: OpenAuto, level: Weight): AutoReporter {
  const { words, io } = context;
  const redact = redactorOf(open);
  const story = context.story();
  const stage = createAutoStage({ redact, now: () => performance.now() });
  const outlook = createOutlook(open);
  const startedAt = new Map<string, string>();
  const voices = new Map<string, ReturnType<typeof createVoice>>();
  let isRehearsalSaid = false;
  let timer: NodeJS.Timeout | undefined;

  const isTold = (weight: Weight) => weights.indexOf(weight) >= weights.indexOf(level);
  const print = (told: Told | undefined): void => {
    if (told === undefined || !isTold(told.weight)) return;
    const { colours, columns } = story;
    for (const line of toldLines(told, { colours, columns })) story.print(redact(line));
  };
  const draw = (): void => {
    const graph = nowOf(open);
    const running = stage.going().map((one) => {
      const task = graph.tasks[stepIn(one.effect).task ?? ''];
      return { ...one, title: redact(task?.title ?? ''), attempt: (task?.mishaps?.count ?? 0) + 1 };
    });
    const { phases, facts } = outlook.of(graph, words);
    const view = { phases, current: graph.current_phase, running, facts };
    const { columns, colours } = story;
    story.set(autoStageLines(view, { words, colours, columns, rows: io.stderr.rows ?? 24 }));
  };
  const pause = (): void => {
    clearInterval(timer);
    timer = undefined;
    story.set([]);
  };
  const voiceOf = (effect: string) => {
    const known =
      voices.get(effect) ??
      createVoice((event) => {
        if (event.type === 'other' || !isTold('debug')) return;
        const about = `  ${stepIn(effect).task ?? stepIn(effect).step} `;
        story.print(about + eventLine(event, { words, columns: story.columns - about.length, redact }));
      });
    voices.set(effect, known);
    return known;
  };
  const endOf = (effect: string): void => {
    voices.get(effect)?.end();
    voices.delete(effect);
    stage.end(effect);
    startedAt.delete(effect);
    if (stage.going().length === 0) pause();
  };

  const hear = (event: AutoEvent, at: string): void => {
    if (event.type === 'effect_started') {
      const { effect } = event.data;
      startedAt.set(effect, at);
      stage.begin(effect);
      if (story.isLive && isTold('warn')) timer ??= setInterval(draw, FRAME_MS);
      return;
    }
    const effect = 'effect' in event.data ? event.data.effect : undefined;
    const began = effect === undefined ? undefined : startedAt.get(effect);
    const tookMs = began === undefined ? undefined : Math.max(0, Date.parse(at) - Date.parse(began));
    if (effect !== undefined) endOf(effect);
    print(toldOfAuto(event, { words, graph: nowOf(open), tookMs }));
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
export function createJsonAutoReporter({ io }: Context, open: OpenAuto): AutoReporter {
  const { clock } = open.tooling.tools;
  const redact = redactorOf(open);
  // Told even after an interruption: a program wants to know how it ended.
  const write = (line: object): void => io.stdout.write(`${redact(jsonLine(line))}\n`);
  return {
    ...silentAutoReporter,
    hear: ({ seq, at, event }) => {
      if (event.type !== 'shown') write({ seq, at, type: event.type, data: event.data });
    },
    hearProgress: ({ effect, task, role, event }) =>
      write({ at: clock.now().toISOString(), type: 'agent', data: { effect, task, role, event } }),
  };
}

export const silentAutoReporter: AutoReporter = {
  hear: () => undefined,
  hearProgress: () => undefined,
  pause: () => undefined,
  close: () => undefined,
};

/** The graph that was begun. */
export function nowOf({ store }: OpenAuto): AutoNow {
  const { state } = store;
  if (state.kind === 'unplanned') throw new Error('no task graph was begun here');
  return state;
}

/** What a person changed by hand is several at once; that a document was written is none. */
export function eventsIn(event: AutoRecorded['event']): readonly AutoEvent[] {
  if (event.type === 'shown') return [];
  return event.type === 'edited' ? event.data.events : [event];
}

/** The webhook of the state file is a secret like those of the environment. */
export function redactorOf({ tooling, limits }: OpenAuto): (text: string) => string {
  const { slack_webhook_url: url } = limits();
  const mask = redactor(url === null ? [] : [url]);
  return (text) => mask(tooling.tools.redact(text));
}

/** How often what is left is reckoned anew, and how small a part of the time that may take. */
const RECKON_EVERY_MS = 5_000;
const RECKON_PART = 0.02;

interface Outlook {
  of(graph: AutoNow, words: Context['words']): { readonly phases: readonly PhaseProgress[]; readonly facts: string[] };
}

/** What costs time with thousands of tasks is looked at only when something happened, and not at every frame. */
function createOutlook(open: OpenAuto): Outlook {
  let seen = '';
  let phases: readonly PhaseProgress[] = [];
  let reckoned = { at: -Infinity, tookMs: 0, secondsLeft: 0 };
  const reckon = (graph: AutoNow): number => {
    const now = performance.now();
    if (now - reckoned.at > Math.max(RECKON_EVERY_MS, reckoned.tookMs / RECKON_PART)) {
      const left = secondsLeft(open, graph);
      reckoned = { at: now, tookMs: performance.now() - now, secondsLeft: left };
    }
    return Math.max(0, reckoned.secondsLeft * 1000 - (now - reckoned.at));
  };
  return {
    of: (graph, words) => {
      if (seen !== graph.updated_at) phases = phaseProgress(graph);
      seen = graph.updated_at;
      const done = phases.reduce((sum, { completed }) => sum + completed, 0);
      const isKnown = graph.timed.count > 0 && graph.stage.at === 'tasks';
      return {
        phases,
        facts: [
          words.auto.counts.done(done, graph.order.length),
          ...(isKnown ? [words.auto.eta(words.auto.briefly(Math.ceil(reckon(graph) / 60_000)))] : []),
          ...totalFacts(graph.spent, words),
        ],
      };
    },
  };
}
