import fs from 'node:fs';
import path from 'node:path';
import { throwFailure, unwrap } from '../base/failure.ts';
import { realDisk } from '../files/disk.ts';
import { removeEmptyFolder } from '../files/folder.ts';
import { putFile } from '../files/put.ts';
import { removeFile, syncFolder } from '../files/replace.ts';
import { sweepTemporaries } from '../files/temporary.ts';
import { readBlobs } from './tree-file.ts';
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

export async function planCopy(git: Git, shadow: Repository, copying: CopyOutRequest): Promise<CopyPlan> {
  const steps = await computeSteps(git, shadow, copying);
  return summarizeSteps(steps);
}

/**
 * Copies finished work from a shadow repository into the folder that it was made from. Nothing is copied when a file
 * that it touches was changed there meanwhile. Repeated after a crash, it completes the copy.
 */
export async function copyOut(git: Git, shadow: Repository, copying: CopyOutRequest): Promise<CopyPlan> {
  const { into } = copying;
  const steps = await computeSteps(git, shadow, copying);
  const plan = summarizeSteps(steps);
  if (plan.changedMeanwhile.length > 0) return throwFailure('copy.conflict', { paths: plan.changedMeanwhile });
  const leaving = steps.filter(({ action }) => action === 'delete');
  const arriving = steps.filter(({ action }) => action === 'add' || action === 'overwrite');
  // Deletions first: a folder may replace a file, and a file a folder.
  for (const step of leaving) removeIfUnchanged(into, step);
  for (const folder of existingFolders(into, leaving)) removeEmptyUpTo(into, folder);
  for (const folder of existingFolders(into, arriving)) sweepTemporaries(realDisk, folder);
  await putAll(git, shadow, { into, arriving });
  for (const folder of existingFolders(into, [...leaving, ...arriving])) {
    unwrap(syncFolder(realDisk, folder));
  }
  return plan;
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
): Promise<readonly CopyStep[]> {
  const answer = await git.read(shadow, ['diff-tree', '-r', '-z', '--raw', '--no-renames', from, to]);
  const fields = outputByteFields(answer);
  const changes: Omit<CopyStep, 'action'>[] = [];
  for (let n = 0; n + 1 < fields.length; n += 2) {
    const [before, after] = parseSides(String(fields[n]));
    const bytes = fields[n + 1] ?? Buffer.alloc(0);
    const name = bytes.toString('utf8');
    if (!Buffer.from(name).equals(bytes)) return throwFailure('copy.impossible', { path: name, why: 'name' });
    if ([before, after].some((side) => side?.mode === '160000'))
      return throwFailure('copy.impossible', { path: name, why: 'repository' });
    changes.push({ name, before, after });
  }
  const going = new Set(changes.filter(({ after }) => after === null).map(({ name }) => name));
  return changes.map((change) => ({ ...change, action: chooseAction(into, change, going) }));
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
function removeIfUnchanged(into: string, { name, before }: CopyStep): void {
  const standing = readPathEntry(into, name);
  if (standing.kind !== 'file' || before === null || !isSameFile(standing.file, before))
    return throwFailure('copy.conflict', { paths: [name] });
  unwrap(removeFile(realDisk, path.join(into, name)));
}

async function putAll(
  git: Git,
  shadow: Repository,
  { into, arriving }: { into: string; arriving: readonly CopyStep[] },
): Promise<void> {
  const files = arriving.flatMap(({ name, after }) => (after === null ? [] : { name, ...after }));
  return readBlobs(git, shadow, { wanted: files }, ({ name, mode }, bytes) => {
    const standing = readPathEntry(into, name);
    if (standing.kind === 'behind' || standing.kind === 'other')
      return throwFailure('copy.conflict', { paths: [name] });
    if (standing.kind === 'folder') removeEmptyBelow(path.join(into, name));
    unwrap(putFile(realDisk, path.join(into, name), { kind: FILE_KINDS[mode] ?? 'file', bytes }));
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
