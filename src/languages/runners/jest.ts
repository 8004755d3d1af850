import { belowPattern, globPattern, projectPattern } from '../glob.ts';
import { detectPackageRunner } from '../javascript/package-json.ts';
import type { ConfigurationFile, RunnerConfiguration, TestRunner } from '../runner.ts';
import { JEST_REPORTER } from '../reporters/jest.ts';
import { nodeChannel } from '../reporters/node-channel.ts';
import { addWords, matchAny, wordsAfter } from '../shell-words.ts';
import { countWords } from '../summary-line.ts';
import { exportedSettings, settingStrings, stringsInside } from './javascript-configuration.ts';

export const jest: TestRunner = {
  name: 'jest',

  detect: (project) =>
    detectPackageRunner(project, {
      name: 'jest',
      line: 'npx --no-install jest',
      isCommand: isJest,
      measuresCoverage: () => true,
    }),

  isCommand: isJest,

  command(line, { only, coverage, reports, reporter }) {
    const words =
      reporter === undefined
        ? ['--json', `--outputFile=${reports}/jest.json`]
        : ['--reporters=default', `--reporters=${reporter.folder}/jest.cjs`];
    if (coverage) {
      words.push('--coverage', '--coverageReporters=lcovonly', `--coverageDirectory=${reports}/coverage`);
    }
    if (only?.names !== undefined) words.push('-t', matchAny(only.names.map((name) => name.replaceAll(' > ', ' '))));
    if (only?.files !== undefined) words.push('--runTestsByPath', ...only.files);
    return addWords(line, words);
  },

  reporter: { files: (options) => ({ 'channel.cjs': nodeChannel(options), 'jest.cjs': JEST_REPORTER }) },

  updateSnapshots: (line, files) => addWords(line, ['--updateSnapshot', '--runTestsByPath', ...files]),

  collect: (line) => addWords(line, ['--listTests']),

  reports: [
    { format: 'vitest-json', file: 'jest.json' },
    { format: 'summary', printed: true },
  ],
  coverage: { format: 'lcov', file: 'coverage/lcov.info' },

  configuration: [
    /(?:^|\/)jest[\w.-]*\.(?:config|conf|workspace|setup|preset|shims?)\.[cm]?[jt]sx?(?:on)?$/,
    /(?:^|\/)jest[.-](?:setup|workspace)[\w.-]*\.[cm]?[jt]sx?$/,
  ],
  packageKeys: ['jest'],
  packages: /^(?:jest|expect|babel-jest|ts-jest|@jest\/.+|jest-.+|@swc\/jest|@types\/jest)$/,
  readConfiguration,

  // `Tests:       1 failed, 1 skipped, 3 passed, 5 total`
  readSummary: (line) => (/^Tests: +\d+ \w.* \d+ total$/.test(line) ? countWords(line) : undefined),
};

function readConfiguration(file: ConfigurationFile): RunnerConfiguration | undefined {
  const source = exportedSettings(file, { file: /^jest[\w.-]*\.config\.(?:[cm]?[jt]s|json)$/, key: 'jest' });
  if (source === undefined) return undefined;
  const matched = settingStrings(source, ['testMatch']).map(globPattern);
  const expressions = settingStrings(source, ['testRegex']).flatMap(toPattern);
  const include = [...matched, ...expressions];
  const roots = settingStrings(source, ['roots']).map(belowPattern);
  return {
    ...(include.length > 0 && { include: roots.length > 0 ? include.map((one) => both(one, roots)) : include }),
    exclude: settingStrings(source, ['testPathIgnorePatterns'])
      .filter((one) => !one.includes('node_modules'))
      .flatMap(toPattern),
    loads: stringsInside(source, LOADED),
  };
}

const LOADED = [
  'setupFiles',
  'setupFilesAfterEnv',
  'globalSetup',
  'globalTeardown',
  'testEnvironment',
  'runner',
  'testRunner',
  'resolver',
  'reporters',
  'snapshotSerializers',
  'testSequencer',
  'transform',
  'preset',
];

/** Jest tests the whole path of a file, which a root stands before. */
function toPattern(text: string): RegExp[] {
  return projectPattern(text.replaceAll(/<rootDir>\/?/g, '(?:^|/)').replace(/^\//, '(?:^|/)'));
}

function both(pattern: RegExp, roots: readonly RegExp[]): RegExp {
  return new RegExp(`(?=${roots.map(({ source }) => source).join('|')})(?:${pattern.source})`);
}

function isJest(words: readonly string[]): boolean {
  const rest = wordsAfter('jest', words);
  if (rest === undefined) return false;
  return !rest.some(
    (word) => /^--(?:watch|outputFile|json|listTests|showConfig|init)/.test(word) && !word.endsWith('=false'),
  );
}
