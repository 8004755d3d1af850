import path from 'node:path';
import { readUsualCoverage } from '../coverage/usual-places.ts';
import { hasPackage, readPackageJson } from '../package-json.ts';
import { readReport } from '../report-files.ts';
import { readClosingLines } from '../reports/closing-lines.ts';
import { readMochaJson } from '../reports/mocha-json.ts';
import type { Runner } from '../runner.ts';
import { anyOf, join, wordsAfter } from './shell.ts';
import { testScript } from './test-script.ts';

export const mocha: Runner = {
  name: 'mocha',

  detect(folder) {
    const script = testScript(folder);
    if (script !== undefined) {
      if (script.words === undefined || !isMocha(script.words)) return undefined;
      return { line: script.lineForWords, takesArguments: true, measuresCoverage: false };
    }
    const manifest = readPackageJson(folder);
    if (manifest === undefined || !hasPackage(folder, manifest, 'mocha')) return undefined;
    return { line: 'npx --no-install mocha', takesArguments: true, measuresCoverage: false };
  },

  /** Files cannot be named: those of the script are run beside them. */
  command({ line, takesArguments }, { only, reports }) {
    if (!takesArguments) return { line };
    const words = ['--reporter', 'json', '--reporter-option', `output=${path.join(reports, 'mocha.json')}`];
    if (only?.names !== undefined) words.push('--grep', anyOf(only.names.map((name) => name.replaceAll(' > ', ' '))));
    return { line: join(line, words) };
  },

  read({ folder, reports, stdout, stderr }) {
    const text = readReport(path.join(reports, 'mocha.json'));
    return (text === undefined ? undefined : readMochaJson(text, folder)) ?? readClosingLines(stdout, stderr);
  },

  readCoverage: readUsualCoverage,
};

/** Whether it runs the tests, once, with no reporter of its own. */
export function isMocha(words: readonly string[]): boolean {
  const rest = wordsAfter('mocha', words);
  return rest !== undefined && !rest.some((word) => /^(?:-w|-R|-O|--watch|--reporter)/.test(word));
}
