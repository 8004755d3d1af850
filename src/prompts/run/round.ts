/** A round is build, verify, gate. */
export interface Round {
  readonly iteration: number;
  readonly maxIterations: number;
}

export function roundText({ iteration, maxIterations }: Round): string {
  const place = `This is round ${iteration} of at most ${maxIterations}.`;
  return iteration < maxIterations ? place : `${place} It is the last one.`;
}
