import type { ApiPack } from '../../../../src/schema/api/review.ts';
import type { LaneMark } from '../../diff/file-diff-view.tsx';
import type { Words } from '../../words/catalogue.ts';

/** What was found out about each part of a file. */
export function laneMarks({ proof, unproven }: ApiPack, path: string, words: Words['review']): LaneMark[] {
  const hunks = proof?.hunks;
  const isHere = (place: { path: string }): boolean => place.path === path;
  const proven = (hunks?.checked ?? []).filter(({ outcome }) => outcome !== 'unnoticed').filter(isHere);
  return [
    ...unproven
      .filter(isHere)
      .map(({ line, lines }) => ({ line, lines, kind: 'unproven' as const, says: words.lane.unproven })),
    ...proven.map(({ line, lines, outcome, test }) => ({
      line,
      lines,
      kind: 'proven' as const,
      says: outcome === 'load' || test === null ? words.lane.load : words.lane.proven(test),
    })),
    ...(hunks?.skipped ?? [])
      .filter(isHere)
      .map(({ line, lines }) => ({ line, lines, kind: 'unchecked' as const, says: words.lane.unchecked })),
  ];
}
