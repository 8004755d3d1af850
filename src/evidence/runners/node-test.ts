import path from 'node:path';
import type { Coverage } from '../coverage/coverage.ts';
import { readLcov } from '../coverage/lcov.ts';
import { coverageOf } from '../coverage/lines.ts';
import { readUsualCoverage } from '../coverage/usual-places.ts';
import { readPackageJson } from '../package-json.ts';
import { findReports, readReport } from '../report-files.ts';
import { readClosingLines } from '../reports/closing-lines.ts';
import { nodeReporter, readNodeEvents } from '../reports/node-events.ts';
import { readTap } from '../reports/tap.ts';
import type { Runner } from '../runner.ts';
import { anyOf, ownName, quote, simpleCommand } from './shell.ts';
import { testScript } from './test-script.ts';

export const nodeTest: Runner = {
  name: 'node-test',

  detect(folder) {
    const script = testScript(folder);
    if (script !== undefined) {
      if (script.words === undefined || !isNodeTest(script.words)) return undefined;
      // Node takes no options after the first file, so the script's own line is run, into which they can be put.
      const before =
        script.manifest.scripts['pretest'] === undefined ? '' : `${script.manifest.manager} run pretest && `;
      return { line: `${before}${script.script}`, takesArguments: true, measuresCoverage: true };
    }
    if (readPackageJson(folder) === undefined || !hasTests(folder)) return undefined;
    return { line: 'node --test', takesArguments: true, measuresCoverage: true };
  },

  command({ line, takesArguments }, { only, coverage, reports }) {
    if (!takesArguments) return { line };
    const options = ['--test-reporter=spec', '--test-reporter-destination=stdout'];
    options.push(
      `--test-reporter=${nodeReporter}`,
      `--test-reporter-destination=${path.join(reports, 'events.jsonl')}`,
    );
    if (coverage) {
      options.push('--experimental-test-coverage', '--test-reporter=lcov');
      options.push(`--test-reporter-destination=${path.join(reports, 'lcov.info')}`);
    }
    if (only?.names !== undefined) options.push(`--test-name-pattern=${anyOf(only.names.map(ownName))}`);
    const lined = only?.files === undefined ? line : withFiles(line, only.files);
    return { line: lined.replace(/(?<=\s)--test(?=\s|$)/, () => ['--test', ...options.map(quote)].join(' ')) };
  },

  read({ folder, reports, stdout, stderr }) {
    const text = readReport(path.join(reports, 'events.jsonl'));
    const told = text === undefined ? undefined : readNodeEvents(text, folder);
    return told ?? readTap(stdout, folder) ?? readClosingLines(stdout, stderr);
  },

  readCoverage(ran) {
    const text = readReport(path.join(ran.reports, 'lcov.info'));
    if (text === undefined) return readUsualCoverage(ran);
    const coverage = readLcov(text, ran.folder);
    // Before 22, Node counts the tests themselves among what they cover.
    const tests = new Set(nodeTest.read(ran)?.tests.map((test) => test.file));
    return coverage?.lines === undefined ? coverage : coverageOf('lcov', without(coverage.lines, tests));
  },
};

type Lines = NonNullable<Coverage['lines']>;

function without(lines: Lines, files: ReadonlySet<string | undefined>): Lines {
  return new Map([...lines].filter(([file]) => !files.has(file)));
}

/** Whether it runs the tests, once, with no reporters of its own. */
export function isNodeTest(words: readonly string[]): boolean {
  return (
    words[0] === 'node' && words.includes('--test') && !words.some((word) => /^--(?:watch|test-reporter)/.test(word))
  );
}

/** What `node --test` looks for on its own. */
function hasTests(folder: string): boolean {
  const fits = (file: string): boolean =>
    /\.[cm]?js$/.test(file) &&
    (/(?:^|\/)test\//.test(file) || /(?:^|\/)(?:test(?:-[^/]*)?|[^/]*[._-]test)\.[cm]?js$/.test(file));
  return findReports(folder, fits).length > 0;
}

/** These files instead of those the line names. */
function withFiles(line: string, files: readonly string[]): string {
  const at = line.lastIndexOf(' && ') + 1;
  const own = line.slice(at === 0 ? 0 : at + 3);
  const words = simpleCommand(own);
  if (words === undefined) return line;
  const isValue = (word: string, index: number): boolean =>
    takesValue.has(words[index - 1] ?? '') && !word.startsWith('-');
  const kept = words.filter((word, index) => index === 0 || word.startsWith('-') || isValue(word, index));
  const environment = own.slice(0, own.indexOf('node'));
  return `${line.slice(0, line.length - own.length)}${environment}${[...kept, ...files].map(quote).join(' ')}`;
}

const takesValue = new Set([
  '--import',
  '--require',
  '-r',
  '--loader',
  '--experimental-loader',
  '--conditions',
  '-C',
  '--env-file',
]);
