import fs from 'node:fs';
import path from 'node:path';
import { fail, type Failure } from '../base/failure.ts';
import { ok, type Result } from '../base/result.ts';
import { realDisk } from '../files/disk.ts';
import { removeEmptyFolder } from '../files/folder.ts';
import { putFile } from '../files/put.ts';
import { removeFile, syncFolder } from '../files/replace.ts';
import { sweepTemporaries } from '../files/temporary.ts';
import { readBlobs } from './blobs.ts';
import { isSameFile, readPathEntry, type GitFile } from './path-entry.ts';
import type { Git, Repository } from './git.ts';
import { outputByteFields } from './git-output.ts';

export interface CopyOutRequest {
  /** What the folder was when work began: the shadow's first commit, or one that was copied out since. */
  readonly from: string;
  /** The finished work. */
  readonly to: string;
  readonly into: string;
}

/** What copying would do, for a person to see first. Files that are already as they should be are in none of these. */
export interface CopyPlan {
  readonly written: readonly string[];
  /** Those of `written` that are there now. */
  readonly overwritten: readonly string[];
  readonly deleted: readonly string[];
  /** Changed by somebody else since: while there are any, nothing is copied. */
  readonly changedMeanwhile: readonly string[];
}

export async function planCopy(
  git: Git,
  shadow: Repository,
  copying: CopyOutRequest,
): Promise<Result<CopyPlan, Failure>> {
  const steps = await computeSteps(git, shadow, copying);
  if (!steps.ok) return steps;
  return ok(summarizeSteps(steps.value));
}

/**
 * Copies finished work from a shadow repository into the folder that it was made from. Nothing is copied when a file
 * that it touches was changed there meanwhile. Repeated after a crash, it completes the copy.
 */
export async function copyOut(
  git: Git,
  shadow: Repository,
  copying: CopyOutRequest,
): Promise<Result<CopyPlan, Failure>> {
  const { into } = copying;
  const steps = await computeSteps(git, shadow, copying);
  if (!steps.ok) return steps;
  const plan = summarizeSteps(steps.value);
  if (plan.changedMeanwhile.length > 0) return fail('copy.conflict', { paths: plan.changedMeanwhile });
  const leaving = steps.value.filter(({ action }) => action === 'delete');
  const arriving = steps.value.filter(({ action }) => action === 'add' || action === 'overwrite');
  // Deletions first: a folder may replace a file, and a file a folder.
  for (const step of leaving) {
    const removed = removeIfUnchanged(into, step);
    if (!removed.ok) return removed;
  }
  for (const folder of existingFolders(into, leaving)) removeEmptyUpTo(into, folder);
  for (const folder of existingFolders(into, arriving)) sweepTemporaries(realDisk, folder);
  const put = await putAll(git, shadow, { into, arriving });
  if (!put.ok) return put;
  for (const folder of existingFolders(into, [...leaving, ...arriving])) {
    const synced = syncFolder(realDisk, folder);
    if (!synced.ok) return synced;
  }
  return ok(plan);
}

interface CopyStep {
  readonly name: string;
  readonly before: GitFile | null;
  readonly after: GitFile | null;
  readonly action: 'none' | 'add' | 'overwrite' | 'delete' | 'conflict';
}

function summarizeSteps(steps: readonly CopyStep[]): CopyPlan {
  const those = (...ways: CopyStep['action'][]) =>
    steps.filter(({ action }) => ways.includes(action)).map(({ name }) => name);
  return {
    written: those('add', 'overwrite'),
    overwritten: those('overwrite'),
    deleted: those('delete'),
    changedMeanwhile: those('conflict'),
  };
}

async function computeSteps(
  git: Git,
  shadow: Repository,
  { from, to, into }: CopyOutRequest,
): Promise<Result<readonly CopyStep[], Failure>> {
  const answer = await git.read(shadow, ['diff-tree', '-r', '-z', '--raw', '--no-renames', from, to]);
  if (!answer.ok) return answer;
  const fields = outputByteFields(answer.value);
  const changes: Omit<CopyStep, 'action'>[] = [];
  for (let n = 0; n + 1 < fields.length; n += 2) {
    const [before, after] = parseSides(String(fields[n]));
    const bytes = fields[n + 1] ?? Buffer.alloc(0);
    const name = bytes.toString('utf8');
    if (!Buffer.from(name).equals(bytes)) return fail('copy.impossible', { path: name, why: 'name' });
    if ([before, after].some((side) => side?.mode === '160000'))
      return fail('copy.impossible', { path: name, why: 'repository' });
    changes.push({ name, before, after });
  }
  const going = new Set(changes.filter(({ after }) => after === null).map(({ name }) => name));
  return ok(changes.map((change) => ({ ...change, action: chooseAction(into, change, going) })));
}

