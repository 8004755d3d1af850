import { fail, type Failure } from '../../../base/failure.ts';
import { ok, type Result } from '../../../base/result.ts';
import { realDisk } from '../../../files/disk.ts';
import { createGit } from '../../../git/git.ts';
import { openRepository } from '../../../git/repository.ts';
import type { PlanChanges } from '../../../plans/compare-plans.ts';
import { rememberWishes } from '../../../store/run-wishes.ts';
import type { AutoEvent } from '../../../workflows/auto/events.ts';
import type { AutoState, Graph } from '../../../workflows/auto/graph-state.ts';
import { unrecordedSpawner } from '../../ask-program.ts';
import { autoPlace, type AutoTools, type OpenAuto, openAuto } from '../../open-auto.ts';
import type { AutoPlan } from '../../performers/auto/workshop.ts';
import { type Base, preflight } from '../../preflight.ts';
import { requireAgents } from '../../require-agents.ts';
import { readRunSettings } from '../../run-settings.ts';
import { requireTrust } from '../../trust-gate.ts';
import { noneTaken, notConducted } from '../../task-locks.ts';
import { worktreePlace } from '../../worktree-place.ts';
import { initProject } from '../init.ts';
import { changesSince, plannedTasks, readAutoPlan } from './plan.ts';

export interface AutoWishes {
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
export async function startAuto(wishes: AutoWishes, tools: AutoTools): Promise<Result<AutoStarted, Failure>> {
  const effect = tools.env['ORCHESTRAL_EFFECT'];
  if (effect !== undefined) return fail('run.inside_agent', { effect });
  const ground = await groundOf(wishes, tools);
  if (!ground.ok) return ground;
  const begun = initProject(tools.project, { only: '.claude' });
  if (!begun.ok) return begun;
  const place = autoPlace(tools);
  if (!place.ok) return place;
  const wished = rememberWishes(place.value.own, 'auto', { disk: realDisk, value: tools.wishes });
  if (!wished.ok) return wished;
  const open = await openAuto(tools);
  if (!open.ok) return open;
  const started = await begin(open.value, { wishes, base: ground.value });
  if (!started.ok) await open.value.close();
  return started;
}

async function begin(
  open: OpenAuto,
  { wishes, base }: { readonly wishes: AutoWishes; readonly base: Base },
): Promise<Result<AutoStarted, Failure>> {
  const { store, tools } = open;
  const owned = wishes.shares === true ? notConducted(open) : ownAlone(open);
  if (!owned.ok) return owned;
  const before = store.state;
  if (wishes.resumes === true && before.kind === 'unplanned') return fail('auto.none', { project: tools.project.root });
  const known = before.kind === 'graph' ? before.plan : null;
  const plan = readAutoPlan(tools.project, { named: wishes.tasks, before: known });
  if (!plan.ok) return plan;
  const changes = before.kind === 'graph' ? changesSince(before, plan.value) : null;
  const isNew = before.kind === 'unplanned';
  const recorded = await store.commit((state) =>
    eventsFor(state, { plan: plan.value, base, wishes, name: nameOf(tools) }),
  );
  if (!recorded.ok) return recorded;
  const limits = open.limits();
  const wanted = {
    ...limits,
    ...(wishes.parallel !== undefined && { max_parallel: wishes.parallel }),
    ...(wishes.retryLimit !== undefined && { retry_limit: wishes.retryLimit }),
  };
  if (wishes.parallel !== undefined || wishes.retryLimit !== undefined) store.give('auto-state', { config: wanted });
  return ok({ open, plan: plan.value, changes, isNew });
}

function ownAlone(open: OpenAuto): Result<void, Failure> {
  const owned = open.store.own();
  return owned.ok ? noneTaken(open) : owned;
}

interface Beginning {
  readonly plan: AutoPlan;
  readonly base: Base;
  readonly wishes: AutoWishes;
  /** Of the project, where the file gives none. */
  readonly name: string;
}

function eventsFor(state: AutoState, { plan, base, wishes, name }: Beginning): Result<AutoEvent[], Failure> {
  const { branch, commit, tree } = base;
  const known = state.kind === 'graph' ? state : undefined;
  const ahead = known?.base?.branch;
  if (wishes.base !== undefined && ahead !== undefined && ahead !== wishes.base)
    return fail('auto.other_base', { base: ahead, wanted: wishes.base });
  const mode = wishes.mode ?? known?.mode ?? (wishes.shares === true ? 'ultra-thin' : 'normal');
  const file = plan.path ?? plan.file;
  const started: AutoEvent = { type: 'started', data: { base: { branch, commit, tree }, mode, plan: file } };
  const tasks = plannedTasks(plan);
  if (known === undefined)
    return ok([{ type: 'planned', data: { project: plan.project ?? name, mode, tasks } }, started]);
  const replanned: AutoEvent[] = changesSince(known, plan) === null ? [] : [{ type: 'replanned', data: { tasks } }];
  // Somebody did these by hand.
  const ticked = plan.tasks.filter(({ id, completed }) => completed && known.tasks[id]?.status !== 'completed');
  const done = ticked.map(({ id }): AutoEvent => ({ type: 'task_completed', data: { id } }));
  return ok([...replanned, ...done, started]);
}

function nameOf({ project }: AutoTools): string {
  return project.root.split(/[\\/]/).at(-1) ?? '';
}

/** Where the work begins. */
async function groundOf({ base }: AutoWishes, tools: AutoTools): Promise<Result<Base, Failure>> {
  const { project, env, onNotice } = tools;
  const settings = await readRunSettings(project);
  if (!settings.ok) return settings;
  const config = settings.value.repository;
  const trusted = tools.trusts ? ok() : requireTrust({ project, env, config });
  if (!trusted.ok) return trusted;
  const callable = await requireAgents(['task-executor'], { ...tools, config });
  if (!callable.ok) return callable;
  const git = createGit({ run: (command) => unrecordedSpawner().run(command), env });
  const repository = await openRepository(git, project.root);
  if (!repository.ok) return repository;
  const place = autoPlace(tools);
  if (!place.ok) return place;
  const worktrees = worktreePlace({
    project,
    repository: repository.value,
    privateFolder: place.value.home,
    configured: config.project?.worktree_root,
  });
  if (!worktrees.ok) return worktrees;
  const looked = await preflight({
    git,
    repository: repository.value,
    root: project.root,
    worktrees: worktrees.value,
    base,
    env,
  });
  if (!looked.ok) return looked;
  for (const notice of looked.value.notices) onNotice(notice);
  return ok(looked.value.base);
}
