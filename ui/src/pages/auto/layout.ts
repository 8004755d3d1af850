import type { Task } from './task-state.ts';

export interface Placed {
  readonly task: Task;
  readonly x: number;
  readonly y: number;
}

interface PhaseBand {
  readonly phase: number;
  readonly x: number;
  readonly width: number;
}

export interface Layout {
  readonly placed: ReadonlyMap<string, Placed>;
  readonly bands: readonly PhaseBand[];
  readonly width: number;
  readonly height: number;
}

export const NODE = { width: 168, height: 44, gapX: 40, gapY: 12, head: 36, most: 24 };

/** Phases from left to right, tasks in them by how deep they lie below others; a column that is too long continues beside it. */
export function layOut(tasks: readonly Task[]): Layout {
  const placed = new Map<string, Placed>();
  const bands: PhaseBand[] = [];
  let x = 0;
  let height = 0;
  for (const phase of [...new Set(tasks.map((task) => task.phase))].toSorted((a, b) => a - b)) {
    const begin = x;
    for (const column of columnsOf(tasks.filter((task) => task.phase === phase))) {
      for (const [index, task] of column.entries())
        placed.set(task.id, { task, x, y: NODE.head + index * (NODE.height + NODE.gapY) });
      height = Math.max(height, NODE.head + column.length * (NODE.height + NODE.gapY));
      x += NODE.width + NODE.gapX;
    }
    bands.push({ phase, x: begin, width: x - begin - NODE.gapX });
    x += NODE.gapX;
  }
  return { placed, bands, width: Math.max(0, x - 2 * NODE.gapX), height };
}

function columnsOf(tasks: readonly Task[]): Task[][] {
  const known = new Map(tasks.map((task) => [task.id, task]));
  const depths = new Map<string, number>();
  const depthOf = (task: Task, above: ReadonlySet<string>): number => {
    const found = depths.get(task.id);
    if (found !== undefined || above.has(task.id)) return found ?? 0;
    const inside = new Set([...above, task.id]);
    const needs = task.needs.flatMap((id) => known.get(id) ?? []);
    const depth = needs.reduce((deepest, each) => Math.max(deepest, depthOf(each, inside) + 1), 0);
    depths.set(task.id, depth);
    return depth;
  };
  const columns: Task[][] = [];
  for (const task of tasks) (columns[depthOf(task, new Set())] ??= []).push(task);
  return columns.flatMap((column) =>
    Array.from({ length: Math.ceil(column.length / NODE.most) }, (_, index) =>
      column.slice(index * NODE.most, (index + 1) * NODE.most),
    ),
  );
}
