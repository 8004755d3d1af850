import path from 'node:path';
import type { Failure } from '../../base/failure.ts';
import type { Ailment } from '../../engine/door/open-project.ts';
import { type Catalogue, formatFailure } from '../../i18n/catalogue.ts';
import { formatProblem, locateProblem } from '../../i18n/format-problem.ts';
import type { Colours } from '../terminal/colours.ts';
import { indentedAsIs } from '../terminal/layout.ts';
import { visible } from '../terminal/visible.ts';
import { wrap } from '../terminal/width.ts';

interface Reporting {
  readonly words: Catalogue;
  readonly colours: Colours;
  readonly cwd: string;
  /** Of the terminal; without one lines are as long as they are. */
  readonly columns?: number;
}

/** Of a program that failed; the whole is kept with its step. */
const MOST_OUTPUT = 10;

/** One line that says what is wrong and where, the end of what a program said to that, and one that says what to do. */
export function failureLines(failure: Failure, { words, colours, cwd, columns = Infinity }: Reporting): string[] {
  const label = `${words.error.label}:`;
  const coloured = (line: string) => line.replace(label, colours.red(label));
  const broken = (line: string, indent: number) => indentedAsIs(line, columns, indent);
  if (failure.code === 'document.invalid') {
    const { problems } = failure.params;
    const lines = ailmentLines(nearPath(failure.path ?? '', cwd), { kind: 'invalid', problems }, words);
    const wrapped = lines.flatMap((one, index) =>
      index === 0 ? wrapHanging(`${label} ${one}`, columns).map(coloured) : broken(one, 2),
    );
    return [...wrapped, ...broken(formatFailure(words, failure).hint ?? '', 2)];
  }
  const { message, hint, output = '' } = formatFailure(words, failure);
  const where = failure.path === undefined ? '' : `${visible(nearPath(failure.path, cwd))}: `;
  const lines = wrapHanging(`${label} ${where}${visible(message)}`, columns).map(coloured);
  const said = output === '' ? [] : output.split(/\r?\n/).slice(-MOST_OUTPUT);
  return [...lines, ...said.map((one) => `    ${visible(one)}`), ...(hint === null ? [] : broken(visible(hint), 2))];
}

/** Broken at words; what follows the first line stands below its text. */
function wrapHanging(text: string, columns: number): string[] {
  const [first = '', ...rest] = wrap(text, columns);
  return rest.length === 0 ? [first] : [first, ...indentedAsIs(rest.join(' '), columns)];
}

/** For programs: the same in the shape SPEC gives errors. */
export function failureJson(failure: Failure, words: Catalogue): object {
  const { message, hint, output = '' } = formatFailure(words, failure);
  const whole = output === '' ? message : `${message}\n${output}`;
  return { error: { code: failure.code, message: whole, path: failure.path ?? null, hint } };
}

/** From the current folder or whole, whichever is shorter. */
export function nearPath(file: string, cwd: string): string {
  const relative = path.relative(cwd, file) || '.';
  return relative.length < file.length ? relative : file;
}

/** `file:line:column: path: must be …, not …`, one line for each thing that is wrong. */
export function ailmentLines(file: string, ailment: Ailment, words: Catalogue): string[] {
  const name = visible(file);
  if (ailment.kind === 'unreadable') return [`${name}: ${visible(formatFailure(words, ailment.failure).message)}`];
  return ailment.problems.map((problem) => {
    const separator = problem.line === undefined ? ': ' : ':';
    return `${name}${separator}${visible(locateProblem(problem, words))}`;
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
