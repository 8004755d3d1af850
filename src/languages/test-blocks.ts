import type { FilePart, PartContext } from './file-parts.ts';

/** Where something begins and ends in a text. */
export interface TextRange {
  readonly begin: number;
  readonly end: number;
}

/**
 * The tests in a source that is none of the test files. `inseparable`: there are some that cannot be cut out; none: the
 * whole file is product.
 */
export type FindTestBlocks = (text: string, context: PartContext) => readonly TextRange[] | 'inseparable';

/** A source with tests in it, cut apart; undefined: it has none. */
export function blockParts(text: string, blocks: readonly TextRange[]): FilePart[] | undefined {
  if (blocks.length === 0) return undefined;
  const ordered = withoutOverlaps(blocks);
  const tests = ordered.map(({ begin, end }) => text.slice(begin, end));
  return [
    { class: 'test', part: 'tests', content: tests.join('\n') },
    { class: 'product', part: 'code', content: textWithout(text, ordered) },
  ];
}

/** Without what is in these ranges, and without blank lines that are left. */
export function textWithout(text: string, ranges: readonly TextRange[]): string {
  let rest = '';
  let at = 0;
  for (const { begin, end } of withoutOverlaps(ranges)) {
    rest += text.slice(at, begin);
    at = end;
  }
  return (rest + text.slice(at)).replaceAll(/\n\s*\n+/g, '\n').trim();
}

function withoutOverlaps(ranges: readonly TextRange[]): TextRange[] {
  const kept: TextRange[] = [];
  for (const one of ranges.toSorted((a, b) => a.begin - b.begin))
    if (one.begin >= (kept.at(-1)?.end ?? 0)) kept.push(one);
  return kept;
}

/** The offset after the brace that closes the one at `open`; the end of the text where it is never closed. */
export function blockEnd(bare: string, open: number): number {
  let depth = 0;
  const brace = /[{}]/g;
  brace.lastIndex = open;
  for (let found = brace.exec(bare); found !== null; found = brace.exec(bare)) {
    depth += found[0] === '{' ? 1 : -1;
    if (depth === 0) return brace.lastIndex;
  }
  return bare.length;
}

/** Whole lines for which this holds. */
export function lineRanges(text: string, isWanted: (line: string) => boolean): TextRange[] {
  const ranges: TextRange[] = [];
  let begin = 0;
  for (const line of text.split('\n')) {
    const end = begin + line.length + 1;
    if (isWanted(line)) ranges.push({ begin, end: Math.min(end, text.length) });
    begin = end;
  }
  return ranges;
}
