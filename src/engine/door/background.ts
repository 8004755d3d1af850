import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { throwFailure, unwrap } from '../../base/failure.ts';
import { redactor, secretsIn } from '../../base/redact.ts';
import { closeQuietly, realDisk } from '../../files/disk.ts';
import { nonce } from '../../files/identity.ts';
import { startDetached } from '../../process/detach.ts';
import { privateFolder } from '../../store/private-folder.ts';
import { namesIn, onDisk } from '../on-disk.ts';
import type { Project } from '../project.ts';
import { requireOutsideAgent } from '../conductor/open-workflow.ts';
import { SnapshotReader } from './snapshot.ts';
import { allWork, type Work } from './work-outcome.ts';

interface Here {
  readonly project: Project;
  readonly env: Readonly<Record<string, string | undefined>>;
}

export interface DetachRequest {
  /** How Orchestral is started: the program and its first arguments, each an absolute path. */
  readonly command: readonly [string, ...string[]];
  /** What it is told: `start`, a briefing, flags. */
  readonly args: readonly string[];
  readonly cwd: string;
  /** It reads what this process was given to read. */
  readonly readsInput: boolean;
  readonly signal: AbortSignal;
}

/** What became of it: it conducts, or ended before it did. */
export type Detached =
  | ({ readonly isConducting: true; readonly pid: number } & Pick<Work, 'workflow' | 'id'> & WithLog)
  | { readonly isConducting: false; readonly exit: number | null; readonly said: string };

interface WithLog {
  /** The file that has what it prints. */
  readonly log: string;
}

const LOOK_EVERY_MS = 100;
/** The newest of these stay. */
const MOST_LOGS = 20;
const LAST_LINES = 12;

/**
 * Has a command conduct in a process of its own, which goes on when this one and its terminal have ended. Comes back once
 * it conducts, or has ended instead.
 *
 * @internal
 */
export async function detach({ project, env }: Here, request: DetachRequest): Promise<Detached> {
  requireOutsideAgent(env);
  const folder = logFolder({ project, env });
  const [file, ...first] = request.command;
  const started = path.join(folder, `starting-${nonce()}.log`);
  const { O_CREAT, O_APPEND, O_WRONLY } = fs.constants;
  const output = onDisk('open', started, () => {
    realDisk.mkdir(folder, 0o700);
    return realDisk.open(started, O_CREAT | O_APPEND | O_WRONLY, 0o600);
  });
  const { cwd, readsInput, signal } = request;
  const child = startDetached({ file, args: [...first, ...request.args], cwd, env, readsInput, output });
  closeQuietly(realDisk, output);
  let ended: { readonly exit: number | null } | undefined;
  const end = child.ended.then((exit) => (ended = { exit }));
  const reader = new SnapshotReader(project);
  for (;;) {
    const work = allWork(reader.take().snapshot).find(({ conductor }) => conductor?.pid === child.pid);
    if (work !== undefined && child.pid !== undefined) {
      const { workflow, id } = work;
      const log = path.join(folder, `${id}-${child.pid}.log`);
      onDisk('rename', started, () => realDisk.rename(started, log));
      removeOldLogs(folder);
      child.leave();
      return { isConducting: true, workflow, id, pid: child.pid, log };
    }
    if (ended !== undefined) {
      const said = fs.readFileSync(started, 'utf8');
      onDisk('unlink', started, () => realDisk.unlink(started));
      return { isConducting: false, ...ended, said };
    }
    // Whoever interrupts now does not know yet what they began: it is theirs to find with `status`.
    if (signal.aborted) throwFailure('work.cancelled', {});
    await Promise.race([pause(LOOK_EVERY_MS), end]);
  }
}

export interface WaitRequest {
  /** `run-…`, `R1` or `session`, `auto`; without it, whatever is conducted now, else the latest. */
  readonly named?: string | undefined;
  readonly forMs?: number | undefined;
  readonly signal: AbortSignal;
}

/** Work that came to rest, or that goes on although the time is up. */
export interface Waited extends Work {
  /** Of the process in the background that had it last; null where there was none. */
  readonly log: string | null;
  /** The last lines of it, where nobody conducts any more. */
  readonly said: string;
}

/** Waits until work needs a person or has ended, however, or until the time is up. @internal */
export async function waitForWork({ project, env }: Here, request: WaitRequest): Promise<Waited> {
  const { named, forMs = Infinity, signal } = request;
  const reader = new SnapshotReader(project);
  const until = performance.now() + forMs;
  const meant = new Set(choose(allWork(reader.take().snapshot), named).map(({ id }) => id));
  for (;;) {
    const works = allWork(reader.take().snapshot).filter(({ id }) => meant.has(id));
    const [first] = works;
    if (first === undefined) return throwFailure('wait.nothing', { named: named ?? null });
    const rested = works.find(({ outcome }) => outcome !== 'running');
    if (rested !== undefined) return withLog(rested, { project, env });
    const left = until - performance.now();
    if (left <= 0) return withLog(first, { project, env });
    if (signal.aborted) throwFailure('work.cancelled', {});
    await pause(Math.min(LOOK_EVERY_MS, left), undefined, { signal }).catch(() => undefined);
  }
}

function choose(works: readonly Work[], named: string | undefined): readonly Work[] {
  const byName = (work: Work) => work.id === named || work.workflow === named || work.id === `run-${named}`;
  const found = named === undefined ? works : works.filter(byName);
  const conducted = found.filter(({ conductor }) => conductor !== null);
  if (conducted.length > 0) return conducted;
  const [latest] = found.toSorted((a, b) => (a.updated_at < b.updated_at ? 1 : -1));
  return latest === undefined ? [] : [latest];
}

function withLog(work: Work, here: Here): Waited {
  const log = latestLog(work, here);
  const isLeft = work.outcome === 'interrupted' && log !== null;
  return { ...work, log, said: isLeft ? lastLines(log, here) : '' };
}

function latestLog({ id }: Work, here: Here): string | null {
  const folder = logFolder(here);
  const own = newestFirst(folder).find(
    (name) => name.startsWith(`${id}-`) && /^\d+\.log$/.test(name.slice(id.length + 1)),
  );
  return own === undefined ? null : path.join(folder, own);
}

function lastLines(log: string, { env }: Here): string {
  const text = fs.readFileSync(log, 'utf8').trimEnd();
  return redactor(secretsIn(env))(text.split('\n').slice(-LAST_LINES).join('\n'));
}

function removeOldLogs(folder: string): void {
  for (const name of newestFirst(folder).slice(MOST_LOGS))
    onDisk('unlink', path.join(folder, name), () => realDisk.unlink(path.join(folder, name)));
}

function newestFirst(folder: string): string[] {
  const changed = (name: string) => fs.statSync(path.join(folder, name)).mtimeMs;
  return namesIn(folder).toSorted((a, b) => changed(b) - changed(a));
}

function logFolder({ project, env }: Here): string {
  return path.join(unwrap(privateFolder(env)), project.hash, 'background');
}
