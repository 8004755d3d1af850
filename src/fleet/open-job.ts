import type { Problem } from '../base/document-problem.ts';
import type { FleetJob, JobKind, JobResult } from '../schema/fleet.ts';

export type DoneResult = Extract<JobResult, { kind: 'done' }>;
export type ProvedResult = Extract<JobResult, { kind: 'proved' }>;

/** What the conductor does for a job while a worker is at it. */
export interface JobHandlers {
  readonly signal: AbortSignal;
  readonly onEvent: (event: unknown) => void;
  /** Of an answer: whether it is meant as one, and what is wrong with it. */
  readonly check: (value: unknown) => { readonly isAnswer: boolean; readonly problems: readonly Problem[] };
  /** Milliseconds that it may take longer. */
  readonly extraMs?: (() => number) | undefined;
}

/** How a job ended: a step done, or a change proved, by whom; or given back by several workers, the last of which said why. */
export type Dispatched =
  | {
      readonly kind: 'done';
      readonly result: DoneResult;
      readonly worker: string;
      readonly spentBefore: readonly Spent[];
      /** Till then a conductor that comes back finds the result again. */
      readonly forget: () => void;
    }
  | { readonly kind: 'proved'; readonly result: ProvedResult; readonly worker: string; readonly forget: () => void }
  | { readonly kind: 'refused'; readonly code: string; readonly reason: string }
  | { readonly kind: 'cancelled' };

type Spent = Extract<JobResult, { kind: 'limited' }>['spent'];

export interface Grant {
  readonly worker: string;
  readonly nonce: string;
}

/*
 *   queued ──claim──▶ granted ──result──▶ settled
 *      ▲                 │
 *      └─ worker gone, limited, or refused ─┘
 *
 * A worker begins only once its claim was granted, so that a job that was copied, kept back or given up is never begun. The
 * nonce of the claim is the fencing token: whatever else comes is from somebody who no longer has the job.
 */
export interface OpenJob {
  readonly job: FleetJob;
  readonly handlers: JobHandlers;
  readonly settle: (outcome: Dispatched) => void;
  /** Of claims. */
  readonly seenNonces: Set<string>;
  /** Who gave it back. */
  readonly refusedBy: Set<string>;
  readonly spentBefore: Spent[];
  grant: Grant | undefined;
  lastSeq: number;
  /** Looks in a row in which its worker was there and did not have it: a message was lost with Redis. */
  absent: number;
  sentExtraMs: number;
  /** When it was put into the queue, and when it is again if nobody was granted it till then: as `performance.now()`. */
  queuedAt: number;
  queueAgainAt: number;
}

/** What says that a job of a kind was carried out. */
export function endsJob(kind: JobKind, result: JobResult): result is DoneResult | ProvedResult {
  return result.kind === (kind === 'step' ? 'done' : 'proved');
}

export function newOpenJob(given: Pick<OpenJob, 'job' | 'handlers' | 'settle' | 'grant'>): OpenJob {
  return {
    ...given,
    seenNonces: new Set(),
    refusedBy: new Set(),
    spentBefore: [],
    lastSeq: -1,
    absent: 0,
    sentExtraMs: 0,
    queuedAt: 0,
    queueAgainAt: 0,
  };
}
