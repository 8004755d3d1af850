/** What can be wrong with a list of tasks, by code, with what a sentence about it needs. */
export interface PlanProblemParams {
  no_tasks: Readonly<Record<never, never>>;
  too_large: { readonly size: number; readonly limit: number };
  too_many_deps: { readonly limit: number };
  /** A checkbox that looks like a task's, with an id that is none. It may hold anything. */
  bad_id: { readonly id: string };
  /** Neither `[ ]` nor `[x]`. */
  bad_checkbox: { readonly id: string; readonly mark: string };
  /** A phase beyond nine digits. */
  bad_phase: { readonly id: string };
  duplicate_id: { readonly id: string; readonly firstLine: number };
  /** `needs` is no task of the list; it may hold anything. `suggestion` is the id nearest to it. */
  missing_dep: { readonly id: string; readonly needs: string; readonly suggestion: string | null };
  /** Each needs the next; the last is the first again. */
  circular_dep: { readonly cycle: readonly string[] };
  later_phase: {
    readonly id: string;
    readonly phase: number;
    readonly needs: string;
    readonly needsPhase: number;
  };
}

export type PlanProblemCode = keyof PlanProblemParams;

export type PlanProblem = {
  [C in PlanProblemCode]: {
    readonly code: C;
    /** From 1. */
    readonly line: number;
    readonly params: PlanProblemParams[C];
  };
}[PlanProblemCode];

export function planProblem<C extends PlanProblemCode>(
  code: C,
  line: number,
  params: PlanProblemParams[C],
): PlanProblem {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- code and params belong together by the signature
  return { code, line, params } as PlanProblem;
}
