import type { Ailment } from '../../engine/door/open-project.ts';
import { type Catalogue, formatProblem, formatFailure } from '../../i18n/catalogue.ts';
import { visible } from '../terminal/visible.ts';

/** `file:line:column: path: expected …, got …`, one line for each thing that is wrong. */
export function ailmentLines(file: string, ailment: Ailment, words: Catalogue): string[] {
  const name = visible(file);
  if (ailment.kind === 'unreadable') return [`${name}: ${visible(formatFailure(words, ailment.failure).message)}`];
  return ailment.problems.map((problem) => {
    const at = problem.line === undefined ? '' : `:${problem.line}:${problem.column ?? 1}`;
    const inside = problem.path === '' ? '' : ` ${visible(problem.path)}:`;
    return `${name}${at}:${inside} ${visible(formatProblem(problem, words))}`;
  });
}

/** The same for programs. `kind` is the kind of expectation, or the code of why the file cannot be read. */
export function ailmentJson(ailment: Ailment | null, words: Catalogue): object[] {
  if (ailment === null) return [];
  if (ailment.kind === 'unreadable') {
    const { failure } = ailment;
    const message = formatFailure(words, failure).message;
    return [{ path: '', line: null, column: null, kind: failure.code, expected: null, got: null, message }];
  }
  return ailment.problems.map((problem) => ({
    path: problem.path,
    line: problem.line ?? null,
    column: problem.column ?? null,
    kind: problem.expected.kind,
    expected: words.expected(problem.expected),
    got: problem.got,
    message: formatProblem(problem, words),
  }));
}
