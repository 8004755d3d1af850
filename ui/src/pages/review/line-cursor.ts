import type { FileDiff } from '../../../../src/schema/api/diff.ts';
import type { Side } from '../../diff/file-diff-view.tsx';

/** Lines of one side, from the first to the last. */
export interface Selection {
  readonly side: Side;
  readonly first: number;
  readonly last: number;
}

/** Lines of a file that the page is to bring into view; a new one each time it is asked for. */
export interface Target extends Selection {
  readonly path: string;
}

type Line = FileDiff['hunks'][number]['lines'][number];

function numberOn(line: Line | undefined, side: Side): number | null {
  return line === undefined ? null : side === 'before' ? line.before : line.after;
}

function indexOf(lines: readonly Line[], { side, first, last }: Selection, by: number): number {
  return lines.findIndex((line) => numberOn(line, side) === (by > 0 ? last : first));
}

/** The next or previous line as they are shown: what was removed has a number in the old file only. */
export function nextLine(diff: FileDiff, from: Selection | null, by: 1 | -1): Selection | null {
  const lines = diff.hunks.flatMap((hunk) => hunk.lines);
  const line = lines[from === null ? 0 : Math.max(0, indexOf(lines, from, by) + by)];
  const side = line?.kind === 'removed' ? 'before' : 'after';
  const at = numberOn(line, side);
  return at === null ? from : { side, first: at, last: at };
}

/** One line more of the same side. */
export function extended(diff: FileDiff, from: Selection): Selection {
  const lines = diff.hunks.flatMap((hunk) => hunk.lines);
  const more = lines.slice(indexOf(lines, from, 1) + 1).find((line) => numberOn(line, from.side) !== null);
  return { ...from, last: numberOn(more, from.side) ?? from.last };
}

/** These lines as they are shown. */
export function quoteOf({ hunks }: FileDiff, { side, first, last }: Selection): string {
  const lines = hunks
    .flatMap((hunk) => hunk.lines)
    .filter((line) => {
      const number = numberOn(line, side);
      return number !== null && number >= first && number <= last;
    });
  return lines.map(({ text }) => text).join('\n');
}

/** Where it is in the new file; of what was removed, the line above. */
export function placeOf({ hunks }: FileDiff, { side, first }: Selection): number {
  let at = 1;
  for (const line of hunks.flatMap((hunk) => hunk.lines)) {
    at = line.after ?? at;
    if (numberOn(line, side) === first) break;
  }
  return at;
}
