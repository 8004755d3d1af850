import fs from 'node:fs';
import path from 'node:path';
import { systemClock } from '../../../base/clock.ts';
import { throwFailure, unwrap } from '../../../base/failure.ts';
import { isId } from '../../../base/ids.ts';
import { diskFailure } from '../../../files/disk-failure.ts';
import { realDisk } from '../../../files/disk.ts';
import { removeEmptyFolder, removeFolder } from '../../../files/folder.ts';
import { FileLock } from '../../../files/lock.ts';
import { removeFile } from '../../../files/replace.ts';
import type { Repository } from '../../../git/git.ts';
import { openRepository } from '../../../git/repository.ts';
import { openRegistry } from '../../../process/registry.ts';
import type { RunStateDocument } from '../../../schema/run/run-state.ts';
import { runOptionsFile } from '../../../store/run-options.ts';
import { unrecordedGit } from '../../ask-program.ts';
import {
  cleanBranch,
  type Cleaning,
  cleanRescues,
  cleanWorktrees,
  failed,
  holdsWork,
  type Leaving,
} from '../../clean-run-refs.ts';
import { requireOutsideAgent, shownRecord } from '../../conductor/open-workflow.ts';
import { vendorRootOf } from '../../conductor/step.ts';
import { type RunContext, type RunPaths, runPaths, shadowPlace } from '../../descriptors/run.ts';
import { findConductor } from '../../find-conductor.ts';
import { namesIn } from '../../on-disk.ts';
import { listRuns } from './list.ts';

/*
 * Removes what ended runs left, and never work that is nowhere else: worktrees once they are rescued, branches once they
 * are merged, rescues after thirty days. The runs themselves are the person's history: they go only when named.
 */

const ENDED: ReadonlySet<RunStateDocument['phase']> = new Set(['completed', 'failed', 'stopped']);

export interface CleanWish {
  /** Runs that go altogether; see `removableRuns`. */
  readonly runs: readonly string[];
  readonly dryRun: boolean;
}

/** The runs that were named, when each of them has ended and nobody conducts it. */
export function removableRuns(tools: RunContext, named: readonly string[]): string[] {
  const known = new Map(listRuns(tools.project).map((run) => [run.id, run]));
  const ids: string[] = [];
  for (const name of named) {
    const id = name.startsWith('run-') ? name : `run-${name}`;
    const folder = path.join(tools.project.root, '.orchestral/runs', id);
    const owner = path.join(folder, 'events.log.owner');
    // One that was begun a moment ago may have no document yet.
    const holder = isId('run-id', id) ? findConductor(folder) : null;
    if (holder !== null) throwFailure('owner.held', { owner, holder }, { path: owner });
    const run = known.get(id);
    if (run === undefined) throwFailure('run.unknown', { run: name, suggestion: null });
    if (!ENDED.has(run.state.phase))
      throwFailure('run.not_now', { run: run.id, phase: run.state.phase, wanted: 'clean' });
    ids.push(run.id);
  }
  return ids;
}

export async function cleanRuns(tools: RunContext, { runs, dryRun }: CleanWish): Promise<Leaving[]> {
  requireOutsideAgent(tools.env);
  const git = unrecordedGit(tools.env);
  const repository = await openRepository(git, tools.project.root);
  if (!repository.ok && repository.error.code !== 'git.not_a_repository') unwrap(repository);
  const cleaning = { git, now: systemClock.now(), dryRun };
  const phases = new Map(listRuns(tools.project).map(({ id, state }) => [id, state.phase]));
  const leavings: Leaving[] = [];
  for (const id of knownRuns(tools)) {
    const place = runPaths(tools, id);
    const isThere = fs.existsSync(place.folder);
    const cleaned = await cleanOne({
      ...cleaning,
      id,
      place,
      phase: isThere ? phases.get(id) : 'gone',
      named: runs.includes(id),
      repository: repository.ok ? repository.value : null,
      tools,
    });
    leavings.push(...cleaned);
  }
  return leavings;
}

/** Of this project alone: other projects may have their runs in the same repository. */
function knownRuns(tools: RunContext): string[] {
  const { own, folder } = runPaths(tools, 'run-00000000-000000');
  const names = [path.dirname(folder), ...['steps', 'vendors', 'copies', 'wishes'].map((name) => path.join(own, name))]
    .flatMap(namesIn)
    .map((name) => path.basename(name, '.json').replace(/\.removed$/, ''));
  return [...new Set(names)].filter((name) => isId('run-id', name)).sort();
}

interface One extends Cleaning {
  readonly id: string;
  readonly place: RunPaths;
  /** Undefined: its document cannot be read. */
  readonly phase: RunStateDocument['phase'] | 'gone' | undefined;
  readonly named: boolean;
  readonly repository: Repository | null;
  readonly tools: RunContext;
}

