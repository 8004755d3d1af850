import fs from 'node:fs';
import path from 'node:path';
import type { Failure } from '../../base/failure.ts';
import { err, type Result } from '../../base/result.ts';
import { diskFailure } from '../../files/disk-failure.ts';
import { makeFolder } from '../../files/folder.ts';
import type { Worktree } from '../../git/git.ts';
import type { StepServices } from '../conductor/step.ts';

/** One inside the other, and then no more. */
const MOST_DEPTH = 10;

/**
 * Does something with a worktree in which an agent may have begun repositories, as many a scaffolding tool does: their
 * files are the work, and their git folders are kept beside the worktree, so that nothing of them is lost.
 */
export async function withNestedReposMoved<T>(
  { disk }: Pick<StepServices, 'disk'>,
  worktree: Worktree,
  work: () => Promise<Result<T, Failure>>,
): Promise<Result<T, Failure>> {
  for (let depth = 1; ; depth++) {
    const done = await work();
    if (done.ok || done.error.code !== 'git.nested_repository' || depth > MOST_DEPTH) return done;
    const found = done.error.params.paths.map((name) => path.join(worktree.folder, name, '.git'));
    if (found.some((place) => fs.lstatSync(place, { throwIfNoEntry: false }) === undefined)) return done;
    for (const place of found) {
      try {
        disk.rename(place, freePlace(worktree));
      } catch (error) {
        return err(diskFailure(error, 'rename', place));
      }
    }
  }
}

/** On the same disk as the worktree, and outside it. */
function freePlace({ folder }: Worktree): string {
  const beside = `${folder}-repositories`;
  makeFolder(beside);
  return path.join(beside, `${fs.readdirSync(beside).length + 1}.git`);
}
