import fs from 'node:fs';
import path from 'node:path';
import { systemClock } from '../../../base/clock.ts';
import { throwFailure, unwrap } from '../../../base/failure.ts';
import { listBranches, openRepository } from '../../../git/repository.ts';
import type { PlanChanges } from '../../../plans/compare-plans.ts';
import { placeOf } from '../../../schema/places.ts';
import { auto } from '../../../workflows/auto/auto.ts';
import type { AutoState, Graph } from '../../../workflows/auto/graph-state.ts';
import { unrecordedGit } from '../../ask-program.ts';
import { closeOnFailure, requireOutsideAgent, shownRecord } from '../../conductor/open-workflow.ts';
import { type AutoContext, autoPaths, type OpenAuto, openAuto } from '../../descriptors/auto.ts';
import { isBegunHere } from '../../performers/auto/commits.ts';
import { claimPrivateFolder } from '../../claim-private-folder.ts';
import type { AutoPlan } from '../../performers/auto/job.ts';
import { taskBranch, trunkBranch } from '../../repository-names.ts';
import { type Base, preflightRepository } from '../../preflight.ts';
import { requireNoneTaken, requireUnconducted, ownRepository } from '../../task-locks.ts';
import { initProject } from '../init.ts';
import { type AutoOptions, type Beginning, eventsFor, isAnotherList } from './beginning.ts';
import { requirePhase } from './phase-progress.ts';
import { changesSince, plannedTasks, readAutoPlan } from './plan.ts';
import { readGraph } from './read-graph.ts';
import { doneBefore, openDespiteAll } from './rebuild.ts';

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
export async function startAuto(options: AutoOptions, tools: AutoContext): Promise<AutoStarted> {
  requireOutsideAgent(tools.env);
  const { log } = autoPaths(tools);
  const wasBegun = fs.existsSync(log);
  const plan = wasBegun ? undefined : planToBegin(options, tools);
  // The person may be on another branch by now, or on none.
  const known = readGraph(tools);
  const branch = options.base ?? (isNextList(options, tools, known) ? undefined : known?.base?.branch);
  const base = await preflightRepository(tools, { roles: ['task-executor'], base: branch });
  await requireBranches(tools, { base, before: known });
  const beginning = { options, base, plan };
  requirePhaseToBegin(tools, beginning);
  claimPrivateFolder(tools);
  initProject(tools.project, { only: '.claude' });
  const opened = await (options.rebuilds === true ? openDespiteAll(tools) : openAuto(tools));
  return closeOnFailure(opened, (open) => begin(open, beginning));
}

/** It is begun with, on the branch that is checked out now. */
function isNextList({ tasks }: AutoOptions, { project }: AutoContext, known: Graph | undefined): boolean {
  if (known?.stage.at !== 'done') return false;
  return isAnotherList(known, plannedTasks(readAutoPlan(project, { named: tasks, before: known.plan })));
}

interface Start {
  readonly options: AutoOptions;
  readonly base: Base;
  /** Undefined: it was begun before, and only whoever opens it knows with which. */
  readonly plan: AutoPlan | undefined;
}

/** A list of tasks that cannot be worked on leaves nothing behind. */
function planToBegin({ tasks, resumes }: AutoOptions, context: AutoContext): AutoPlan {
  const { project, onNotice } = context;
  const isDocumented = fs.existsSync(path.join(project.root, placeOf('auto-state')));
  if (resumes === true && !isDocumented) {
    if (!wasShown(context)) throwFailure('auto.none', { project: project.root });
    onNotice({ code: 'auto.lost', params: { folder: path.dirname(placeOf('auto-state')) } });
  }
  return readAutoPlan(project, { named: tasks, before: null });
}

/** What was begun and lost all its files can be gone on with: git knows what is done. */
function wasShown(context: AutoContext): boolean {
  const { own, log } = autoPaths(context);
  return fs.existsSync(shownRecord(own, log));
}

/** Of what was begun, only whoever opens it knows: people may have changed it by hand. */
function requirePhaseToBegin(tools: AutoContext, { options, base, plan }: Start): void {
  if (plan !== undefined)
    requirePhaseAhead(readGraph(tools) ?? auto.begin(), { plan, base, options, name: nameOf(tools), done: null });
}

