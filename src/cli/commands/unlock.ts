import fs from 'node:fs';
import path from 'node:path';
import { fail, type Failure } from '../../base/failure.ts';
import { ok, type Result } from '../../base/result.ts';
import type { LockFile, ProjectApi } from '../../engine/door/open-project.ts';
import { ask, canAsk } from '../ask.ts';
import type { Context, Run } from '../context.ts';
import { exit } from '../exit.ts';
import { projectOf } from '../project.ts';
import { nearPath } from '../report/failure.ts';
import { formatTime } from '../../i18n/format.ts';
import { jsonText, visible } from '../terminal/visible.ts';

/** Shows every lock first. Dead ones go when the person agrees; others only when they are named too; a living one never. */
export const run: Run = async (context, { args }) => {
  const project = projectOf(context);
  if (!project.ok) return project;
  const locks = await project.value.locks();
  const chosen = choose(locks, args, context);
  if (!chosen.ok) return chosen;
  if (!context.flags.json) show(locks, context);
  if (locks.length > 0 && chosen.value.length === 0) context.tell(context.words.unlock.nothingDead);
  const removal = await remove(chosen.value, context, project.value);
  if (!removal.ok) return removal;
  if (context.flags.json) context.answer(jsonText({ locks: locks.map((lock) => lockJson(lock, removal.value)) }));
  return ok(exit.done);
};

function choose(locks: readonly LockFile[], named: readonly string[], { cwd }: Context): Result<LockFile[], Failure> {
  if (named.length === 0) return ok(locks.filter(({ holder }) => holder?.life === 'dead'));
  const chosen: LockFile[] = [];
  for (const name of named) {
    const file = path.resolve(cwd, name);
    const lock = locks.find((one) => one.path === inRealFolder(file));
    if (lock === undefined) return fail('usage.not_a_lock', { file }, { path: file });
    if (lock.holder?.life === 'alive') return fail('lock.held', { lock: lock.path, holder: lock.holder });
    chosen.push(lock);
  }
  return ok(chosen);
}

async function remove(
  chosen: readonly LockFile[],
  context: Context,
  project: ProjectApi,
): Promise<Result<LockFile[], Failure>> {
  const { words, flags, tell, cwd } = context;
  if (chosen.length === 0) return ok([]);
  if (!flags.yes) {
    if (!canAsk(context)) return fail('answer.needed', { question: 'unlock' });
    if (!(await ask(words.unlock.question(chosen.length), context))) {
      tell(words.unlock.kept);
      return ok([]);
    }
  }
  const removed: LockFile[] = [];
  for (const lock of chosen) {
    const result = await project.removeLock(lock);
    if (!result.ok) return result;
    removed.push(lock);
    tell(words.unlock.removed(visible(nearPath(lock.path, cwd))));
  }
  return ok(removed);
}

function show(locks: readonly LockFile[], { words, colours, cwd, answer, tell }: Context): void {
  if (locks.length === 0) {
    tell(words.unlock.none);
    return;
  }
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
