import fs from 'node:fs';
import path from 'node:path';
import { throwFailure, unwrap } from '../../base/failure.ts';
import type { LockFile, ProjectApi } from '../../engine/door/open-project.ts';
import { formatTime } from '../../i18n/format.ts';
import { ask, canAsk } from '../ask.ts';
import type { Context, Run } from '../context.ts';
import { projectOf } from '../project.ts';
import { nearPath } from '../report/failure.ts';
import { jsonText, visible } from '../terminal/visible.ts';

/** Shows every lock first. Dead ones go when the person agrees; others only when they are named too; a living one never. */
export const run: Run = async (context, { args }) => {
  const project = projectOf(context);
  const locks = await project.locks();
  const chosen = choose(locks, args, context);
  if (!context.flags.json) show(locks, context);
  if (locks.length > 0 && chosen.length === 0) context.tell(context.words.unlock.nothingDead);
  const removed = await remove(chosen, context, project);
  if (context.flags.json) context.answer(jsonText({ locks: locks.map((lock) => lockJson(lock, removed)) }));
};

function choose(locks: readonly LockFile[], named: readonly string[], { cwd }: Context): LockFile[] {
  if (named.length === 0) return locks.filter(({ holder }) => holder?.life === 'dead');
  return named.map((name) => {
    const file = path.resolve(cwd, name);
    const lock = locks.find((one) => one.path === inRealFolder(file));
    if (lock === undefined) return throwFailure('usage.not_a_lock', { file }, { path: file });
    if (lock.holder?.life === 'alive') throwFailure('lock.held', { lock: lock.path, holder: lock.holder });
    return lock;
  });
}

async function remove(
  chosen: readonly LockFile[],
  context: Context,
  project: ProjectApi,
): Promise<readonly LockFile[]> {
  const { words, flags, tell, cwd } = context;
  if (chosen.length === 0) return [];
  if (!flags.yes) {
    if (!canAsk(context)) throwFailure('answer.needed', { question: 'unlock' });
    if (!(await ask(words.unlock.question(chosen.length), context))) {
      tell(words.unlock.kept);
      return [];
    }
  }
  for (const lock of chosen) {
    unwrap(await project.removeLock(lock));
    tell(words.unlock.removed(visible(nearPath(lock.path, cwd))));
  }
  return chosen;
}

function show(locks: readonly LockFile[], { words, colours, cwd, answer, tell }: Context): void {
  if (locks.length === 0) return tell(words.unlock.none);
  for (const { path: file, holder } of locks) {
    const near = visible(nearPath(file, cwd));
    answer(`${colours.bold(near)}  ${words.unlock.life[holder?.life ?? 'unknown']}`);
    if (holder !== null) {
      const who = words.unlock.holder(holder.pid, holder.host, holder.command);
      answer(`  ${visible(`${who}, ${words.unlock.since(formatTime(holder.since))}`)}`);
    }
    if (holder === null || holder.life === 'elsewhere') answer(`  ${words.unlock.nameIt(near)}`);
  }
}

function lockJson({ path: file, kind, holder }: LockFile, removed: readonly LockFile[]): object {
  return {
    path: file,
    kind,
    life: holder?.life ?? 'unknown',
    holder,
    removed: removed.some((one) => one.path === file),
  };
}

function inRealFolder(file: string): string {
  try {
    return path.join(fs.realpathSync(path.dirname(file)), path.basename(file));
  } catch {
    return file;
  }
}
