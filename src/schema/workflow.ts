import type { Result } from '../base/result.ts';
import type { DocumentOf, JsonDocumentName } from './documents.ts';
import type { Problem } from '../base/document-problem.ts';

/** What a log line says happened. Data is JSON. */
export interface WorkflowEvent {
  readonly type: string;
  readonly data: unknown;
}

/** The documents a workflow shows, by name. */
export type Documents = { readonly [N in JsonDocumentName]?: DocumentOf<N> };

/**
 * A workflow decides and never does: these functions are pure but for `apply`, which may change its state in place.
 * State is JSON, so that it can be kept as a snapshot.
 */
export interface Workflow<State, Event extends WorkflowEvent, Docs extends Documents> {
  /** The state before anything happened. */
  begin(): State;
  /** A log line of this workflow; undefined when it is none it knows. */
  readEvent(type: string, data: unknown): Event | undefined;
  /** A snapshot taken earlier. */
  readState(value: unknown): State | undefined;
  /** Live and on replay alike; `at` is the time of the log line. */
  apply(state: State, event: Event, at: string): State;
  /** Undefined while there is nothing to show yet. */
  show(state: State): Docs | undefined;
  /** What a person meant by changing `before` into `edited`, as events on today's `state`. */
  absorb(state: State, before: Docs, edited: Docs): Result<readonly Event[], readonly Problem[]>;
  /** The state that documents tell of, for when there is no log; undefined when those that are there do not suffice. */
  adopt(documents: Partial<Docs>): State | undefined;
  /** The folder was copied or moved: nothing is in flight here, no worktree is ours. */
  relocate(state: State): State;
}
