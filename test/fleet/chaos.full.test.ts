import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import type { JobKind } from '../../src/schema/fleet.ts';
import { autoProjectWith } from '../support/auto-project.ts';
import { temporaryFolder } from '../support/auto-store.ts';
import { type Machine, machineNetwork, type MachineNetwork, type Partition } from '../support/fleet-network.ts';
import { fleetKeyOf } from '../support/fleet-project.ts';
import { needs } from '../support/needs.ts';
import { randomFrom } from '../support/random.ts';
import { type RedisServer, redisServer } from '../support/redis-server.ts';
import { Restarted } from '../support/restarted.ts';
import { type RunProject, SHELL_PROJECT } from '../support/run-project.ts';
import { record } from '../support/scorecard.ts';
import { seed } from '../support/tier.ts';

/** For a shorter run by hand: `FLEET_CHAOS=tasks,workers,kills,partitions`. */
const [TASKS = 200, WORKERS = 8, KILLS = 100, PARTITIONS = 20] = (process.env['FLEET_CHAOS'] ?? '')
  .split(',')
  .filter((count) => count !== '')
  .map(Number);
const HOUR_MS = 3_600_000;
const PHASE = 50;
const GIT_PORT = 9418;

const ids = Array.from({ length: TASKS }, (_, at) => `T${Math.floor(at / PHASE) + 1}.${(at % PHASE) + 1}`);

const plan = [
  '# Tasks',
  ...ids.flatMap((id) => [...(id.endsWith('.1') ? ['', `## Phase ${id.slice(1, -2)}: P`, ''] : []), `- [ ] ${id}: W`]),
  '',
].join('\n');

/** What each task's agent does: long enough to be killed meanwhile. */
function scriptIn(home: string): string {
  const file = path.join(home, 'script.json');
  const edit = (id: string) => ({ [`${id}.txt`]: `${id}\n`, [`test/${id}.check`]: `test -e ${id}.txt\n` });
  const tasks = ids.map((id) => [id, [{ delay_ms: 2_000, edit: edit(id), usage: { cost_usd: 0.01 } }]]);
  fs.writeFileSync(file, JSON.stringify({ version: 1, tasks: Object.fromEntries(tasks) }));
  return `rehearsal:${file}`;
}

const program = [process.execPath, path.resolve('bin/orchestral.js')];

interface Admission {
  readonly url: string;
  readonly key: string;
  readonly name: string;
}

/** Workers on machines of their own, whose clocks differ by an hour; `hasSmallDisk`: the last one's. */
function startWorkers(
  machines: readonly Machine[],
  { url, key, name }: Admission,
  { hasSmallDisk }: { readonly hasSmallDisk: boolean },
) {
  return machines.map(({ enter }, n) => {
    const home = temporaryFolder();
    if (hasSmallDisk && n === machines.length - 1) mountSmallDisk(home);
    const env = {
      PATH: process.env['PATH'] ?? '',
      HOME: home,
      LANG: 'C.UTF-8',
      GIT_CONFIG_NOSYSTEM: '1',
      ORCHESTRAL_FLEET_KEY: key,
      ORCHESTRAL_FLEET: url,
      NODE_OPTIONS: `--import ${path.resolve('test/support/skew-clock.mjs')}`,
      SKEW_MS: String([0, HOUR_MS, -HOUR_MS][n % 3]),
    };
    const args = ['worker', '--trust', '--name', `${name}${n}`, '--agent', scriptIn(home)];
    return { home, process: new Restarted({ command: [...enter, ...program, ...args], env, cwd: home }) };
  });
}

function mountSmallDisk(folder: string): void {
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=48m', 'tmpfs', folder]);
  onTestFinished(() => void execFileSync('umount', ['--lazy', folder]));
}

/** Whether a disk that was filled up was noticed by whoever works on it is seen in what they say. */
async function fillDisk(home: string, ms: number): Promise<void> {
  const file = path.join(home, 'fill');
  try {
    execFileSync('dd', ['if=/dev/zero', `of=${file}`, 'bs=64k'], { stdio: 'ignore' });
  } catch {
    // It ends when the disk is full.
  }
  await pause(ms);
  fs.rmSync(file, { force: true });
}

/** The remote of the project, as a server on the hub. */
function gitServer(
  { hub }: MachineNetwork,
  project: RunProject,
): { readonly server: Restarted; readonly bare: string } {
  const base = temporaryFolder();
  const bare = path.join(base, 'remote.git');
  execFileSync('git', ['init', '--quiet', '--bare', bare]);
  const args = ['daemon', `--base-path=${base}`, '--export-all', '--enable=receive-pack', '--reuseaddr'];
  const where = [`--listen=${hub.address}`, `--port=${GIT_PORT}`, base];
  const env = { PATH: process.env['PATH'] ?? '', HOME: base };
  const server = new Restarted({ command: [...hub.enter, 'git', ...args, ...where], env, cwd: base });
  project.git('remote', 'add', 'origin', `git://${hub.address}:${GIT_PORT}/remote.git`);
  return { server, bare };
}

interface Victims {
  readonly workers: readonly { readonly home: string; readonly process: Restarted }[];
  readonly redis: RedisServer;
  readonly conductor: Restarted;
  readonly remote: Restarted;
  readonly machines: readonly Machine[];
}

const KINDS: readonly Partition[] = ['cut', 'silent', 'deaf', 'mute'];

