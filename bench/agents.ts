import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { createCommand } from '../src/agents/command/command.ts';
import type { Backend, AgentCall } from '../src/agents/port.ts';
import { createRehearsal } from '../src/agents/rehearsal/rehearsal.ts';
import { systemClock } from '../src/base/clock.ts';
import { realDisk } from '../src/files/disk.ts';
import { openRegistry } from '../src/process/registry.ts';
import { createSpawner } from '../src/process/spawner.ts';
import { inRounds, quantile, spread } from './rounds.ts';
import { printTable } from './table.ts';

/*
 * What a call costs beyond the agent itself: a hundred rehearsed ones at once against the time their script takes, and a
 * program through `command` against the same program started bare.
 */
const { values } = parseArgs({ options: { rounds: { type: 'string', default: '9' } } });
const AT_ONCE = 100;
const SCRIPT_MS = 500;
const PROGRAM = ['sh', '-c', 'cat > /dev/null; sleep 0.05; echo pong'] as const;
const MB = 1024 * 1024;

const root = fs.mkdtempSync(path.join(os.tmpdir(), 'agents-'));
const spawner = createSpawner({
  registry: openRegistry({ folder: path.join(root, 'registry'), disk: realDisk, clock: systemClock }),
  scope: root,
});
const say = 'I read the task, write the function and its test, and see both pass. '.repeat(10);
const step = { delay_ms: SCRIPT_MS, say, edit: { 'src/a.js': 'export const a = 1;\n' }, usage: { cost_usd: 0.01 } };
const rehearsal = createRehearsal({
  script: { version: 1, roles: { builder: [step] } },
  finished: () => 0,
  spawner,
  clock: systemClock,
});
const command = createCommand({ spawner, command: PROGRAM });

const added: number[] = [];
const memory: number[] = [];
const figures = await inRounds(
  [
    { name: 'a hundred', turn: aHundred },
    { name: 'bare', turn: () => took(bare) },
    { name: 'command', turn: () => took(() => calling(command)) },
  ],
  Number(values.rounds),
);
const difference = (figures.get('command') ?? []).map((ms, round) => ms - (figures.get('bare')?.[round] ?? Number.NaN));

printTable(
  'Added to each call',
  ['', 'ms', 'ms, p99', 'MB'],
  [
    [`${AT_ONCE} rehearsed agents at once`, spread(added, 1), quantile(added, 0.99).toFixed(1), spread(memory, 2)],
    ['a program through `command`, against the same started bare', spread(difference, 1), '', ''],
  ],
);
fs.rmSync(root, { recursive: true, force: true });

async function aHundred(): Promise<number> {
  const before = process.memoryUsage.rss();
  let peak = before;
  const watching = setInterval(() => (peak = Math.max(peak, process.memoryUsage.rss())), 10);
  const times = await Promise.all(Array.from({ length: AT_ONCE }, () => took(() => calling(rehearsal))));
  clearInterval(watching);
  const over = times.map((ms) => ms - SCRIPT_MS);
  added.push(...over);
  memory.push((peak - before) / AT_ONCE / MB);
  return quantile(over, 0.5);
}

async function calling(backend: Backend): Promise<void> {
  const folder = fs.mkdtempSync(path.join(root, 'call-'));
  const call: AgentCall = {
    effect: 'bench',
    role: 'builder',
    prompt: say,
    folder,
    stepFolder: folder,
    env: { PATH: process.env['PATH'] ?? '' },
    signal: new AbortController().signal,
    limits: { wallMs: 60_000, idleMs: 60_000, outputBytes: 50 * MB },
  };
  const outcome = await backend.run(call, () => {});
  if (outcome.status !== 'answered') throw new Error(JSON.stringify(outcome));
}

async function bare(): Promise<void> {
  const [file, ...args] = PROGRAM;
  const child = spawn(file, args, { cwd: root, stdio: ['pipe', 'pipe', 'ignore'] });
  child.stdout.resume();
  child.stdin.end(say);
  await once(child, 'close');
}

async function took(work: () => Promise<void>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}
