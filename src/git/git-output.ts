import { throwFailure } from '../base/failure.ts';
import type { ProcessResult } from '../process/command.ts';
import type { Override } from './hardening.ts';

export interface GitOutput {
  readonly exit: number;
  readonly stdout: Buffer;
  readonly cut: boolean;
}

interface GitInvocation {
  readonly args: readonly string[];
  readonly options: { readonly exits?: readonly number[]; readonly cutAt?: number };
  /** Settings of the repository that were emptied for this command. */
  readonly emptied?: readonly Override[];
}

/** The output of a finished command; why it failed is thrown. */
export function toGitOutput(
  { ending, stdout, stderr }: ProcessResult,
  { args, options, emptied = [] }: GitInvocation,
): GitOutput {
  const answer = { stdout: Buffer.from(stdout), exit: 0, cut: false };
  if (ending.kind === 'exited' && (options.exits ?? [0]).includes(ending.code)) {
    return { ...answer, exit: ending.code };
  }
  if (ending.kind === 'too_much_output' && options.cutAt !== undefined) return { ...answer, cut: true };
  if (ending.kind === 'not_started' && ending.reason === 'not_found') return throwFailure('git.not_installed', {});
  const said = Buffer.from(stderr).toString('utf8');
  const lock = /Unable to create '([^']+\.lock)': File exists/u.exec(said)?.[1];
  if (lock !== undefined) return throwFailure('git.locked', { lock }, { path: lock });
  const drivers = emptied.map(([key]) => key).filter((key) => key.startsWith('merge.'));
  if (drivers.length > 0 && /cannot run/u.test(said)) return throwFailure('git.untrusted_driver', { keys: drivers });
  return throwFailure('git.failed', {
    command: `git ${args.join(' ')}`.slice(0, 200),
    ending: formatEnding(ending),
    stderr: firstLine(said),
  });
}

function formatEnding(ending: ProcessResult['ending']): string {
  if (ending.kind === 'exited') return `exit ${ending.code}`;
  return ending.kind === 'signalled' ? ending.signal : ending.kind;
}

/** A line that begins with `fatal:` or `error:` says more than the warnings before it. */
function firstLine(said: string): string {
  const lines = said.split('\n').filter((line) => line.trim() !== '');
  return (lines.find((line) => /^(?:fatal|error):/u.test(line)) ?? lines[0] ?? '').slice(0, 500);
}

/** What git printed, as values. Names are decoded for showing; where they go back to git they stay bytes. */

export function outputText({ stdout }: { readonly stdout: Buffer }): string {
  return stdout.toString('utf8').trim();
}

/** NUL-terminated fields. */
export function outputFields({ stdout }: { readonly stdout: Buffer }): string[] {
  return outputByteFields({ stdout }).map((field) => field.toString('utf8'));
}

export function outputByteFields({ stdout }: { readonly stdout: Buffer }): Buffer[] {
  const fields: Buffer[] = [];
  for (let begin = 0; begin < stdout.length;) {
    const end = stdout.indexOf(0, begin);
    const until = end === -1 ? stdout.length : end;
    fields.push(stdout.subarray(begin, until));
    begin = until + 1;
  }
  return fields;
}
