import * as z from 'zod/mini';
import { proofFinding } from '../../schema/proof-finding.ts';
import { spent } from '../policy/calls.ts';
import { amendment } from '../delivery/amendment.ts';
import { proposal } from '../delivery/proposal.ts';
import { extensions } from '../policy/extensions.ts';
import { findingAnswer } from '../proof/finding-answers.ts';
import { allowedItem } from '../proof/judge-change.ts';

/*
 *   prepare ─▶ explore ∥ plan ∥ baseline ─▶ merge ─▶ for each task: design ─▶ for each of its subtasks:
 *                          ▲                 │
 *                          └─────────────────┘ plan again (once: too much was assumed wrongly, or a subtask only writes tests)
 *
 *   write ─▶ red ─GATE-1─▶ implement ─▶ scope ─GATE-3─▶ (snapshots) ─▶ verify ─▶ green ─GATE-2─▶ judge ─GATE-4─▶ commit ─▶ the next one
 *     ▲       │                ▲          │               │          │             │
 *     ├───────┘                └──────────┴───────────────┴──────────┘             │ (an implementation retry)
 *     └── design ◀─────────────────────────────────────────────────────────────────┘ (a design retry)
 *
 *   Where the proof of a gate has findings that only a person can allow, the session waits: ask ─▶ asked ─▶ answered. What
 *   is allowed stays allowed; what is refused goes back to whoever made it. QA that changes more than tests is told once.
 *
 *   after the last one: learn ─▶ complete. A subtask that used up its retries fails and stops the session.
 *   A contract that is missing or spoilt takes the session back to whoever makes it.
 *   One that was taken over from its documents does nothing before it is told where it works.
 */

export const gate = z.enum(['GATE-1', 'GATE-2', 'GATE-3', 'GATE-4']);

export type Gate = z.infer<typeof gate>;

/** Where the files of a subtask stand: a commit that only Orchestral's own refs hold. */
export const work = z.strictObject({ commit: z.string(), tree: z.string() });

export type Work = z.infer<typeof work>;

/** What an agent is told when its step is done again. */
const feedback = z.strictObject({
  from: z.enum(['GATE-1', 'GATE-2', 'GATE-3', 'GATE-4', 'test-result', 'missing', 'merge', 'role', 'person']),
  lines: z.array(z.string()),
});

export type Feedback = z.infer<typeof feedback>;

/** What was measured for a gate, in short; the whole of it is kept beside the step. */
export const gateNote = z.strictObject({
  state: z.enum(['passed', 'failed', 'waived']),
  /** `case`, `load`, `weak`, `judged`, `flaky` …: how strong the proof is. */
  strength: z.array(z.string()),
  lines: z.array(z.string()),
  tree: z.nullable(z.string()),
  at: z.string(),
});

export type GateNote = z.infer<typeof gateNote>;

/** `write` and `red` are the phase test_first, `implement` and `scope` implementation, the rest verification. */
const subtaskStep = z.enum(['write', 'red', 'implement', 'scope', 'snapshots', 'verify', 'green', 'judge', 'commit']);

export type SubtaskStep = z.infer<typeof subtaskStep>;

/** What QA names beside its contract. */
export const qaNames = z.strictObject({
  /** Tests that pass today and must not with this subtask. */
  superseded: z.array(z.strictObject({ file: z.string(), test: z.string(), reason: z.string() })),
  /** Ids of cases that must pass before and after. */
  characterisation: z.array(z.string()),
  /** Files that are written anew after the implementation. */
  snapshots: z.array(z.string()),
});

export type QaNames = z.infer<typeof qaNames>;

export const NO_NAMES: QaNames = { superseded: [], characterisation: [], snapshots: [] };

/** What was found about a change that was taken; `proven`: how many tests fail without it. */
const acceptance = z.strictObject({ listed: z.array(proofFinding), proven: z.int() });

const failedTest = z.strictObject({ name: z.string(), reason: z.string() });

const subtask = z.strictObject({
  name: z.string(),
  status: z.enum(['pending', 'in_progress', 'completed', 'failed']),
  step: subtaskStep,
  gates: z.partialRecord(gate, z.enum(['pending', 'passed', 'failed'])),
  notes: z.partialRecord(gate, gateNote),
  /** The tree with its tests, before anything was implemented. */
  tests: z.nullable(work),
  /** The tree as it is; null: as the session's branch. */
  work: z.nullable(work),
  implementation_retries: z.int(),
  design_retries: z.int(),
  /** How often the Implementer left its scope since the design last changed. */
  strayed: z.int(),
  /** Tests that failed on the way: what there is to learn once they pass. */
  failed_tests: z.array(failedTest),
  /** Of the Implementer that was sent back last. */
  lesson: z.optional(z.string()),
  feedback: z.nullable(feedback),
  named: z.optional(qaNames),
  /** Codes of what QA was told already. */
  sent_back: z.optional(z.array(z.string())),
  /** How often QA changed what is not its to change. */
  qa_strayed: z.optional(z.int()),
  accepted: z.optional(acceptance),
  /** What a person refused, for exactly these contents: it is not asked again. */
  refused: z.optional(z.array(allowedItem)),
  /** Why. */
  person_said: z.optional(z.array(z.string())),
});

export type Subtask = z.infer<typeof subtask>;

export const invariantReason = z.strictObject({ id: z.string(), reason: z.string() });

