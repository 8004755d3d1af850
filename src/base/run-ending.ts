/** How a command ended, in one word or two: `exit 1`, `SIGKILL`, `timed_out`. */
export function formatEnding({ ending, exit_code, signal }: RunEnding): string {
  if (ending === 'exited') return `exit ${exit_code}`;
  return signal ?? ending;
}

export interface RunEnding {
  readonly ending: string;
  readonly exit_code: number | null;
  readonly signal: string | null;
}

/** Why a project's commands could not be run at all. */
export const CANNOT_RUN_CODES = [
  'no_interpreter',
  'command_not_found',
  'not_executable',
  'no_virtual_environment',
  'runner_not_installed',
  'lock_contradicts_manifest',
  'waits_for_input',
  'timed_out',
  'idle',
  'connection_refused',
  'wrong_version',
  'too_many_processes',
  'file_too_large',
  'no_space',
  'killed',
  'too_much_output',
] as const;

export type CannotRunCode = (typeof CANNOT_RUN_CODES)[number];