/** With the run owned, so that nobody takes it up meanwhile. */
async function cleanOne(one: One): Promise<Leaving[]> {
  const { id, place, phase, dryRun, tools } = one;
  const item = { run: id, kind: 'run', name: place.folder } as const;
  if (phase === 'gone') return cleanLeavings(one);
  if (findConductor(place.folder) !== null) return [{ ...item, fate: 'kept', why: 'conducted' }];
  if (phase === undefined || !ENDED.has(phase)) return [{ ...item, fate: 'kept', why: 'unfinished' }];
  if (dryRun) return cleanLeavings(one);
  const { onNotice } = tools;
  const owner = new FileLock({ disk: realDisk, path: `${place.log}.owner`, command: 'clean', onNotice });
  try {
    const taken = owner.tryTake();
    if (!taken.ok) return [failed(item, taken.error)];
    if (!taken.value) return [{ ...item, fate: 'kept', why: 'conducted' }];
    return await cleanLeavings(one);
  } finally {
    owner.close();
  }
}

async function cleanLeavings(one: One): Promise<Leaving[]> {
  const { id, place, phase, named, dryRun } = one;
  const registry = openRegistry({ folder: path.join(place.home, 'processes'), disk: realDisk, clock: systemClock });
  if (!dryRun) await registry.settle({ scope: place.log });
  const leavings: Leaving[] = [];
  if (one.repository !== null) {
    const left = { ...one, project: one.tools.project, run: id, repository: one.repository };
    for (const clean of [cleanWorktrees, cleanBranch, cleanRescues]) {
      leavings.push(...(await clean(left)));
    }
  }
  leavings.push(...(await cleanCopy(one)));
  if (named) leavings.push(await removeRun(one));
  if (named || phase === 'gone') leavings.push(...(await removeRecords(one, leavings)));
  return leavings;
}

/** The copy of a folder without git, once nothing in it is needed: its worktrees first, for what they may hold. */
async function cleanCopy(one: One): Promise<Leaving[]> {
  const { id, place, phase, git, dryRun } = one;
  const folder = shadowPlace(place.own, id);
  if (!fs.existsSync(folder)) return [];
  const repository = await openRepository(git, folder);
  const item = { run: id, kind: 'copy', name: folder } as const;
  if (!repository.ok) return [failed(item, repository.error)];
  const left = { ...one, project: one.tools.project, run: id, repository: repository.value };
  const worktrees = await cleanWorktrees(left);
  const needed = await holdsWork(left, { delivered: phase === 'completed' });
  const isKept = worktrees.some(({ fate }) => fate === 'kept');
  // Whoever resumes a run that has not come to an end needs it.
  if (isKept || needed || (phase !== 'completed' && phase !== 'gone' && !one.named))
    return [...worktrees, { ...item, fate: 'kept', why: needed ? 'young' : 'unfinished' }];
  if (!dryRun) await removeFolder(folder);
  return [...worktrees, { ...item, fate: 'removed' }];
}

/** First out of sight: half a run is no run. */
async function removeRun({ id, place, dryRun }: One): Promise<Leaving> {
  const item = { run: id, kind: 'run', name: place.folder } as const;
  if (dryRun) return { ...item, fate: 'removed' };
  const away = `${place.folder}.removed`;
  try {
    await removeFolder(away);
    realDisk.rename(place.folder, away);
    await removeFolder(away);
    return { ...item, fate: 'removed' };
  } catch (error) {
    return failed(item, diskFailure(error, 'remove', place.folder));
  }
}

/** What was kept of its steps. As long as anything else of the run is there, so is what makes us look for it. */
async function removeRecords({ id, place, dryRun }: One, others: readonly Leaving[]): Promise<Leaving[]> {
  const { own, log } = place;
  const steps = path.join(own, 'steps', id);
  const vendors = vendorRootOf(own, id);
  const remembered = runOptionsFile(own, id);
  if (others.some(({ kind, fate }) => kind === 'run' && fate === 'kept')) return [];
  const isLast = !others.some(({ fate }) => fate === 'kept');
  const isThere = [steps, vendors].some((place) => fs.existsSync(place)) || (isLast && fs.existsSync(remembered));
  const item = { run: id, kind: 'records', name: steps } as const;
  if (dryRun || !isThere) return isThere ? [{ ...item, fate: 'removed' }] : [];
  try {
    for (const folder of [steps, vendors, `${place.folder}.removed`]) await removeFolder(folder);
    removeEmptyFolder(path.join(own, id));
    for (const file of [shownRecord(own, log), ...(isLast ? [remembered] : [])]) {
      const removed = removeFile(realDisk, file);
      if (!removed.ok) return [failed(item, removed.error)];
    }
    return [{ ...item, fate: 'removed' }];
  } catch (error) {
    return [failed(item, diskFailure(error, 'remove', steps))];
  }
}
