import fs from 'node:fs';
import path from 'node:path';
import { throwFailure, unwrap } from '../../../base/failure.ts';
import { getErrno } from '../../../files/disk-failure.ts';
import { isInside } from '../../../files/inside.ts';
import type { Plan } from '../../../plans/plan.ts';
import { largestPlan, readPlan } from '../../../plans/read-plan.ts';
import { namesIn } from '../../on-disk.ts';
import type { Project } from '../../project.ts';
import { readRegularFile } from '../../read-file.ts';

const places = ['TASKS.md', 'docs/planning/TASKS.md', 'docs/TASKS.md'];
const specs = 'specs';

/** The list of tasks that was named, else the first there is; of `specs/*` the newest. Its real path, so that ticking it replaces no link. */
export function findPlan(project: Project, named?: string): { readonly file: string } {
  if (named !== undefined) return realPlan(project, path.resolve(project.root, named));
  const candidates = [...places.map((place) => path.join(project.root, place)), ...newestSpec(project)];
  const found = candidates.find(isThere);
  if (found === undefined)
    throwFailure('plan.none', { folder: project.root, looked: [...places, `${specs}/*/tasks.md`] });
  return realPlan(project, found);
}

export function readPlanFile(file: string): Plan {
  const bytes = unwrap(readRegularFile(file, { limit: largestPlan, followLinks: false }));
  const plan = readPlan(new TextDecoder('utf-8').decode(bytes));
  if (plan.ok) return plan.value;
  const problems = plan.error.slice(0, MOST_PROBLEMS);
  throwFailure('plan.bad', { problems, count: plan.error.length }, { path: file });
}

/** More than anybody reads at once; `count` has them all. */
const MOST_PROBLEMS = 100;

function realPlan({ root }: Project, file: string): { file: string } {
  try {
    const real = fs.realpathSync(file);
    if (isInside(file, root) && !isInside(real, root)) throwFailure('plan.outside', { leadsTo: real }, { path: file });
    return { file: real };
  } catch (cause) {
    const errno = getErrno(cause);
    if (errno === undefined) throw cause;
    if (errno === 'ENOENT' || errno === 'ENOTDIR') throwFailure('file.missing', {}, { path: file, cause });
    throwFailure('file.unreadable', { errno }, { path: file, cause });
  }
}

/** One that cannot be looked at is there: what is wrong with it is said. */
function isThere(file: string): boolean {
  try {
    return fs.lstatSync(file, { throwIfNoEntry: false }) !== undefined;
  } catch (cause) {
    return getErrno(cause) !== 'ENOTDIR';
  }
}

/** Of files of the same moment the last by name: folders are numbered. */
function newestSpec({ root }: Project): string[] {
  const folder = path.join(root, specs);
  const files = namesIn(folder)
    .toSorted()
    .map((name) => path.join(folder, name, 'tasks.md'))
    .filter(isThere);
  const times = new Map(files.map((file) => [file, changedAt(file)]));
  return files.toSorted((one, other) => (times.get(one) ?? 0) - (times.get(other) ?? 0)).slice(-1);
}

function changedAt(file: string): number {
  try {
    return fs.lstatSync(file).mtimeMs;
  } catch {
    return 0;
  }
}
