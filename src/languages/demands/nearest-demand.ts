import type { Demand } from './read-demands.ts';
import { literalsOf, wordsOf } from './renamed-words.ts';

/** What stands in the place of a demand: the most similar one of those of the same test, if it can be of its file. */
export function nearestDemand(demand: Demand, sameTest: readonly Demand[]): Demand | undefined {
  const sameFile = sameTest.filter(({ file }) => file === demand.file);
  const candidates = sameFile.length > 0 ? sameFile : sameTest;
  let best: Demand | undefined;
  let score = 0;
  for (const one of candidates) {
    const similarity = similarityOf(demand.expression, one.expression);
    if (similarity > score) [best, score] = [one, similarity];
  }
  return best;
}

function similarityOf(one: string, other: string): number {
  if (one === other) return 2;
  const [left, right] = [partsOf(one), partsOf(other)];
  const common = [...left].filter((part) => right.has(part)).length;
  return common / Math.max(1, left.size + right.size - common);
}

function partsOf(text: string): Set<string> {
  return new Set([...wordsOf(text), ...literalsOf(text)]);
}
