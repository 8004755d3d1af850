import fs from 'node:fs';
import path from 'node:path';
import { systemClock } from '../../../base/clock.ts';
import type { Failure } from '../../../base/failure.ts';
import { err, ok, type Result } from '../../../base/result.ts';
import { realDisk } from '../../../files/disk.ts';
import { diskFailure } from '../../../files/disk-failure.ts';
import type { Plan } from '../../../plans/plan.ts';
import { branchesOf, openRepository } from '../../../git/repository.ts';
import { placeOf } from '../../../schema/places.ts';
import { asideName } from '../../../store/aside.ts';
import { autoPlace, type AutoTools, type OpenAuto, openAuto } from '../../open-auto.ts';
import { isOurBranch, tasksMerged } from '../../performers/auto/commits.ts';
import { TRUNK } from '../../performers/auto/workshop.ts';
import type { Base } from '../../preflight.ts';

/** Opens what is there; what cannot be opened is kept under another name, and a new state begun. */
export async function openDespiteAll(tools: AutoTools): Promise<Result<OpenAuto, Failure>> {
  const opened = await openAuto(tools);
  if (opened.ok || !BROKEN.test(opened.error.code)) return opened;
  const place = autoPlace(tools);
  if (!place.ok) return place;
  const document = path.join(tools.project.root, placeOf('auto-state'));
  for (const file of [document, `${document}.bak`, place.value.log]) {
    try {
      if (fs.existsSync(file)) realDisk.rename(file, asideName(file, 'corrupt', systemClock));
    } catch (error) {
      return err(diskFailure(error, 'rename', file));
    }
  }
  return openAuto(tools);
}

const BROKEN = /^(?:document|log)\./;

export interface DoneBefore {
  readonly completed: ReadonlySet<string>;
  /** A person said of these that they are not needed. */
  readonly skipped: ReadonlySet<string>;
}

/**
 * What the log knows to be done, and what was merged and has not reached the base: there, the boxes tell. A phase that
 * has all its tasks and was never merged is done again, for nobody would merge it.
 */
export async function doneBefore(
  { store, tooling, tools }: OpenAuto,
  { base, plan }: { readonly base: Base; readonly plan: Plan },
): Promise<Result<DoneBefore, Failure>> {
  const { state } = store;
  // What is done on another branch is not done here.
  const before = state.kind === 'graph' && (state.base?.branch ?? base.branch) === base.branch ? state : undefined;
  const known = before?.order.filter((id) => before.tasks[id]?.status === 'completed') ?? [];
  const skipped = new Set(known.filter((id) => before?.tasks[id]?.skipped === true));
  const done = new Set(known.filter((id) => !skipped.has(id)));
  const { git } = tooling.tools;
  const repository = await openRepository(git, tools.project.root);
  if (!repository.ok) return repository;
  const place = { git, repository: repository.value };
  const branches = await branchesOf(git, repository.value);
  if (!branches.ok) return branches;
  const trunk = branches.value.get(TRUNK) ?? base.commit;
  const finished = await tasksMerged(place, { from: base.commit, to: trunk, phases: true });
  if (!finished.ok) return finished;
  for (const id of finished.value) done.add(id);
  for (const [branch, commit] of branches.value) {
    const phase = Number(/^phase-(\d+)-/.exec(branch)?.[1] ?? NaN);
    if (Number.isNaN(phase) || !isOurBranch(repository.value, branch)) continue;
    const begun = await tasksMerged(place, { from: trunk, to: commit, phases: true });
    if (!begun.ok) return begun;
    const merged = new Set(begun.value);
    const own = plan.tasks.filter((task) => task.phase === phase && !task.completed);
    const isWhole = own.every(({ id }) => merged.has(id) || done.has(id) || skipped.has(id));
    for (const id of merged) {
      if (isWhole) done.delete(id);
      else done.add(id);
    }
  }
  return ok({ completed: done, skipped });
}
