import path from 'node:path';
import { readLcov } from '../coverage/lcov.ts';
import { readUsualCoverage } from '../coverage/usual-places.ts';
import { hasPackage, readPackageJson } from '../package-json.ts';
import { readReport } from '../report-files.ts';
import { readClosingLines } from '../reports/closing-lines.ts';
import { readVitestJson } from '../reports/vitest-json.ts';
import type { Runner } from '../runner.ts';
import { anyOf, join, wordsAfter } from './shell.ts';
import { testScript } from './test-script.ts';

export const jest: Runner = {
  name: 'jest',

  detect(folder) {
    const script = testScript(folder);
    if (script !== undefined) {
      if (script.words === undefined || !isJest(script.words)) return undefined;
      return { line: script.lineForWords, takesArguments: true, measuresCoverage: true };
    }
    const manifest = readPackageJson(folder);
    if (manifest === undefined || !hasPackage(folder, manifest, 'jest')) return undefined;
    return { line: 'npx --no-install jest', takesArguments: true, measuresCoverage: true };
  },

  command({ line, takesArguments }, { only, coverage, reports }) {
    if (!takesArguments) return { line };
    const words = ['--json', `--outputFile=${path.join(reports, 'jest.json')}`];
    if (coverage) {
      words.push('--coverage', '--coverageReporters=lcovonly', `--coverageDirectory=${path.join(reports, 'coverage')}`);
    }
    if (only?.names !== undefined) words.push('-t', anyOf(only.names.map((name) => name.replaceAll(' > ', ' '))));
    if (only?.files !== undefined) words.push('--runTestsByPath', ...only.files);
    return { line: join(line, words) };
  },

  read({ folder, reports, stdout, stderr }) {
    const text = readReport(path.join(reports, 'jest.json'));
    return (text === undefined ? undefined : readVitestJson(text, folder)) ?? readClosingLines(stdout, stderr);
  },

  readCoverage(ran) {
    const text = readReport(path.join(ran.reports, 'coverage', 'lcov.info'));
    return text === undefined ? readUsualCoverage(ran) : readLcov(text, ran.folder);
  },
};

/** Whether it runs the tests, once. */
export function isJest(words: readonly string[]): boolean {
  const rest = wordsAfter('jest', words);
  if (rest === undefined) return false;
  return !rest.some(
    (word) => /^--(?:watch|outputFile|json|listTests|showConfig|init)/.test(word) && !word.endsWith('=false'),
  );
}
