import * as z from 'zod/mini';
import type { Problem } from '../base/document-problem.ts';
import { configAgents } from './config/agents.ts';
import { configProject } from './config/settings.ts';
import { changeProof, proofRun } from './change-proof.ts';
import { failureKinds } from './failure-kinds.ts';
import { agentLogLine } from './agent-log-line.ts';

/** Of jobs and messages: a conductor gives work only to workers that speak the same. */
export const FLEET_PROTOCOL = 2;

/** An agent's step, or a check of what agents made: no worker carries out both. */
export const jobKind = z.enum(['step', 'check']);

export type JobKind = z.infer<typeof jobKind>;

const text = z.string();
const commit = z.string().check(z.regex(/^(?:[0-9a-f]{40}|[0-9a-f]{64})$/));
const id = z.string().check(z.regex(/^[A-Za-z0-9_-]{1,64}$/));
const spent = z.strictObject({
  input_tokens: z.number(),
  output_tokens: z.number(),
  cost_usd: z.nullable(z.number()),
});

const anyJob = {
  protocol: z.int(),
  /** Where its worker's messages are read. */
  owner: id,
  id,
  effect: text,
  /** Where the worktree begins, and the place that has it: an address without secrets. */
  base: commit,
  remote: text,
  /** The project's folder in the repository; empty for all of it. */
  folder: text,
  project: z.nullable(configProject),
};

/** One step of an agent that a worker is to carry out. Names no program to run: which agent it calls is the worker's to say. */
const stepJob = z.strictObject({
  ...anyJob,
  kind: z.literal('step'),
  role: z.keyof(configAgents.shape.roles.def.innerType),
  task: z.exactOptional(text),
  prompt: text,
  /** What the conductor would use, if the worker has it. */
  backend: z.exactOptional(z.enum(['claude', 'codex', 'gemini', 'opencode'])),
  model: z.exactOptional(text),
  /** From the repository's root. */
  frozen: z.array(text),
  /** The tree may not be as set-up needs it. */
  is_broken: z.boolean(),
  limits: z.strictObject({
    agents: z.exactOptional(configAgents.shape.limits.def.innerType),
    timeout_ms: z.exactOptional(z.number()),
    end_after_ms: z.exactOptional(z.number()),
    max_cost_usd: z.exactOptional(z.number()),
  }),
  /** The shape of the answer; the conductor checks it. */
  answer: z.nullable(z.strictObject({ json_schema: z.record(text, z.unknown()), is_optional: z.boolean() })),
  /** For rehearsals. */
  finished: z.record(text, z.number()),
});

export type StepJob = z.infer<typeof stepJob>;

/** A change that is to be proved: `base` is what came of it, and has the baseline in its history. */
const checkJob = z.strictObject({
  ...anyJob,
  kind: z.literal('check'),
  baseline: commit,
  /** See `ChangeCommits` and `RequestFacts`. */
  commands: z.array(text),
  task_list: z.nullable(text),
  request: z.strictObject({
    words: text,
    deliverables: z.array(text),
    needs_no_change: z.boolean(),
    asks_for_code: z.boolean(),
  }),
});

export type CheckJob = z.infer<typeof checkJob>;

export const fleetJob = z.discriminatedUnion('kind', [stepJob, checkJob]);

export type FleetJob = z.infer<typeof fleetJob>;

/** How the agent's call ended; see `CallOutcome`. */
const outcome = z.intersection(
  z.object({
    spent,
    duration_ms: z.number(),
    exit: z.nullable(z.union([z.number(), text])),
    tries: z.int(),
    conversation: z.exactOptional(z.strictObject({ id: text, reported: spent })),
    by: z.strictObject({ backend: text, model: z.nullable(text) }),
  }),
  z.discriminatedUnion('status', [
    z.object({ status: z.literal('answered'), text, answer: z.exactOptional(z.unknown()) }),
    z.object({
      status: z.literal('failed'),
      kind: z.enum(failureKinds),
      message: text,
      resume_at: z.exactOptional(text),
    }),
    z.object({ status: z.literal('cancelled') }),
  ]),
);

