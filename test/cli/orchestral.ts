import { spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { Output } from '../../src/cli/io.ts';
import { main } from '../../src/cli/main.ts';
import { bundleDriver } from '../support/bundle.ts';
import { noKeyboard } from '../support/run-in-process.ts';

export interface CliResult {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

interface Where {
  readonly cwd: string;
  readonly env?: Record<string, string>;
}

/** The program without a terminal and without a process of its own, which would cost more than most commands do. */
export async function orchestral(args: readonly string[], { cwd, env = {} }: Where): Promise<CliResult> {
  const said = { stdout: '', stderr: '' };
  const output = (stream: 'stdout' | 'stderr'): Output => ({
    isTTY: false,
    columns: undefined,
    write: (text) => void (said[stream] += text),
  });
  let code: number | null = null;
  await main(args, {
    stdout: output('stdout'),
    stderr: output('stderr'),
    stdin: noInput(),
    keyboard: noKeyboard,
    env: { ...process.env, ...env },
    cwd,
    version: '0.0.0-development',
    signal: new AbortController().signal,
    onLost: () => {},
    onForcedEnd: () => undefined,
    end: (exitCode) => void (code = exitCode),
  });
  return { code, signal: null, ...said };
}

/** What `</dev/null` is. */
function noInput(): NodeJS.ReadStream {
  return Object.assign(Readable.from([]), { isTTY: false }) as unknown as NodeJS.ReadStream;
}

/** The program as a child process, without a terminal. */
export async function orchestralProcess(args: readonly string[], { cwd, env = {} }: Where): Promise<CliResult> {
  const program = await programFile();
  const child = spawn(process.execPath, [program, ...args], {
    cwd,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const closed = new Promise<[number | null, NodeJS.Signals | null]>((resolve) => {
    child.on('close', (code, signal) => resolve([code, signal]));
  });
  const [stdout, stderr, [code, signal]] = await Promise.all([text(child.stdout), text(child.stderr), closed]);
  return { code, signal, stdout, stderr };
}

/** The same in a shell, where `orchestral` is the program. */
export async function shell(script: string, { cwd, env = {} }: Where): Promise<CliResult> {
  const program = await programFile();
  const line = `orchestral() { '${process.execPath}' '${program}' "$@"; }; ${script}`;
  const child = spawn('bash', ['-c', line], {
    cwd,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const closed = new Promise<[number | null, NodeJS.Signals | null]>((resolve) => {
    child.on('close', (code, signal) => resolve([code, signal]));
  });
  const [stdout, stderr, [code, signal]] = await Promise.all([text(child.stdout), text(child.stderr), closed]);
  return { code, signal, stdout, stderr };
}

export function programFile(): Promise<string> {
  return bundleDriver(path.resolve('test/cli/program-driver.ts'));
}

/** A project folder with these files in it; its path has no link in it. */
export function project(files: Readonly<Record<string, string>> = {}): string {
  const folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'project-')));
  fs.mkdirSync(path.join(folder, '.git'));
  fs.writeFileSync(path.join(folder, '.git/HEAD'), 'ref: refs/heads/main\n');
  for (const [place, content] of Object.entries(files)) put(folder, place, content);
  return folder;
}

export function put(folder: string, place: string, content: string): string {
  const file = path.join(folder, place);
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.writeFileSync(file, content);
  return file;
}

/** A complete, valid document. */
export function sample(file: string): string {
  return fs.readFileSync(path.join('test/fixtures/documents', file), 'utf8');
}

/** The same with some of its fields changed. */
export function changed(file: string, fields: Readonly<Record<string, unknown>>): string {
  return JSON.stringify({ ...(JSON.parse(sample(file)) as object), ...fields });
}

/** A project in which all three workflows have been at work. */
export function busyProject(): string {
  return project({
    '.claude/orchestrate-state.json': sample('auto-state.json'),
    '.claude/orchestrator/sessions/a1b2c3d4/session.json': sample('session.json'),
    '.claude/orchestrator/sessions/a1b2c3d4/state.json': sample('session-state.json'),
    '.orchestral/runs/run-20240115-143022/state.json': changed('run-state.json', {
      phase: 'waiting_human',
      pending_crp: 'crp-001',
    }),
    '.orchestral/runs/run-20240115-143022/crp/crp-001.json': sample('crp.json'),
  });
}
