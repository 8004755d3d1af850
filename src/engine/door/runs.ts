import { catchFailure, type Failure, type Holder, type RunWanted, unwrap } from '../../base/failure.ts';
import { ok, type Result } from '../../base/result.ts';
import type { Vcr } from '../../schema/run/consultation.ts';
import type { RunView } from '../../schema/views/run-view.ts';
import type { RerunStep, RunAbilities } from '../../workflows/run/abilities.ts';
import type { RunEvent } from '../../workflows/run/events.ts';
import type { Leaving } from '../clean-run-refs.ts';
import type { OpenRun, ReadableRun } from '../descriptors/run.ts';
import type { RunBase } from '../operations/runs/base.ts';
import type { CleanWish } from '../operations/runs/clean.ts';
import type { Answer, Approving } from '../operations/runs/decide.ts';
import type { StepLogEntry } from '../operations/follow-steps.ts';
import type { FollowingRun } from '../operations/runs/follow.ts';
import type { RunLine } from '../operations/runs/list.ts';
import type { Pending, Question } from '../operations/runs/pending.ts';
import type { Changes, Pack } from '../operations/runs/review.ts';
import type { NewRun } from '../operations/runs/start.ts';
import type { TmuxSession } from '../operations/runs/tmux.ts';
import type { RunProgress } from '../performers/run/job.ts';
import type { Conductor } from './conductor.ts';
import { type DoorContext, within } from './context.ts';
import { type ReviewsApi, reviewsApi } from './reviews.ts';
import { type RunRecordsApi, runRecordsApi } from './run-records.ts';
import type { RunReader } from './run-view.ts';

export type {
  Answer,
  Approving,
  Changes,
  CleanWish,
  FollowingRun,
  Leaving,
  NewRun,
  Pack,
  Pending,
  Question,
  RunEvent,
  RunLine,
  StepLogEntry,
  RunProgress,
};
export type { UnconfirmedAnswer } from '../operations/runs/pending.ts';

/** A decision was recorded. */
export interface Requested {
  readonly id: string;
  /** Who goes on with it; null: nobody does. */
  readonly conductor: Holder | null;
}

export interface RunConductor extends Conductor<RunView, RunEvent, RunProgress> {
  /** Tells a person who is not looking that the run needs them, or is over. */
  notify(bell: () => void): Promise<void>;
  /**
   * `conduct`, and adds to a pack which parts of the work the tests notice: for at most a minute, once it was shown. The
   * run can be approved meanwhile.
   */
  conductWithHunks(signal?: AbortSignal): Promise<Result<RunView, Failure>>;
  /** Opens windows on it in the person's tmux. */
  showInTmux(options: { readonly command: readonly string[] }): Promise<Result<TmuxSession, Failure>>;
}

/** Everything that can be asked for about runs. `id` is `run-…`; `find` gives it for what a person wrote. */
export interface RunsApi extends RunRecordsApi {
  readonly reviews: ReviewsApi;

  find(named: string | undefined, wanted: RunWanted): Promise<Result<string, Failure>>;
  /** Latest first. */
  list(): Promise<RunLine[]>;
  /** Runs that were begun and whose documents cannot be read. */
  unreadable(): Promise<string[]>;
  view(id: string): Promise<Result<RunView, Failure>>;
  /** What can be asked for of it now. */
  abilities(id: string): Promise<Result<RunAbilities, Failure>>;
  /** The questions that wait, of all runs. */
  questions(): Promise<Pending>;
  /** Those that this run waits for: it goes on once all are answered. */
  questionsOf(view: RunView): Promise<Question[]>;
  /** Why nobody can answer this one: it was answered, or never asked. */
  whyNotPending(crp: string, id?: string): Promise<Failure>;
  /** What a person is asked to approve. */
  review(id: string): Promise<Result<Pack, Failure>>;
  changes(id: string, pack: Pack): Promise<Result<Changes, Failure>>;
  summary(id: string): Promise<Result<string, Failure>>;
  /** What the agents of a run did, step by step. */
  logs(id: string, following: FollowingRun): Promise<Result<AsyncGenerator<StepLogEntry, void, void>, Failure>>;
  /** Those whose merged work waits for the person's checkout, the latest first; at least one. */
  undelivered(): Promise<Result<string[], Failure>>;

