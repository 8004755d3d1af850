import { describe, expect, test } from 'vitest';
import { cannotRunCause, type FailedCommand } from '../../src/languages/cannot-run.ts';

const nothing = { total: 0, passed: 0, failed: 0 };
const failed = (output_tail: string, more: Partial<FailedCommand> = {}): FailedCommand => ({
  ending: 'exited',
  exit_code: 1,
  output_tail,
  counts: nothing,
  ...more,
});

test.each<[string, string, string, number]>([
  ['sh: 1: python3: not found', 'no_interpreter', 'python3', 127],
  ["/usr/bin/env: 'node': No such file or directory", 'no_interpreter', 'node', 127],
  ['env: ‘ruby’: No such file or directory', 'no_interpreter', 'ruby', 127],
  ['error: rustup could not choose a version of cargo to run, because …', 'no_interpreter', 'cargo', 1],
  ['sh: 1: vitest: not found', 'runner_not_installed', 'vitest', 127],
  ['sh: line 1: jest: command not found', 'runner_not_installed', 'jest', 127],
  ['/usr/bin/python3: No module named pytest', 'runner_not_installed', 'pytest', 1],
  [
    'npm error could not determine executable to run',
    'runner_not_installed',
    'could not determine executable to run',
    1,
  ],
  ["Error: Cannot find module 'vitest/config'", 'runner_not_installed', 'vitest', 1],
  ['error Command "jest" not found.', 'runner_not_installed', 'jest', 1],
  ['sh: 1: frobnicate: not found', 'command_not_found', 'frobnicate', 127],
  ['bash: ./run.sh: No such file or directory', 'command_not_found', './run.sh', 127],
  ['sh: 1: .venv/bin/pytest: not found', 'no_virtual_environment', '.venv/bin/pytest', 127],
  ['sh: 1: ./run.sh: Permission denied', 'not_executable', 'sh: 1: ./run.sh: Permission denied', 126],
  [
    'npm error `npm ci` can only install packages when your package.json and package-lock.json or npm-shrinkwrap.json are in sync.',
    'lock_contradicts_manifest',
    'npm error `npm ci` can only install packages when your package.json and package-lock.json or npm-shrinkwrap.json are in sync.',
    1,
  ],
  [
    ' ERR_PNPM_OUTDATED_LOCKFILE  Cannot install',
    'lock_contradicts_manifest',
    'ERR_PNPM_OUTDATED_LOCKFILE  Cannot install',
    1,
  ],
  ['npm error notsup Required: {"node":">=99"}', 'wrong_version', 'Required: {"node":">=99"}', 1],
  ['node: bad option: --test', 'wrong_version', 'bad option: --test', 9],
  ['Need to install. Ok to proceed? (y/n)', 'waits_for_input', 'Need to install. Ok to proceed? (y/n)', 1],
  ['Username for https://example.com:', 'waits_for_input', 'Username for https://example.com:', 128],
  ['EOFError: EOF when reading a line', 'waits_for_input', 'EOFError: EOF when reading a line', 1],
  ['sh: 1: Cannot fork', 'too_many_processes', 'sh: 1: Cannot fork', 2],
  ...[
    'bash: fork: retry: Resource temporarily unavailable',
    'Error: spawn node EAGAIN',
    "RuntimeError: can't start new thread",
    'OutOfMemoryError: unable to create native thread: possibly out of memory or process limits reached',
  ].map((line): [string, string, string, number] => [line, 'too_many_processes', line, 1]),
  ...["truncate: failed to truncate 'x' at 17 bytes: File too large", 'Error: EFBIG: file too large, write'].map(
    (line): [string, string, string, number] => [line, 'file_too_large', line, 1],
  ),
  ...['OSError: [Errno 28] No space left on device', 'Error: ENOSPC: no space left on device, write'].map(
    (line): [string, string, string, number] => [line, 'no_space', line, 1],
  ),
])('%s', (line, code, detail, exit_code) => {
  expect(cannotRunCause(failed(`> test\n${line}\n`, { exit_code }))).toEqual({ code, detail });
});

describe('limits', () => {
  const ended = { ending: 'timed_out', exit_code: null } as const;
  test('of files, of memory and of output', () => {
    const signalled = { ending: 'signalled', exit_code: null } as const;
    expect(cannotRunCause(failed('', { ...signalled, signal: 'SIGXFSZ' }))?.code).toBe('file_too_large');
    expect(cannotRunCause(failed('', { exit_code: 153 }))?.code).toBe('file_too_large');
    expect(cannotRunCause(failed('', { ...signalled, signal: 'SIGKILL' }))?.code).toBe('killed');
    expect(cannotRunCause(failed('', { exit_code: 137 }))?.code).toBe('killed');
    expect(cannotRunCause(failed('xxx', { ending: 'too_much_output', exit_code: null }))?.code).toBe('too_much_output');
    expect(cannotRunCause(failed('', { ...signalled, signal: 'SIGSEGV' }))).toBeUndefined();
  });

  test('of time, and of patience', () => {
    expect(cannotRunCause(failed('begun', { ...ended, limit: 'wall' }))?.code).toBe('timed_out');
    expect(cannotRunCause(failed('begun', { ...ended, limit: 'idle' }))?.code).toBe('idle');
    expect(cannotRunCause(failed('Password: ', { ...ended, limit: 'idle' }))?.code).toBe('waits_for_input');
  });
});

describe('a connection that is refused', () => {
  const refused = (address: string) => ({ status: 'failed', reason: `Error: connect ECONNREFUSED ${address}\n at x` });
  const counts = { total: 3, passed: 1, failed: 2 };
  test('in every failing test', () => {
    const tests = [refused('127.0.0.1:5432'), refused('127.0.0.1:5432'), { status: 'passed' }];
    expect(cannotRunCause(failed('', { counts, tests }))).toEqual({
      code: 'connection_refused',
      detail: '127.0.0.1:5432',
    });
    const python = `psycopg2.OperationalError: connection to server at "localhost" (127.0.0.1), port 5432 failed: Connection refused`;
    expect(cannotRunCause(failed('', { counts, tests: [{ status: 'failed', reason: python }] }))?.detail).toBe(
      '127.0.0.1:5432',
    );
  });
  test('not where one failed for another reason, or by another address', () => {
    const other = { status: 'failed', reason: 'expected 1 to be 2' };
    expect(cannotRunCause(failed('', { counts, tests: [refused('127.0.0.1:1'), other] }))).toBeUndefined();
    const two = [refused('127.0.0.1:1'), refused('127.0.0.1:2')];
    expect(cannotRunCause(failed('', { counts, tests: two }))).toBeUndefined();
  });
});

test.each<[string, FailedCommand]>([
  ['passes', failed('sh: 1: vitest: not found', { exit_code: 0 })],
  ['has no tests', failed('', { ending: 'not_run', exit_code: null })],
  ['ran tests', failed('sh: 1: git: not found', { counts: { total: 2, passed: 1, failed: 1 } })],
  ['fails with an assertion', failed('AssertionError: 1 !== 2', { counts: { total: 1, passed: 0, failed: 1 } })],
  ['cannot import a module of its own', failed("ModuleNotFoundError: No module named 'calc'")],
])('what %s can be run', (_, said) => {
  expect(cannotRunCause(said)).toBeUndefined();
});
