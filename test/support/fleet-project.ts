import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { onTestFinished } from 'vitest';
import { openFleet, type WorkerEvent } from '../../src/engine/door/fleet.ts';
import type { Rehearsal } from '../../src/schema/rehearsal.ts';
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

/** The line that lets workers in to the fleet of this project's person. */
export async function fleetKeyOf({ env }: RunProject): Promise<string> {
  return expectOk(await openFleet({ env }).key());
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
  readonly script: Rehearsal;
  readonly name: string;
  readonly concurrency?: number;
}

/** A worker with a home of its own, in this process. */
export async function fleetWorker({
  url,
  key,
  script,
  name,
  concurrency = 1,
}: FleetWorkerOptions): Promise<FleetWorker> {
  const home = temporaryFolder();
  const file = path.join(home, 'script.json');
  fs.writeFileSync(file, JSON.stringify(script));
  const env = {
    PATH: process.env['PATH'] ?? '',
    HOME: home,
    LANG: 'C.UTF-8',
    GIT_CONFIG_NOSYSTEM: '1',
    ORCHESTRAL_FLEET_KEY: key,
  };
  const events: WorkerEvent[] = [];
  const end = new AbortController();
  const fleet = openFleet({ env, fleet: url, agent: `rehearsal:${file}`, trust: true });
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