/** Kills and cuts off until the counts are reached, or everything is done. */
async function wreak(victims: Victims, isOver: () => boolean) {
  const random = randomFrom(seed);
  const any = <T>(all: readonly T[]): T => all[Math.floor(random() * all.length)] as T;
  const counts = { workers: 0, redis: 0, conductor: 0, remote: 0, disks: 0, partitions: 0 };
  const healing: Promise<void>[] = [];
  const away = new Set<Machine>();
  for (let n = 0; n < KILLS && !isOver(); n++) {
    await pause(1_000 + random() * 4_000);
    const lot = random();
    if (lot < 0.7) {
      any(victims.workers).process.kill();
      counts.workers += 1;
    } else if (lot < 0.85) {
      await victims.redis.killAndRestart();
      counts.redis += 1;
    } else {
      victims.conductor.kill();
      counts.conductor += 1;
    }
    if (n % 25 === 10) {
      victims.remote.kill();
      counts.remote += 1;
    }
    const last = victims.workers.at(-1);
    if (n % 50 === 20 && last !== undefined) {
      healing.push(fillDisk(last.home, 20_000));
      counts.disks += 1;
    }
    if (n % (KILLS / PARTITIONS) >= 1) continue;
    const machine = any(victims.machines.filter((one) => !away.has(one)));
    away.add(machine);
    machine.partition(KINDS[counts.partitions % KINDS.length] ?? 'cut');
    counts.partitions += 1;
    const seconds = counts.partitions % 5 === 0 ? 75 : 2 + random() * 15;
    healing.push(
      pause(seconds * 1000).then(() => {
        machine.heal();
        away.delete(machine);
      }),
    );
  }
  await Promise.all(healing);
  return counts;
}

function mergedTasks({ git }: RunProject): string[] {
  return git('log', '--no-merges', '--format=%(trailers:key=Orchestral-Task,valueonly,separator=%x2C)', 'main')
    .split('\n')
    .filter((line) => line !== '');
}

const AUTO = ['auto', '--trust', '--no-dashboard', '--ultra-thin', '--quiet'];

test(
  'workers, Redis and conductor killed and cut off: nothing is lost, nothing is merged twice',
  { timeout: HOUR_MS },
  async (context) => {
    needs(context, 'git', 'redis-server', 'mount');
    const network = machineNetwork(context, WORKERS + 2);
    const [own, checking, ...machines] = network.machines;
    if (own === undefined || checking === undefined) throw new Error('no machine');
    const redis = await redisServer({ hub: network.hub });
    const { url } = redis;
    const project = autoProjectWith(plan, { config: { project: SHELL_PROJECT } });
    const remote = gitServer(network, project);
    const letIn = async (name: string, takes: JobKind): Promise<Admission> => ({
      url,
      name,
      key: await fleetKeyOf(project, takes),
    });
    const checkers = startWorkers([checking], await letIn('c', 'check'), { hasSmallDisk: false });
    const workers = [...checkers, ...startWorkers(machines, await letIn('w', 'step'), { hasSmallDisk: true })];
    const env = { ...project.env, ORCHESTRAL_FLEET: url };
    const began = performance.now();
    const conductor = new Restarted({ command: [...own.enter, ...program, ...AUTO], env, cwd: project.folder });
    let isOver = false;
    const ended = conductor.ended.finally(() => (isOver = true));
    const victims = { workers, redis, conductor, remote: remote.server, machines: network.machines };
    const [code, counts] = await Promise.all([ended, wreak(victims, () => isOver)]);
    expect(code, conductor.said).toBe(0);
    const minutes = (performance.now() - began) / 60_000;
    for (const worker of workers) worker.process.end();
    expect(checkers[0]?.process.said).toMatch(/merge#\d+ {2}checks/);
    const merged = mergedTasks(project);
    expect(merged.toSorted()).toEqual(ids.toSorted());
    const left = execFileSync('git', ['for-each-ref', 'refs/orchestral'], { cwd: remote.bare, encoding: 'utf8' });
    const alone = autoProjectWith(plan, { config: { project: SHELL_PROJECT } });
    const command = [...program, ...AUTO, '--agent', scriptIn(alone.home)];
    const here = new Restarted({ command, env: alone.env, cwd: alone.folder });
    expect(await here.ended, here.said).toBe(0);
    expect(project.git('rev-parse', 'main^{tree}')).toBe(alone.git('rev-parse', 'main^{tree}'));
    const kills = counts.workers + counts.redis + counts.conductor;
    record({
      promise: `A fleet of ${WORKERS} workers and one for checks in network namespaces, ${TASKS} tasks with git and tests, clocks an hour apart: kill -9 of workers, Redis and conductor, partitions of seconds to a minute, one-way too, a full disk, the git server away`,
      asked: `0 lost, 0 merged twice, the same tree as on one machine; ${KILLS} kills, ${PARTITIONS} partitions`,
      measured: `${merged.length} of ${TASKS} merged, ${merged.length - new Set(merged).size} twice, the same tree; ${kills} kills (${counts.workers} of workers, ${counts.redis} of Redis, ${counts.conductor} of the conductor), ${counts.partitions} partitions, ${counts.remote} times the git server, ${counts.disks} times the disk, in ${minutes.toFixed(1)} minutes`,
    });
    console.log(JSON.stringify({ counts, minutes, left: left.split('\n').length - 1 }));
    expect({ kills, partitions: counts.partitions }).toEqual({ kills: KILLS, partitions: PARTITIONS });
  },
);
