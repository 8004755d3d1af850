import type { NewTask } from '../write-plan.ts';

/** A list of tasks as another program wrote it. */
export interface ForeignList {
  readonly project: string | null;
  readonly tasks: readonly NewTask[];
  /** Cancelled, deferred or optional: no tasks, and nothing waits for them. */
  readonly leftOut: readonly string[];
  /** What the list does not say, and was taken to be so. */
  readonly guesses: readonly Guess[];
  /** The list that was read, and the others of the file; null in a file that has only one. */
  readonly tag: string | null;
  readonly otherTags: readonly string[];
}

/**
 * `in_order`: each task needs the one before it. `subtasks_first`: a task with subtasks is done when they are.
 * `numbered`: tasks got ids by their place. `independent`: tasks that name no other need none.
 */
export type Guess = 'in_order' | 'subtasks_first' | 'numbered' | 'independent';
