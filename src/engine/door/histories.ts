import fs from 'node:fs';
import { auto } from '../../workflows/auto/auto.ts';
import type { WorkflowEvent } from '../../schema/workflow.ts';
import { run } from '../../workflows/run/run.ts';
import { sessionIn } from '../../workflows/session/session.ts';
import { type AutoHistory, foldAttempts } from '../operations/auto/attempts.ts';
import { type CostLine, foldCosts, sumCosts } from '../operations/costs.ts';
import { type Fold, LogHistory } from '../operations/log-history.ts';
import { foldRounds, type RecordedRound } from '../operations/runs/rounds.ts';
import { foldStages, type RunStage } from '../operations/runs/stages.ts';
import { foldSessionSteps, type SessionStep } from '../operations/sessions/steps.ts';
import type { Project } from '../project.ts';
import { findLogs, logOf, type ProjectLog } from './logs.ts';

interface WithCosts {
  readonly costs: ReadonlyMap<string, CostLine>;
}

interface RunHistory extends WithCosts {
  readonly stages: readonly RunStage[];
  readonly rounds: readonly RecordedRound[];
}

interface SessionHistory extends WithCosts {
  readonly steps: readonly SessionStep[];
}

interface History<View> {
  look(): Promise<View>;
}

/** What the logs of a project tell of the past; each line is read once, however often it is asked for. */
export class Histories {
  readonly #project: Project;
  readonly #runs = new Map<string, History<RunHistory>>();
  readonly #sessions = new Map<string, History<SessionHistory>>();
  #auto: History<AutoHistory & WithCosts> | undefined;

  constructor(project: Project) {
    this.#project = project;
  }

  async run(id: string): Promise<RunHistory> {
    const known = this.#runs.get(id) ?? runHistory(logOf(this.#project, { workflow: 'run', id }).path);
    this.#runs.set(id, known);
    return known.look();
  }

  async session(hash: string): Promise<SessionHistory> {
    const known =
      this.#sessions.get(hash) ?? sessionHistory(logOf(this.#project, { workflow: 'session', id: hash }).path);
    this.#sessions.set(hash, known);
    return known.look();
  }

  async auto(): Promise<AutoHistory & WithCosts> {
    this.#auto ??= autoHistory(logOf(this.#project, { workflow: 'auto', id: 'auto' }).path);
    return this.#auto.look();
  }

  /** From one day to another (`2026-01-31`, both included). */
  async costs(days: { readonly from: string; readonly to: string }): Promise<CostLine[]> {
    const logs = findLogs(this.#project);
    for (const known of [this.#runs, this.#sessions])
      for (const id of known.keys()) if (!logs.some((log) => log.id === id)) known.delete(id);
    // What was last written before the first day says nothing of it.
    const touched = logs.filter(({ path }) => fs.statSync(path).mtime.toISOString().slice(0, 10) >= days.from);
    return sumCosts(await Promise.all(touched.map((log) => this.#costsIn(log))), days);
  }

  async #costsIn({ workflow, id }: ProjectLog): Promise<WithCosts['costs']> {
    if (workflow === 'run') return (await this.run(id)).costs;
    if (workflow === 'auto') return (await this.auto()).costs;
    return (await this.session(id)).costs;
  }
}

function runHistory(log: string): History<RunHistory> {
  return new LogHistory(log, run, () => {
    const [stages, rounds, costs] = [foldStages(), foldRounds(), foldCosts('run')];
    return together([stages, rounds, costs], () => ({ stages: stages.view, rounds: rounds.view, costs: costs.view }));
  });
}

function autoHistory(log: string): History<AutoHistory & WithCosts> {
  return new LogHistory(log, auto, () => {
    const [attempts, costs] = [foldAttempts(), foldCosts('auto')];
    return together([attempts, costs], () => ({ ...attempts.view, costs: costs.view }));
  });
}

function sessionHistory(log: string): History<SessionHistory> {
  return new LogHistory(log, sessionIn({ path: '', name: '', hash: '' }), () => {
    const [steps, costs] = [foldSessionSteps(), foldCosts('session')];
    return together([steps, costs], () => ({ steps: steps.view, costs: costs.view }));
  });
}

function together<State, Event extends WorkflowEvent, View>(
  folds: readonly Pick<Fold<State, Event, unknown>, 'hear'>[],
  view: () => View,
): Fold<State, Event, View> {
  return {
    hear: (replayed) => folds.forEach((fold) => fold.hear(replayed)),
    get view() {
      return view();
    },
  };
}
