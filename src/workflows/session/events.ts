import * as z from 'zod/mini';
import { call } from '../policy/calls.ts';
import { extension } from '../policy/extensions.ts';
import { stepFailure } from '../policy/retry.ts';
import { proposalNews, publication } from '../delivery/proposal.ts';
import { findingAnswer } from '../proof/finding-answers.ts';
import { changeToJudge } from './change-verdict.ts';
import { gateFinding } from './gate-findings.ts';
import { invariantReason, gate, gateNote, qaNames, work } from './session-state.ts';

const effect = z.string();
const calls = z.array(call);
const lines = z.array(z.string());
const named = z.strictObject({ id: z.string(), name: z.string() });

/** Everything that can happen to a session. An outcome names its effect; one that is no longer current is not recorded. */
export const sessionEvent = z.discriminatedUnion('type', [
  event('session_started', {
    request_id: z.string(),
    original_request: z.string(),
    manifest: z.strictObject({ claude_md: z.boolean(), agents_md: z.boolean() }),
    branch: z.string(),
    base: work,
    limits: z.strictObject({ implementation: z.int(), design: z.int() }),
    allows_superseded: z.optional(z.literal(true)),
  }),
  /** A session that was taken over from its documents works here from now on, with these contracts of its own. */
  event('grounded', {
    branch: z.string(),
    base: work,
    tip: work,
    is_explored: z.boolean(),
    is_planned: z.boolean(),
    designed: z.array(z.string()),
  }),
  event('effect_started', { effect }),
  event('effect_interrupted', { effect }),

  /** The project was set up, and its runner found its tests; null: it has none that anybody could run. */
  event('prepared', { effect, command: z.nullable(z.string()) }),
  /** What its tests say before the work. */
  event('baseline_measured', { effect, total: z.int(), failed: z.int() }),
  event('explored', { effect, calls }),
  event('planned', { effect, calls }),
  /** `assumptions`: how each was judged. */
  event('merged', {
    effect,
    assumptions: z.array(z.strictObject({ text: z.string(), verdict: z.string(), correction: z.string() })),
    tasks: z.array(z.strictObject({ id: z.string(), name: z.string(), subtasks: z.array(named) })),
    task_order: z.array(z.string()),
  }),
  event('plan_refused', { effect, corrections: lines }),
  /** `reasons`: why invariants of the design must hold. */
  event('designed', { effect, calls, reasons: z.optional(z.array(invariantReason)) }),
  event('tests_written', { effect, calls, work, named: z.optional(qaNames) }),
  /** QA changed what is not its to change. */
  event('tests_refused', {
    effect,
    calls,
    files: z.array(z.strictObject({ path: z.string(), kind: z.string() })),
  }),
  /** `lesson`: what went wrong before and what put it right, in the words of the Implementer that did. */
  event('implemented', { effect, calls, work, lesson: z.optional(z.string()) }),
  /** Snapshots that QA named, as the implementation makes them. */
  event('snapshots_written', {
    effect,
    work,
    files: z.array(z.strictObject({ path: z.string(), was: z.nullable(z.string()), now: z.nullable(z.string()) })),
  }),
  /** What QA recommends; whether that holds is measured next. */
  event('verified', {
    effect,
    calls,
    action: z.enum(['complete', 'retry_implementation', 'retry_design']),
    reason: z.string(),
    failed: z.array(z.strictObject({ name: z.string(), reason: z.string() })),
  }),
  /** What was measured for a gate: `gates.ts` says what follows. `strayed`: how often the Implementer left its scope before. */
  event('gate_measured', {
    effect,
    calls,
    gate,
    findings: z.array(gateFinding),
    tree: z.nullable(z.string()),
    strayed: z.int(),
    change: z.optional(changeToJudge),
  }),
  /** A person has to decide; what on was measured before. */
  event('asked', { effect }),
  event('answered', { answers: z.array(findingAnswer), by: z.string() }),
  /** As older logs have it: with what followed. */
  event('gated', {
    effect,
    calls,
    notes: z.partialRecord(gate, gateNote),
    back_to: z.nullable(z.enum(['write', 'implement', 'design'])),
    failed: z.array(z.strictObject({ name: z.string(), reason: z.string() })),
  }),
  event('subtask_committed', { effect, tip: work }),
  event('learned', { effect }),

  /** A contract that this step needs is not there, or is not what it should be. */
  event('contract_missing', { effect, document: contract(), lines }),
  event('step_failed', { effect, calls, ...stepFailure }),
  event('spent', { calls }),

  event('delivered', { effect, merge: z.string() }),
  /** The finished work is on the remote, for others to review. */
  event('published', { effect, publication, answered: z.array(z.string()) }),
  event('synced', { effect, news: proposalNews }),
  /** What was said of what is published was put right. */
  event('amended', { effect, calls, tip: work }),
  event('amend_failed', { effect, calls, detail: lines }),
  event('left_alone', { effect, merge: z.string(), why: z.string() }),
  /** `theirs`: what others pushed to its branch. */
  event('delivery_refused', { effect, why: z.string(), detail: lines, theirs: z.optional(z.string()) }),
  /** Merged into a base that has moved, something has to be decided. */
  event('merge_judged', { effect, change: changeToJudge }),

  /** The committed subtasks stand on the base as it is now. `own_side`: what they were before an agent resolved a conflict. */
  event('rebased', { effect, calls, base: z.string(), tip: work, own_side: z.nullable(work), conflicts: lines }),
  /** `conflict`: paths that the agent left; `red`: what was found against the work there. */
  event('rebase_refused', { effect, calls, why: z.enum(['conflict', 'red']), detail: lines }),

  /** The base as it is now is to be taken up: after the subtask that is being worked on. */
  event('rebase_requested', {}),
  event('extended', extension),
  /** One step of the present subtask, or of the discovery, is to be done again, and all that follow from it. */
  event('rerun_requested', { step: z.enum(['explore', 'plan', 'design', 'write', 'implement', 'verify']) }),
  event('stop_requested', {}),
  event('reset_requested', {}),
  event('resume_requested', {}),
  event('sync_requested', {}),
  event('delivery_requested', { asked: z.boolean() }),
  /** A person edited state.json: where the current subtask is to go on. */
  event('moved_by_hand', {
    task: z.string(),
    subtask: z.string(),
    phase: z.enum(['test_first', 'implementation', 'verification', 'complete']),
  }),
]);

export type SessionEvent = z.infer<typeof sessionEvent>;

export type EventData<T extends SessionEvent['type']> = Extract<SessionEvent, { type: T }>['data'];

function contract() {
  return z.enum(['explored', 'task-breakdown', 'design-brief', 'design-contract', 'test-contract']);
}

function event<T extends string, S extends z.core.$ZodShape>(type: T, shape: S) {
  return z.strictObject({ type: z.literal(type), data: z.strictObject(shape) });
}
