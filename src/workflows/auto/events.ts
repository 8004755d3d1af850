import * as z from 'zod/mini';
import { call } from '../policy/calls.ts';
import { extension } from '../policy/extensions.ts';
import { proofFinding } from '../../schema/proof-finding.ts';
import { proposalNews, publication } from '../delivery/proposal.ts';
import { findingAnswer } from '../proof/finding-answers.ts';
import { mishap, work } from './graph-state.ts';

const effect = z.string();
const id = z.string();
const calls = z.array(call);
const mode = z.enum(['normal', 'ultra-thin', 'ralph']);

/** The retries that the person allowed when it failed. Older logs say themselves that it is `final`: not tried again. */
const attempts = { retry_limit: z.optional(z.int()), final: z.optional(z.boolean()) };

/** What the judge has to know that is in no log: the project's configuration and the plan, when it judged. */
const judgePolicy = z.strictObject({
  superseded: z.enum(['review', 'ask', 'reject']),
  has_acceptance: z.boolean(),
});

const plannedTask = z.strictObject({
  id,
  title: z.string(),
  phase: z.int(),
  needs: z.array(z.string()),
  completed: z.boolean(),
  kind: z.string(),
  files: z.array(z.string()),
  /** Seconds. */
  expected: z.number(),
});

export type PlannedTask = z.infer<typeof plannedTask>;

/** Everything that can happen to a task graph. An outcome names its effect; one that is no longer current is not recorded. */
export const autoEvent = z.discriminatedUnion('type', [
  /** `begun`: the phase that was found to be under way, though all its tasks may be done. */
  /** `finished`: phases whose merges git has, where the state is made anew. */
  event('planned', {
    project: z.string(),
    mode,
    tasks: z.array(plannedTask),
    begun: z.optional(z.int()),
    finished: z.optional(
      z.record(z.string(), z.strictObject({ merge: z.string(), completed_at: z.string(), delivered: z.boolean() })),
    ),
  }),
  /** TASKS.md is another now: these are its tasks. */
  event('replanned', { tasks: z.array(plannedTask) }),
  /** Somebody has it worked on: on which branch, how, and from which file (in the project, or absolute).
   * `shared`: one of several, each for a task. `phase`: no other is wanted. */
  event('started', {
    base: z.strictObject({ branch: z.string(), ...work.shape }),
    mode,
    plan: z.string(),
    shared: z.optional(z.boolean()),
    phase: z.optional(z.int()),
  }),
  event('effect_started', { effect, slot: z.nullable(z.int()) }),
  event('effect_interrupted', { effect }),

  /** `red`: tests that were so before anybody began, the first of them. */
  event('prepared', { effect, trunk: work, red: z.array(z.string()) }),
  event('phase_allowed', { phase: z.int() }),
  event('phase_entered', {
    effect,
    phase: z.int(),
    worktree: z.nullable(z.string()),
    branch: z.nullable(z.string()),
    tip: z.nullable(work),
  }),

  /** An agent is done, also with resolving a conflict; whether the work is any good is measured next. */
  /** `probe`: one agent wrote code and tests, and the task says what must hold. */
  event('worked', {
    effect,
    id,
    calls,
    seconds: z.number(),
    work,
    result: z.nullable(z.string()),
    probe: z.optional(z.boolean()),
    /** Of a resolved conflict: what the task's agent had made. */
    other_side: z.optional(work),
  }),
  /** What trying the task's promises showed; a failed one is `attempt_failed`. */
  event('probed', { effect, id, calls, seconds: z.number(), findings: z.array(proofFinding) }),
  event('attempt_failed', { effect, id, calls, seconds: z.number(), mishap, ...attempts }),
  event('waited', { effect, id }),
  event('conflicted', { effect, id, paths: z.array(z.string()) }),
  event('task_merged', { effect, id, tip: work, listed: z.optional(z.array(proofFinding)) }),
  /** It is not merged as it is, and that is no failed attempt: what follows is up to the judge. */
  event('task_judged', { effect, id, findings: z.array(proofFinding), policy: judgePolicy }),
  event('task_reviewed', { effect, id, calls, seconds: z.number(), answers: z.array(findingAnswer) }),
  /** No valid answer could be had: a person is asked instead. */
  event('review_failed', { effect, id, calls, seconds: z.number(), reason: z.string() }),
  event('task_answered', { id, answers: z.array(findingAnswer) }),
  /** Nothing was to be merged: a person said so, or the task changes no file. `seconds`: absent when nobody measured.
   * `ticked`: the person said it by the box in the file. */
  event('task_completed', {
    id,
    effect: z.optional(effect),
    ticked: z.optional(z.boolean()),
    calls: z.optional(calls),
    seconds: z.optional(z.number()),
    result: z.optional(z.nullable(z.string())),
  }),
  event('task_skipped', { id }),
  /** A person gave it up. */
  event('task_failed', { id }),
  /** Back to where its dependencies put it, with all its attempts. */
  event('task_reopened', { id }),

  event('phase_merged', { effect, trunk: work }),
  event('phase_red', { effect, mishap, ...attempts }),
  /** `answers`: what a reviewer allowed of what was found about the repair. */
  event('repaired', {
    effect,
    calls,
    tip: work,
    findings: z.optional(z.array(proofFinding)),
    answers: z.optional(z.array(findingAnswer)),
  }),
  /** What was found about a repair has to be allowed, and nobody did so far. */
  event('repair_held', {
    effect,
    calls,
    tip: work,
    findings: z.array(proofFinding),
    answers: z.array(findingAnswer),
  }),
  event('repair_answered', { answers: z.array(findingAnswer) }),
  event('repair_failed', { effect, calls, mishap, ...attempts }),
  /** `trunk`: the base may have moved, and was merged in. */
  event('delivered', { effect, trunk: work }),
  event('left_alone', { effect, trunk: work, why: z.string(), detail: z.array(z.string()) }),
  event('delivery_requested', {}),
  /** The base as it is now is to be taken up, so that what is finished can be delivered to it. */
  event('rebase_requested', {}),
  /** `conflicts`: paths that an agent brought together. */
  event('rebased', { effect, calls, trunk: work, conflicts: z.array(z.string()) }),
  /** `detail`: paths in conflict still, or what does not pass. */
  event('rebase_refused', { effect, calls, why: z.enum(['conflict', 'red']), detail: z.array(z.string()) }),
  /** The finished phases are on the remote, for others to review. */
  event('published', { effect, trunk: work, publication, answered: z.array(z.string()) }),
  event('sync_requested', {}),
  event('synced', { effect, news: proposalNews }),
  /** What was said of what is published was put right. */
  event('amended', { effect, calls, trunk: work }),
  event('amend_failed', { effect, calls, mishap }),

  event('spent', { calls }),
  event('extended', extension),
  event('stop_requested', {}),
]);

export type AutoEvent = z.infer<typeof autoEvent>;

function event<T extends string, S extends z.core.$ZodShape>(type: T, shape: S) {
  return z.strictObject({ type: z.literal(type), data: z.strictObject(shape) });
}
