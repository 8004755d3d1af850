import { spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { onTestFinished } from 'vitest';
import { systemClock } from '../../src/base/clock.ts';
import { realDisk } from '../../src/files/disk.ts';
import type { ProcessCommand } from '../../src/process/command.ts';
import { openRegistry, type Registry } from '../../src/process/registry.ts';

const sleeper = `sh -c 'echo up $$; exec sleep 600 >/dev/null 2>&1'`;
const native = `spawn("sh", ["-c", "echo up $$; exec sleep 600"], { stdio: "inherit", detached: true })`;
const wrapper = `require("child_process").${native}; process.on("SIGTERM", () => {}); console.log("up " + process.pid)`;

/** How agents and their tools are seen to run: two processes each, that say `up <pid>` when they are there. */
export const shapes = {
  'a background child': `${sleeper} & echo up $$; wait`,
  'a child in its own session': `setsid ${sleeper} & echo up $$; wait`,
  'a double fork with nohup': `(setsid nohup ${sleeper} </dev/null &); echo up $$; exec sleep 600`,
  'a wrapper that ignores SIGTERM, and its native program': `exec '${process.execPath}' -e '${wrapper}'`,
  'a tree that ignores SIGTERM': `trap "" TERM; ${sleeper} & echo up $$; wait`,
  'a child with an empty environment': `env -i PATH="$PATH" ${sleeper} & echo up $$; wait`,
  'one in its own session as well': `setsid env -i PATH="$PATH" ${sleeper} & echo up $$; wait`,
} as const;

export const processesPerShape = 2;

export function shell(script: string, more: Partial<ProcessCommand> = {}): ProcessCommand {
  return { file: 'sh', args: ['-c', script], cwd: os.tmpdir(), env: { PATH: process.env['PATH'] ?? '' }, ...more };
}

/** Collects the pids of lines `up <pid>`, and tells when there are enough of them. */
export function roll(count: number): { onLine: (line: string) => void; pids: Promise<number[]> } {
  const pids: number[] = [];
  let complete: (pids: number[]) => void;
  const all = new Promise<number[]>((resolve) => {
    complete = resolve;
  });
  return {
    onLine: (line) => {
      const pid = /^up (\d+)$/.exec(line)?.[1];
      if (pid !== undefined) pids.push(Number(pid));
      if (pids.length === count) complete(pids);
    },
    pids: all,
  };
}

/** The judge, apart from the code it judges: which processes carry a marker of this effect, or are still one of `pids`. */
export function aliveOf({ effect, pids = [] }: { effect: string; pids?: readonly number[] }): number[] {
  const carrying = fs.readdirSync('/proc').filter((name) => {
    return /^\d+$/.test(name) && read(`/proc/${name}/environ`).includes(`ORCHESTRAL_EFFECT=${effect}@`);
  });
  return [...new Set([...carrying.map(Number), ...pids])].filter(isAlive);
}

export function isAlive(pid: number): boolean {
  return /\) [^ZX] /.test(read(`/proc/${pid}/stat`));
}

/** A process that is none of ours. Ended with the test. */
export function bystander({ marker, uid }: { marker?: string; uid?: number } = {}): number {
  const child = spawn('sleep', ['600'], {
    cwd: '/',
    detached: true,
    stdio: 'ignore',
    env: { PATH: process.env['PATH'], ...(marker !== undefined && { ORCHESTRAL_EFFECT: marker }) },
    ...(uid !== undefined && { uid }),
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  if (child.pid === undefined) throw new Error('sleep does not start');
  return child.pid;
}

export function temporaryFolder(): string {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'process-'));
  onTestFinished(() => fs.rmSync(folder, { recursive: true, force: true }));
  return folder;
}

export function registryIn(folder: string): Registry {
  return openRegistry({ folder, disk: realDisk, clock: systemClock });
}

function read(file: string): string {
  try {
    return fs.readFileSync(file, 'latin1');
  } catch {
    return '';
  }
}
