import path from 'node:path';
import type { Failure } from '../../base/failure.ts';
import { type Catalogue, formatFailure } from '../../i18n/catalogue.ts';
import type { Colours } from '../terminal/colours.ts';
import { visible } from '../terminal/visible.ts';

interface Reporting {
  readonly words: Catalogue;
  readonly colours: Colours;
  readonly cwd: string;
}

/** Of a program that failed; the whole is kept with its step. */
const MOST_OUTPUT = 10;

/** One line that says what is wrong and where, the end of what a program said to that, and one that says what to do. */
export function failureLines(failure: Failure, { words, colours, cwd }: Reporting): string[] {
  const { message, hint, output = '' } = formatFailure(words, failure);
  const where = failure.path === undefined ? '' : `${visible(nearPath(failure.path, cwd))}: `;
  const line = `${colours.red(`${words.error.label}:`)} ${where}${visible(message)}`;
  const said = output === '' ? [] : output.split(/\r?\n/).slice(-MOST_OUTPUT);
  return [line, ...said.map((one) => `    ${visible(one)}`), ...(hint === null ? [] : [`  ${visible(hint)}`])];
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
