import fs from 'node:fs';
import path from 'node:path';
import { systemClock } from '../../../base/clock.ts';
import { catchFailure, unwrap } from '../../../base/failure.ts';
import { realDisk } from '../../../files/disk.ts';
import { listBranches, openRepository, resolveRevision } from '../../../git/repository.ts';
import type { Plan } from '../../../plans/plan.ts';
import { placeOf } from '../../../schema/places.ts';
import { quarantineName } from '../../../store/quarantine.ts';
import { autoLog, type AutoContext, type OpenAuto, openAuto } from '../../descriptors/auto.ts';
import { onDisk } from '../../on-disk.ts';
import { phaseName } from '../../performers/auto/begin-phase.ts';
import { contains, isOurBranch, mergeSubject, type TaskMerge, tasksMerged } from '../../performers/auto/commits.ts';
import type { AutoServices } from '../../performers/auto/job.ts';
import { trunkBranch } from '../../repository-names.ts';
import type { AutoEvent } from '../../../workflows/auto/events.ts';
import type { Base } from '../../preflight.ts';

/** Opens what is there; what cannot be opened is kept under another name, and a new state begun. */
export async function openDespiteAll(tools: AutoContext): Promise<OpenAuto> {
  const opened = await catchFailure(() => openAuto(tools));
  if (opened.ok || !BROKEN.test(opened.error.code)) return unwrap(opened);
  const document = path.join(tools.project.root, placeOf('auto-state'));
  for (const file of [document, `${document}.bak`, autoLog(tools.project)]) {
    if (!fs.existsSync(file)) continue;
    onDisk('rename', file, () => realDisk.rename(file, quarantineName(file, 'corrupt', systemClock)));
  }
  return openAuto(tools);
}

const BROKEN = /^(?:document|log)\./;

export interface DoneBefore {
  readonly completed: ReadonlySet<string>;
  /** A person said of these that they are not needed. */
  readonly skipped: ReadonlySet<string>;
  /** One that has a branch with finished tasks; null when there is none. */
  readonly phase: number | null;
  /** Finished phases, by the merges that git has of them. */
  readonly finished: NonNullable<Planned['finished']>;
}

type Planned = Extract<AutoEvent, { type: 'planned' }>['data'];

/**
 * What the log knows to be done, and what was merged and has not reached the checkout: there, the boxes tell. Where nothing
 * is known of a graph, a task that is called otherwise than the one that was merged is another.
 */
export async function doneBefore(
  { store, shared, context }: OpenAuto,
  { base, plan, rebuilds }: { readonly base: Base; readonly plan: Plan; readonly rebuilds: boolean },
): Promise<DoneBefore> {
  const { state } = store;
  const subjects = new Map(plan.tasks.map(({ id, title }) => [id, mergeSubject(id, title)]));
  const hasSameTitle = ({ id, subject }: TaskMerge) => subjects.get(id) === subject;
  const isOfThisPlan = (merge: TaskMerge) => state.kind === 'graph' || hasSameTitle(merge);
  // What is done on another branch is not done here.
  const before = state.kind === 'graph' && (state.base?.branch ?? base.branch) === base.branch ? state : undefined;
  const known = before?.order.filter((id) => before.tasks[id]?.status === 'completed') ?? [];
  const skipped = new Set(known.filter((id) => before?.tasks[id]?.skipped === true));
  const completed = new Set(known.filter((id) => !skipped.has(id)));
  const { git } = shared.services;
  const repository = unwrap(await openRepository(git, context.project.root));
  const place = { git, repository };
  const branches = await listBranches(git, repository);
  const trunk = branches.get(trunkBranch(context.project)) ?? base.commit;
  const finished = await tasksMerged(place, { from: base.commit, to: trunk, phases: true });
  for (const { id } of finished.filter(isOfThisPlan)) completed.add(id);
  // A base that is not checked out has its boxes elsewhere. What earlier lists delivered to it is there, too.
  const checkedOut = (await resolveRevision(git, repository, 'HEAD')) ?? base.commit;
  const delivered = await tasksMerged(place, { from: checkedOut, to: base.commit, phases: true });
  for (const { id } of delivered.filter(hasSameTitle)) completed.add(id);
  let phase: number | null = null;
  for (const number of new Set(plan.tasks.map((task) => task.phase))) {
    const name = phaseName({ plan, project: context.project }, number);
    const begun = await mergedOn({ ...place, trunk, branches }, name);
    const meant = begun.filter(isOfThisPlan);
    if (meant.length > 0) phase = number;
    for (const { id } of meant) completed.add(id);
  }
  const isDone = ({ id, completed: ticked }: Plan['tasks'][number]): boolean =>
    ticked || completed.has(id) || skipped.has(id);
  const open = new Set(plan.tasks.filter((task) => !isDone(task)).map((task) => task.phase));
  const merges = rebuilds ? await phaseMerges(place, { trunk, base: base.commit }) : [];
  const meant = merges.filter(({ phase: number, branch }) => {
    const name = phaseName({ plan, project: context.project }, number);
    return !open.has(number) && (branch === name || branch.startsWith(`${name}-`));
  });
  // The latest comes first, and stands.
  const phases = new Map(
    meant.toReversed().map(({ phase: number, merge, completed_at, delivered }) => {
      return [String(number), { merge, completed_at, delivered }] as const;
    }),
  );
  return { completed, skipped, phase, finished: Object.fromEntries(phases) };
}

type Branches = Pick<AutoServices, 'git' | 'repository'> & {
  readonly trunk: string;
  readonly branches: ReadonlyMap<string, string>;
};

/** The tasks on the branch that the phase would be gone on with. */
async function mergedOn({ trunk, branches, ...place }: Branches, name: string): Promise<TaskMerge[]> {
  for (let number = 1; ; number++) {
    const branch = number === 1 ? name : `${name}-${number}`;
    const commit = branches.get(branch);
    if (commit === undefined) return [];
    const isAhead = await contains(place, { commit, older: trunk });
    if (!isAhead || !(await isOurBranch(place, branch))) continue;
    const merged = await tasksMerged(place, { from: trunk, to: commit, phases: true });
    if (merged.length > 0) return merged;
  }
}

interface PhaseMerge {
  readonly phase: number;
  readonly branch: string;
  readonly merge: string;
  readonly completed_at: string;
  readonly delivered: boolean;
}

const MOST_MERGES = 1_000;

/** The latest first. */
async function phaseMerges(
  place: Pick<AutoServices, 'git' | 'repository'>,
  { trunk, base }: { readonly trunk: string; readonly base: string },
): Promise<PhaseMerge[]> {
  const { git, repository } = place;
  const asked = ['--no-commit-header', '--grep=^Orchestral-Phase: ', `--max-count=${MOST_MERGES}`];
  const listed = await git.read(repository, ['rev-list', ...asked, '--format=%H%x09%cI%x09%s', trunk, base]);
  const merges: PhaseMerge[] = [];
  for (const line of listed.stdout.toString('utf8').split('\n')) {
    const [merge = '', at = '', subject = ''] = line.split('\t');
    const [, number, branch] = /^Merge phase (\d+): (.+)$/.exec(subject) ?? [];
    if (number === undefined || branch === undefined) continue;
    const delivered = await contains(place, { commit: base, older: merge });
    const completed_at = new Date(at).toISOString();
    merges.push({ phase: Number(number), branch, merge, completed_at, delivered });
  }
  return merges;
}
