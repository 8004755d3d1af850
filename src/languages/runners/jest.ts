import { detectPackageRunner } from '../javascript/package-json.ts';
import type { TestRunner } from '../runner.ts';
import { addWords, matchAny, wordsAfter } from '../shell-words.ts';
import { countWords } from '../summary-line.ts';

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

  command(line, { only, coverage, reports }) {
    const words = ['--json', `--outputFile=${reports}/jest.json`];
    if (coverage) {
      words.push('--coverage', '--coverageReporters=lcovonly', `--coverageDirectory=${reports}/coverage`);
    }
    if (only?.names !== undefined) words.push('-t', matchAny(only.names.map((name) => name.replaceAll(' > ', ' '))));
    if (only?.files !== undefined) words.push('--runTestsByPath', ...only.files);
    return addWords(line, words);
  },

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
  searchesEverywhere: { settings: /^jest\.config\.\w+$|^package\.json$/ },

  // `Tests:       1 failed, 1 skipped, 3 passed, 5 total`
  readSummary: (line) => (/^Tests: +\d+ \w.* \d+ total$/.test(line) ? countWords(line) : undefined),
};

function isJest(words: readonly string[]): boolean {
  const rest = wordsAfter('jest', words);
  if (rest === undefined) return false;
  return !rest.some(
    (word) => /^--(?:watch|outputFile|json|listTests|showConfig|init)/.test(word) && !word.endsWith('=false'),
  );
}
