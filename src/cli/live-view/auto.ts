import { throwFailure, unwrap } from '../../base/failure.ts';
import type { AutoConductor, AutoEvent } from '../../engine/door/auto.ts';
import type { ProjectApi } from '../../engine/door/open-project.ts';
import type { AutoView } from '../../schema/views/auto-view.ts';
import { ask, mayAsk } from '../ask.ts';
import { askWhileOpen } from '../ask-while-open.ts';
import type { Context } from '../context.ts';
import type { ExitCode } from '../exit.ts';
import { totalFacts } from '../report/spent.ts';
import { createDigest } from './auto-digest.ts';
import { endAuto } from './auto-ending.ts';
import { aboutOf, formatAutoEvent, stepIn } from './auto-events.ts';
import { autoLines, type RunningTask } from './auto-lines.ts';
import { limitWarning } from './limit-warning.ts';
import { checkProgress, conductLive, overtimeProgress } from './live-view.ts';
import { clock, type RunningEffect } from './running-effects.ts';

export interface ConductedAuto {
  readonly conductor: AutoConductor;
  /** Said first. */
  readonly opening: readonly string[];
  /** The same for programs. */
  readonly openingJson: object;
  /** `--phase`. */
  readonly phase?: number | undefined;
  /** Only the delivery is wanted. */
  readonly applies?: boolean;
  /** From now on only so many notices are passed on. */
  readonly limitNotices: (most: number) => void;
}

/** What may still come on stderr where every word costs. */
const THIN_NOTICES = 3;

/** Conducts a task graph before the person's eyes, and says how it ended. */
export function conductAuto(
  context: Context,
  project: ProjectApi,
  { conductor, opening, openingJson, phase, applies = false, limitNotices }: ConductedAuto,
): Promise<ExitCode> {
  const { words, flags } = context;
  const began = performance.now();
  const wallMs = () => performance.now() - began;
  const isDigest = isThin(context, conductor.view()) && !flags.json && !flags.quiet;
  if (isDigest) limitNotices(THIN_NOTICES);
  if (isDigest && opening.length > 0) context.answer(opening.join('\n'));
  const digest = isDigest ? createDigest(context, conductor) : undefined;
  const eta = createEta(conductor);
  const held = new Set(conductor.report().held.map(({ id }) => id));
  let declined: number | undefined;
  return conductLive(context, project, {
    conductor,
    opening: {
      lines: ({ colours }) => opening.map((line, nth) => (nth === 0 ? colours.bold(line) : line)),
      json: openingJson,
    },
    ...(digest !== undefined && { digest }),
    format: (event, tookMs) => {
      const graph = conductor.view();
      noteHeld(held, event, conductor.task);
      const line = formatAutoEvent(event, { words, graph, task: conductor.task, tookMs });
      return line === undefined ? [] : [line];
    },
    live: (running, { columns, colours, rows }) => {
      const graph = conductor.view();
      const { phases, phase: current } = graph;
      const tasks = running.map((one) => describe(one, conductor));
      const [done = '', ...rest] = eta(graph, running, words);
      const facts = [done, words.progress.inTotal(clock(wallMs())), ...rest];
      const scene = { phases, current, running: tasks, held: [...held], facts };
      return autoLines(scene, { words, colours, columns, rows });
    },
    layout: { indent: (effect) => `  ${aboutOf(effect)} ` },
    progress: (progress) => {
      if (progress.kind === 'check') return checkProgress(progress);
      if (progress.kind === 'overtime') return overtimeProgress(progress, words);
      const { effect, task, role, event } = progress;
      const agent = { effect, role, event, ...limitWarning(event, words) };
      return { agent, json: { type: 'agent', data: { effect, task, role, event } } };
    },
    about: aboutOf,
    decide: async ({ asks }) => {
      if (asks === null || applies || (phase !== undefined && phase !== asks)) return false;
      const asked = await askWhileOpen(
        conductor,
        (view) => view.asks === asks,
        (signal) => mayEnter(context, conductor.view(), { phase: asks, signal }),
      );
      if (asked === undefined) return true;
      if (asked.answer) unwrap(await project.auto.allow(asks));
      else if (context.io.signal.aborted) throwFailure('work.cancelled', {});
      else if (mayAsk(context)) declined = asks;
      return asked.answer;
    },
    ending: {
      early: ({ stage }) => ({
        isOver: stage === 'done',
        interrupted: [words.auto.interrupted],
        goOn: words.auto.kept,
      }),
      say: () =>
        endAuto(context, conductor, { wallMs: wallMs(), phase, applies, declined, told: digest?.told ?? null }),
      json: () => ({ ...conductor.report(), wall_seconds: Math.round(wallMs() / 1000) }),
    },
  });
}

