import type { Documents, WorkflowEvent } from '../../schema/workflow.ts';
import type { Store } from '../../store/store.ts';
import type { CallRecord } from '../../workflows/policy/calls.ts';

/** Something to be done. The id stays the same however often it is tried. */
export interface Effect {
  readonly id: string;
}

/** What an effect is performed with. */
export interface EffectContext {
  readonly signal: AbortSignal;
  /** Told of each call of an agent as soon as it ended: it was paid for, whatever happens next. */
  readonly onCall: (call: CallRecord) => void;
  /** Milliseconds beyond its limits that a person gave it so far. */
  readonly extraMs?: () => number;
  /** Has something done once its outcome is recorded: what it was made from is not needed any more. */
  readonly onRecorded?: (work: () => void) => void;
  /** The calls of all effects that ended and are not recorded yet. */
  readonly unrecordedCalls: () => Iterable<CallRecord>;
}

/** How a workflow's effects are told from its state, and what is recorded of them. */
export interface EffectLedger<State, Event, E extends Effect> {
  due(state: State): readonly E[];
  /** Started, and without an outcome. */
  inFlight(state: State): readonly string[];
  /** The same for one, where there may be many. */
  isInFlight?(state: State, effect: string): boolean;
  /** See `EffectContext`. */
  extraMs?(state: State, effect: string): number;
  started(effect: E): Event;
  interrupted(effect: string): Event;
  /** Calls of an agent that count although nothing came of their effect. */
  spent(calls: CallRecord[]): Event;
}

/** What every workflow's vocabulary has for its effects. */
export const effectEvents = {
  started: ({ id }: Effect) => ({ type: 'effect_started' as const, data: { effect: id } }),
  interrupted: (effect: string) => ({ type: 'effect_interrupted' as const, data: { effect } }),
  spent: (calls: CallRecord[]) => ({ type: 'spent' as const, data: { calls } }),
};

export interface ConductOptions<State, Event extends WorkflowEvent, Docs extends Documents, E extends Effect> {
  readonly store: Store<State, Event, Docs>;
  readonly ledger: EffectLedger<State, Event, E>;
  /**
   * Does it, and says what came of it. A `Failure` that it throws is nothing the work could help (a full disk, git, no
   * budget left): the effect counts as interrupted and the conducting ends.
   */
  readonly perform: (effect: E, performing: EffectContext) => Promise<Event>;
  /** Ends whatever an earlier process left running. */
  readonly settle: () => Promise<unknown>;
  readonly signal: AbortSignal;
  readonly onPoint: OnEnginePoint;
  /** Says when something outside the state may have made more due. */
  readonly onCapacityChange?: (look: () => void) => () => void;
  /** While nothing is due here, somebody else may make it so. Over at once when not given. */
  readonly isOver?: (state: State) => boolean;
}

/** The places between recording and doing where a crash could tell; see also the store's own. */
type EnginePoint =
  | 'effect.recorded'
  | 'worktree.made'
  | 'agent.ended'
  | 'work.committed'
  | 'checks.ended'
  | 'files.written'
  | 'pack.written'
  | 'merge.made'
  | 'work.delivered'
  | 'work.pushed'
  | 'pull_request.written'
  | 'reply.written'
  | 'worktree.removed'
  | 'effect.performed'
  | 'outcome.recorded';

export type OnEnginePoint = (point: EnginePoint) => void;
