import path from 'node:path';
import { readLcov } from '../coverage/lcov.ts';
import { readUsualCoverage } from '../coverage/usual-places.ts';
import { hasPackage, type PackageJson, readPackageJson } from '../package-json.ts';
import { readReport } from '../report-files.ts';
import { readClosingLines } from '../reports/closing-lines.ts';
import { readVitestJson } from '../reports/vitest-json.ts';
import type { Runner } from '../runner.ts';
import { anyOf, join, wordsAfter } from './shell.ts';
import { testScript } from './test-script.ts';

export const vitest: Runner = {
  name: 'vitest',

  detect(folder) {
    const script = testScript(folder);
    if (script !== undefined) {
      if (script.words === undefined || !isVitest(script.words)) return undefined;
      const measuresCoverage = canMeasure(folder, script.manifest);
      return { line: script.lineForWords, takesArguments: true, measuresCoverage };
    }
    const manifest = readPackageJson(folder);
    if (manifest === undefined || !hasPackage(folder, manifest, 'vitest')) return undefined;
    return {
      line: 'npx --no-install vitest run',
      takesArguments: true,
      measuresCoverage: canMeasure(folder, manifest),
    };
  },

  command({ line, takesArguments }, { only, coverage, reports }) {
    if (!takesArguments) return { line };
    const words = ['--watch=false', '--reporter=default', '--reporter=json'];
    words.push(`--outputFile.json=${path.join(reports, 'vitest.json')}`);
    if (coverage) {
      words.push('--coverage.enabled', '--coverage.reportOnFailure', '--coverage.reporter=lcovonly');
      words.push(`--coverage.reportsDirectory=${path.join(reports, 'coverage')}`);
    }
    if (only?.names !== undefined) words.push('-t', anyOf(only.names.map((name) => name.replaceAll(' > ', ' '))));
    return { line: join(line, [...words, ...(only?.files ?? [])]) };
  },

  read({ folder, reports, stdout, stderr }) {
    const text = readReport(path.join(reports, 'vitest.json'));
    return (text === undefined ? undefined : readVitestJson(text, folder)) ?? readClosingLines(stdout, stderr);
  },

  readCoverage(ran) {
    const text = readReport(path.join(ran.reports, 'coverage', 'lcov.info'));
    return text === undefined ? readUsualCoverage(ran) : readLcov(text, ran.folder);
  },
};

/** Whether it runs the tests, once. */
export function isVitest(words: readonly string[]): boolean {
  const rest = wordsAfter('vitest', words);
  if (rest === undefined) return false;
  return !rest.some((word) => notOurs.has(word) || word.startsWith('--outputFile'));
}

const notOurs = new Set(['watch', 'dev', 'bench', 'list', 'init', '-w', '--watch', '--ui']);

function canMeasure(folder: string, manifest: PackageJson): boolean {
  return (
    hasPackage(folder, manifest, '@vitest/coverage-v8') || hasPackage(folder, manifest, '@vitest/coverage-istanbul')
  );
}