/** `--phase`, in the graph as it will be. */
function requirePhaseAhead(state: AutoState, beginning: Beginning): void {
  const { phase } = beginning.options;
  if (phase === undefined) return;
  const events = unwrap(eventsFor(state, beginning));
  const at = systemClock.now().toISOString();
  const after = events.reduce((graph, event) => auto.apply(graph, event, at), structuredClone(state));
  if (after.kind === 'graph') requirePhase(after, phase);
}

async function begin(open: OpenAuto, { options, base, plan: read }: Start): Promise<AutoStarted> {
  const { store, context } = open;
  if (options.shares === true) requireUnconducted(open);
  else await ownAlone(open);
  const before = store.state;
  if (options.resumes === true && before.kind === 'unplanned' && !wasShown(context))
    throwFailure('auto.none', { project: context.project.root });
  const known = before.kind === 'graph' ? before.plan : null;
  // Somebody else may have begun with another one meanwhile.
  const isRead = read !== undefined && (known === null || options.tasks !== undefined);
  const plan = isRead ? read : readAutoPlan(context.project, { named: options.tasks, before: known });
  const isNext = before.kind === 'graph' && isAnotherList(before, plannedTasks(plan));
  const changes = before.kind === 'graph' && !isNext ? changesSince(before, plan) : null;
  const isNew = before.kind === 'unplanned' || isNext;
  // Without a log, git knows what is done: that is not done again.
  const looksBack = options.rebuilds === true || before.kind === 'unplanned';
  const done = looksBack ? await doneBefore(open, { base, plan, rebuilds: options.rebuilds === true }) : null;
  const beginning = { plan, base, options, name: nameOf(context), done };
  requirePhaseAhead(before, beginning);
  unwrap(await store.commit((state) => eventsFor(state, beginning)));
  const limits = open.limits();
  const wanted = {
    ...limits,
    ...(options.parallel !== undefined && { max_parallel: options.parallel }),
    ...(options.retryLimit !== undefined && { retry_limit: options.retryLimit }),
  };
  if (options.parallel !== undefined || options.retryLimit !== undefined)
    store.setInputs('auto-state', { config: wanted });
  return { open, plan, changes, isNew };
}

async function ownAlone(open: OpenAuto): Promise<void> {
  unwrap(open.store.takeOwnership());
  requireNoneTaken(open);
  await ownRepository(open);
}

function nameOf({ project }: AutoContext): string {
  return project.root.split(/[\\/]/).at(-1) ?? '';
}

/** Git keeps `a` and `a/b` apart by allowing only one of them. */
function isInTheWay(branch: string, { trunk, task }: { readonly trunk: string; readonly task: string }): boolean {
  return branch.startsWith(`${trunk}/`) || task.startsWith(`${branch}/`);
}

/** The names of our branches are free, or ours: finished work of a person's, or of another checkout, is nothing to go on from. */
async function requireBranches(
  { project, env }: Pick<AutoContext, 'project' | 'env'>,
  { base, before }: { readonly base: Base; readonly before: Graph | undefined },
): Promise<void> {
  const trunk = trunkBranch(project);
  if (base.branch === trunk) throwFailure('auto.branch_in_the_way', { branch: trunk });
  const git = unrecordedGit(env);
  const repository = unwrap(await openRepository(git, project.root));
  const branches = await listBranches(git, repository);
  const obstacle = [...branches.keys()].find((branch) => isInTheWay(branch, { trunk, task: taskBranch(project, '') }));
  if (obstacle !== undefined) throwFailure('auto.branch_in_the_way', { branch: obstacle });
  const standing = branches.get(trunk);
  // As we left it; the folder may have been moved or copied since.
  if (standing === undefined || standing === before?.trunk?.commit) return;
  // Where refs keep no history nobody knows whose it is; once begun, it is ours.
  const wasOurs = before !== undefined && before.trunk !== null;
  const isOurs = (await isBegunHere({ git, repository }, trunk, project.hash)) ?? wasOurs;
  if (!isOurs) throwFailure('auto.branch_in_the_way', { branch: trunk });
}
