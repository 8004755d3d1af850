import { unwrap } from '../../base/failure.ts';
import type { ProjectApi } from '../../engine/door/open-project.ts';
import type { Requested, RunConductor, RunProgress } from '../../engine/door/runs.ts';
import type { Catalogue } from '../../i18n/catalogue.ts';
import type { RunView } from '../../schema/views/run-view.ts';
import { settleQuestion } from '../ask-question.ts';
import type { Context } from '../context.ts';
import { exit, type ExitCode } from '../exit.ts';
import { refusalOf } from '../../engine/door/endings.ts';
import { visible } from '../terminal/visible.ts';
import { wrap } from '../terminal/width.ts';
import { limitWarning } from './limit-warning.ts';
import { checkProgress, conductLive } from './live-view.ts';
import { endRun, showReady } from './run-ending.ts';
import { formatRunEvent, stepIn } from './run-events.ts';
import { sceneLines } from './scene.ts';
import { runScene } from './run-scene.ts';

/** What else is decided where a run waits for a person; whether it goes on after that. */
type DecideHere = (view: RunView) => Promise<boolean>;

/** Conducts a run before the person's eyes, and says how it ended. */
export function conductRun(
  context: Context,
  project: ProjectApi,
  { conductor, decideHere }: { readonly conductor: RunConductor; readonly decideHere?: DecideHere },
): Promise<ExitCode> {
  const { words, io } = context;
  const { run_id, base, iteration, max_iterations } = conductor.view();
  const where = base.branch === null ? null : `${base.branch} (${base.commit.slice(0, 12)})`;
  const notified: Promise<void>[] = [];
  const notify = () => void notified.push(conductor.notify(() => io.stderr.isTTY && io.stderr.write('\u0007')));
  let isShown = false;
  const began = performance.now();
  return conductLive(context, project, {
    conductor: {
      ...conductor,
      conduct: (signal) => (isShown ? conductor.conductWithHunks(signal) : conductor.conduct(signal)),
    },
    opening: {
      lines: ({ columns, colours }) => wrap(visible(words.runScreen.begins(run_id, where)), columns).map(colours.bold),
      json: { run_id, folder: conductor.folder, base, iteration, max_iterations },
    },
    format: (event, tookMs) => {
      const line = formatRunEvent(event, { words, run: conductor.view(), tookMs });
      return line === undefined ? [] : [line];
    },
    formatStart: (effect) => {
      const { iteration: round, max_iterations: most } = conductor.view();
      return { icon: '·', about: stepIn(effect), facts: [words.runScreen.round(round, most)], weight: 'info' };
    },
    live: (running, { columns, colours, rows }) =>
      sceneLines(runScene(conductor.view(), running, { words, elapsedMs: performance.now() - began }), {
        words,
        columns,
        colours,
        rows,
      }),
    endsAll: ({ type }) => type === 'stop_requested',
    progress: (progress) =>
      progress.kind === 'check' ? checkProgress(progress) : { agent: agentIn(progress, words), json: jsonOf(progress) },
    about: stepIn,
    decide: async ({ step }) => {
      const isSettled = step === 'waiting' && (await settleQuestion(context, project, { conductor, onAsk: notify }));
      if (isSettled || ((await decideHere?.(conductor.view())) ?? false)) return true;
      // Who was asked here has seen it.
      const isUnseen = decideHere === undefined && !isShown;
      const isNew = step === 'ready_for_merge' && refusalOf(conductor.view()) === undefined && isUnseen;
      if (isNew) await showReady(context, project, conductor.view());
      if (isNew) notify();
      isShown ||= isNew;
      return isNew;
    },
    settle: async (conducted) => {
      const { step } = conductor.view();
      const isTold = step === 'waiting' || (isShown && step === 'ready_for_merge');
      if (conducted.ok && !io.signal.aborted && !isTold) notify();
      await Promise.all(notified);
    },
    ending: {
      early: ({ step }) => ({
        isOver: step === 'completed' || step === 'ready_for_merge' || step === 'undelivered',
        interrupted: words.runScreen.interrupted(run_id),
        goOn: words.runScreen.goOn(run_id),
      }),
      say: (view) => (isShown && view.step === 'ready_for_merge' ? exit.waiting : endRun(context, project, view)),
      json: ({ step }) => ({ run_id, step }),
    },
  });
}

/** Goes on right here with a run that a person decided something about, unless somebody conducts it elsewhere. */
export async function goOnWithRun(
  context: Context,
  project: ProjectApi,
  { requested, goesOn }: { readonly requested: Requested; readonly goesOn: (run: string, pid: number) => string },
): Promise<ExitCode> {
  const { id, conductor } = requested;
  if (conductor === null) return conductRun(context, project, { conductor: unwrap(await project.runs.conduct(id)) });
  context.tell(goesOn(id, conductor.pid));
  return exit.done;
}

type RoleProgress = Exclude<RunProgress, { kind: 'check' }>;

function agentIn(progress: RoleProgress, words: Catalogue) {
  const { role } = progress;
  if (progress.kind === 'overtime')
    return { role, warning: words.runScreen.overtime(role, words.runDocuments.duration(progress.afterMs)) };
  const { event } = progress;
  return { role, event, ...limitWarning(event, words) };
}

function jsonOf(progress: RoleProgress) {
  const { role } = progress;
  return progress.kind === 'overtime'
    ? { type: 'overtime', data: { role, after_ms: progress.afterMs } }
    : { type: 'agent', data: { role, event: progress.event } };
}
