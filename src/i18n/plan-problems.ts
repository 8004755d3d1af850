/** As many problems of a plan are told in one sentence. */
export const firstProblems = 5;

/** `T1.3 → T1.4 → T1.3`; a long one without its middle. */
export function cycleText(cycle: readonly string[]): string {
  const shown = cycle.length > 12 ? [...cycle.slice(0, 8), '…', ...cycle.slice(-3)] : cycle;
  return shown.join(' → ');
}