/** `:mode mode object object letter`; a mode of zeros: not there. */
function parseSides(field: string): [before: GitFile | null, after: GitFile | null] {
  const [oldMode = '', newMode = '', oldObject = '', newObject = ''] = field.slice(1).split(' ');
  const side = (mode: string, object: string) => (mode === '000000' ? null : { mode, object });
  return [side(oldMode, oldObject), side(newMode, newObject)];
}

function chooseAction(
  into: string,
  { name, before, after }: Omit<CopyStep, 'action'>,
  going: ReadonlySet<string>,
): CopyStep['action'] {
  const standing = readPathEntry(into, name);
  switch (standing.kind) {
    case 'other':
      return 'conflict';
    case 'file':
      if (after !== null && isSameFile(standing.file, after)) return 'none';
      if (before === null || !isSameFile(standing.file, before)) return 'conflict';
      return after === null ? 'delete' : 'overwrite';
    case 'folder':
      if (after === null) return 'none';
      return before === null && holdsOnly(into, name, going) ? 'add' : 'conflict';
    case 'behind':
      // The file in the way is deleted first, or is a conflict itself.
      if (after === null) return 'none';
      return before === null && going.has(standing.name) ? 'add' : 'conflict';
    case 'nothing':
      if (after === null) return 'none';
      return before === null ? 'add' : 'conflict';
    default:
      return standing satisfies never;
  }
}

/** Whether a folder holds nothing but these files. */
function holdsOnly(into: string, folder: string, going: ReadonlySet<string>): boolean {
  return fs.readdirSync(path.join(into, folder), { withFileTypes: true }).every((entry) => {
    const name = `${folder}/${entry.name}`;
    return entry.isDirectory() ? holdsOnly(into, name, going) : going.has(name);
  });
}

/** Checked again right before: a file that changed since is not removed. */
function removeIfUnchanged(into: string, { name, before }: CopyStep): Result<void, Failure> {
  const standing = readPathEntry(into, name);
  if (standing.kind !== 'file' || before === null || !isSameFile(standing.file, before))
    return fail('copy.conflict', { paths: [name] });
  return removeFile(realDisk, path.join(into, name));
}

async function putAll(
  git: Git,
  shadow: Repository,
  { into, arriving }: { into: string; arriving: readonly CopyStep[] },
): Promise<Result<void, Failure>> {
  const files = arriving.flatMap(({ name, after }) => (after === null ? [] : { name, ...after }));
  return readBlobs(git, shadow, files, ({ name, mode }, bytes) => {
    const standing = readPathEntry(into, name);
    if (standing.kind === 'behind' || standing.kind === 'other') return fail('copy.conflict', { paths: [name] });
    if (standing.kind === 'folder') removeEmptyBelow(path.join(into, name));
    return putFile(realDisk, path.join(into, name), { kind: FILE_KINDS[mode] ?? 'file', bytes });
  });
}

const FILE_KINDS: Readonly<Record<string, 'file' | 'program' | 'link'>> = {
  '100644': 'file',
  '100755': 'program',
  '120000': 'link',
};

function removeEmptyUpTo(root: string, folder: string): void {
  for (let at = folder; at !== root && at.startsWith(root); at = path.dirname(at)) removeEmptyFolder(at);
}

function removeEmptyBelow(folder: string): void {
  for (const entry of fs.readdirSync(folder, { withFileTypes: true }))
    if (entry.isDirectory()) removeEmptyBelow(path.join(folder, entry.name));
  removeEmptyFolder(folder);
}

function existingFolders(into: string, steps: readonly CopyStep[]): string[] {
  const folders = new Set(steps.map(({ name }) => path.dirname(path.join(into, name))));
  return [...folders].filter((folder) => fs.lstatSync(folder, { throwIfNoEntry: false })?.isDirectory() === true);
}
