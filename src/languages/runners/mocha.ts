import { pathPattern } from '../glob.ts';
import { detectPackageRunner } from '../javascript/package-json.ts';
import type { ConfigurationFile, RunnerConfiguration, TestRunner } from '../runner.ts';
import { MOCHA_REPORTER } from '../reporters/mocha.ts';
import { nodeChannel } from '../reporters/node-channel.ts';
import { addWords, matchAny, wordsAfter } from '../shell-words.ts';
import { countParts, type ReadSummary } from '../summary-line.ts';
import { exportedSettings, settingStrings } from './javascript-configuration.ts';

export const mocha: TestRunner = {
  name: 'mocha',

  detect: (project) =>
    detectPackageRunner(project, {
      name: 'mocha',
      line: 'npx --no-install mocha',
      isCommand: isMocha,
      measuresCoverage: () => false,
    }),

  isCommand: isMocha,

  /** Files cannot be named: those of the script are run beside them. */
  command(line, { only, reports, reporter }) {
    const words =
      reporter === undefined
        ? ['--reporter', 'json', '--reporter-option', `output=${reports}/mocha.json`]
        : ['--reporter', `${reporter.folder}/mocha.cjs`];
    if (only?.names !== undefined) {
      words.push('--grep', matchAny(only.names.map((name) => name.replaceAll(' > ', ' '))));
    }
    return addWords(line, words);
  },

  reporter: {
    files: (options) => ({
      'channel.cjs': nodeChannel(options),
      'mocha.cjs': MOCHA_REPORTER,
    }),
  },

  collect: (line) => addWords(line, ['--dry-run']),

  reports: [
    { format: 'mocha-json', file: 'mocha.json' },
    { format: 'summary', printed: true },
  ],

  configuration: [/(?:^|\/)\.mocharc(?:\.\w+)?$/],
  packageKeys: ['mocha'],
  packages: /^(?:mocha|mochawesome|ts-mocha|mocha-.+|@types\/mocha)$/,
  readConfiguration,
  readCommand,
  readSummary,
};

function readConfiguration(file: ConfigurationFile): RunnerConfiguration | undefined {
  const source = exportedSettings(file, { file: /^\.mocharc(?:\.\w+)?$/, key: 'mocha' });
  if (source === undefined) return undefined;
  const include = settingStrings(source, ['spec']).map((word) => pathPattern(word, SOURCE));
  return {
    ...(include.length > 0 && { include }),
    exclude: settingStrings(source, ['ignore', 'exclude']).map((word) => pathPattern(word)),
    loads: settingStrings(source, ['require', 'import', 'file', 'loader', 'reporter', 'ui']),
  };
}

const SOURCE = /[^/]*\.[cm]?[jt]sx?/;

function readCommand(words: readonly string[]): RunnerConfiguration | undefined {
  const rest = wordsAfter('mocha', words);
  if (rest === undefined) return undefined;
  const specs = rest.filter((word, at) => !word.startsWith('-') && !TAKES_VALUE.test(rest[at - 1] ?? ''));
  return specs.length === 0 ? {} : { include: specs.map((word) => pathPattern(word, SOURCE)) };
}

const TAKES_VALUE =
  /^(?:-[rRtugfO]|--(?:require|import|loader|reporter|timeout|ui|grep|fgrep|file|config|package|extension|ignore|exclude|slow|retries|jobs|reporter-options?|node-option))$/;

/** Whether it runs the tests, once, with no reporter of its own. */
function isMocha(words: readonly string[]): boolean {
  const rest = wordsAfter('mocha', words);
  return rest !== undefined && !rest.some((word) => /^(?:-w|-R|-O|--watch|--reporter)/.test(word));
}

/** `3 passing (5ms)`, then perhaps `1 pending` and `1 failing`. */
function readSummary(...[line, lines, at]: Parameters<ReadSummary>): ReturnType<ReadSummary> {
  const match = /^(\d+) passing \(\d+m?[smh]\)$/.exec(line);
  if (match === null) return undefined;
  const after = lines.slice(at + 1, at + 3).map((next) => /^ *(\d+) (pending|failing)$/.exec(next));
  const count = (word: string): string | undefined => after.find((found) => found?.[2] === word)?.[1];
  return countParts({ passed: [match[1]], failed: [count('failing')], skipped: [count('pending')] });
}
