import path from 'node:path';
import { catchFailure, type Failure, throwFailure, unwrap } from '../../base/failure.ts';
import { redactor } from '../../base/redact.ts';
import type { Result } from '../../base/result.ts';
import type { PlanChanges } from '../../plans/compare-plans.ts';
import type { AutoView, GraphView, TaskView } from '../../schema/views/auto-view.ts';
import type { AutoEvent } from '../../workflows/auto/events.ts';
import type { Graph } from '../../workflows/auto/graph-state.ts';
import type { OpenAuto } from '../descriptors/auto.ts';
import type { AutoConducting } from '../descriptors/conduct-auto.ts';
import type { AutoOptions } from '../operations/auto/beginning.ts';
import type { AutoAttempt, AutoHistory } from '../operations/auto/attempts.ts';
import type { TaskVerdict, Verdict } from '../operations/auto/decide.ts';
import type { TaskDetails } from '../operations/auto/task.ts';
import type { ComparedText, ComparedTrees } from '../operations/compare-trees.ts';
import type { FollowingAuto } from '../operations/auto/follow.ts';
import type { AutoForecast } from '../operations/auto/foresee.ts';
import type { Imported, Importing } from '../operations/auto/import.ts';
import type { DrivenOptions, ProtocolLine } from '../operations/auto/protocol.ts';
import type { AutoReport } from '../operations/auto/report.ts';
import type { AutoStanding, AutoWait } from '../operations/auto/status.ts';
import type { StepLogEntry } from '../operations/follow-steps.ts';
import type { AutoProgress } from '../performers/auto/job.ts';
import type { Conductor } from './conductor.ts';
import { type DoorContext, within } from './context.ts';
import type { Requested } from './runs.ts';

export type {
  AutoAttempt,
  AutoEvent,
  AutoForecast,
  AutoOptions,
  AutoProgress,
  AutoReport,
  AutoStanding,
  DrivenOptions,
  PlanChanges,
  ProtocolLine,
  TaskVerdict,
  Verdict,
};
export type { PhaseProgress } from '../operations/auto/phase-progress.ts';

export interface AutoConductor extends Conductor<AutoView, AutoEvent, AutoProgress> {
  /** As it is now. */
  readonly task: (id: string) => TaskView | undefined;
  readonly report: () => AutoReport;
  /** Tasks that somebody wrote into TASKS.md since it was read. */
  readonly newTasks: () => Promise<readonly string[]>;
  /** Where the work of failed tasks is; of those that left some. */
  readonly keptBranches: () => Promise<readonly string[]>;
  /** How long it will take from now, if all goes well; `worked`: seconds that agents are at tasks already. */
  readonly secondsLeft: (worked: ReadonlyMap<string, number>) => number;
}

export interface NewAuto extends Omit<AutoOptions, 'shares'> {
  /** How many attempts are begun at most. */
  readonly iterations?: number | undefined;
}

export interface StartedAuto {
  readonly conductor: AutoConductor;
  /** What is another in TASKS.md since the last start; null when nothing is, or there was none. */
  readonly changes: PlanChanges | null;
  readonly isNew: boolean;
}

/** Everything that can be asked for about the task graph. */
export interface AutoApi {
  /** Whether something was begun here, so that asking for it begins nothing. */
  exists(): Promise<Result<void, Failure>>;
  status(): Promise<Result<AutoStanding, Failure>>;
  /** With all its tasks; what was read for one look is not read again for the next. */
  graph(): Promise<Result<GraphView, Failure>>;
  /** Every step that was begun, oldest first. */
  history(): Promise<Result<AutoHistory, Failure>>;
  /** Providers that agents wait for now. */
  waits(): Promise<Result<readonly AutoWait[], Failure>>;
  /** Everything about one task. */
  task(id: string): Promise<Result<TaskDetails, Failure>>;
  /** What a task changed. */
  compareTask(id: string): Promise<Result<ComparedTrees, Failure>>;
  compareTaskFile(
    id: string,
    wanted: { readonly path: string; readonly context: number },
  ): Promise<Result<ComparedText, Failure>>;
  /** What would happen. Writes nothing. */
  forecast(options: Pick<AutoOptions, 'mode' | 'tasks' | 'parallel' | 'phase'>): Promise<Result<AutoForecast, Failure>>;
  /** What agents did, step by step. */
  logs(following: FollowingAuto): Promise<Result<AsyncGenerator<StepLogEntry, void, void>, Failure>>;
  /** Whether finished phases wait for the person's checkout. */
  isLeftAlone(): Promise<boolean>;

