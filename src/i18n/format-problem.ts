import type { Expectation, Problem } from '../base/document-problem.ts';

/** What a language needs to say what is wrong with a document. */
interface ProblemWords {
  readonly problem: (expectation: Expectation, got: string) => string;
}

/** `must be a number, not "five"` */
export function formatProblem({ expected, got }: Problem, words: ProblemWords): string {
  const isNothing = expected.kind === 'syntax' && got === '""';
  return words.problem(expected, isNothing ? '' : got);
}

/** `3:5: max_iterations: must be a number, not "five"` */
export function locateProblem(problem: Problem, words: ProblemWords): string {
  const at = problem.line === undefined ? '' : `${problem.line}:${problem.column ?? 1}: `;
  const inside = problem.path === '' ? '' : `${problem.path}: `;
  return `${at}${inside}${formatProblem(problem, words)}`;
}
