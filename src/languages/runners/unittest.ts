import { pathPattern } from '../glob.ts';
import type { ProjectFiles } from '../project-files.ts';
import { pythonChannel, pythonModule, unittestRunner } from '../reporters/python.ts';
import type { RunnerConfiguration, TestRunner } from '../runner.ts';
import { wordsAfter } from '../shell-words.ts';
import { countRest } from '../summary-line.ts';
import { findingModules } from './pytest.ts';

/** Python's own, for projects that nowhere name pytest. */
export const unittest: TestRunner = {
  name: 'unittest',

  detect(project) {
    if (!isProject(project)) return undefined;
    const folder = ['tests', 'test'].find((name) => project.find((file) => file.startsWith(`${name}/`)).length > 0);
    // Without `__init__.py` a folder of tests is only found when it is named.
    const where = folder === undefined || project.has(`${folder}/__init__.py`) ? '' : ` discover -s ${folder}`;
    return { line: `python3 -m unittest${where}`, takesArguments: true, measuresCoverage: false };
  },

  isCommand: (words) => argumentsOf(words) !== undefined,

  /** Which tests run is not narrowed: names of files and tests mean other things to it than to its discovery. */
  command(line, { reporter }) {
    if (reporter === undefined) return line;
    const ours = line.replace(/(?<=\s)-m\s+unittest(?=\s|$)/, `-m ${pythonModule('reporter', reporter)}`);
    return findingModules(ours, reporter.folder);
  },

  readCommand: unittestPatterns,

  reporter: {
    files: (options) => {
      const channel = pythonModule('channel', options);
      return {
        [`${channel}.py`]: pythonChannel(options),
        [`${pythonModule('reporter', options)}.py`]: unittestRunner(channel),
      };
    },
    env: (folder) => ({ PYTHONPATH: folder }),
  },

  reports: [
    { format: 'summary', printed: true },
    { format: 'exit-code', printed: true },
  ],

  // `Ran 5 tests in 0.001s`, an empty line, `FAILED (failures=1, errors=1, skipped=1)` or `OK (skipped=1)`
  readSummary(line, lines, at) {
    const match = /^Ran (\d+) tests? in [\d.]+s$/.exec(line);
    const verdict = lines.slice(at + 1, at + 4).find((next) => /^(?:OK|FAILED|NO TESTS RAN)\b/.test(next));
    if (match === null || verdict === undefined) return undefined;
    const count = (name: string): string | undefined => new RegExp(`[(,] ?${name}=(\\d+)`).exec(verdict)?.[1];
    const failed = [count('failures'), count('errors'), count('unexpected successes')];
    return countRest({ total: match[1], failed, skipped: [count('skipped'), count('expected failures')] });
  },
};

function argumentsOf(words: readonly string[]): readonly string[] | undefined {
  const after = ['python', 'python3'].map((name) => wordsAfter(name, words)).find((rest) => rest !== undefined);
  return after?.[0] === '-m' && after[1] === 'unittest' ? after.slice(2) : undefined;
}

const MANIFESTS =
  /^(?:pyproject\.toml|setup\.(?:py|cfg)|tox\.ini|Pipfile|[^/]*requirements[^/]*\.txt|requirements\/[^/]*\.txt)$/;
const TESTS = /^(?:tests?\/(?:.*\/)?)?test[^/]*\.py$/;

function isProject(project: ProjectFiles): boolean {
  const tests = project.find((file) => TESTS.test(file));
  if (tests.length === 0 || ['pytest.ini', '.pytest.ini', 'conftest.py'].some((file) => project.has(file)))
    return false;
  const named = [...project.find((file) => MANIFESTS.test(file)), ...tests.slice(0, MAX_READ)];
  const texts = named.map((file) => project.text(file) ?? '');
  const importsIt = /^\s*(?:import unittest|from unittest\b)/m;
  return !texts.some((text) => /\bpytest\b/.test(text)) && texts.some((text) => importsIt.test(text));
}

const MAX_READ = 200;

/** `python -m unittest discover -s checks -p '*_check.py'`, `python -m unittest checks/a.py` */
function unittestPatterns(words: readonly string[]): RunnerConfiguration | undefined {
  const at = words.indexOf('unittest');
  if (at === -1 || words[at - 1] !== '-m') return undefined;
  const rest = words.slice(at + 1);
  const value = (...names: string[]): string | undefined => {
    const found = rest.findIndex((word) => names.includes(word));
    return found === -1 ? undefined : rest[found + 1];
  };
  const pattern = value('-p', '--pattern');
  const start = value('-s', '--start-directory') ?? '.';
  const files = rest.filter((word) => word.endsWith('.py') && !word.startsWith('-') && word !== pattern);
  const modules = rest
    .filter((word) => /^\w+(?:\.\w+)+$/.test(word) && !word.endsWith('.py'))
    .map((word) => `${word.replaceAll('.', '/')}.py`);
  const include = [
    ...(pattern === undefined
      ? []
      : [pathPattern(`${start === '.' ? '' : `${start.replace(/\/+$/, '')}/`}**/${pattern}`)]),
    ...[...files, ...modules].map((word) => pathPattern(word)),
  ];
  return include.length === 0 ? {} : { include };
}
