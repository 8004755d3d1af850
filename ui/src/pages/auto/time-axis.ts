/** From when until when something went on, in milliseconds. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

interface Gap {
  readonly x: number;
  readonly width: number;
  readonly ms: number;
}

export interface TimeAxis {
  /** Where a time is drawn. */
  readonly x: (time: number) => number;
  /** Idle stretches, folded. */
  readonly gaps: readonly Gap[];
}

/** Idle for longer than this is folded. */
const LONG_MS = 10 * 60_000;
const FOLDED = 44;

/** Times from left to right in proportion, but for long stretches in which nothing went on: each is a short gap. */
export function timeAxis(spans: readonly Span[], { left, right }: { left: number; right: number }): TimeAxis {
  const busy = merge(spans);
  const begin = busy[0]?.from ?? 0;
  const idle = busy.slice(1).map(({ from }, index) => ({ from: busy[index]?.to ?? from, to: from }));
  const worked = busy.reduce((sum, { from, to }) => sum + to - from, 0);
  const perMs = Math.max(0, right - left - idle.length * FOLDED) / Math.max(1, worked);
  const pieces: (Span & { readonly x: number; readonly width: number })[] = [];
  let x = left;
  for (const [index, span] of busy.entries()) {
    const width = (span.to - span.from) * perMs;
    pieces.push({ ...span, x, width });
    x += width;
    const gap = idle[index];
    if (gap === undefined) continue;
    pieces.push({ ...gap, x, width: FOLDED });
    x += FOLDED;
  }
  return {
    x: (time) => {
      const piece = pieces.find(({ to }) => time <= to) ?? pieces.at(-1);
      if (piece === undefined || time < begin) return left;
      const share = (time - piece.from) / Math.max(1, piece.to - piece.from);
      return piece.x + piece.width * Math.min(1, share);
    },
    gaps: pieces.flatMap((piece, index) =>
      index % 2 === 0 ? [] : [{ x: piece.x, width: piece.width, ms: piece.to - piece.from }],
    ),
  };
}

/** Spans that follow each other within ten minutes are one. */
function merge(spans: readonly Span[]): Span[] {
  const merged: Span[] = [];
  for (const span of spans.toSorted((a, b) => a.from - b.from)) {
    const last = merged.at(-1);
    if (last !== undefined && span.from - last.to <= LONG_MS)
      merged[merged.length - 1] = { from: last.from, to: Math.max(last.to, span.to) };
    else merged.push(span);
  }
  return merged;
}
