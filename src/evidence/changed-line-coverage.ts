import path from 'node:path';
import type { AddedLine } from '../git/hunks.ts';
import { countCodeLines, isMeasured, leavesOutOfCoverage } from '../languages/source-files.ts';
import { isTestFile } from '../languages/test-surface.ts';
import type { ProvenCoverage } from './proof.ts';

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
      if (measured.has(path.posix.extname(file)) && isMeasured(file)) {
        executable += countCodeLines(lines.map(({ text }) => text));
      }
      continue;
    }
    const [ran, missed] = [new Set(known.run), new Set(known.missed)];
    // Whoever writes the code does not say what of it need not run.
    if (lines.some(({ text }) => leavesOutOfCoverage(text))) {
      const leftOut = lines.filter(({ number }) => !ran.has(number) && !missed.has(number));
      executable += countCodeLines(leftOut.map(({ text }) => text));
    }
    for (const { number } of lines) {
      if (ran.has(number)) run++;
      if (ran.has(number) || missed.has(number)) executable++;
    }
  }
  return { percent: executable === 0 ? 100 : cut((run / executable) * 100), of: 'change' };
}

function cut(percent: number): number {
  return Math.floor(Math.min(100, Math.max(0, percent)) * 10 + 1e-9) / 10;
}
