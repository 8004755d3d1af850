import { useMemo, useState } from 'react';
import type { Draft } from '../../../../src/schema/api/review.ts';
import { fillGaps, type Gap, gapsOf, isWithin, linesAround } from '../../diff/gaps.ts';
import { useAnswer } from '../../server/queries.ts';
import { placeOf, type Selection } from './line-cursor.ts';

/** As many lines around a hunk as the server gives. */
const MOST_LINES = '1000';

interface FileOfRun {
  readonly project: string;
  readonly run: string;
  readonly from: string;
  readonly to: string;
  readonly path: string;
}

/** The difference of a file; hidden lines between its hunks are shown where the person wants them, or wrote of them. */
export function useFileLines({ project, run, ...query }: FileOfRun, drafts: readonly Draft[]) {
  const params = { project, run };
  const plain = useAnswer('runs.fileDiff', { params, query });
  const [opened, setOpened] = useState<readonly number[]>([]);
  const isOpen = (gap: Gap): boolean =>
    opened.some((line) => isWithin(gap, line)) ||
    drafts.some(({ side, last }) => isWithin(gap, side === 'before' ? last - gap.toBefore : last));
  const wanted = plain.data === undefined ? [] : present(gapsOf(plain.data)).filter(isOpen);
  const wide = useAnswer(
    'runs.fileDiff',
    { params, query: { ...query, context: MOST_LINES } },
    { enabled: wanted.length > 0 },
  );
  const around = useMemo(() => (wide.data === undefined ? undefined : linesAround(wide.data)), [wide.data]);
  // The same text as long as the same are open: a file of many lines is not put together again at every key.
  const firsts = wanted.map(({ first }) => first).join(' ');
  const data = useMemo(() => {
    const open = new Set(firsts.split(' '));
    if (plain.data === undefined || around === undefined) return plain.data;
    return fillGaps(plain.data, around, ({ first }) => open.has(String(first)));
  }, [plain.data, around, firsts]);
  const isKnown = (line: number): boolean => around === undefined || around.has(line);
  const canOpen = ({ first, count }: Gap): boolean => isKnown(first) || (count !== null && isKnown(first + count - 1));
  const open = ({ first }: Gap): void => setOpened((before) => [...before, first]);
  const openNear = (selected: Selection | null): void => {
    if (data === undefined) return;
    const at = selected === null ? 1 : placeOf(data, selected);
    const far = ({ first, count }: Gap): number => Math.max(first - at, at - first - (count ?? Infinity) + 1, 0);
    const [nearest] = present(gapsOf(data))
      .filter(canOpen)
      .toSorted((a, b) => far(a) - far(b));
    if (nearest !== undefined) open(nearest);
  };
  const failed = plain.error === null ? wide : plain;
  return {
    data,
    /** Of the file itself, or of its hidden lines. */
    error: failed.data === undefined ? failed.error : null,
    retry: () => void failed.refetch(),
    expand: (gap: Gap) => (canOpen(gap) ? () => open(gap) : undefined),
    openNear,
  };
}

function present(gaps: readonly (Gap | null)[]): Gap[] {
  return gaps.flatMap((gap) => (gap === null ? [] : [gap]));
}
