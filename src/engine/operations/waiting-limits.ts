import fs from 'node:fs';
import path from 'node:path';
import { AGENT_LOG } from '../../schema/agent-log-line.ts';
import { entriesIn } from '../on-disk.ts';
import { type LogTail, readLogTail } from './agent-log-page.ts';

export type ProviderWait = NonNullable<LogTail['limit']>;

/** More agents than that are not at work at once; of steps that are over, nothing is waited for. */
const MOST_LOGS = 16;
/** `R1/T1-S2/implement-3` */
const DEEPEST = 3;

/**
 * The providers that agents wait for, of a run (`run-…`), a session (`R1`) or a task (`auto/T1`): each once, with what was
 * said of it last. One that should have opened since is not waited for, whether or not somebody is there to go on.
 */
export function waitingLimits(own: string, owners: readonly string[], now: Date): ProviderWait[] {
  return waitsWithTimes(own, owners, now).map(({ backend, why, resume_at }) => ({ backend, why, resume_at }));
}

/** The same, with when it was said: nothing came after it, so that is when its log last changed. */
export function waitsWithTimes(
  own: string,
  owners: readonly string[],
  now: Date,
): (ProviderWait & { readonly since: string })[] {
  const logs = owners.flatMap((owner) => logsBelow(path.join(own, 'steps', owner), DEEPEST));
  const newest = logs.toSorted((a, b) => b.changed - a.changed).slice(0, MOST_LOGS);
  const waits = newest.flatMap(({ file, changed }) => {
    const { limit } = readLogTail(file);
    return limit === null ? [] : [{ ...limit, since: new Date(changed).toISOString() }];
  });
  const open = waits.filter(({ resume_at }) => resume_at === null || Date.parse(resume_at) > now.getTime());
  return [...new Map(open.toReversed().map((wait) => [wait.backend, wait])).values()];
}

function logsBelow(folder: string, depth: number): { readonly file: string; readonly changed: number }[] {
  const file = path.join(folder, AGENT_LOG);
  const stat = fs.lstatSync(file, { throwIfNoEntry: false });
  if (stat !== undefined) return [{ file, changed: stat.mtimeMs }];
  if (depth === 0) return [];
  const inside = entriesIn(folder).filter((entry) => entry.isDirectory());
  return inside.flatMap(({ name }) => logsBelow(path.join(folder, name), depth - 1));
}
