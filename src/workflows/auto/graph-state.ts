import * as z from 'zod/mini';
import { spent } from '../policy/calls.ts';
import { extensions } from '../policy/extensions.ts';
import { type ProofFinding, proofFinding } from '../../schema/proof-finding.ts';
import { amendment } from '../delivery/amendment.ts';
import { proposal } from '../delivery/proposal.ts';
import { findingAnswer } from '../proof/finding-answers.ts';
import { allowedItem } from '../proof/judge-change.ts';

/*
 *  A task:
 *  pending ──dependencies done, phase here──▶ ready ──▶ in_progress ──▶ completed
 *     ▲                                         ▲            │
 *     └──────── a dependency undone ────────────┘            └──▶ failed ──▶ every task that needs it, and every
 *                                                                            task that needs those: blocked
 *  In progress:
 *  work ──worked──▶ (probe) ──probed──▶ merge ──task_merged──▶ completed
 *   ▲ │                                 │ │ └──conflicted, the first time──▶ resolve ──worked──▶ merge
 *   │ │                                 │ └──task_judged──▶ review ──task_reviewed──▶ merge, or hold
 *   │ │                                 │               └─▶ hold ──task_answered──▶ merge
 *   │ └──attempt_failed──┐◀─────────────┘
 *   └──waited── wait ◀───┘ unless it was the last attempt: failed
 *
 *  The graph:
 *  prepare ──▶ begin ──▶ tasks ──no task can run──▶ (phase merge) ──phase_merged──▶ deliver ──▶ begin the next, or done
 *  (where phases are published for review, what is said of them is put right before the next one begins: amend, deliver)
 *                          ▲                             └──phase_red──▶ repair ──repaired, or held and allowed──┐
 *                          └───────────────────────────────────────────────────────────────────────────────────┘
 */
const status = z.enum(['pending', 'ready', 'in_progress', 'completed', 'failed', 'blocked']);

export type TaskStatus = z.infer<typeof status>;

/** What is to be done next for a task that is ready or in progress. */
/** `probe`: a reviewer says how to try what the task promises; `hold`: a person decides, and nothing is done meanwhile. */
export const STEPS = ['work', 'probe', 'wait', 'merge', 'resolve', 'review', 'hold'] as const;
const step = z.enum(STEPS);

export type TaskStep = z.infer<typeof step>;

/** A commit and its tree. */
export const work = z.strictObject({ commit: z.string(), tree: z.string() });

export type Work = z.infer<typeof work>;

/** What went wrong with an attempt, for the next one and for people. */
export const mishap = z.strictObject({
  kind: z.string(),
  /** One line. */
  message: z.string(),
  /** What was measured; empty when there is nothing to show. */
  evidence: z.string(),
  /** Equal for what is the same error. */
  fingerprint: z.string(),
});

export type AttemptFailure = z.infer<typeof mishap>;

/** Failed attempts since it was last opened. */
const mishaps = z.strictObject({
  count: z.int(),
  /** Of the last three. */
  fingerprints: z.array(z.string()),
  last: mishap,
  at: z.string(),
});

export type FailureHistory = z.infer<typeof mishaps>;

const took = z.strictObject({ cost_usd: z.number(), seconds: z.number() });

export type Took = z.infer<typeof took>;

/** Not to be changed: many tasks share it. */
export const NOTHING: Took = Object.freeze({ cost_usd: 0, seconds: 0 });

const allowance = z.strictObject({ ...findingAnswer.shape, by: z.enum(['reviewer', 'person']) });

const task = z.strictObject({
  title: z.string(),
  phase: z.int(),
  status,
  needs: z.array(z.string()),
  neededBy: z.array(z.string()),
  /** How many of `needs` are not completed. */
  waiting: z.int(),
  kind: z.string(),
  files: z.array(z.string()),
  /** How long it was thought to take, in seconds. */
  expected: z.number(),
  /** The longest way from here to an end of the graph, in seconds. */
  rank: z.number(),
  next: step,
  /** Outcomes so far, by step: what effects are numbered by. */
  outcomes: z.partialRecord(step, z.int()),
  /** What agents took for it so far. */
  seconds: z.number(),
  mishaps: z.nullable(mishaps),
  /** What the attempt under way took so far: in vain, if it fails. */
  attempt: took,
  /** Finished, not merged yet. */
  work: z.nullable(work),
  /** Paths of the conflict that was given to an agent. */
  conflict: z.nullable(z.array(z.string())),
  /** What it was before a conflict was resolved: it is held against that, too. */
  other_side: z.optional(work),
  /** One line of the agent, for whoever builds on it. */
  result: z.nullable(z.string()),
  /** What the judge found: open while it is reviewed, held or sent back; afterwards what is listed. */
  findings: z.optional(z.array(proofFinding)),
  /** Codes of findings that were sent back, which is no failed attempt. */
  sent_back: z.optional(z.array(z.string())),
  /** Codes of findings that a reviewer or a person let pass for the work as it is. */
  let_pass: z.optional(z.array(z.string())),
  /** Who allowed what, in words: for reports. */
  allowed: z.optional(z.array(allowance)),
  /** Why a person refused the work as it is. */
  refused: z.optional(z.array(z.string())),
  /** A person said it is not needed. */
  skipped: z.boolean(),
  /** Its box in TASKS.md is, or will be, no news. */
  ticked: z.boolean(),
});

export type Task = z.infer<typeof task>;

/** A task whose work waits for a person. */
export function isHeldTask({ status: is, next }: Pick<Task, 'status' | 'next'>): boolean {
  return is === 'in_progress' && next === 'hold';
}