  /** Begins with TASKS.md, or goes on with it. */
  start(wanted: NewAuto): Promise<Result<StartedAuto, Failure>>;
  /** Brings finished phases into the person's checkout; conducting does nothing else. */
  apply(): Promise<Result<AutoConductor, Failure>>;
  /** Takes up the base as it is now, so that finished phases can be delivered; conducting does nothing else. */
  rebase(): Promise<Result<AutoConductor, Failure>>;
  /** Looks what became of published phases, and does what follows from it. */
  sync(): Promise<Result<AutoConductor, Failure>>;

  /** For agents that drive a graph themselves: what comes next. */
  next(driven: DrivenOptions): Promise<Result<ProtocolLine, Failure>>;
  /** For them: carries out one task. */
  execute(task: string, driven: DrivenOptions): Promise<Result<ProtocolLine, Failure>>;

  /** What a person says of tasks; gives those that can begin because of it. */
  mark(verdict: TaskVerdict): Promise<Result<{ readonly ready: readonly string[] }, Failure>>;
  allow(phase: number): Promise<Result<void, Failure>>;
  stop(): Promise<Result<Requested, Failure>>;
  /** Makes a list of tasks of another program's. */
  import(importing: Importing): Promise<Result<Imported, Failure>>;
}

/** @internal */
export function autoApi({ project, options, operation, histories, states }: DoorContext): AutoApi {
  const reading = { project, env: options.env };
  const readingAll = async () => ({ ...reading, history: await (await histories()).auto() });

  async function open(): Promise<OpenAuto> {
    const { openAuto } = await import('../descriptors/auto.ts');
    return openAuto(await operation());
  }

  return {
    graph: () =>
      catchFailure(async () => {
        const { logOf } = await import('./logs.ts');
        const { toGraphView } = await import('./auto-view.ts');
        const state = unwrap((await states()).of(logOf(project, { workflow: 'auto', id: 'auto' })).look());
        return state?.kind === 'graph' ? toGraphView(state) : throwFailure('auto.none', { project: project.root });
      }),
    history: () =>
      catchFailure(async () => {
        const { requireAuto } = await import('../operations/auto/read-graph.ts');
        requireAuto(reading);
        const { attempts, held, merged, seq } = await (await histories()).auto();
        return {
          attempts: attempts.map((attempt) => ({ ...attempt })),
          held: held.map((wait) => ({ ...wait })),
          merged: new Map(merged),
          seq,
        };
      }),
    waits: () => catchFailure(async () => (await import('../operations/auto/status.ts')).readAutoWaits(reading)),
    task: (id) =>
      catchFailure(async () => {
        const { words } = await operation();
        return (await import('../operations/auto/task.ts')).readTask(id, await readingAll(), words);
      }),
    compareTask: (id) =>
      catchFailure(async () => (await import('../operations/auto/task.ts')).compareTask(id, await readingAll())),
    compareTaskFile: (id, wanted) =>
      catchFailure(async () =>
        (await import('../operations/auto/task.ts')).compareTaskFile(id, await readingAll(), wanted),
      ),
    exists: () => catchFailure(async () => (await import('../operations/auto/read-graph.ts')).requireAuto(reading)),
    status: () => catchFailure(async () => (await import('../operations/auto/status.ts')).readAuto(reading)),
    forecast: (wanted) =>
      catchFailure(async () => (await import('../operations/auto/foresee.ts')).foreseeAuto(wanted, reading)),
    logs: (following) =>
      catchFailure(async () => (await import('../operations/auto/follow.ts')).followAuto(reading, following)),
    isLeftAlone: async () => (await import('../operations/auto/decide.ts')).isAutoLeftAlone(reading),

    start: ({ iterations, ...wanted }) =>
      catchFailure(async () => {
        const { startAuto } = await import('../operations/auto/start.ts');
        const { open: opened, plan, changes, isNew } = await startAuto(wanted, await operation());
        const conductor = await conductorOf(opened, { plan, phase: wanted.phase, iterations });
        return { conductor, changes, isNew };
      }),
    apply: () =>
      catchFailure(async () => {
        const { applyAuto, isDelivery } = await import('../operations/auto/decide.ts');
        const { open: opened, plan } = await applyAuto(await operation());
        return conductorOf(opened, { plan, isMine: isDelivery });
      }),
    rebase: () =>
      catchFailure(async () => {
        const { isRebase, rebaseAuto } = await import('../operations/auto/decide.ts');
        const { open: opened, plan } = await rebaseAuto(await operation());
        return conductorOf(opened, { plan, isMine: isRebase });
      }),
    sync: () =>
      catchFailure(async () => {
        const { isAboutPublished, syncAuto } = await import('../operations/auto/decide.ts');
        const { open: opened, plan } = await syncAuto(await operation());
        return conductorOf(opened, { plan, isMine: isAboutPublished });
      }),

    next: (driven) =>
      catchFailure(async () => (await import('../operations/auto/protocol.ts')).nextStep(await operation(), driven)),
    execute: (task, driven) =>
      catchFailure(async () => {
        const { carryOutTask } = await import('../operations/auto/protocol.ts');
        return carryOutTask(task, await operation(), driven);
      }),

    mark: async (given) => {
      const { judgeTasks } = await import('../operations/auto/decide.ts');
      return within(open, async (opened) => {
        const { state } = opened.store;
        const before = new Set(state.kind === 'graph' ? state.ready : []);
        await judgeTasks(opened, given);
        const graph = opened.store.state;
        const ready = graph.kind === 'graph' ? readyIn(graph) : [];
        return { ready: ready.filter((id) => !before.has(id) && !given.tasks.includes(id)) };
      });
    },
    allow: async (phase) => {
      const { allowPhase } = await import('../operations/auto/decide.ts');
      return within(open, (opened) => allowPhase(opened, phase));
    },
    stop: async () => {
      const { stopAuto } = await import('../operations/auto/decide.ts');
      const { findConductor } = await import('../find-conductor.ts');
      return within(open, async (opened) => {
        const conductor = findConductor(path.dirname(opened.paths.log), path.basename(opened.paths.log));
        await stopAuto(opened);
        return { id: 'auto', conductor };
      });
    },
    import: (importing) =>
      catchFailure(async () => (await import('../operations/auto/import.ts')).importTasks(importing)),
  };
}