/** Nobody looks on but an agent, who pays for every word. */
export function isThin({ io, flags }: Pick<Context, 'io' | 'flags'>, { mode }: Pick<AutoView, 'mode'>): boolean {
  return mode === 'ultra-thin' && !io.stderr.isTTY && !flags.verbose;
}

/** Which tasks a person has to decide about, kept up to date by what happens to them. */
function noteHeld(held: Set<string>, { data }: AutoEvent, task: AutoConductor['task']): void {
  if (!('id' in data) || typeof data.id !== 'string') return;
  const { step, status } = task(data.id) ?? {};
  if (step === 'hold' && status === 'in_progress') held.add(data.id);
  else held.delete(data.id);
}

async function mayEnter(
  context: Context,
  { phases }: AutoView,
  { phase, signal }: { readonly phase: number; readonly signal: AbortSignal },
): Promise<boolean> {
  if (context.flags.yes) return true;
  if (!mayAsk(context)) return false;
  const own = phases.find((one) => one.phase === phase);
  const { total = 0, completed = 0, failed = 0, blocked = 0 } = own ?? {};
  return ask(context.words.auto.nextPhase(phase, total - completed - failed - blocked, blocked), context, signal);
}

function describe(
  { effect, elapsedMs, lastLine, warnings }: RunningEffect,
  { task, redact }: AutoConductor,
): RunningTask {
  const { title = '', attempts = 0 } = task(stepIn(effect).task ?? '') ?? {};
  return { effect, elapsedMs, lastLine, warnings, title: redact(title), attempt: attempts + 1 };
}

/** How often what is left is estimated anew, and how small a part of the time that may take. */
const ESTIMATE_EVERY_MS = 5_000;
const ESTIMATE_PART = 0.02;

type Eta = (graph: AutoView, running: readonly RunningEffect[], words: Context['words']) => string[];

/** Done of all, what is left, what it cost. What costs time with thousands of tasks is not looked at for every frame. */
function createEta({ secondsLeft }: Pick<AutoConductor, 'secondsLeft'>): Eta {
  let estimate = { at: -Infinity, tookMs: 0, secondsLeft: 0 };
  const msLeft = (running: readonly RunningEffect[]): number => {
    const now = performance.now();
    if (now - estimate.at > Math.max(ESTIMATE_EVERY_MS, estimate.tookMs / ESTIMATE_PART)) {
      const left = secondsLeft(workedIn(running));
      estimate = { at: now, tookMs: performance.now() - now, secondsLeft: left };
    }
    return Math.max(0, estimate.secondsLeft * 1000 - (now - estimate.at));
  };
  return (graph, running, words) => {
    const done = graph.phases.reduce((sum, { completed }) => sum + completed, 0);
    const total = graph.phases.reduce((sum, one) => sum + one.total, 0);
    const minutes = () => Math.max(1, Math.ceil(msLeft(running) / 60_000));
    const isKnown = graph.has_measured && graph.stage === 'tasks';
    return [
      words.auto.counts.done(done, total),
      ...(isKnown ? [words.auto.eta(words.auto.briefly(minutes()))] : []),
      ...totalFacts(graph.spent, words),
    ];
  };
}

/** Seconds, by task. What is merged or waited for takes no agent's time. */
function workedIn(running: readonly RunningEffect[]): ReadonlyMap<string, number> {
  return new Map(
    running.flatMap(({ effect, elapsedMs }) => {
      const { task, step } = stepIn(effect);
      return task !== undefined && (step === 'work' || step === 'resolve') ? [[task, elapsedMs / 1000] as const] : [];
    }),
  );
}