const task = z.strictObject({
  name: z.string(),
  status: z.enum(['pending', 'in_progress', 'completed']),
  is_designed: z.boolean(),
  /** Why the invariants of its design must hold, as far as the Architect said so. */
  reasons: z.optional(z.array(invariantReason)),
  current_subtask: z.string(),
  subtasks: z.record(z.string(), subtask),
  subtask_order: z.array(z.string()),
  created_at: z.string(),
  updated_at: z.string(),
  /** For the Architect. */
  feedback: z.nullable(feedback),
});

export type Task = z.infer<typeof task>;

/** What the request as a whole is at. */
const stage = z.discriminatedUnion('at', [
  z.strictObject({ at: z.literal('discovery'), is_explored: z.boolean(), is_planned: z.boolean() }),
  z.strictObject({ at: z.literal('merge') }),
  z.strictObject({ at: z.literal('loop') }),
  z.strictObject({ at: z.literal('learn') }),
  z.strictObject({ at: z.literal('complete') }),
]);

/** What a person has to decide on before it counts. */
const question = z.strictObject({
  at: z.enum(['GATE-1', 'GATE-2', 'merge']),
  /** The subtask; empty for a merge. */
  about: z.string(),
  findings: z.array(proofFinding),
  answers: z.array(findingAnswer),
  /** When; null: it is about to be asked. */
  asked_at: z.nullable(z.string()),
});

export type Question = z.infer<typeof question>;

const session = z.strictObject({
  kind: z.literal('session'),
  request_id: z.string(),
  original_request: z.string(),
  status: z.enum(['active', 'completed', 'stopped']),
  current_task: z.string(),
  /** Which of the instruction files there are. */
  manifest: z.strictObject({ claude_md: z.boolean(), agents_md: z.boolean() }),
  /** Null, as `tip`, in a session that was taken over from its documents, until it is resumed: they do not tell. */
  base: z.nullable(z.strictObject({ branch: z.string(), commit: z.string() })),
  /** Where the session's branch stands: after the last completed subtask. */
  tip: z.nullable(work),
  limits: z.strictObject({ implementation: z.int(), design: z.int() }),
  created_at: z.string(),
  updated_at: z.string(),
  stage,
  /** What the Planner is told the second time; null before. */
  corrections: z.nullable(z.array(z.string())),
  /** What was wrong with the plan that is worked on: assumptions, and what is there instead. */
  corrected: z.optional(z.array(z.string())),
  tasks: z.record(z.string(), task),
  task_order: z.array(z.string()),
  /** Why it stopped by itself. */
  failure: z.nullable(z.strictObject({ code: z.string(), detail: z.string() })),
  /** The finished work is on its way to the base's branch: `asked` as it is, changed files or not. */
  delivery: z.nullable(
    z.discriminatedUnion('at', [
      z.strictObject({ at: z.literal('wanted'), asked: z.boolean() }),
      z.strictObject({ at: z.literal('left_alone'), merge: z.string(), why: z.string() }),
      z.strictObject({ at: z.literal('refused'), why: z.string(), detail: z.array(z.string()) }),
      /** Published: others review and merge it. `sync`: what became of it is looked up; `amend`: it is put right. */
      z.strictObject({ at: z.literal('proposed') }),
      z.strictObject({ at: z.literal('sync') }),
      z.strictObject({ at: z.literal('amend') }),
      z.strictObject({ at: z.literal('done'), merge: z.string() }),
    ]),
  ),
  proposal: z.optional(proposal),
  /** What reviewers and checks said of it, while an agent puts that right. */
  amend: z.optional(amendment),
  /** The base as it is now is to be taken up; what was wrong with it the first time. */
  rebase: z.optional(z.strictObject({ problems: z.nullable(z.array(z.string())) })),
  /** It was taken up, and nobody has judged that for the merge: see `own_side` of the event. */
  rebased: z.optional(z.strictObject({ own_side: z.nullable(work) })),
  /** What was allowed, for exactly these contents, and by whom. */
  allowed: z.optional(z.array(z.strictObject({ ...allowedItem.shape, by: z.string() }))),
  /** `--allow-superseded`: the person allowed at the start that tests are superseded. */
  allows_superseded: z.optional(z.literal(true)),
  /** Codes of findings without items that a person let pass. */
  let_pass: z.optional(z.array(z.string())),
  question: z.optional(question),
  /** How far the untouched project is known: its tests were found, and they were run. Nobody writes before that. */
  prepared: z.optional(z.enum(['collected', 'measured'])),
  /** How often the present step has failed and was repeated, by effect without its number. */
  repeats: z.record(z.string(), z.int()),
  /** By role. */
  spent: z.record(z.string(), spent),
  /** Finished calls by list of the rehearsal's script. */
  finished: z.record(z.string(), z.int()),
  /** Outcomes so far, by effect without its number. */
  outcomes: z.record(z.string(), z.int()),
  in_flight: z.array(z.string()),
  extended: extensions,
});

export type Session = z.infer<typeof session>;

/** A session that knows where it works. */
export type Grounded = Session & { base: NonNullable<Session['base']>; tip: Work };

export function isGrounded(state: Session): state is Grounded {
  return state.base !== null && state.tip !== null;
}

/** How often a subtask is implemented, and a task designed, again. */
export const RETRY_LIMITS = { implementation: 3, design: 2 };

export const sessionState = z.discriminatedUnion('kind', [z.strictObject({ kind: z.literal('none') }), session]);

export type SessionState = z.infer<typeof sessionState>;
