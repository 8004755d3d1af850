import type { Placed } from './layout.ts';
import type { Task } from './task-state.ts';

/** A glyph per task, so that all of them are seen at once. */
export interface FarLayout {
  /** The middle of each glyph. */
  readonly placed: ReadonlyMap<string, Placed>;
  readonly bands: readonly { readonly phase: number; readonly x: number; readonly y: number }[];
  readonly cell: Cell;
}

/** What a task gets. */
interface Cell {
  readonly width: number;
  readonly height: number;
  /** Whether its id stands beside the glyph. */
  readonly hasId: boolean;
  /** And its title beside that. */
  readonly hasTitle: boolean;
}

interface Box {
  readonly width: number;
  readonly height: number;
}

const MARGIN = 16;
const HEAD = 24;
const GAP = 20;
const CELLS: readonly Cell[] = [
  { width: 280, height: 28, hasId: true, hasTitle: true },
  { width: 220, height: 28, hasId: true, hasTitle: true },
  { width: 96, height: 28, hasId: true, hasTitle: false },
  ...[28, 24, 20, 17, 14, 12, 10, 8, 6].map((side) => ({ width: side, height: side, hasId: false, hasTitle: false })),
];
/** Narrower than this, phases lie below each other. */
export const NARROW = 700;

/** Phases beside each other, or as strips below each other where that is too wide; the largest glyphs that fit. */
export function layOutFar(tasks: readonly Task[], box: Box): FarLayout {
  const phases = [...new Set(tasks.map((task) => task.phase))].toSorted((a, b) => a - b);
  const groups = phases.map((phase) => ({ phase, tasks: tasks.filter((task) => task.phase === phase) }));
  const make = box.width < NARROW ? strips : columns;
  const laid = CELLS.map((cell) => make(groups, box, cell));
  const fitting = laid.find(({ isFitting }) => isFitting) ?? laid.at(-1);
  return fitting ?? { placed: new Map(), bands: [], cell: { width: 10, height: 10, hasId: false, hasTitle: false } };
}

interface Group {
  readonly phase: number;
  readonly tasks: readonly Task[];
}

type Attempt = FarLayout & { readonly isFitting: boolean };

function columns(groups: readonly Group[], { width, height }: Box, cell: Cell): Attempt {
  const rows = Math.max(1, Math.floor((height - 2 * MARGIN - HEAD) / cell.height));
  const placed = new Map<string, Placed>();
  const bands: FarLayout['bands'][number][] = [];
  let left = MARGIN;
  for (const { phase, tasks } of groups) {
    bands.push({ phase, x: left, y: MARGIN + 12 });
    for (const [n, task] of tasks.entries())
      placed.set(task.id, {
        task,
        x: left + Math.floor(n / rows) * cell.width + cell.height / 2,
        y: MARGIN + HEAD + ((n % rows) + 0.5) * cell.height,
      });
    left += Math.max(WIDTH_OF_LABEL, Math.ceil(tasks.length / rows) * cell.width) + GAP;
  }
  return { placed, bands, cell, isFitting: left - GAP <= width - MARGIN };
}

const WIDTH_OF_LABEL = 80;

function strips(groups: readonly Group[], { width, height }: Box, cell: Cell): Attempt {
  const wide = Math.max(1, Math.floor((width - 2 * MARGIN) / cell.width));
  const placed = new Map<string, Placed>();
  const bands: FarLayout['bands'][number][] = [];
  let top = MARGIN;
  for (const { phase, tasks } of groups) {
    bands.push({ phase, x: MARGIN, y: top + 12 });
    for (const [n, task] of tasks.entries())
      placed.set(task.id, {
        task,
        x: MARGIN + (n % wide) * cell.width + cell.height / 2,
        y: top + HEAD + (Math.floor(n / wide) + 0.5) * cell.height,
      });
    top += HEAD + Math.ceil(tasks.length / wide) * cell.height + GAP;
  }
  return { placed, bands, cell, isFitting: top - GAP <= height - MARGIN };
}
