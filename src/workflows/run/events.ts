import * as z from 'zod/mini';

const effect = z.string();
const nothing = z.strictObject({});

/** Everything that can happen to a run. An outcome names its effect; one that is no longer current is not recorded. */
export const runEvent = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('run_started'),
    data: z.strictObject({ run_id: z.string(), base: z.string(), max_iterations: z.int() }),
  }),
  z.strictObject({ type: z.literal('effect_started'), data: z.strictObject({ effect }) }),
  z.strictObject({ type: z.literal('effect_interrupted'), data: z.strictObject({ effect }) }),
  z.strictObject({ type: z.literal('effect_failed'), data: z.strictObject({ effect, error: z.string() }) }),
  z.strictObject({ type: z.literal('built'), data: z.strictObject({ effect, commit: z.string(), tree: z.string() }) }),
  z.strictObject({
    type: z.literal('verified'),
    data: z.strictObject({
      effect,
      command: z.string(),
      exit_code: z.int(),
      tree: z.string(),
      duration_ms: z.number(),
    }),
  }),
  z.strictObject({ type: z.literal('packed'), data: z.strictObject({ effect }) }),
  z.strictObject({ type: z.literal('limit_changed'), data: z.strictObject({ max_iterations: z.int() }) }),
  z.strictObject({ type: z.literal('stop_requested'), data: nothing }),
  z.strictObject({ type: z.literal('resume_requested'), data: nothing }),
]);

export type RunEvent = z.infer<typeof runEvent>;
