import * as z from 'zod/mini';

/*
 *   build ──built──▶ verify ──green──▶ pack ──packed──▶ ready_for_merge
 *     ▲                 │
 *     └──── red ────────┘   (iteration + 1; after the last one: failed)
 *
 *   stop, at any step: stopped, with the step it was at; resume: back to that step
 */
const proof = z.strictObject({ command: z.string(), exit_code: z.int(), tree: z.string(), duration_ms: z.number() });

export type Proof = z.infer<typeof proof>;

const work = { commit: z.string(), tree: z.string() };

const activeStep = z.discriminatedUnion('at', [
  z.strictObject({ at: z.literal('build') }),
  z.strictObject({ at: z.literal('verify'), ...work }),
  z.strictObject({ at: z.literal('pack'), ...work, proof }),
]);

export type ActiveStep = z.infer<typeof activeStep>;

const step = z.discriminatedUnion('at', [
  ...activeStep.def.options,
  z.strictObject({ at: z.literal('ready_for_merge'), ...work }),
  z.strictObject({ at: z.literal('failed'), error: z.string() }),
  z.strictObject({ at: z.literal('stopped'), before: activeStep }),
]);

export type Step = z.infer<typeof step>;

const agent = z.strictObject({
  status: z.enum(['pending', 'running', 'completed', 'failed']),
  started_at: z.optional(z.string()),
  completed_at: z.optional(z.string()),
  error: z.optional(z.string()),
});

export type Agent = z.infer<typeof agent>;

const run = z.strictObject({
  kind: z.literal('run'),
  run_id: z.string(),
  /** The commit the work begins with. */
  base: z.string(),
  iteration: z.int(),
  max_iterations: z.int(),
  started_at: z.string(),
  updated_at: z.string(),
  step,
  agents: z.strictObject({ builder: agent, verifier: agent }),
  history: z.array(
    z.strictObject({ phase: z.enum(['build', 'verify', 'gate']), result: z.string(), timestamp: z.string() }),
  ),
  /** The effect that was started and has no outcome yet. */
  in_flight: z.nullable(z.string()),
});

export type Run = z.infer<typeof run>;

export const runState = z.discriminatedUnion('kind', [z.strictObject({ kind: z.literal('unstarted') }), run]);

export type RunState = z.infer<typeof runState>;
