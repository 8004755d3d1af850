import type { Expectation, Problem } from '../base/document-problem.ts';

/** What a language needs to say what is wrong with a document. */
interface ProblemWords {
  readonly expected: (expectation: Expectation) => string;
  readonly validate: { readonly problem: (expected: string, got: string) => string; readonly absent: string };
}

/** `expected …, got …` */
export function formatProblem({ expected, got }: Problem, words: ProblemWords): string {
  if (expected.kind === 'missing') return words.validate.problem(words.expected(expected), words.validate.absent);
  const nothing = expected.kind === 'syntax' && got === '""';
  return words.validate.problem(words.expected(expected), nothing ? '' : got);
}

/** `3:5: max_iterations: expected …, got …` */
export function locateProblem(problem: Problem, words: ProblemWords): string {
  const at = problem.line === undefined ? '' : `${problem.line}:${problem.column ?? 1}: `;
  const inside = problem.path === '' ? '' : `${problem.path}: `;
  return `${at}${inside}${formatProblem(problem, words)}`;
}
