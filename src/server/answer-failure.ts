import type { Failure, FailureCode } from '../base/failure.ts';
import { type Catalogue, formatFailure } from '../i18n/catalogue.ts';
import { formatProblem } from '../i18n/format-problem.ts';
import type { FailureAnswer } from '../schema/api/failure.ts';
import type { Problem } from '../base/document-problem.ts';

/** The command line's own words, with what they are made of. */
export function failureAnswer(failure: Failure, words: Catalogue, problems: readonly Problem[] = []): FailureAnswer {
  const { message, hint, output = '' } = formatFailure(words, failure);
  return {
    error: {
      code: failure.code,
      params: { ...failure.params },
      message: output === '' ? message : `${message}\n${output}`,
      hint,
      path: failure.path ?? null,
      problems: problems.map((problem) => fieldProblem(problem, words)),
    },
  };
}

export function fieldProblem(problem: Problem, words: Catalogue): FailureAnswer['error']['problems'][number] {
  return {
    path: problem.path,
    message: formatProblem(problem, words),
    expected: words.expected(problem.expected),
    got: problem.got,
  };
}

const STATUS: Partial<Record<FailureCode, number>> = {
  'http.signed_out': 401,
  'http.locked_out': 429,
  'http.unknown': 404,
  'http.invalid': 400,
  'http.bug': 500,
  'http.too_large': 413,
  'http.programs_only': 403,
  'http.csrf': 403,
  'settings.invalid': 422,
  'file.missing': 404,
};

export function statusOf(code: FailureCode): number {
  const known = STATUS[code];
  if (known !== undefined) return known;
  if (/\.(?:unknown|none|unknown_task)$/.test(code)) return 404;
  return /^(?:disk|git|home)\./.test(code) ? 500 : 409;
}
