import fs from 'node:fs';
import path from 'node:path';
import { systemClock } from '../../../base/clock.ts';
import { fail, type Failure } from '../../../base/failure.ts';
import { ok, type Result } from '../../../base/result.ts';
import { type AutoContext, autoPaths, type OpenAuto, openAuto } from '../../descriptors/auto.ts';
import { type Beginning, eventsFor } from './beginning.ts';
import { changesSince, readAutoPlan } from './plan.ts';
import { readGraph } from './read-graph.ts';
import { doneBefore, openDespiteAll } from './rebuild.ts';
import { requireBranches } from './require-branches.ts';
import { requirePhase } from './require-phase.ts';
import { initProject } from '../init.ts';
import type { AutoPlan } from '../../performers/auto/job.ts';
import { type Base, preflightRepository } from '../../preflight.ts';
import { noneTaken, notConducted, ownRepository } from '../../task-locks.ts';
import { realDisk } from '../../../files/disk.ts';
import type { PlanChanges } from '../../../plans/compare-plans.ts';
import { placeOf } from '../../../schema/places.ts';
import { loadRunOptions, saveRunOptions } from '../../../store/run-options.ts';
import { auto } from '../../../workflows/auto/auto.ts';
import type { AutoState, Graph } from '../../../workflows/auto/graph-state.ts';

export interface AutoOptions {
  readonly mode?: Graph['mode'] | undefined;
  /** `--tasks` */
  readonly tasks?: string | undefined;
  readonly base?: string | undefined;
  readonly parallel?: number | undefined;
  readonly retryLimit?: number | undefined;
  /** `--resume`: only what was begun before. */
  readonly resumes?: boolean;
  /** Others carry out tasks of it at the same time: nobody owns it. */
  readonly shares?: boolean;
  /** `--rebuild-state`: what is known of it is found out anew. */
  readonly rebuilds?: boolean;
  /** `--phase`: the one to be entered. */
  readonly phase?: number | undefined;
}

export interface AutoStarted {
  readonly open: OpenAuto;
  readonly plan: AutoPlan;
  /** What is another in TASKS.md since the last start; null when nothing is, or there was none. */
  readonly changes: PlanChanges | null;
  readonly isNew: boolean;
}

/**
 * Begins with a task graph or goes on with it: everything that could stop it is looked at first, while the person is
 * still there. The caller conducts and closes.
 */
export async function startAuto(options: AutoOptions, given: AutoContext): Promise<Result<AutoStarted, Failure>> {
  const effect = given.env['ORCHESTRAL_EFFECT'];
  if (effect !== undefined) return fail('run.inside_agent', { effect });
  const place = autoPaths(given);
  if (!place.ok) return place;
  const { own, log } = place.value;
  const wasBegun = fs.existsSync(log);
  const plan = wasBegun ? ok(undefined) : planToBegin(options, given);
  if (!plan.ok) return plan;
  // What it was begun with holds until another is named.
  const before = wasBegun ? loadRunOptions(own, 'auto') : {};
  const tools = { ...given, options: { ...before, ...given.options } };
  // The person may be on another branch by now, or on none.
  const known = readGraph(tools);
  const base = options.base ?? known?.base?.branch;
  const ground = await preflightRepository(tools, { roles: ['task-executor'], base });
  if (!ground.ok) return ground;
  const free = await requireBranches(tools, { base: ground.value, before: known });
  if (!free.ok) return free;
  const beginning = { options, base: ground.value, plan: plan.value };
  const enterable = couldEnter(tools, beginning);
  if (!enterable.ok) return enterable;
  const begun = initProject(tools.project, { only: '.claude' });
  if (!begun.ok) return begun;
  const open = options.rebuilds === true ? await openDespiteAll(tools) : await openAuto(tools);
  if (!open.ok) return open;
  const started = await begin(open.value, beginning);
  if (!started.ok) await open.value.close();
  return started;
}

interface Start {
  readonly options: AutoOptions;
  readonly base: Base;
  /** Undefined: it was begun before, and only whoever opens it knows with which. */
  readonly plan: AutoPlan | undefined;
}

/** A list of tasks that cannot be worked on leaves nothing behind. */
function planToBegin({ tasks, resumes }: AutoOptions, { project }: AutoContext): Result<AutoPlan, Failure> {
  const isDocumented = fs.existsSync(path.join(project.root, placeOf('auto-state')));
  if (resumes === true && !isDocumented) return fail('auto.none', { project: project.root });
  return readAutoPlan(project, { named: tasks, before: null });
}

/** Of what was begun, only whoever opens it knows: people may have changed it by hand. */
function couldEnter(tools: AutoContext, { options, base, plan }: Start): Result<void, Failure> {
  if (plan === undefined) return ok();
  return mayEnter(readGraph(tools) ?? auto.begin(), { plan, base, options, name: nameOf(tools), done: null });
}

/** `--phase`, in the graph as it will be. */
function mayEnter(state: AutoState, beginning: Beginning): Result<void, Failure> {
  const { phase } = beginning.options;
  if (phase === undefined) return ok();
  const events = eventsFor(state, beginning);
  if (!events.ok) return events;
  const at = systemClock.now().toISOString();
  const after = events.value.reduce((graph, event) => auto.apply(graph, event, at), structuredClone(state));
  return after.kind === 'graph' ? requirePhase(after, phase) : ok();
}

async function begin(open: OpenAuto, { options, base, plan: read }: Start): Promise<Result<AutoStarted, Failure>> {
  const { store, context } = open;
  const owned = options.shares === true ? notConducted(open) : await ownAlone(open);
  if (!owned.ok) return owned;
  const before = store.state;
  if (options.resumes === true && before.kind === 'unplanned')
    return fail('auto.none', { project: context.project.root });
  const known = before.kind === 'graph' ? before.plan : null;
  // Somebody else may have begun with another one meanwhile.
  const isRead = read !== undefined && (known === null || options.tasks !== undefined);
  const plan = isRead ? ok(read) : readAutoPlan(context.project, { named: options.tasks, before: known });
  if (!plan.ok) return plan;
  const changes = before.kind === 'graph' ? changesSince(before, plan.value) : null;
  const isNew = before.kind === 'unplanned';
  // Without a log, git knows what is done: that is not done again.
  const looksBack = options.rebuilds === true || isNew;
  const done = looksBack ? await doneBefore(open, { base, plan: plan.value }) : ok(null);
  if (!done.ok) return done;
  const beginning = { plan: plan.value, base, options, name: nameOf(context), done: done.value };
  const enterable = mayEnter(before, beginning);
  if (!enterable.ok) return enterable;
  const wished = saveRunOptions(open.paths.own, 'auto', { disk: realDisk, value: context.options });
  if (!wished.ok) return wished;
  const recorded = await store.commit((state) => eventsFor(state, beginning));
  if (!recorded.ok) return recorded;
  const limits = open.limits();
  const wanted = {
    ...limits,
    ...(options.parallel !== undefined && { max_parallel: options.parallel }),
    ...(options.retryLimit !== undefined && { retry_limit: options.retryLimit }),
  };
  if (options.parallel !== undefined || options.retryLimit !== undefined)
    store.setInputs('auto-state', { config: wanted });
  return ok({ open, plan: plan.value, changes, isNew });
}

async function ownAlone(open: OpenAuto): Promise<Result<void, Failure>> {
  const owned = open.store.takeOwnership();
  if (!owned.ok) return owned;
  const untaken = noneTaken(open);
  return untaken.ok ? ownRepository(open) : untaken;
}

function nameOf({ project }: AutoContext): string {
  return project.root.split(/[\\/]/).at(-1) ?? '';
}
