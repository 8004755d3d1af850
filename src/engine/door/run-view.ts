import fs from 'node:fs';
import path from 'node:path';
import { throwFailure, unwrap } from '../../base/failure.ts';
import type { RunView } from '../../schema/views/run-view.ts';
import { pendingIn } from '../../workflows/run/consultation.ts';
import { phaseOf } from '../../workflows/run/moves.ts';
import type { Run } from '../../workflows/run/run-state.ts';
import { agentOf } from '../../workflows/run/show.ts';
import type { Project } from '../project.ts';
import { readDocument } from '../read-document.ts';
import { runBranch } from '../repository-names.ts';
import { logOf, type LogStates, type ProjectLog } from './logs.ts';
import { toProposalView } from './proposal-view.ts';

/** Runs as their logs have them now. Reads only. */
export class RunReader {
  readonly #project: Project;
  readonly #states: LogStates;

  constructor(project: Project, states: LogStates) {
    this.#project = project;
    this.#states = states;
  }

  state(id: string): Run {
    const log = this.#log(id);
    const state = fs.existsSync(log.path) ? unwrap(this.#states.of(log).look()) : undefined;
    return state?.kind === 'run' ? state : throwFailure('run.none', { wanted: 'any' });
  }

  view(id: string): RunView {
    return toRunView(this.state(id), this.#log(id).folder);
  }

  #log(id: string): ProjectLog {
    return logOf(this.#project, { workflow: 'run', id });
  }
}

/** What faces see of a run; `folder` is where its documents lie. */
export function toRunView(run: Run, folder: string): RunView {
  const { run_id, step, base, consultations, agents } = run;
  const pending = step.at === 'waiting' ? pendingIn(consultations) : [];
  return {
    run_id,
    folder,
    phase: phaseOf(step),
    step: step.at,
    iteration: run.iteration,
    max_iterations: run.max_iterations,
    repeats: run.repeats,
    base: { ...base },
    branch: base.branch === null ? null : runBranch({ root: path.resolve(folder, '../../..') }, run_id),
    work: run.work === null ? null : { ...run.work },
    tests: testsIn(folder),
    question: pending[0] ?? null,
    questions: pending,
    consultations: consultations.map(({ crp, vcr, by_precedent }) => ({ crp, vcr, by_precedent })),
    refusal: step.at === 'ready_for_merge' ? step.refusal : null,
    undelivered: step.at === 'undelivered' ? { why: step.why, detail: step.detail } : null,
    pull_request: toProposalView(run.proposal),
    merge: step.at === 'completed' || step.at === 'undelivered' ? step.merge : null,
    failure: step.at === 'failed' ? failureOf(run, step) : null,
    agents: agentsOf(agents),
    running: run.in_flight === null ? [] : [run.in_flight],
    spent: structuredClone(run.spent),
    started_at: run.started_at,
    updated_at: run.updated_at,
  };
}

function failureOf({ agents }: Run, { error, before }: Extract<Run['step'], { at: 'failed' }>): RunView['failure'] {
  const last = Object.values(agents).find(({ status }) => status === 'failed' || status === 'timeout');
  return { error, step: before.at, reason: last?.error ?? error };
}

function agentsOf({ refiner, builder, verifier, gatekeeper }: Run['agents']): RunView['agents'] {
  return {
    refiner: agentOf(refiner),
    builder: agentOf(builder),
    verifier: agentOf(verifier),
    gatekeeper: agentOf(gatekeeper),
  };
}

function testsIn(folder: string): RunView['tests'] {
  const read = readDocument({ path: path.join(folder, 'verifier/results.json'), name: 'results' });
  if (!read.ok) return null;
  const { total, passed, failed, skipped, coverage, executed_at } = read.value;
  return { total, passed, failed, skipped, coverage, executed_at };
}
