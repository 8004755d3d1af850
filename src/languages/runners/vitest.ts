import { globPattern } from '../glob.ts';
import { detectPackageRunner } from '../javascript/package-json.ts';
import { literalStrings, objectEntries, parseJavaScript } from '../javascript/object-literal.ts';
import { javaScriptSyntax } from '../javascript/syntax.ts';
import { bracedBlocks } from '../manifest-text.ts';
import type { ConfigurationFile, RunnerConfiguration, TestRunner } from '../runner.ts';
import { nodeChannel } from '../reporters/node-channel.ts';
import { VITEST_REPORTER } from '../reporters/vitest.ts';
import { addWords, matchAny, wordsAfter } from '../shell-words.ts';
import { countWords } from '../summary-line.ts';

export const vitest: TestRunner = {
  name: 'vitest',

  detect: (project) =>
    detectPackageRunner(project, {
      name: 'vitest',
      line: 'npx --no-install vitest run',
      isCommand: isVitest,
      measuresCoverage: (has) => has('@vitest/coverage-v8') || has('@vitest/coverage-istanbul'),
    }),

  isCommand: isVitest,

  command(line, { only, coverage, reports, reporter }) {
    const words = ['--watch=false', '--reporter=default'];
    if (reporter === undefined) words.push('--reporter=json', `--outputFile.json=${reports}/vitest.json`);
    else words.push(`--reporter=${reporter.folder}/vitest.mjs`);
    if (coverage) {
      words.push('--coverage.enabled', '--coverage.reportOnFailure', '--coverage.reporter=lcovonly');
      words.push(`--coverage.reportsDirectory=${reports}/coverage`);
    }
    if (only?.names !== undefined) words.push('-t', matchAny(only.names.map((name) => name.replaceAll(' > ', ' '))));
    return addWords(line, [...words, ...(only?.files ?? [])]);
  },

  reporter: { files: (options) => ({ 'channel.cjs': nodeChannel(options), 'vitest.mjs': VITEST_REPORTER }) },

  updateSnapshots: (line, files) => addWords(line, ['--watch=false', '--update', ...files]),

  // A script may say `run`, which leaves no place for `list`: no test has this name.
  collect: (line) => addWords(line, ['--watch=false', '-t', '^orchestral only collects$']),

  reports: [
    { format: 'vitest-json', file: 'vitest.json' },
    { format: 'summary', printed: true },
  ],
  coverage: { format: 'lcov', file: 'coverage/lcov.info' },

  configuration: [
    /(?:^|\/)vitest[\w.-]*\.(?:config|conf|workspace|setup|preset|shims?)\.[cm]?[jt]sx?(?:on)?$/,
    /(?:^|\/)vitest[.-](?:setup|workspace|projects)[\w.-]*\.[cm]?[jt]sx?$/,
  ],
  packageKeys: ['vitest'],
  packages: /^(?:vitest|vite|vite-node|vite-tsconfig-paths|@vitest\/.+|vitest-.+|jsdom|happy-dom)$/,
  readConfiguration,
  testParts: [
    {
      file: /^(?:vite|nx|rsbuild|angular)[\w.-]*\.config\.[cm]?[jt]s$/,
      testPart: (text) => bracedBlocks(javaScriptSyntax, text, /(?<![.\w])test\s*:\s*\{/g),
    },
  ],

  // `Tests  1 failed | 3 passed | 1 skipped (5)`
  readSummary: (line) => (/^Tests {2,}\d+ \w.*\(\d+\)$/.test(line) ? countWords(line) : undefined),
};

/** Of each `test: {…}`: a workspace has several. */
function readConfiguration({ name, text }: ConfigurationFile): RunnerConfiguration | undefined {
  if (!/^(?:vite|vitest)[\w.-]*\.[cm]?[jt]s$/.test(name)) return undefined;
  const source = parseJavaScript(text);
  if (source === undefined) return undefined;
  const sections = [...source.bare.matchAll(/(?<![.\w])test\s*:\s*\{/g)].slice(0, MAX_SECTIONS).map((match) => {
    const entries = objectEntries(source, match.index + match[0].length - 1) ?? [];
    return (key: string): string[] =>
      entries
        .filter((entry) => entry.key === key)
        .flatMap(({ value, end }) => literalStrings(source.code.slice(value, end)) ?? []);
  });
  const all = (key: string): string[] => sections.flatMap((strings) => strings(key));
  const include = all('include').map(globPattern);
  return {
    ...(include.length > 0 && { include }),
    exclude: all('exclude')
      .filter((one) => !/node_modules|dist/.test(one))
      .map(globPattern),
    loads: LOADED.flatMap(all),
  };
}

const MAX_SECTIONS = 50;
const LOADED = [
  'setupFiles',
  'globalSetup',
  'snapshotSerializers',
  'environment',
  'runner',
  'reporters',
  'snapshotEnvironment',
];

function isVitest(words: readonly string[]): boolean {
  const rest = wordsAfter('vitest', words);
  return rest !== undefined && !rest.some((word) => NOT_ONE_RUN.has(word) || word.startsWith('--outputFile'));
}

const NOT_ONE_RUN = new Set(['watch', 'dev', 'bench', 'list', 'init', '-w', '--watch', '--ui']);