/**
 * `done`: of a step; `proved`: of a check. `refused`: the worker could not begin; another one may. `limited`: its provider
 * lets it do nothing for now.
 */
const jobResult = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('done'), outcome, work: z.nullable(z.strictObject({ commit, ref: text })) }),
  z.strictObject({ kind: z.literal('proved'), proof: changeProof }),
  z.strictObject({ kind: z.literal('limited'), spent }),
  z.strictObject({ kind: z.literal('refused'), code: text, reason: text }),
]);

export type JobResult = z.infer<typeof jobResult>;

/** From a worker. `grant`: under which it works. */
const workerMessage = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('claim'), job: id, nonce: id, protocol: z.int(), name: text }),
  z.strictObject({
    type: z.literal('events'),
    job: id,
    grant: id,
    seq: z.int(),
    events: z.array(z.unknown()),
  }),
  z.strictObject({ type: z.literal('check'), job: id, grant: id, seq: z.int(), value: z.unknown() }),
  /** With the events that were not sent before. */
  z.strictObject({
    type: z.literal('result'),
    job: id,
    grant: id,
    seq: z.int(),
    events: z.array(z.unknown()),
    result: jobResult,
  }),
  /** It does not have the job, or not any more: another worker may. */
  z.strictObject({ type: z.literal('release'), job: id, grant: id }),
]);

/** What is sent at once: at most one result, because the whole is kept until that is recorded. */
export const workerMessages = z.array(workerMessage);

export type WorkerMessage = z.infer<typeof workerMessage>;

/** Which worker has which job, or that none has it any more; `nonce`: of its claim. */
export const jobGrant = z.strictObject({ job: id, worker: z.optional(id), nonce: z.optional(id) });

const refusals = ['unknown', 'running', 'protocol'] as const;

/** From the conductor. `grant`: the nonce of the claim that it answers. */
export const conductorMessage = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('grant'), owner: id, job: id, grant: id }),
  z.strictObject({ type: z.literal('refuse'), job: id, grant: id, reason: z.enum(refusals) }),
  z.strictObject({ type: z.literal('cancel'), job: id, grant: id }),
  z.strictObject({ type: z.literal('extend'), job: id, grant: id, ms: z.number() }),
  z.strictObject({
    type: z.literal('checked'),
    job: id,
    grant: id,
    seq: z.int(),
    /** Whether an optional answer was meant as one. */
    is_answer: z.boolean(),
    problems: z.array(z.custom<Problem>()),
  }),
  z.strictObject({ type: z.literal('drain') }),
]);

export type ConductorMessage = z.infer<typeof conductorMessage>;

/** What a worker says of itself, every few seconds. */
export const workerReport = z.strictObject({
  id,
  name: text,
  version: text,
  protocol: z.int(),
  labels: z.array(text),
  concurrency: z.int(),
  state: z.enum(['working', 'limited', 'draining', 'other_version']),
  running: z.array(z.strictObject({ job: id, owner: id, effect: text, seconds: z.number() })),
  done: z.int(),
  /** Of those, in the last ten minutes. */
  recent: z.int(),
});

export type WorkerReport = z.infer<typeof workerReport>;

/** A worker that is there: which jobs it takes shows the key that it was let in with. */
export interface KnownReport extends WorkerReport {
  readonly takes: JobKind;
}

/** An event of the agent's as it came from a worker; undefined for anything else. */
export function agentEventIn(
  value: unknown,
): Exclude<z.output<typeof agentLogLine>, { type: 'orchestral.cut' }> | undefined {
  const at = typeof value === 'object' && value !== null ? { at: '', ...value } : value;
  const parsed = agentLogLine.safeParse(at).data;
  return parsed === undefined || parsed.type === 'orchestral.cut' ? undefined : parsed;
}

/** What a worker says while it checks: a run of the tests began. */
export const checkEvent = z.strictObject({ type: z.literal('check'), run: proofRun.shape.kind });
