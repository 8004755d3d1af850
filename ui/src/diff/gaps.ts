import type { FileDiff } from '../../../src/schema/api/diff.ts';

type Hunk = FileDiff['hunks'][number];
type Line = Hunk['lines'][number];

/** Lines around each hunk, unless more are asked for; where there are fewer, the file ends. */
const CONTEXT_LINES = 3;

/** Lines that are the same on both sides and are not shown. */
export interface Gap {
  /** The first of them in the new file. */
  readonly first: number;
  /** Null behind the last hunk: how many there are is not known. */
  readonly count: number | null;
  /** What has to be added to get the number in the old file. */
  readonly toBefore: number;
}

/** The gap before each hunk and, last, the one behind them all; null where nothing is hidden. */
export function gapsOf({ hunks, is_cut }: Pick<FileDiff, 'hunks' | 'is_cut'>): (Gap | null)[] {
  let first = 1;
  let toBefore = 0;
  const gaps: (Gap | null)[] = hunks.map(({ before, after }) => {
    const isWhole = before.lines === 0 || after.lines === 0;
    const gap = isWhole || after.start <= first ? null : { first, count: after.start - first, toBefore };
    first = after.start + after.lines;
    toBefore = before.start + before.lines - first;
    return gap;
  });
  const last = hunks.at(-1)?.lines.slice(-CONTEXT_LINES) ?? [];
  const mayGoOn = !is_cut && last.length === CONTEXT_LINES && last.every(({ kind }) => kind === 'same');
  return [...gaps, mayGoOn ? { first, count: null, toBefore } : null];
}

export function isWithin(gap: Gap, line: number): boolean {
  return line >= gap.first && (gap.count === null || line < gap.first + gap.count);
}

/** Lines of the same file with many more lines around its hunks, by their number in the new file. */
export type Around = ReadonlyMap<number, Line>;

export function linesAround({ hunks }: Pick<FileDiff, 'hunks'>): Around {
  const same = hunks.flatMap(({ lines }) => lines).filter(({ kind }) => kind === 'same');
  return new Map(same.flatMap((line) => (line.after === null ? [] : [[line.after, line] as const])));
}

/** The same difference with the lines of these gaps, as far as they are known. */
export function fillGaps<D extends Pick<FileDiff, 'hunks' | 'is_cut'>>(
  diff: D,
  around: Around,
  isOpen: (gap: Gap) => boolean,
): D {
  const gaps = gapsOf(diff);
  const hunks: Hunk[] = [];
  for (const [index, hunk] of diff.hunks.entries()) {
    const gap = gaps[index] ?? null;
    const above = hunks.at(-1);
    const shown = gap !== null && isOpen(gap) ? linesOf(gap, around, above !== undefined) : undefined;
    if (shown === undefined) hunks.push(hunk);
    else if (above !== undefined && shown.head.length + shown.tail.length === gap?.count)
      hunks[hunks.length - 1] = joined(above, [...shown.head, ...shown.tail, ...hunk.lines]);
    else {
      if (above !== undefined) hunks[hunks.length - 1] = joined(above, shown.head);
      hunks.push(headed(hunk, shown.tail));
    }
  }
  const below = gaps.at(-1) ?? null;
  const last = hunks.at(-1);
  if (below !== null && last !== undefined && isOpen(below))
    hunks[hunks.length - 1] = joined(last, linesOf(below, around, true).head);
  return { ...diff, hunks };
}

/** From either end of a gap as far as lines are known without a break; of the first of a file only from its end. */
function linesOf({ first, count }: Gap, around: Around, hasAbove: boolean): { head: Line[]; tail: Line[] } {
  const end = count === null ? Infinity : first + count;
  const head = hasAbove ? run(around, first, 1, end - first) : [];
  const tail = count === null ? [] : run(around, end - 1, -1, count - head.length).toReversed();
  return { head, tail };
}

/** Known lines from one on, forwards or backwards, until one is not known. */
function run(around: Around, from: number, by: 1 | -1, most: number): Line[] {
  const lines: Line[] = [];
  for (
    let line = around.get(from);
    line !== undefined && lines.length < most;
    line = around.get(from + by * lines.length)
  )
    lines.push(line);
  return lines;
}

function joined(hunk: Hunk, more: readonly Line[]): Hunk {
  return measured({ ...hunk, lines: [...hunk.lines, ...more] }, hunk.before.start, hunk.after.start);
}

function headed(hunk: Hunk, more: readonly Line[]): Hunk {
  const { length } = more;
  return measured({ ...hunk, lines: [...more, ...hunk.lines] }, hunk.before.start - length, hunk.after.start - length);
}

function measured(hunk: Hunk, before: number, after: number): Hunk {
  const on = (kind: Line['kind']) => hunk.lines.filter((line) => line.kind !== kind).length;
  return { ...hunk, before: { start: before, lines: on('added') }, after: { start: after, lines: on('removed') } };
}