function readyIn({ order, tasks }: Graph): string[] {
  return order.filter((id) => tasks[id]?.status === 'ready');
}

async function conductorOf(open: OpenAuto, conducting: Omit<AutoConducting, 'signal'>): Promise<AutoConductor> {
  const { createConductor } = await import('./conductor.ts');
  const { autoView, taskView } = await import('./auto-view.ts');
  const { conductAuto } = await import('../descriptors/conduct-auto.ts');
  const { secondsLeft } = await import('../operations/auto/foresee.ts');
  const { notifyWhileConducting } = await import('../operations/auto/notify.ts');
  const { reportOf } = await import('../operations/auto/report.ts');
  const { store, shared, limits, paths } = open;
  const graph = () => {
    if (store.state.kind === 'unplanned') throw new Error('no task graph was begun here');
    return store.state;
  };
  // The webhook of the state file is a secret like those of the environment.
  const { slack_webhook_url: url } = limits();
  const mask = redactor(url === null ? [] : [url]);
  const told = notifyWhileConducting(open);
  return {
    ...createConductor({
      ...open,
      id: 'auto',
      folder: path.dirname(paths.log),
      view: () => autoView(graph()),
      isOver: ({ stage, is_stopped }) => stage === 'done' || is_stopped,
      conduct: (signal) => conductAuto(open, { ...conducting, signal }),
      redact: (text) => mask(shared.services.redact(text)),
      close: async () => {
        const closed = await open.close();
        await told.stop();
        return closed;
      },
    }),
    task: (id) => {
      const task = graph().tasks[id];
      return task === undefined ? undefined : taskView(id, task);
    },
    report: () => reportOf(graph()),
    newTasks: async () => {
      const { changesSince, readAutoPlan } = await import('../operations/auto/plan.ts');
      const { plan } = graph();
      const now = await catchFailure(async () => readAutoPlan(open.context.project, { before: plan }));
      return now.ok ? (changesSince(graph(), now.value)?.added ?? []) : [];
    },
    keptBranches: async () => {
      const failed = reportOf(graph()).failed.map(({ id }) => id);
      if (failed.length === 0) return [];
      const { listBranches, openRepository } = await import('../../git/repository.ts');
      const { taskBranch } = await import('../repository-names.ts');
      const { git, project } = shared.services;
      const repository = unwrap(await openRepository(git, project.root));
      const { trunk } = graph();
      const all = await listBranches(git, repository);
      const empty = trunk === null ? undefined : await listBranches(git, repository, { within: trunk.commit });
      return failed
        .map((id) => taskBranch(project, id))
        .filter((branch) => all.has(branch) && empty?.has(branch) !== true);
    },
    secondsLeft: (worked) => secondsLeft(open, graph(), worked),
  };
}
