import { spawn } from 'node:child_process';
import type { Command, Finished, NotStarted, WayToEnd } from '../../src/process/command.ts';

/** The least a spawner does, so that these tests depend on git alone. */
export function localRun(command: Command): Promise<Finished> {
  const began = performance.now();
  const child = spawn(command.file, command.args, { cwd: command.cwd, env: command.env, stdio: 'pipe' });
  const out: Buffer[] = [];
  const errors: Buffer[] = [];
  let room = command.limits?.outputBytes ?? Number.POSITIVE_INFINITY;
  let tooMuch = false;
  child.stdout.on('data', (chunk: Buffer) => {
    out.push(chunk.subarray(0, room));
    if (chunk.length > room && !tooMuch) {
      tooMuch = true;
      child.kill('SIGKILL');
    }
    room = Math.max(0, room - chunk.length);
  });
  child.stderr.on('data', (chunk: Buffer) => errors.push(chunk));
  child.stdin.on('error', () => {});
  child.stdin.end(command.stdin ?? '');
  return new Promise((settle) => {
    const finish = (way: WayToEnd): void =>
      settle({
        ending: { ...way, tree: 'gone' },
        stdout: Buffer.concat(out),
        stderr: Buffer.concat(errors),
        cut: { stdout: false, stderr: false },
        durationMs: performance.now() - began,
      });
    child.once('error', (cause) => finish({ kind: 'not_started', reason: reasonOf(cause), cause }));
    child.once('close', (code, signal) => {
      if (tooMuch) finish({ kind: 'too_much_output' });
      else finish(signal === null ? { kind: 'exited', code: Number(code) } : { kind: 'signalled', signal });
    });
  });
}

function reasonOf(cause: Error): NotStarted {
  return 'code' in cause && cause.code === 'ENOENT' ? 'not_found' : 'other';
}
