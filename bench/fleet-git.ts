import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { isInstalled } from './scale/peers.ts';
import { ended, startRedis } from './scale/redis.ts';
import { printTable } from './table.ts';

/*
 * Tasks of `auto` with git and tests, done by workers of a fleet: how many a second, against the number of workers. An agent is
 * rehearsed and takes a fixed time, so that one worker is the limit at first. Everything runs on this machine.
 */
const { values } = parseArgs({
  options: {
    tasks: { type: 'string', default: '32' },
    workers: { type: 'string', default: '1,2,4,8' },
    agent: { type: 'string', default: '2000' },
    /** Workers that run the tests of tasks; without any, the conductor does. */
    checks: { type: 'string', default: '0' },
  },
});
const TASKS = Number(values.tasks);
const AGENT_MS = Number(values.agent);
const CHECKERS = Number(values.checks);
const ROOT = path.dirname(path.dirname(import.meta.dirname));
const PROGRAM = path.join(ROOT, 'bin/orchestral.js');

if (isInstalled('redis-server')) await measureAll();
else console.log('fleet-git: redis-server is not installed');

async function measureAll(): Promise<void> {
  const rows: string[][] = [];
  for (const workers of values.workers.split(',').map(Number)) {
    const { seconds, conductorMs, remoteGits } = await measure(workers);
    const agents = (workers * 1000) / AGENT_MS;
    rows.push([
      String(workers),
      (TASKS / seconds).toFixed(2),
      agents.toFixed(2),
      ((TASKS * AGENT_MS) / 1000 / workers / seconds).toFixed(2),
      (conductorMs / TASKS).toFixed(0),
      (remoteGits / TASKS).toFixed(1),
    ]);
  }
  printTable(
    `Fleet with git: ${TASKS} tasks, agents that take ${AGENT_MS / 1000} s, tests on every merged tree, ${CHECKERS} workers for checks`,
    [
      'workers',
      'tasks/s',
      'agents alone',
      'of that',
      'CPU ms of the conductor a task',
      'exchanges with the remote a task',
    ],
    rows,
  );
}

interface Figures {
  readonly seconds: number;
  /** Of processor time, with all that it starts: git and tests. */
  readonly conductorMs: number;
  /** Fetches and pushes. */
  readonly remoteGits: number;
}

async function measure(count: number): Promise<Figures> {
  const root = fs.mkdtempSync(path.join(os.tmpdir(), 'fleet-git-'));
  const { folder, remote, script } = makeProject(root);
  const redis = await startRedis(root);
  const env = envFor(root, 'conductor', redis.url);
  const letIn = (name: string, ...kind: string[]) => {
    const key = execFileSync(process.execPath, [PROGRAM, 'fleet', 'key', ...kind], {
      env,
      encoding: 'utf8',
      stdio: 'pipe',
    });
    const args = ['worker', '--trust', '--name', name, '--agent', `rehearsal:${script}`];
    return startWorker(args, { ...envFor(root, name, redis.url), ORCHESTRAL_FLEET_KEY: key.trim() }, root);
  };
  const workers: ChildProcess[] = [];
  try {
    for (let n = 0; n < count; n++) workers.push(await letIn(`w${n}`));
    for (let n = 0; n < CHECKERS; n++) workers.push(await letIn(`c${n}`, 'checks'));
    const began = performance.now();
    const conductorMs = await conduct(folder, env);
    const seconds = (performance.now() - began) / 1000;
    const open = fs.readFileSync(path.join(folder, 'TASKS.md'), 'utf8').match(/- \[ \]/g);
    if (open !== null) throw new Error(`${open.length} tasks are open`);
    const remoteGits = fs.readFileSync(path.join(root, 'remote.log'), 'utf8').length;
    return { seconds, conductorMs, remoteGits };
  } finally {
    for (const child of workers) await ended(child);
    await ended(redis.child);
    fs.rmSync(root, { recursive: true, force: true });
    fs.rmSync(remote, { recursive: true, force: true });
  }
}

