import * as z from 'zod/mini';
import { hunkCheck } from '../../schema/hunk-check.ts';
import { proofFinding } from '../../schema/proof-finding.ts';
import { crp, vcr } from '../../schema/run/consultation.ts';
import { call } from '../policy/calls.ts';
import { extension } from '../policy/extensions.ts';
import { allowedItem } from '../proof/judge-change.ts';
import { stepFailure } from '../policy/retry.ts';
import { proposalNews, publication } from '../delivery/proposal.ts';
import { evidence } from './evidence.ts';
import { claims } from './claims.ts';
import { baseTests, refusal, work } from './run-state.ts';
import { judgement } from './judgement.ts';

const effect = z.string();
const calls = z.array(call);
const rewrites_tests = z.optional(z.literal(true));
const reply = z.strictObject({ comment: z.int(), text: z.string() });

/** Everything that can happen to a run. An outcome names its effect; one that is no longer current is not recorded. */
export const runEvent = z.discriminatedUnion('type', [
  event('run_started', {
    run_id: z.string(),
    max_iterations: z.int(),
    branch: z.nullable(z.string()),
    commit: z.string(),
    allows_superseded: z.optional(z.literal(true)),
    issue: z.optional(z.strictObject({ number: z.int(), url: z.string(), title: z.string(), author: z.string() })),
  }),
  event('effect_started', { effect }),
  event('effect_interrupted', { effect }),

  event('prepared', { effect, tests: baseTests }),
  event('refined', { effect, calls }),
  /** `replies`: what the Builder said to comments of the rejection before, by their numbers. */
  event('built', { effect, calls, work, replies: z.optional(z.array(reply)) }),
  event('nothing_built', { effect, calls }),
  /** The Builder left the work as a person rejected it. */
  event('left_rejected', { effect, calls, max_iterations: z.int(), replies: z.optional(z.array(reply)) }),
  /** `rewrites_tests`: of the Builder, so that these count as well. */
  event('tests_written', { effect, calls, work, files: z.array(z.string()), claims, rewrites_tests }),
  /** Tests that the configuration requires are missing: the Verifier goes on from what it has. */
  event('tests_incomplete', {
    effect,
    calls,
    work,
    files: z.array(z.string()),
    claims,
    rewrites_tests,
  }),
  event('tested', { effect, evidence }),
  /** `max_iterations`, here and where a run is resumed: as configured now. */
  event('gated', { effect, calls, judgement, max_iterations: z.int() }),
  /** `checks_hunks`: which parts of it the tests notice is still to be found out. */
  event('packed', { effect, checks_hunks: z.optional(z.literal(true)) }),
  /** Null: it could not be found out. */
  event('hunks_checked', { effect, hunks: z.nullable(hunkCheck) }),
  event('merged', { effect, merge: z.nullable(z.string()) }),
  /** `answered`: remarks of the pull request that were replied to. */
  event('published', { effect, publication, answered: z.array(z.string()) }),
  event('synced', { effect, news: proposalNews, max_iterations: z.int() }),
  /**
   * The work stands on the base as it is now. `earlier_rounds`: those of before, on the same base; `conflicts`: paths that
   * an agent brought together.
   */
  event('rebased', {
    effect,
    calls,
    base: z.string(),
    tests: baseTests,
    work: z.nullable(work),
    earlier_rounds: z.array(work),
    conflicts: z.array(z.string()),
  }),
  /** The agent that was given a conflict left these paths as they were. */
  event('conflict_left', { effect, calls, paths: z.array(z.string()) }),
  event('left_alone', { effect, merge: z.string(), why: z.string(), detail: z.string() }),
  /** `theirs`: what others pushed to its branch. */
  event('merge_refused', {
    effect,
    ...refusal.shape,
    to_allow: z.optional(z.array(proofFinding)),
    theirs: z.optional(z.string()),
  }),
  /** The agent changed files that are not its to change: nothing of its work is kept. */
  event('strayed', { effect, calls, files: z.array(z.string()), message: z.string() }),

  /** A step needs a person's answer; `precedent` is one that an earlier run has. */
  event('asked', {
    effect,
    calls,
    crp,
    about: z.array(z.string()),
    precedent: z.nullable(vcr),
    /** Asked at the same time: the step goes on once all are answered. */
    more: z.optional(z.array(z.strictObject({ crp, precedent: z.nullable(vcr) }))),
  }),
  event('step_failed', { effect, calls, ...stepFailure }),

  /** By calls whose step came to nothing: it was taken back, or git or the disk failed after them. */
  event('spent', { calls }),
  event('answered', { vcr }),
  /** `allowed`: what the person allowed with it. */
  event('approved', { commit: z.string(), allowed: z.optional(z.array(allowedItem)) }),
  event('rejected', { reason: z.string() }),
  event('limit_changed', { max_iterations: z.int() }),
  event('apply_requested', {}),
  event('sync_requested', {}),
  event('stop_requested', {}),
  event('resume_requested', { max_iterations: z.int() }),
  event('extended', extension),
  /** The base as it is now is to be taken up; while a step is in flight, after that. */
  event('rebase_requested', {}),
  /** One step is to be done again, and all that follow from it. */
  event('rerun_requested', { step: z.enum(['refine', 'build', 'verify', 'gate']) }),
]);

export type RunEvent = z.infer<typeof runEvent>;

export type EventData<T extends RunEvent['type']> = Extract<RunEvent, { type: T }>['data'];

function event<T extends string, S extends z.core.$ZodShape>(type: T, shape: S) {
  return z.strictObject({ type: z.literal(type), data: z.strictObject(shape) });
}