/** A repair that waits for a person, by the name that it is answered by. */
export function heldRepair({ stage: at, current_phase, branch }: Graph): HeldRepair | null {
  if (at.at !== 'repair' || at.held === undefined) return null;
  return { id: `phase-${current_phase}`, title: branch ?? '', findings: at.held.findings };
}

export interface HeldRepair {
  readonly id: string;
  /** The branch of the phase. */
  readonly title: string;
  readonly findings: readonly ProofFinding[];
}

const checkpoint = z.strictObject({
  started_at: z.string(),
  completed_at: z.optional(z.string()),
  /** Into `orchestral/auto`. */
  merge: z.optional(z.string()),
  delivered: z.boolean(),
});

const stage = z.discriminatedUnion('at', [
  z.strictObject({ at: z.literal('prepare') }),
  /** `allowed`: nobody has to be asked any more. */
  z.strictObject({ at: z.literal('begin'), phase: z.int(), allowed: z.boolean() }),
  /** `repairs`: of this phase, so far. */
  z.strictObject({ at: z.literal('tasks'), repairs: z.optional(mishaps) }),
  /** The merged phase is red: an agent repairs it, unless that was tried too often. `held`: a person decides on a repair. */
  z.strictObject({
    at: z.literal('repair'),
    mishaps,
    given_up: z.boolean(),
    held: z.optional(z.strictObject({ tip: work, findings: z.array(proofFinding) })),
  }),
  z.strictObject({ at: z.literal('deliver') }),
  z.strictObject({ at: z.literal('done') }),
]);

export type Stage = z.infer<typeof stage>;

const leftAlone = z.strictObject({ why: z.string(), detail: z.array(z.string()) });

/** A graph that was planned. `order` is that of TASKS.md, and so of every list. */
const graph = z.strictObject({
  kind: z.literal('graph'),
  project: z.string(),
  mode: z.enum(['normal', 'ultra-thin', 'ralph']),
  /** The user's branch and where it stood at the start; null until somebody starts. */
  base: z.nullable(z.strictObject({ branch: z.string(), ...work.shape })),
  /** The file it was last read from. */
  plan: z.nullable(z.string()),
  stage,
  current_phase: z.int(),
  /** Whoever started it last wants no other. */
  only_phase: z.optional(z.int()),
  worktree: z.nullable(z.string()),
  /** Of the phase, and where it stands. */
  branch: z.nullable(z.string()),
  tip: z.nullable(work),
  /** Tests that were red on the base. */
  red: z.array(z.string()),
  /** Where `orchestral/auto` stands. */
  trunk: z.nullable(work),
  /** Why the finished phases are not on the user's branch yet. */
  left_alone: z.nullable(leftAlone),
  /** A person wants them there now. */
  wants_delivery: z.boolean(),
  /** What was published of the finished phases. */
  proposal: z.optional(proposal),
  /** What became of it is to be looked up. */
  wants_sync: z.optional(z.literal(true)),
  /** What reviewers and checks said of it, while an agent puts that right; then it is to be published. */
  amend: z.optional(amendment),
  /** The base as it is now is to be taken up; `problems`: why what an agent made of the two was not taken. */
  rebase: z.optional(z.strictObject({ tries: z.int(), problems: z.array(z.string()) })),
  /** The trunk has more than was delivered, and nobody need ask for it: it was amended, or took up the base. */
  unpublished: z.optional(z.literal(true)),
  /** A person completed tasks whose boxes no merge of a phase has ticked yet. */
  unticked: z.optional(z.boolean()),
  stopped: z.boolean(),
  started_at: z.string(),
  updated_at: z.string(),
  order: z.array(z.string()),
  tasks: z.record(z.string(), task),
  /** The longest way first, from the end. */
  ready: z.array(z.string()),
  active: z.array(z.string()),
  /** What was allowed of any task, for exactly these contents. */
  allowed: z.optional(z.array(allowedItem)),
  /** What reviewers let through of repairs. */
  repairs: z.optional(z.array(z.strictObject({ phase: z.int(), ...allowance.shape }))),
  /** Finished work, first come first merged. */
  merging: z.array(z.string()),
  phases: z.record(z.string(), checkpoint),
  /** Effects that were started and have no outcome, with the worktree of the pool that each has. */
  in_flight: z.record(z.string(), z.strictObject({ slot: z.nullable(z.int()) })),
  extended: extensions,
  /** Outcomes so far of what is not of one task. */
  outcomes: z.record(z.string(), z.int()),
  /** Of the tasks whose time was measured. */
  timed: z.strictObject({ count: z.int(), seconds: z.number() }),
  /** What tasks of a kind took, against what was expected of them. */
  kinds: z.record(z.string(), z.strictObject({ expected: z.number(), seconds: z.number() })),
  spent: z.record(z.string(), spent),
  finished: z.record(z.string(), z.int()),
  /** Of failed attempts. */
  wasted: took,
});

export type Graph = z.infer<typeof graph>;

export const autoState = z.discriminatedUnion('kind', [z.strictObject({ kind: z.literal('unplanned') }), graph]);

export type AutoState = z.infer<typeof autoState>;

/** By a name that somebody gave, which may be one that every object has: `constructor`. */
export function findTask({ tasks }: Pick<Graph, 'tasks'>, named: string): Task | undefined {
  return Object.hasOwn(tasks, named) ? tasks[named] : undefined;
}

export function taskOf(state: Graph, id: string): Task {
  const found = state.tasks[id];
  if (found === undefined) throw new Error(`an event names ${id}, which is not in the graph`);
  return found;
}
