import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { temporaryFolder } from '../support/auto-store.ts';
import { autoProjectWith, filesOn } from '../support/auto-project.ts';
import { type CutProxy, cutProxy, type Partition } from '../support/cut-proxy.ts';
import { fleetKeyOf, withRemote } from '../support/fleet-project.ts';
import { needs } from '../support/needs.ts';
import { randomFrom } from '../support/random.ts';
import { redisServer } from '../support/redis-server.ts';
import { type RunProject, SHELL_PROJECT } from '../support/run-project.ts';
import { record } from '../support/scorecard.ts';
import { seed } from '../support/tier.ts';

const TASKS = 200;
const WORKERS = 8;
const KILLS = 100;
const PARTITIONS = 20;
const HOUR_MS = 3_600_000;

const ids = Array.from({ length: TASKS }, (_, at) => `T${Math.floor(at / 50) + 1}.${(at % 50) + 1}`);

const plan = [
  '# Tasks',
  '',
  ...ids.flatMap((id) =>
    id.endsWith('.1') ? ['', `## Phase ${id.slice(1, -2)}: P`, '', `- [ ] ${id}: Write it`] : [`- [ ] ${id}: Write it`],
  ),
].join('\n');

/** What each task's agent does, and who saw it begin. */
function scriptIn(home: string, witness: string): string {
  const file = path.join(home, 'script.json');
  const tasks = Object.fromEntries(
    ids.map((id) => [
      id,
      [
        {
          delay_ms: 300,
          edit: { [`${id}.txt`]: `${id}\n`, [`test/${id}.check`]: `test -e ${id}.txt\n` },
          usage: { cost_usd: 0.01 },
        },
      ],
    ]),
  );
  fs.writeFileSync(file, JSON.stringify({ version: 1, tasks }));
  fs.appendFileSync(witness, '');
  return file;
}

/** A process that is started again whenever it was killed. */
class Restarted {
  #child: ChildProcess | undefined;
  #isOver = false;
  starts = 0;
  last = '';
  readonly ended: Promise<number>;

  constructor(args: readonly string[], env: Readonly<Record<string, string>>, cwd: string) {
    this.ended = this.#run(args, env, cwd);
    onTestFinished(() => this.end());
  }

  async #run(args: readonly string[], env: Readonly<Record<string, string>>, cwd: string): Promise<number> {
    for (;;) {
      this.starts += 1;
      const child = spawn(process.execPath, [path.resolve('bin/orchestral.js'), ...args], { env, cwd, stdio: 'pipe' });
      this.#child = child;
      let said = '';
      for (const stream of [child.stdout, child.stderr])
        stream.setEncoding('utf8').on('data', (text) => (said = `${said}${text}`.slice(-4_000)));
      const code = await new Promise<number | null>((resolve) => void child.once('close', resolve));
      this.last = said;
      if (this.#isOver || code === 0) return code ?? 0;
      // It was killed, or came up while it was cut off: whoever looks after it starts it again.
      await pause(500);
    }
  }

  kill(): void {
    this.#child?.kill('SIGKILL');
  }

  get pid(): number | undefined {
    return this.#child?.pid;
  }

  end(): void {
    this.#isOver = true;
    this.#child?.kill('SIGKILL');
  }
}

function envFor(home: string, more: Readonly<Record<string, string>>): Record<string, string> {
  return { PATH: process.env['PATH'] ?? '', HOME: home, LANG: 'C.UTF-8', GIT_CONFIG_NOSYSTEM: '1', ...more };
}

async function startWorkers(
  key: string,
  port: number,
  witness: string,
): Promise<{ workers: Restarted[]; proxies: CutProxy[] }> {
  const workers: Restarted[] = [];
  const proxies: CutProxy[] = [];
  for (let n = 0; n < WORKERS; n++) {
    const home = temporaryFolder();
    const proxy = await cutProxy(port);
    const skew = [0, HOUR_MS, -HOUR_MS][n % 3] ?? 0;
    const env = envFor(home, {
      ORCHESTRAL_FLEET_KEY: key,
      ORCHESTRAL_FLEET: `redis://127.0.0.1:${proxy.port}`,
      NODE_OPTIONS: `--import ${path.resolve('test/support/skew-clock.mjs')}`,
      SKEW_MS: String(skew),
    });
    const args = ['worker', '--trust', '--name', `w${n}`, '--agent', `rehearsal:${scriptIn(home, witness)}`];
    workers.push(new Restarted(args, env, home));
    proxies.push(proxy);
  }
  return { workers, proxies };
}