function envFor(root: string, name: string, url: string): Record<string, string> {
  const home = path.join(root, name);
  fs.mkdirSync(home, { recursive: true });
  // Counts what goes to the remote.
  const bin = path.join(root, 'bin');
  return {
    PATH: `${bin}${path.delimiter}${process.env['PATH'] ?? ''}`,
    HOME: home,
    LANG: 'C.UTF-8',
    GIT_CONFIG_NOSYSTEM: '1',
    ORCHESTRAL_FLEET: url,
    ORCHESTRAL_DASHBOARD: 'off',
  };
}

function makeProject(root: string) {
  const [folder, remote, bin] = [path.join(root, 'repository'), path.join(root, 'remote.git'), path.join(root, 'bin')];
  const real = execFileSync('which', ['git'], { encoding: 'utf8' }).trim();
  fs.mkdirSync(bin);
  const log = path.join(root, 'remote.log');
  fs.writeFileSync(log, '');
  const counting = `#!/bin/sh\nfor word; do case "$word" in fetch|push) printf x >> '${log}'; break;; esac; done\nexec '${real}' "$@"\n`;
  fs.writeFileSync(path.join(bin, 'git'), counting, { mode: 0o755 });
  const write = (name: string, text: string): void => {
    fs.mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    fs.writeFileSync(path.join(folder, name), text);
  };
  const ids = Array.from({ length: TASKS }, (_, n) => n + 1);
  for (const id of ids) write(`data/${id}.txt`, 'old\n');
  write('package.json', '{ "name": "small", "type": "module", "scripts": { "test": "node --test test/" } }\n');
  write(
    'test/data.test.js',
    `import assert from 'node:assert';\nimport fs from 'node:fs';\nimport test from 'node:test';
test('there is data', () => assert.ok(fs.readdirSync('data').length > 0));\n`,
  );
  write('.gitignore', '.claude/\n');
  write('TASKS.md', `# Plan\n\n${ids.map((id) => `- [ ] T1.${id}: Change data/${id}.txt\n`).join('')}`);
  const git = (...args: string[]): unknown => execFileSync(real, args, { cwd: folder });
  execFileSync(real, ['init', '--quiet', '--bare', remote]);
  git('init', '--quiet', '--initial-branch=main');
  git('config', 'user.name', 'A person');
  git('config', 'user.email', 'person@localhost');
  git('remote', 'add', 'origin', remote);
  git('add', '--all');
  git('commit', '--quiet', '--message', 'Begin');
  const steps = ids.map((id) => [`T1.${id}`, [{ delay_ms: AGENT_MS, edit: { [`data/${id}.txt`]: `new ${id}\n` } }]]);
  const script = path.join(root, 'tasks.json');
  fs.writeFileSync(script, JSON.stringify({ version: 1, tasks: Object.fromEntries(steps), roles: {} }));
  return { folder, remote, script };
}

async function startWorker(args: readonly string[], env: Record<string, string>, cwd: string): Promise<ChildProcess> {
  const child = spawn(process.execPath, [PROGRAM, ...args], { env, cwd, stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  await new Promise<void>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => {
        said = `${said}${text}`.slice(-4_000);
        if (said.includes(' is ready')) resolve();
      });
    child.once('exit', () => reject(new Error(said)));
  });
  return child;
}

/** Milliseconds of processor time. */
async function conduct(folder: string, env: Record<string, string>): Promise<number> {
  const words = [process.execPath, PROGRAM, 'auto', '--trust', '--no-dashboard', '--ultra-thin', '--quiet'];
  // The shell prints user and system time of all that it started.
  const child = spawn('bash', ['-c', '"$@"; code=$?; times >&3; exit $code', 'conduct', ...words], {
    cwd: folder,
    env,
    stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
  });
  const texts = ['', '', '', ''];
  for (const at of [1, 2, 3]) child.stdio[at]?.on('data', (text: Buffer) => (texts[at] += text.toString()));
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(texts.join(''));
  const parts = (texts[3]?.trim().split('\n').at(-1) ?? '').split(' ');
  return parts.reduce((sum, part) => {
    const [, minutes = '0', seconds = '0'] = /(\d+)m([\d.]+)s/.exec(part) ?? [];
    return sum + Number(minutes) * 60_000 + Number(seconds) * 1000;
  }, 0);
}
