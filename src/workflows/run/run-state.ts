import * as z from 'zod/mini';
import { spent } from '../policy/calls.ts';
import { extensions } from '../policy/extensions.ts';
import { caseKind, claims } from './claims.ts';
import { consultation } from './consultation.ts';
import { evidence } from './evidence.ts';
import { feedback, judgement } from './judgement.ts';
import { mergeRefusals } from '../../schema/merge-refusals.ts';
import { proposal } from '../delivery/proposal.ts';
import { changeProof } from '../../schema/change-proof.ts';
import { proofFinding } from '../../schema/proof-finding.ts';
import { allowedItem } from '../proof/judge-change.ts';

/** What the branch of the run holds. */
export const work = z.strictObject({ commit: z.string(), tree: z.string() });

export type Work = z.infer<typeof work>;

/** Why approved work was not merged or published: `detail` names paths, tests, the branch, or what a program said. */
export const refusal = z.strictObject({
  /** `unallowed`: with the base as it is now there is more to allow. */
  why: z.enum(mergeRefusals),
  detail: z.array(z.string()),
});

/** What the tests said of the untouched base. */
export const baseTests = z.strictObject({
  command: z.nullable(z.string()),
  total: z.int(),
  failed: z.int(),
  exit_code: z.nullable(z.int()),
});

/** A pack that is shown again once a step is done. */
const shownPack = z.strictObject({ work, to_allow: z.optional(z.array(proofFinding)) });

/*
 *   prepare ─▶ refine ─▶ build ─▶ verify ─▶ test ─▶ gate ─PASS─▶ pack ─▶ ready_for_merge ─approve─▶ merge ─▶ completed
 *                ▲         ▲  nothing changed: straight to gate     │              │                  │  ▲
 *                │         └─ FAIL, or reject: iteration + 1 ◀──────┴──────────────┘    left alone: undelivered
 *                │            (after the last one: failed)      hunks are checked while it waits
 *   a question only a person may answer, from any agent's step: waiting, then that step again
 *   an agent that failed: the step again, as often as `auto_retry` says, then failed
 *   rebase, of all that is not merged: the work on the base as it is now, then the tests and the gate again
 *   merge, where work is delivered for review: proposed ─sync─▶ completed (it was merged there), build (remarks, failed
 *   checks: iteration + 1), rebase (its base there conflicts with it), or proposed again
 *   stop, at any step: stopped, with the step it was at; resume, of stopped or failed: back to that step
 */
const plainStep = z.discriminatedUnion('at', [
  /** Set-up, and the checks, once on the untouched base. */
  z.strictObject({ at: z.literal('prepare') }),
  z.strictObject({ at: z.literal('refine') }),
  z.strictObject({ at: z.literal('build') }),
  /** The Verifier writes tests. */
  z.strictObject({ at: z.literal('verify'), work }),
  /** Orchestral runs them. */
  z.strictObject({ at: z.literal('test'), work, claims }),
  /** No work: the Builder changed nothing, and no agent need be asked what to think of that. */
  z.strictObject({ at: z.literal('gate'), work: z.nullable(work), evidence: z.nullable(evidence) }),
  z.strictObject({ at: z.literal('pack'), work, evidence, judgement }),
  /** `asked`: the person wants it in their checkout as it is, changed files or not. */
  z.strictObject({ at: z.literal('merge'), work, asked: z.boolean() }),
  /** What became of published work is looked up; `pack`: a later state of it waits for approval. */
  z.strictObject({ at: z.literal('sync'), work, pack: z.optional(shownPack) }),
]);

export type PlainStep = z.infer<typeof plainStep>;

/** By the name of its type: the library's declarations would spell the schema out wherever it is used. */
const namedPlainStep: z.ZodMiniType<PlainStep> = plainStep;

const activeStep = z.discriminatedUnion('at', [
  ...plainStep.def.options,
  /** `pack`: what was shown before, and is shown again if the conflict stays. */
  z.strictObject({
    at: z.literal('rebase'),
    before: namedPlainStep,
    pack: z.optional(shownPack),
  }),
]);

export type ActiveStep = z.infer<typeof activeStep>;

const namedActiveStep: z.ZodMiniType<ActiveStep> = activeStep;

/** Of a pack that is shown: which parts of it the tests notice. Nobody waits for it. */
const hunkStep = z.strictObject({ at: z.literal('hunks'), work, evidence, judgement });

export type HunkStep = z.infer<typeof hunkStep>;

