import type { PatternName } from './patterns.ts';

/** One thing that is wrong with a document: where, what belongs there, what was found. Data only; sentences are i18n's. */
export interface Problem {
  /** Like `tasks.T1.status` or `options[0].id`; empty for the document as a whole. */
  readonly path: string;
  /** 1-based, where the text shows the place. */
  readonly line?: number;
  readonly column?: number;
  readonly expected: Expectation;
  /** At most 60 characters, control characters escaped; empty when there is nothing to show. */
  readonly got: string;
}

export type Expectation =
  | { readonly kind: 'syntax'; readonly reason: SyntaxReason }
  /** The document was written by a newer Orchestral: it may be read by nobody here and written by nobody here. */
  | { readonly kind: 'version'; readonly newest: string }
  | { readonly kind: 'too_large'; readonly limit_bytes: number }
  | { readonly kind: 'too_deep'; readonly limit: number }
  | { readonly kind: 'too_many'; readonly limit: number }
  | { readonly kind: 'unknown_field'; readonly allowed: readonly string[]; readonly nearest?: string }
  | { readonly kind: 'missing' }
  | { readonly kind: 'type'; readonly types: readonly TypeName[] }
  | { readonly kind: 'one_of'; readonly values: readonly (string | number | boolean | null)[] }
  | { readonly kind: 'pattern'; readonly name: PatternName; readonly example: string }
  | { readonly kind: 'range'; readonly min?: number; readonly max?: number }
  | { readonly kind: 'length'; readonly min?: number; readonly max?: number }
  | ({ readonly kind: 'rule' } & Rule);

export type TypeName = 'string' | 'number' | 'integer' | 'boolean' | 'object' | 'array' | 'null';

/** Rules between fields. */
export type Rule =
  | { readonly rule: 'order-has-duplicate' }
  | { readonly rule: 'missing-from-order'; readonly order: string }
  | { readonly rule: 'duplicate-id' }
  | { readonly rule: 'outside-its-task'; readonly task: string }
  | { readonly rule: 'not-an-option'; readonly options: readonly string[] }
  | { readonly rule: 'does-not-add-up'; readonly sum: number }
  | { readonly rule: 'progress-over-total' }
  | { readonly rule: 'unknown-task' }
  | { readonly rule: 'cycle'; readonly cycle: readonly string[] }
  | { readonly rule: 'other-needs-notes' }
  | { readonly rule: 'differs-from-place'; readonly place: string }
  /** Only Orchestral may say this. */
  | { readonly rule: 'set-by-orchestral' }
  | { readonly rule: 'in-no-list'; readonly id: string }
  | { readonly rule: 'agent-at-work'; readonly id: string }
  /** An answer that says a person is needed, and does not say what to ask. */
  | { readonly rule: 'asking-needs-crp'; readonly status: string }
  /** An answer that asks, and goes on at the same time. */
  | { readonly rule: 'crp-needs-asking'; readonly status: string }
  | { readonly rule: 'ready-needs-text' }
  /** A gap that the Refiner may not fill; `allowed` is null when only what is forbidden may not be filled. */
  | { readonly rule: 'not-to-be-filled'; readonly category: string; readonly allowed: readonly string[] | null }
  | { readonly rule: 'needs-text' }
  /** A path that is not one of a file in the project, from its root. */
  | { readonly rule: 'outside-project' }
  /** An invariant that an answer passes over. */
  | { readonly rule: 'not-judged'; readonly invariant: string }
  /** A finding that a review passes over. */
  | { readonly rule: 'not-reviewed'; readonly finding: number };

export type SyntaxReason =
  | 'empty'
  | 'invalid-utf8'
  | 'control-character'
  | 'unexpected-end'
  | 'unexpected-character'
  | 'extra-comma'
  | 'comment'
  | 'trailing-content'
  | 'bad-escape'
  | 'bad-number'
  | 'unsafe-number'
  | 'duplicate-key'
  | 'forbidden-key'
  | 'bad-indentation'
  | 'several-documents'
  | 'directive'
  | 'tag'
  | 'anchor'
  | 'alias'
  | 'merge-key'
  | 'complex-key'
  | 'needs-quotes';

/** Never more than this many: the first ones help, the rest bury them. */
export const maxProblems = 100;

const rankOf: Record<Expectation['kind'], number> = {
  too_large: 0,
  too_deep: 0,
  too_many: 0,
  syntax: 0,
  version: 0,
  // A misspelt field is both unknown and missing; the two stand together.
  unknown_field: 1,
  missing: 1,
  type: 2,
  one_of: 2,
  pattern: 2,
  range: 2,
  length: 2,
  rule: 3,
};

/** What a person should read first: the text itself, then fields that do not belong or lack, then values, then rules. */
export function mostUsefulFirst(problems: readonly Problem[]): Problem[] {
  const keyed = problems.map((problem, index) => ({ problem, rank: rankOf[problem.expected.kind], index }));
  keyed.sort((a, b) => a.rank - b.rank || typoOrder(a.problem, b.problem) || a.index - b.index);
  return pairTypos(keyed.map((entry) => entry.problem)).slice(0, maxProblems);
}

/** A field that is probably a misspelling says more than one that merely does not belong. */
function typoOrder(a: Problem, b: Problem): number {
  return Number(isTypo(b)) - Number(isTypo(a));
}

function isTypo(problem: Problem): boolean {
  return problem.expected.kind === 'unknown_field' && problem.expected.nearest !== undefined;
}

/** Moves the missing field that a misspelt one was meant to be right behind it. */
function pairTypos(problems: readonly Problem[]): Problem[] {
  const missing = new Map(problems.filter((p) => p.expected.kind === 'missing').map((p) => [p.path, p]));
  const paired: Problem[] = [];
  const placed = new Set<Problem>();
  for (const problem of problems) {
    if (placed.has(problem)) continue;
    paired.push(problem);
    const partner = missing.get(meantPath(problem) ?? '');
    if (partner === undefined || placed.has(partner)) continue;
    paired.push(partner);
    placed.add(partner);
  }
  return paired;
}

function meantPath(problem: Problem): string | undefined {
  if (problem.expected.kind !== 'unknown_field' || problem.expected.nearest === undefined) return undefined;
  const parent = problem.path.replace(/(\.|^)[^.[\]]*$|\["(?:[^"\\]|\\.)*"\]$/, '');
  return parent === '' ? problem.expected.nearest : `${parent}.${problem.expected.nearest}`;
}
