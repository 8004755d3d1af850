import { pathPattern } from '../glob.ts';
import { readPackageJson, readTestScript } from '../javascript/package-json.ts';
import type { ProjectFiles } from '../project-files.ts';
import type { RunnerConfiguration, TestRunner } from '../runner.ts';
import { nodeChannel } from '../reporters/node-channel.ts';
import { NODE_TEST_PRELOAD, NODE_TEST_REPORTER } from '../reporters/node-test.ts';
import { matchAny, ownName, quote, simpleCommand } from '../shell-words.ts';
import { countParts, type ReadSummary } from '../summary-line.ts';

export const nodeTest: TestRunner = {
  name: 'node-test',

  detect(project) {
    const script = readTestScript(project);
    if (script !== undefined) {
      if (script.words === undefined || !isNodeTest(script.words)) return undefined;
      // Node takes no options after the first file, so the script's own line is run, into which they can be put.
      return { line: script.script, takesArguments: true, measuresCoverage: true, ...script.around };
    }
    if (readPackageJson(project) === undefined || !hasTests(project)) return undefined;
    return { line: 'node --test', takesArguments: true, measuresCoverage: true };
  },

  isCommand: isNodeTest,

  command(line, { only, coverage, reports, reporter }) {
    const options = ['--test-reporter=spec', '--test-reporter-destination=stdout'];
    if (reporter === undefined)
      options.push(`--test-reporter=${REPORTER}`, `--test-reporter-destination=${reports}/events.jsonl`);
    else {
      options.push(`--test-reporter=${reporter.folder}/reporter.mjs`, '--test-reporter-destination=/dev/null');
      options.push(`--require=${reporter.folder}/preload.cjs`);
    }
    if (coverage) {
      options.push('--experimental-test-coverage', '--test-reporter=lcov');
      options.push(`--test-reporter-destination=${reports}/lcov.info`);
    }
    if (only?.names !== undefined) options.push(`--test-name-pattern=${matchAny(only.names.map(ownName))}`);
    const lined = only?.files === undefined ? line : withFiles(line, only.files);
    return lined.replace(/(?<=\s)--test(?=\s|$)/, () => ['--test', ...options.map(quote)].join(' '));
  },

  updateSnapshots: (line, files) =>
    withFiles(line, files).replace(/(?<=\s)--test(?=\s|$)/, '--test --test-update-snapshots'),

  reporter: {
    files: (options) => ({
      'channel.cjs': nodeChannel(options),
      'preload.cjs': NODE_TEST_PRELOAD,
      'reporter.mjs': NODE_TEST_REPORTER,
    }),
  },

  reports: [
    { format: 'node-events', file: 'events.jsonl' },
    { format: 'tap', printed: true },
    { format: 'summary', printed: true },
  ],
  // Before Node 22.
  coverage: { format: 'lcov', file: 'lcov.info', countsTests: true },

  packages: /^(?:tsx|ts-node|@swc-node\/register|@babel\/register|esbuild-register|borp)$/,
  readCommand,
  readSummary,
};

/**
 * A reporter, as a module in an address; it writes the format `node-events`. The built-in ones do not say which file a
 * test is in, and the one for JUnit forgets that a test failed whose subtests passed.
 */
const REPORTER = `data:text/javascript,${encodeURIComponent(
  [
    'export default async function*(events){',
    'for await(const {type,data} of events){',
    "if(type!=='test:pass'&&type!=='test:fail')continue;",
    'const {name,nesting,file,skip,todo,details:d}=data;',
    'const error=d?.error?.cause?.stack??d?.error?.cause??d?.error;',
    "yield JSON.stringify({nodeTest:type==='test:pass'?'pass':'fail',name,nesting,file,",
    "skip:skip!==undefined&&skip!==false,todo:todo!==undefined&&todo!==false,suite:d?.type==='suite',",
    "reason:error===undefined?undefined:String(error).slice(0,4000)})+'\\n'",
    '}}',
  ].join(''),
).replaceAll("'", '%27')}`;

/** Whether it runs the tests, once, with no reporters of its own. */
function isNodeTest(words: readonly string[]): boolean {
  const isTest = words[0] === 'node' && words.includes('--test');
  return isTest && !words.some((word) => /^--(?:watch|test-reporter)/.test(word));
}

/** What `node --test` looks for on its own. */
function hasTests(project: ProjectFiles): boolean {
  const fits = (file: string): boolean =>
    /\.[cm]?js$/.test(file) &&
    (/(?:^|\/)test\//.test(file) || /(?:^|\/)(?:test(?:-[^/]*)?|[^/]*[._-]test)\.[cm]?js$/.test(file));
  return project.find(fits).length > 0;
}

/** These files instead of those the line names. */
function withFiles(line: string, files: readonly string[]): string {
  const at = line.lastIndexOf(' && ') + 1;
  const own = line.slice(at === 0 ? 0 : at + 3);
  const words = simpleCommand(own);
  if (words === undefined) return line;
  const isValue = (word: string, index: number): boolean =>
    TAKES_VALUE.has(words[index - 1] ?? '') && !word.startsWith('-');
  const kept = words.filter((word, index) => index === 0 || word.startsWith('-') || isValue(word, index));
  const environment = own.slice(0, own.indexOf('node'));
  return `${line.slice(0, line.length - own.length)}${environment}${[...kept, ...files].map(quote).join(' ')}`;
}

const TAKES_VALUE = new Set([
  '--import',
  '--require',
  '-r',
  '--loader',
  '--experimental-loader',
  '--conditions',
  '-C',
  '--env-file',
]);

function readCommand(words: readonly string[]): RunnerConfiguration | undefined {
  const at = words.indexOf('--test');
  if (at === -1 || !/^(?:node|tsx|c8|npx|borp)$/.test(words[0] ?? '')) return undefined;
  const named = words
    .slice(at + 1)
    .filter((word, n, all) => !word.startsWith('-') && !TAKES_VALUE.has(all[n - 1] ?? ''));
  return named.length === 0 ? {} : { include: named.map((word) => pathPattern(word, /[^/]*\.[cm]?[jt]s/)) };
}

/** As spec or TAP: `ℹ tests 5` … `ℹ todo 0` */
function readSummary(...[line, lines, at]: Parameters<ReadSummary>): ReturnType<ReadSummary> {
  if (!/^(?:ℹ|#) tests \d+$/.test(line)) return undefined;
  const after = lines.slice(at + 1, at + 8);
  const count = (word: string): string | undefined =>
    after.map((next) => /^(?:ℹ|#) ([a-z]+) (\d+)$/.exec(next.trim())).find((found) => found?.[1] === word)?.[2];
  if (count('pass') === undefined || count('fail') === undefined) return undefined;
  const failed = [count('fail'), count('cancelled')];
  return countParts({ passed: [count('pass')], failed, skipped: [count('skipped'), count('todo')] });
}