const step = z.discriminatedUnion('at', [
  ...activeStep.def.options,
  z.strictObject({ at: z.literal('waiting'), crp_id: z.string(), again: namedPlainStep }),
  /** `to_allow`: whoever approves it allows these. */
  z.strictObject({
    at: z.literal('ready_for_merge'),
    work,
    refusal: z.nullable(refusal),
    to_allow: z.optional(z.array(proofFinding)),
  }),
  /** Merged, but the user's checkout is busy: `orchestral apply` brings it there. */
  z.strictObject({ at: z.literal('undelivered'), work, merge: z.string(), why: z.string(), detail: z.string() }),
  /** Published: others review and merge it. */
  z.strictObject({ at: z.literal('proposed'), work }),
  z.strictObject({ at: z.literal('completed'), merge: z.nullable(z.string()) }),
  z.strictObject({ at: z.literal('failed'), error: z.string(), before: namedActiveStep }),
  z.strictObject({ at: z.literal('stopped'), before: namedActiveStep }),
]);

export type RunStep = z.infer<typeof step>;

const namedStep: z.ZodMiniType<RunStep> = step;

const agent = z.strictObject({
  status: z.enum(['pending', 'running', 'completed', 'failed', 'timeout', 'waiting_human']),
  started_at: z.optional(z.string()),
  completed_at: z.optional(z.string()),
  error: z.optional(z.string()),
});

export type Agent = z.infer<typeof agent>;

export const roles = ['refiner', 'builder', 'verifier', 'gatekeeper'] as const;

export type RunRole = (typeof roles)[number];

const run = z.strictObject({
  kind: z.literal('run'),
  run_id: z.string(),
  /** What the work begins with, and goes back to. A folder without git has no branch. */
  base: z.strictObject({ branch: z.nullable(z.string()), commit: z.string() }),
  /** What the branch of the run holds; null while nothing was built. The next build goes on from it. */
  work: z.nullable(work),
  /** Null until they were run on the untouched base. */
  base_tests: z.nullable(baseTests),
  iteration: z.int(),
  max_iterations: z.int(),
  /** What the configuration said last: only a change of it changes `max_iterations`, which people may edit. */
  configured_iterations: z.int(),
  started_at: z.string(),
  updated_at: z.string(),
  step: namedStep,
  /** How often the present step has failed and was repeated. */
  repeats: z.int(),
  agents: z.strictObject({ refiner: agent, builder: agent, verifier: agent, gatekeeper: agent }),
  history: z.array(
    z.strictObject({
      phase: z.enum(['refine', 'build', 'verify', 'gate', 'waiting_human', 'ready_for_merge']),
      result: z.string(),
      timestamp: z.string(),
    }),
  ),
  consultations: z.array(consultation),
  /** What the next build is to put right. */
  feedback: z.nullable(feedback),
  /** The pack that is shown, while its hunks are still to be checked. */
  hunks: z.optional(hunkStep),
  /** A person wants the base as it is now, and a step is still in flight. */
  wants_rebase: z.optional(z.literal(true)),
  extended: extensions,
  /** What the Verifier said of the tests that the work has. */
  claims: z.optional(claims),
  /** What was found out about the work; absent in logs from before there were proofs. */
  proof: z.optional(changeProof),
  /** What was allowed, for exactly these contents. */
  allowed: z.optional(z.array(allowedItem)),
  /** `--allow-superseded`: the person allowed at the start that tests are superseded. */
  allows_superseded: z.optional(z.literal(true)),
  /** Files that the agent of the present step changed and may not: it has one more try. */
  strayed: z.optional(z.array(z.string())),
  /** What the Verifier's tests of this round lacked: it is told once. */
  missing_cases: z.optional(z.array(caseKind)),
  /**
   * What the rounds before this one ended with, and what the Builder left where the Verifier changed its tests: the tests
   * in all of these belong to the tests.
   */
  earlier_rounds: z.optional(z.array(work)),
  /** Trees that a person rejected: none of them is shown again. */
  rejected: z.optional(z.array(z.string())),
  /** Why, each time: what a person said holds for all rounds that follow. */
  rejections: z.optional(
    z.array(z.strictObject({ iteration: z.int(), reason: z.string(), commit: z.optional(z.string()) })),
  ),
  /** What was published of it. */
  proposal: z.optional(proposal),
  /** The issue that it was begun with. */
  issue: z.optional(z.strictObject({ number: z.int(), url: z.string(), title: z.string(), author: z.string() })),
  /** Test files of the Verifier, from all rounds. */
  test_files: z.array(z.string()),
  /** By role. */
  spent: z.record(z.string(), spent),
  /** Finished calls by list of the rehearsal's script. */
  finished: z.record(z.string(), z.int()),
  /** Outcomes so far, by step. */
  outcomes: z.record(z.string(), z.int()),
  /** The effect that was started and has no outcome yet. */
  in_flight: z.nullable(z.string()),
});

export type Run = z.infer<typeof run>;

export const runState = z.discriminatedUnion('kind', [z.strictObject({ kind: z.literal('unstarted') }), run]);

export type RunState = z.infer<typeof runState>;
