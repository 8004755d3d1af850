import path from 'node:path';
import { isFresh, readReport } from '../report-files.ts';
import type { RanTests } from '../runner.ts';
import { readCobertura } from './cobertura.ts';
import type { Coverage } from './coverage.ts';
import { readJsonSummary } from './json-summary.ts';
import { readLcov } from './lcov.ts';

/** Where tools put their reports unless told otherwise; those with lines come first. */
const places: readonly { readonly file: string; readonly read: typeof readLcov }[] = [
  { file: 'coverage/lcov.info', read: readLcov },
  { file: 'lcov.info', read: readLcov },
  { file: 'coverage.lcov', read: readLcov },
  { file: 'coverage/cobertura-coverage.xml', read: readCobertura },
  { file: 'coverage.xml', read: readCobertura },
  { file: 'cobertura.xml', read: readCobertura },
  { file: 'coverage/coverage.xml', read: readCobertura },
  { file: 'target/site/cobertura/coverage.xml', read: readCobertura },
  { file: 'coverage/coverage-summary.json', read: readJsonSummary },
];

/** What a command of the project's own measured and left in the project. */
export function readUsualCoverage({ folder, reports }: RanTests): Coverage | undefined {
  for (const { file, read } of places) {
    const place = path.join(folder, file);
    const text = isFresh(place, reports) ? readReport(place) : undefined;
    const coverage = text === undefined ? undefined : read(text, folder);
    if (coverage !== undefined) return coverage;
  }
  return undefined;
}
