import fs from 'node:fs';
import path from 'node:path';
import { readLcov } from '../coverage/lcov.ts';
import { readUsualCoverage } from '../coverage/usual-places.ts';
import { findReports, readReport } from '../report-files.ts';
import { readClosingLines } from '../reports/closing-lines.ts';
import { readJunit } from '../reports/junit.ts';
import type { Runner } from '../runner.ts';
import { join, ownName, wordsAfter } from './shell.ts';

export const pytest: Runner = {
  name: 'pytest',

  detect(folder) {
    if (!isProject(folder)) return undefined;
    const has = (file: string): boolean => fs.existsSync(path.join(folder, file));
    const before = has('uv.lock') ? 'uv run python' : has('poetry.lock') ? 'poetry run python' : 'python3';
    return { line: `${before} -m pytest`, takesArguments: true, measuresCoverage: hasCov(folder) };
  },

  command({ line, takesArguments }, { only, coverage, reports }) {
    if (!takesArguments) return { line };
    // Of the two dialects only the older one says which file a test is in.
    const words = [`--junitxml=${path.join(reports, 'junit.xml')}`, '-o', 'junit_family=xunit1'];
    // A file that cannot be imported would keep all others from being run.
    words.push('--continue-on-collection-errors');
    if (coverage) words.push('--cov', `--cov-report=lcov:${path.join(reports, 'lcov.info')}`);
    if (only?.names !== undefined) words.push('-k', only.names.map(keyword).join(' or '));
    return { line: join(line, [...words, ...(only?.files ?? [])]) };
  },

  read({ folder, reports, stdout, stderr }) {
    const text = readReport(path.join(reports, 'junit.xml'));
    return (text === undefined ? undefined : readJunit([text], folder)) ?? readClosingLines(stdout, stderr);
  },

  readCoverage(ran) {
    const text = readReport(path.join(ran.reports, 'lcov.info'));
    return text === undefined ? readUsualCoverage(ran) : readLcov(text, ran.folder);
  },
};

export function isPytest(words: readonly string[]): boolean {
  const rest =
    wordsAfter('pytest', words) ??
    ['python', 'python3']
      .map((name) => wordsAfter(name, words))
      .find((after) => after?.[0] === '-m' && after[1] === 'pytest');
  return (
    rest !== undefined &&
    !rest.some((word) => word.startsWith('--junit') || word === '--collect-only' || word === '--co')
  );
}

/** A word of pytest's expressions: parts of names are enough, brackets and blanks are not taken. */
function keyword(name: string): string {
  return /^[\w.:-]+/.exec(ownName(name))?.[0] ?? 'test';
}

function isProject(folder: string): boolean {
  const text = (file: string): string => readReport(path.join(folder, file)) ?? '';
  return (
    ['pytest.ini', '.pytest.ini', 'conftest.py', 'tests/conftest.py'].some((file) =>
      fs.existsSync(path.join(folder, file)),
    ) ||
    /^\s*\[tool\.pytest/m.test(text('pyproject.toml')) ||
    /^\[tool:pytest\]/m.test(text('setup.cfg')) ||
    /^\[pytest\]/m.test(text('tox.ini')) ||
    findReports(folder, (file) => /^(?:tests?\/(?:.*\/)?)?(?:test_[^/]*|[^/]*_test)\.py$/.test(file)).length > 0
  );
}

function hasCov(folder: string): boolean {
  const manifests = findReports(folder, (file) =>
    /^(?:pyproject\.toml|setup\.cfg|setup\.py|tox\.ini|Pipfile|(?:requirements\/)?[^/]*requirements?[^/]*\.txt|requirements\/[^/]*\.txt)$/.test(
      file,
    ),
  );
  return manifests.some((file) => /\bpytest[-_]cov\b/.test(readReport(path.join(folder, file)) ?? ''));
}
