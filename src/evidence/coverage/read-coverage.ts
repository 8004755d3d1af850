import path from 'node:path';
import { goModule } from '../../languages/go/references.ts';
import type { CoverageSource, TestRunner } from '../../languages/runner.ts';
import { isFresh, readFreshReports, readReport } from '../report-files.ts';
import { readTests } from '../reports/read-tests.ts';
import type { TestOutput } from '../reports/test-report.ts';
import { readCobertura } from './cobertura.ts';
import { type Coverage, createCoverage } from './coverage.ts';
import { readGoProfile } from './go-profile.ts';
import { readJsonSummary } from './json-summary.ts';
import { readLcov } from './lcov.ts';

/** What the runner's own report tells of coverage, else what lies where tools put theirs. */
export function readCoverage(runner: TestRunner, run: TestOutput): Coverage | undefined {
  return readOwnCoverage(runner, run) ?? readUsualCoverage(run);
}

function readOwnCoverage(runner: TestRunner, run: TestOutput): Coverage | undefined {
  if (runner.coverage === undefined) return undefined;
  const coverage = readFrom(runner.coverage, run);
  if (coverage?.lines === undefined || !('countsTests' in runner.coverage)) return coverage;
  const tests = new Set(readTests(runner, run)?.tests.map((test) => test.file));
  return createCoverage(coverage.source, new Map([...coverage.lines].filter(([file]) => !tests.has(file))));
}

function readFrom(source: CoverageSource, { folder, reports }: TestOutput): Coverage | undefined {
  if (source.format === 'cobertura') {
    const [text] = readFreshReports({ folder: reports, reports }, source.fits);
    return text === undefined ? undefined : readCobertura(text, folder);
  }
  const text = readReport(path.join(reports, source.file));
  if (text === undefined) return undefined;
  if (source.format === 'lcov') return readLcov(text, folder);
  return readGoProfile(text, folder, goModule(readReport(path.join(folder, 'go.mod')) ?? '') ?? '');
}

/** Where tools put their reports unless told otherwise; those with lines come first. */
const PLACES: readonly { readonly file: string; readonly read: typeof readLcov }[] = [
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
function readUsualCoverage({ folder, reports }: TestOutput): Coverage | undefined {
  for (const { file, read } of PLACES) {
    const place = path.join(folder, file);
    const text = isFresh(place, reports) ? readReport(place) : undefined;
    const coverage = text === undefined ? undefined : read(text, folder);
    if (coverage !== undefined) return coverage;
  }
  return undefined;
}
