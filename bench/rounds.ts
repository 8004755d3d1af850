/** One of several things that are compared. */
export interface Contender {
  readonly name: string;
  /** One turn; gives the figure to compare. */
  readonly turn: () => number | Promise<number>;
}

/** The figures of each contender, one per round. */
export type Figures = ReadonlyMap<string, readonly number[]>;

/**
 * Everybody has a turn in every round, in an order that moves on: a machine that others use is slow for all of them alike,
 * so figures of one round may be compared when those of different rounds may not.
 */
export async function inRounds(contenders: readonly Contender[], rounds: number): Promise<Figures> {
  const figures = new Map<string, number[]>(contenders.map(({ name }) => [name, []]));
  for (let round = 0; round < rounds; round++) {
    for (let index = 0; index < contenders.length; index++) {
      const contender = contenders[(round + index) % contenders.length];
      if (contender === undefined) continue;
      globalThis.gc?.();
      figures.get(contender.name)?.push(await contender.turn());
    }
    if (process.stderr.isTTY) process.stderr.write(`\rround ${round + 1} of ${rounds}`);
  }
  if (process.stderr.isTTY) process.stderr.write('\r\u001B[K');
  return figures;
}

export function figuresOf(figures: Figures, name: string): readonly number[] {
  return figures.get(name) ?? [];
}

/** Each round's figure as a multiple of what `base` had in the same round. */
export function ratios(figures: Figures, name: string, base: string): readonly number[] {
  const bases = figuresOf(figures, base);
  return figuresOf(figures, name).map((figure, round) => figure / (bases[round] ?? Number.NaN));
}

/** The figure below which `share` of them lie. */
export function quantile(figures: readonly number[], share: number): number {
  const sorted = figures.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;
}

/** The median, with the middle half of the figures beside it. */
export function spread(figures: readonly number[], digits: number): string {
  const [low, middle, high] = [0.25, 0.5, 0.75].map((share) => quantile(figures, share).toFixed(digits));
  return `${middle} (${low}–${high})`;
}