  start(wanted: NewRun): Promise<Result<RunConductor, Failure>>;
  /** Goes on with one that was stopped, failed or interrupted. */
  resume(id: string): Promise<Result<RunConductor, Failure>>;
  /** Goes on with one that a person decided something about. */
  conduct(id: string): Promise<Result<RunConductor, Failure>>;

  answer(id: string, answer: Answer): Promise<Result<Requested & { readonly vcr: Vcr }, Failure>>;
  /** Exactly this commit. */
  approve(id: string, approved: Approving): Promise<Result<Requested, Failure>>;
  /** With `commit`, only while its pack shows exactly that. */
  reject(id: string, reason: string, commit?: string): Promise<Result<Requested, Failure>>;
  /** Brings merged work that waits into the person's checkout as it is. */
  apply(id: string): Promise<Result<Requested, Failure>>;
  /** Looks what became of published work. */
  sync(id: string): Promise<Result<Requested, Failure>>;
  /** Takes up the base as it is now: the work is merged with it, and proved and judged again. */
  rebase(id: string): Promise<Result<Requested, Failure>>;
  /** The branch that the run began on, then and now. */
  base(id: string): Promise<Result<RunBase, Failure>>;
  /** One step again, and all that follow from it. */
  rerun(id: string, step: RerunStep): Promise<Result<Requested, Failure>>;
  stop(id: string): Promise<Result<Requested, Failure>>;

  removable(named: readonly string[]): Promise<Result<string[], Failure>>;
  clean(wanted: CleanWish): Promise<Result<Leaving[], Failure>>;
}

