import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { onTestFinished } from 'vitest';
import { openFleet, type WorkerEvent } from '../../src/engine/door/fleet.ts';
import type { JobKind } from '../../src/schema/fleet.ts';
import { temporaryFolder } from './auto-store.ts';
import { expectOk } from './conduct-session.ts';
import type { RunProject } from './run-project.ts';

/** Gives a project a remote that workers reach, too. */
export function withRemote(project: RunProject): string {
  const remote = temporaryFolder();
  execFileSync('git', ['init', '--quiet', '--bare', remote], { env: project.env });
  project.git('remote', 'add', 'origin', remote);
  return remote;
}

/** As a person who always works with this fleet. */
export function useFleet({ home }: RunProject, url: string): void {
  const file = path.join(home, '.config/orchestral/config.json');
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.writeFileSync(file, JSON.stringify({ version: 1, fleet: { url } }));
}

/** The line that lets workers in to the fleet of this project's person. */
export async function fleetKeyOf({ env }: RunProject, takes: JobKind = 'step'): Promise<string> {
  return expectOk(await openFleet({ env }).key(takes));
}

export interface FleetWorker {
  readonly home: string;
  readonly events: WorkerEvent[];
  /** Ends it, when what runs is done. */
  readonly drain: () => Promise<void>;
}

export interface FleetWorkerOptions {
  readonly url: string;
  readonly key: string;
  /** What its agent plays. */
  readonly agent: string;
  readonly name: string;
  readonly concurrency?: number;
  /** Another worker's, where two work on one machine. */
  readonly home?: string;
  /** Of its environment, besides what every worker has. */
  readonly env?: Readonly<Record<string, string>>;
}

/** A worker with a home of its own, in this process. */
export async function fleetWorker({
  url,
  key,
  agent,
  name,
  concurrency = 1,
  home = temporaryFolder(),
  env: more = {},
}: FleetWorkerOptions): Promise<FleetWorker> {
  const env = {
    PATH: process.env['PATH'] ?? '',
    HOME: home,
    LANG: 'C.UTF-8',
    GIT_CONFIG_NOSYSTEM: '1',
    ORCHESTRAL_FLEET_KEY: key,
    ...more,
  };
  const events: WorkerEvent[] = [];
  const end = new AbortController();
  const fleet = openFleet({ env, fleet: url, agent, trust: true });
  let done: Promise<unknown> = Promise.resolve();
  await new Promise<void>((resolve, reject) => {
    done = fleet
      .work({
        version: '1.0.0',
        name,
        labels: [],
        concurrency,
        signal: end.signal,
        onReady: () => resolve(),
        onEvent: (event) => events.push(event),
      })
      .then((ended) => (ended.ok ? undefined : reject(new Error(JSON.stringify(ended.error)))));
  });
  const drain = async (): Promise<void> => {
    end.abort();
    await done;
  };
  onTestFinished(drain);
  return { home, events, drain };
}
