/** A graph of tasks as people write it down, in any of the dialects of TASKS.md. */
export interface Plan {
  /** The first `#` heading without `TASKS:`, or null. */
  readonly project: string | null;
  /** In the order of the file; ids are unique, `needs` are tasks of the plan, and nothing needs itself. */
  readonly tasks: readonly PlanTask[];
}

export interface PlanTask {
  /** Conforms to `graph-task-id`. */
  readonly id: string;
  readonly title: string;
  readonly phase: number;
  /** What follows `Phase N` in the heading above it. */
  readonly phaseTitle: string | null;
  readonly needs: readonly string[];
  /** Ticked: `[x]`. */
  readonly completed: boolean;
  /** Paths from the project's root that the task says it will write, with `/`; a pattern stands for its folder, `.` for everything. */
  readonly files: readonly string[];
  readonly domain: string | null;
  readonly risk: string | null;
  readonly owner: string | null;
  readonly model: string | null;
  /** What must hold when it is done, one condition each. */
  readonly acceptance: readonly string[];
  /** Those of them that are a command to run. */
  readonly commands: readonly string[];
  /** It says itself that it may end without a change: `changes: none`. */
  readonly needsNoChange: boolean;
  /** Its own Markdown, as written. */
  readonly text: string;
  /** Where it begins, from 1. */
  readonly line: number;
}
