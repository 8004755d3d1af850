import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { systemClock } from '../../base/clock.ts';
import { catchFailure, type Failure, throwFailure, unwrap } from '../../base/failure.ts';
import { redactor, secretsIn } from '../../base/redact.ts';
import type { Result } from '../../base/result.ts';
import { closeQuietly, realDisk } from '../../files/disk.ts';
import { getProcessIdentity, getProcessLife, nonce } from '../../files/identity.ts';
import { askToEnd, startDetached } from '../../process/detach.ts';
import { type JobRecord, readJobRecords, removeJobRecord, writeJobRecord } from '../../store/job-records.ts';
import { privateFolder } from '../../store/private-folder.ts';
import { requireOutsideAgent } from '../conductor/open-workflow.ts';
import { onDisk } from '../on-disk.ts';
import type { Project } from '../project.ts';
import { readRegularFile } from '../read-file.ts';

export interface JobRequest {
  /** How Orchestral is started: the program and its first arguments, each an absolute path. */
  readonly command: readonly [string, ...string[]];
  /** What it is told. */
  readonly args: readonly string[];
}

/** A command that is carried out in a process of its own, which outlives whoever asked for it. */
export interface Job extends Pick<JobRecord, 'id' | 'args' | 'started_at'> {
  readonly is_running: boolean;
  /** What it printed so far; of much, the end. */
  readonly said: string;
}

/** Commands that conduct no workflow of their own and may take long: `auto next`, `auto exec`, `prove`, `verify`. */
export interface JobsApi {
  /** The one that does exactly this already, else a new one. */
  start(request: JobRequest): Promise<Result<Job & { readonly isNew: boolean }, Failure>>;
  /** The newest first. */
  list(): Promise<readonly Job[]>;
  /** As it is when it has ended, the time is up, or nobody wants to know any more. */
  wait(id: string, options: { readonly forMs: number; readonly signal: AbortSignal }): Promise<Result<Job, Failure>>;
  /** Has it end what it does, and waits a while for that. */
  end(id: string): Promise<Result<Job, Failure>>;
}

const LOOK_EVERY_MS = 100;
const ENDS_WITHIN_MS = 15_000;
/** The newest of these stay. */
const MOST_JOBS = 50;
/** At the same time: each is a process. */
const MOST_RUNNING = 24;
const MOST_SAID = 4 * 1024 * 1024;

/** @internal */
export function jobsApi(here: {
  readonly project: Project;
  readonly env: Readonly<Record<string, string | undefined>>;
}): JobsApi {
  const { project, env } = here;
  const folder = () => path.join(unwrap(privateFolder(env)), project.hash, 'jobs');
  const redact = redactor(secretsIn(env));

  function read(record: JobRecord): Job {
    const { id, args, started_at } = record;
    // Asked first: what is written until then is read.
    const is_running = getProcessLife(record.process) === 'alive';
    const said = readRegularFile(path.join(folder(), `${id}.log`), { limit: MOST_SAID, followLinks: false });
    const text = said.ok ? new TextDecoder().decode(said.value) : '';
    return { id, args, started_at, is_running, said: redact(text) };
  }

  const recordOf = (id: string): JobRecord =>
    readJobRecords(folder()).find((one) => one.id === id) ?? throwFailure('job.unknown', { id });

  async function waitFor(record: JobRecord, forMs: number, signal: AbortSignal): Promise<Job> {
    const until = performance.now() + forMs;
    while (getProcessLife(record.process) === 'alive' && performance.now() < until && !signal.aborted)
      await pause(Math.min(LOOK_EVERY_MS, until - performance.now()), undefined, { signal }).catch(() => undefined);
    return read(record);
  }

  return {
    start: (request) =>
      catchFailure(async () => {
        requireOutsideAgent(env);
        const records = readJobRecords(folder());
        const running = records.filter((one) => getProcessLife(one.process) === 'alive');
        const same = running.find((one) => JSON.stringify(one.args) === JSON.stringify(request.args));
        if (same !== undefined) return { ...read(same), isNew: false };
        if (running.length >= MOST_RUNNING) throwFailure('job.too_many', { limit: MOST_RUNNING });
        for (const { id } of records.filter((one) => !running.includes(one)).slice(MOST_JOBS))
          onDisk('unlink', folder(), () => removeJobRecord(realDisk, folder(), id));
        return { ...read(begin(request, project.root)), isNew: true };
      }),
    list: async () => readJobRecords(folder()).map(read),
    wait: (id, { forMs, signal }) => catchFailure(() => waitFor(recordOf(id), forMs, signal)),
    end: (id) =>
      catchFailure(async () => {
        const record = recordOf(id);
        askToEnd(record.process);
        return waitFor(record, ENDS_WITHIN_MS, new AbortController().signal);
      }),
  };

  /** No pause between the look for others and this: two calls of one process make one job. */
  function begin({ command, args }: JobRequest, cwd: string): JobRecord {
    const id = `job-${nonce().slice(0, 8)}`;
    const log = path.join(folder(), `${id}.log`);
    const { O_CREAT, O_APPEND, O_WRONLY } = fs.constants;
    const output = onDisk('open', log, () => {
      realDisk.mkdir(folder(), 0o700);
      return realDisk.open(log, O_CREAT | O_APPEND | O_WRONLY, 0o600);
    });
    const [file, ...first] = command;
    const child = startDetached({ file, args: [...first, ...args], cwd, env, readsInput: false, output });
    closeQuietly(realDisk, output);
    child.leave();
    const identity = child.pid === undefined ? undefined : getProcessIdentity(child.pid);
    if (identity === undefined) return throwFailure('job.not_started', {});
    const record: JobRecord = {
      version: 1,
      id,
      args: [...args],
      process: identity,
      started_at: systemClock.now().toISOString(),
    };
    unwrap(writeJobRecord(realDisk, folder(), record));
    return record;
  }
}
