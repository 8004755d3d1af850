import * as z from 'zod/mini';

const plannedTask = z.strictObject({
  id: z.string(),
  phase: z.int(),
  needs: z.array(z.string()),
  completed: z.boolean(),
});

export type PlannedTask = z.infer<typeof plannedTask>;

const id = z.strictObject({ id: z.string() });

/** Everything that can happen to a task graph. */
export const autoEvent = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('planned'),
    data: z.strictObject({
      project: z.string(),
      mode: z.enum(['normal', 'ultra-thin', 'ralph']),
      tasks: z.array(plannedTask),
    }),
  }),
  z.strictObject({
    type: z.literal('phase_entered'),
    data: z.strictObject({ phase: z.int(), worktree: z.nullable(z.string()) }),
  }),
  z.strictObject({
    type: z.literal('phase_completed'),
    data: z.strictObject({ phase: z.int(), merged: z.boolean(), merge_commit: z.optional(z.string()) }),
  }),
  z.strictObject({ type: z.literal('task_started'), data: id }),
  /** `seconds` is absent when nobody measured: a person said so. */
  z.strictObject({
    type: z.literal('task_completed'),
    data: z.strictObject({ id: z.string(), seconds: z.optional(z.number()) }),
  }),
  z.strictObject({ type: z.literal('task_failed'), data: id }),
  /** Back to where its dependencies put it. */
  z.strictObject({ type: z.literal('task_reopened'), data: id }),
]);

export type AutoEvent = z.infer<typeof autoEvent>;
