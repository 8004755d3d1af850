import * as z from 'zod/mini';

/*
 *  pending ──dependencies done, phase here──▶ ready ──▶ in_progress ──▶ completed
 *     ▲                                         ▲            │
 *     └──────── a dependency undone ────────────┘            └──▶ failed ──▶ every task that needs it, and every
 *                                                                            task that needs those: blocked
 */
const status = z.enum(['pending', 'ready', 'in_progress', 'completed', 'failed', 'blocked']);

export type TaskStatus = z.infer<typeof status>;

const task = z.strictObject({
  phase: z.int(),
  status,
  needs: z.array(z.string()),
  neededBy: z.array(z.string()),
  /** How many of `needs` are not completed. */
  waiting: z.int(),
});

export type Task = z.infer<typeof task>;

const checkpoint = z.strictObject({
  started_at: z.string(),
  completed_at: z.optional(z.string()),
  merged: z.optional(z.boolean()),
  merge_commit: z.optional(z.string()),
});

/** A graph that was planned. `order` is that of TASKS.md, and so of every list. */
const graph = z.strictObject({
  kind: z.literal('graph'),
  project: z.string(),
  mode: z.enum(['normal', 'ultra-thin', 'ralph']),
  current_phase: z.int(),
  worktree: z.nullable(z.string()),
  started_at: z.string(),
  updated_at: z.string(),
  order: z.array(z.string()),
  tasks: z.record(z.string(), task),
  phases: z.record(z.string(), checkpoint),
  /** Of the tasks whose time was measured. */
  timed: z.strictObject({ count: z.int(), seconds: z.number() }),
});

export type Graph = z.infer<typeof graph>;

export const autoState = z.discriminatedUnion('kind', [z.strictObject({ kind: z.literal('unplanned') }), graph]);

export type AutoState = z.infer<typeof autoState>;

export function taskOf(state: Graph, id: string): Task {
  const found = state.tasks[id];
  if (found === undefined) throw new Error(`an event names ${id}, which is not in the graph`);
  return found;
}