function mergedTasks({ git }: RunProject): string[] {
  return git('log', '--no-merges', '--format=%(trailers:key=Orchestral-Task,valueonly,separator=%x2C)', 'main')
    .split('\n')
    .filter((line) => line !== '');
}

test(
  'workers, Redis and conductor killed and cut off: nothing is lost, nothing is merged twice',
  { timeout: 3_600_000 },
  async (context) => {
    needs(context, 'git', 'redis-server');
    const random = randomFrom(seed);
    const redis = await redisServer();
    const project = autoProjectWith(plan, { config: { project: SHELL_PROJECT } });
    const remote = withRemote(project);
    const key = await fleetKeyOf(project);
    const { workers, proxies } = await startWorkers(key, redis.port, path.join(project.home, 'witness'));
    const own = await cutProxy(redis.port);
    const env = { ...project.env, ORCHESTRAL_FLEET: `redis://127.0.0.1:${own.port}` };
    const conductor = new Restarted(
      ['auto', '--trust', '--no-dashboard', '--ultra-thin', '--quiet'],
      env,
      project.folder,
    );
    let isOver = false;
    const ended = conductor.ended.then((code) => {
      isOver = true;
      return code;
    });
    const counts = { workers: 0, redis: 0, conductor: 0, partitions: 0 };
    const kinds: readonly Partition[] = ['cut', 'silent', 'one-way'];
    const began = performance.now();
    const chaos = (async () => {
      for (let n = 0; n < KILLS && !isOver; n++) {
        await pause(1_000 + random() * 4_000);
        const lot = random();
        if (lot < 0.7) {
          workers[Math.floor(random() * WORKERS)]?.kill();
          counts.workers += 1;
        } else if (lot < 0.85) {
          await redis.killAndRestart();
          counts.redis += 1;
        } else {
          conductor.kill();
          counts.conductor += 1;
        }
        if (n % Math.ceil(KILLS / PARTITIONS) !== 0) continue;
        const proxy = [own, ...proxies][Math.floor(random() * (WORKERS + 1))] ?? own;
        proxy.partition = kinds[counts.partitions % kinds.length] ?? 'cut';
        counts.partitions += 1;
        const seconds = counts.partitions % 5 === 0 ? 60 : 2 + random() * 15;
        void pause(seconds * 1000).then(() => proxy.heal());
      }
    })();
    const code = await ended;
    await chaos;
    expect(code, conductor.last).toBe(0);
    const minutes = (performance.now() - began) / 60_000;
    const merged = mergedTasks(project);
    expect(merged.toSorted()).toEqual(ids.toSorted());
    expect(filesOn(project)).toEqual(expect.arrayContaining(ids.flatMap((id) => [`${id}.txt`, `test/${id}.check`])));
    for (const worker of workers) worker.end();
    const left = execFileSync('git', ['for-each-ref', '--format=%(refname)', 'refs/orchestral'], {
      cwd: remote,
      encoding: 'utf8',
    });
    record({
      promise: `A fleet of ${WORKERS} workers, ${TASKS} tasks with git and tests, clocks an hour apart: kill -9 of workers, Redis and conductor, partitions of seconds to a minute, one-way too`,
      asked: '0 lost, 0 merged twice',
      measured: `${merged.length} of ${TASKS} merged, ${merged.length - new Set(merged).size} twice; ${counts.workers} workers, ${counts.redis} times Redis, ${counts.conductor} times the conductor killed, ${counts.partitions} partitions, in ${minutes.toFixed(1)} minutes`,
    });
    console.log(JSON.stringify({ counts, minutes, left: left.split('\n').length - 1 }));
  },
);
