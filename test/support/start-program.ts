import { type ChildProcess, spawn } from 'node:child_process';
import path from 'node:path';
import { onTestFinished } from 'vitest';

const PROGRAM = path.resolve('bin/orchestral.js');

export interface StartedProgram {
  readonly child: ChildProcess;
  readonly said: () => string;
  readonly ended: Promise<number | null>;
}

/** The program itself, in a process of its own. */
export function startProgram(
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  cwd: string,
): StartedProgram {
  const child = spawn(process.execPath, [PROGRAM, ...args], { env, cwd, stdio: 'pipe' });
  onTestFinished(() => void child.kill('SIGKILL'));
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (said += text));
  const ended = new Promise<number | null>((resolve) => void child.once('close', resolve));
  return { child, said: () => said, ended };
}
