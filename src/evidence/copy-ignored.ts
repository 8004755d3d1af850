import fs from 'node:fs';
import path from 'node:path';
import { catchFailure, fail, type Failure } from '../base/failure.ts';
import { err, ok, type Result } from '../base/result.ts';
import { realDisk } from '../files/disk.ts';
import { diskFailure, getErrno } from '../files/disk-failure.ts';
import { removeFile, replaceFile } from '../files/replace.ts';
import type { Git, Worktree } from '../git/git.ts';
import type { ProjectCommands } from './project-commands.ts';

const MAX_BYTES = 64 * 1024 * 1024;

export interface CopyRequest {
  readonly worktree: Worktree;
  readonly projectRoot: string;
  readonly commands: Pick<ProjectCommands, 'copy' | 'folder'>;
}

/**
 * Copies the files a person named, such as `.env`, into a worktree: regular files of the project that git ignores there,
 * so that nobody commits them. What the project does not have is left out.
 */
export async function copyIgnored(git: Git, request: CopyRequest): Promise<Result<void, Failure>> {
  for (const file of request.commands.copy) {
    const copied = await copyOne(git, request, file);
    if (!copied.ok) return copied;
  }
  return ok();
}

async function copyOne(
  git: Git,
  { worktree, projectRoot, commands }: CopyRequest,
  file: string,
): Promise<Result<void, Failure>> {
  const content = contentOf(projectRoot, file);
  if (!content.ok) return content;
  if (content.value === undefined) return ok();
  const target = path.join(worktree.folder, commands.folder ?? '', file);
  if (!leadsInto(worktree.folder, path.dirname(target))) return fail('checks.copy_refused', { file, why: 'outside' });
  const only = ['-z', '--', `:(literal)${path.relative(worktree.folder, target)}`];
  const tracked = await catchFailure(() => git.read(worktree, ['ls-files', '--cached', ...only]));
  if (!tracked.ok) return tracked;
  if (tracked.value.stdout.length > 0) return fail('checks.copy_refused', { file, why: 'tracked' });
  const written = replaceFile(realDisk, target, content.value);
  if (!written.ok) return written;
  const ignored = await catchFailure(() =>
    git.read(worktree, ['ls-files', '--others', '--ignored', '--exclude-standard', ...only]),
  );
  if (ignored.ok && ignored.value.stdout.length > 0) return ok();
  const removed = removeFile(realDisk, target);
  if (!removed.ok) return removed;
  return ignored.ok ? fail('checks.copy_refused', { file, why: 'not_ignored' }) : ignored;
}

/** Undefined: there is no such file. */
function contentOf(projectRoot: string, file: string): Result<Uint8Array | undefined, Failure> {
  const root = fs.realpathSync(projectRoot);
  const source = path.resolve(root, file);
  if (!isBelow(root, source)) return fail('checks.copy_refused', { file, why: 'outside' });
  try {
    const stat = fs.lstatSync(source);
    if (!stat.isFile()) return fail('checks.copy_refused', { file, why: 'not_regular' });
    if (fs.realpathSync(source) !== source) return fail('checks.copy_refused', { file, why: 'outside' });
    if (stat.size > MAX_BYTES) return fail('checks.copy_refused', { file, why: 'too_large' });
    return ok(fs.readFileSync(source));
  } catch (error) {
    const isAbsent = ['ENOENT', 'ENOTDIR'].includes(getErrno(error) ?? '');
    return isAbsent ? ok(undefined) : err(diskFailure(error, 'read', source));
  }
}

/** Whoever worked in the worktree may have put a link where a folder was. */
function leadsInto(worktree: string, folder: string): boolean {
  let there = folder;
  while (fs.lstatSync(there, { throwIfNoEntry: false }) === undefined) there = path.dirname(there);
  const [root, real] = [fs.realpathSync(worktree), realOf(there)];
  return real !== undefined && (real === root || isBelow(root, real));
}

function realOf(place: string): string | undefined {
  try {
    return fs.realpathSync(place);
  } catch {
    // A link that leads nowhere.
    return undefined;
  }
}

function isBelow(folder: string, place: string): boolean {
  const relative = path.relative(folder, place);
  return relative !== '' && relative !== '..' && !relative.startsWith(`..${path.sep}`) && !path.isAbsolute(relative);
}
