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