/** @internal */
export function runsApi({ project, options, operation, histories, states }: DoorContext): RunsApi {
  const decisions = () => import('../operations/runs/decide.ts');

  let runs: RunReader | undefined;
  const reader = async () => (runs ??= new (await import('./run-view.ts')).RunReader(project, await states()));

  async function open(id: string): Promise<OpenRun> {
    const { openRun } = await import('../descriptors/run.ts');
    return openRun(id, await operation());
  }

  /** What a person wrote into its documents counts, where it can be opened; else it is as its log tells. */
  function look<T>(id: string, read: (run: ReadableRun) => T | Promise<T>): Promise<Result<T, Failure>> {
    return catchFailure(async () => {
      const opened = await catchFailure(() => open(id));
      if (!opened.ok && opened.error.code !== 'disk.refused') return unwrap(opened);
      if (opened.ok) return (await import('../conductor/open-workflow.ts')).thenClose(opened.value, read);
      const { openReadable } = await import('../descriptors/run.ts');
      return read(await openReadable((await reader()).state(id), { project, env: options.env }));
    });
  }

  /** Records what a person decided. */
  function request<T>(
    id: string,
    decide: (opened: OpenRun) => Promise<T>,
  ): Promise<Result<Requested & { readonly came: T }, Failure>> {
    return within(
      () => open(id),
      async (opened) => {
        const { findConductor } = await import('../find-conductor.ts');
        const came = await decide(opened);
        return { id, conductor: findConductor(opened.folder), came };
      },
    );
  }

  return {
    ...runRecordsApi({ project, operation, histories }, open),
    reviews: reviewsApi({ project, options, histories }, open),
    find: (named, wanted) =>
      catchFailure(async () => (await import('../operations/runs/list.ts')).findRun(project, named, wanted)),
    list: async () => (await import('../operations/runs/list.ts')).readRuns(project),
    unreadable: async () => (await import('../operations/runs/list.ts')).unreadableRuns(project),
    view: (id) => catchFailure(async () => (await reader()).view(id)),
    abilities: (id) =>
      catchFailure(async () => {
        const { abilitiesOf } = await import('../../workflows/run/abilities.ts');
        return abilitiesOf((await reader()).state(id));
      }),
    questions: async () => (await import('../operations/runs/pending.ts')).pendingQuestions(await operation()),
    questionsOf: async (view) => (await import('../operations/runs/pending.ts')).questionsIn(view),
    whyNotPending: async (crp, id) =>
      (await import('../operations/runs/pending.ts')).whyNotPending(await operation(), crp, id),
    review: async (id) => {
      const { readPack } = await import('../operations/runs/review.ts');
      return look(id, readPack);
    },
    changes: async (id, pack) => {
      const { readChanges } = await import('../operations/runs/review.ts');
      return look(id, (run) => readChanges(run, pack));
    },
    summary: async (id) => {
      const { readSummary } = await import('../operations/runs/review.ts');
      return look(id, readSummary);
    },
    logs: (id, following) =>
      catchFailure(async () => {
        const { followRun } = await import('../operations/runs/follow.ts');
        return followRun(id, { project, env: options.env }, following);
      }),
    undelivered: () =>
      catchFailure(async () => (await import('../operations/runs/pending.ts')).undeliveredRuns(await operation())),

    start: (wanted) =>
      catchFailure(async () => {
        const { startRun } = await import('../operations/runs/start.ts');
        return conductorOf(await startRun(wanted, await operation()));
      }),
    resume: (id) =>
      catchFailure(async () => {
        const { resumeRun } = await decisions();
        const { closeOnFailure } = await import('../conductor/open-workflow.ts');
        const opened = await open(id);
        await closeOnFailure(opened, resumeRun);
        return conductorOf(opened);
      }),
    conduct: (id) => catchFailure(async () => conductorOf(await open(id))),

    answer: async (id, answer) => {
      const { answerQuestion } = await decisions();
      const answered = await request(id, (opened) => answerQuestion(opened, answer));
      if (!answered.ok) return answered;
      const { came: vcr, ...requested } = answered.value;
      return ok({ ...requested, vcr });
    },
    approve: async (id, approved) => {
      const { approveRun } = await decisions();
      return request(id, (opened) => approveRun(opened, approved));
    },
    reject: async (id, reason, commit) => {
      const { rejectRun } = await decisions();
      return request(id, (opened) => rejectRun(opened, reason, commit));
    },
    apply: async (id) => request(id, (await decisions()).applyRun),
    sync: async (id) => request(id, (await decisions()).syncRun),
    rebase: async (id) => request(id, (await decisions()).rebaseRun),
    base: (id) =>
      catchFailure(async () => {
        const { readBase } = await import('../operations/runs/base.ts');
        const { unrecordedGit } = await import('../ask-program.ts');
        const { openRepository } = await import('../../git/repository.ts');
        const run = (await reader()).state(id);
        const { branch, commit } = run.base;
        if (branch === null) return { branch, commit, now: commit, new_commits: 0 };
        const git = unrecordedGit(options.env);
        return readBase({ git, repository: unwrap(await openRepository(git, project.root)), run });
      }),
    rerun: async (id, step) => {
      const { rerunRun } = await decisions();
      return request(id, (opened) => rerunRun(opened, step));
    },
    stop: async (id) => request(id, (await decisions()).stopRun),

    removable: (named) =>
      catchFailure(async () => (await import('../operations/runs/clean.ts')).removableRuns(await operation(), named)),
    clean: (wanted) =>
      catchFailure(async () => (await import('../operations/runs/clean.ts')).cleanRuns(await operation(), wanted)),
  };
}

const OVER: ReadonlySet<RunView['step']> = new Set(['completed', 'failed', 'stopped']);

async function conductorOf(open: OpenRun): Promise<RunConductor> {
  const { createConductor } = await import('./conductor.ts');
  const { toRunView } = await import('./run-view.ts');
  const conductor = createConductor({
    ...open,
    view: () => toRunView(open.state(), open.folder),
    isOver: ({ step }) => OVER.has(step),
    redact: open.services.redact,
  });
  return {
    ...conductor,
    conductWithHunks: (signal = new AbortController().signal) =>
      catchFailure(async () => {
        await open.conductWithHunks(signal);
        return conductor.view();
      }),
    notify: async (bell) => (await import('../operations/runs/notify.ts')).notifyRun(open, bell),
    showInTmux: (options) =>
      catchFailure(async () => (await import('../operations/runs/tmux.ts')).watchInTmux(open, options)),
  };
}
