import path from 'node:path';
import type { AddedLine } from '../git/added-lines.ts';
import type { ProvenCoverage } from './proof.ts';
import { isTestFile } from './test-files.ts';

export interface CoverageOfWork {
  /** 0 to 100, cut (never rounded up) to one decimal: what is under a bar does not reach it. */
  readonly percent: number;
  readonly of: 'change' | 'total';
}

type Added = ReadonlyMap<string, readonly AddedLine[]>;

/**
 * How much of what changed the tests ran: of the lines that are new at the proof's tree, can be executed, and are not
 * tests themselves. Where the report has no lines, how much of everything. Where nothing that can be executed changed
 * (documentation, types, deletions) nothing is left unrun, which is 100.
 */
export function coverageOfChange(coverage: ProvenCoverage, added: Added): CoverageOfWork {
  if (coverage.lines === null) return { percent: cut(coverage.total), of: 'total' };
  const measured = new Set(Object.keys(coverage.lines).map((file) => path.posix.extname(file)));
  let [run, executable] = [0, 0];
  for (const [file, lines] of added) {
    if (isTestFile(file)) continue;
    const known = Object.hasOwn(coverage.lines, file) ? coverage.lines[file] : undefined;
    if (known === undefined) {
      // Most reports leave out what no test ever loaded: code of the kind that is measured did not run then.
      if (measured.has(path.posix.extname(file)) && !NOT_MEASURED.test(file)) executable += linesOfCode(lines);
      continue;
    }
    const [ran, missed] = [new Set(known.run), new Set(known.missed)];
    for (const { number } of lines) {
      if (ran.has(number)) run++;
      if (ran.has(number) || missed.has(number)) executable++;
    }
  }
  return { percent: executable === 0 ? 100 : cut((run / executable) * 100), of: 'change' };
}

/** Declarations, and settings of tools: nobody measures them. */
const NOT_MEASURED = /\.d\.[cm]?ts$|\.config\.[cm]?[jt]s$|(^|\/)\.[^/]+$/;

const DOES_SOMETHING = /=>|\b(function|class|return|if|for|while|switch|const|let|var|throw|def|func|fn|fun)\b/;
const NO_CODE =
  /^\s*($|\/\/|\/\*|\*|#|--|import\b|from\b|export\b.*\bfrom\b|(export )?(type|interface)\b|[\])}{(,;[]+$)/;

/** A guess, without a parser: nothing in a file that only declares. */
function linesOfCode(lines: readonly AddedLine[]): number {
  const code = lines.filter(({ text }) => !NO_CODE.test(text));
  return code.some(({ text }) => DOES_SOMETHING.test(text)) ? code.length : 0;
}

function cut(percent: number): number {
  return Math.floor(Math.min(100, Math.max(0, percent)) * 10 + 1e-9) / 10;
}
