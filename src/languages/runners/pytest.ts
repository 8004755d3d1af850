import { isRecord } from '../../base/json.ts';
import { belowPattern, globPattern } from '../glob.ts';
import type { ProjectFiles } from '../project-files.ts';
import type { ConfigurationFile, RunnerConfiguration, TestRunner } from '../runner.ts';
import { addWords, ownName, quote, wordsAfter } from '../shell-words.ts';
import { pythonChannel, pythonModule, pytestPlugin } from '../reporters/python.ts';
import { countWords } from '../summary-line.ts';
import { tomlTable } from '../toml-entries.ts';

export const pytest: TestRunner = {
  name: 'pytest',

  detect(project) {
    if (!isProject(project)) return undefined;
    const before = project.has('uv.lock')
      ? 'uv run python'
      : project.has('poetry.lock')
        ? 'poetry run python'
        : 'python3';
    return { line: `${before} -m pytest`, takesArguments: true, measuresCoverage: hasCov(project) };
  },

  isCommand(words) {
    const rest =
      wordsAfter('pytest', words) ??
      ['python', 'python3']
        .map((name) => wordsAfter(name, words))
        .find((after) => after !== undefined && isModule(after));
    return (
      rest !== undefined &&
      !rest.some((word) => word.startsWith('--junit') || word === '--collect-only' || word === '--co')
    );
  },

  command(given, { only, coverage, reports, reporter }) {
    // Of the two dialects only the older one says which file a test is in.
    const words =
      reporter === undefined
        ? [`--junitxml=${reports}/junit.xml`, '-o', 'junit_family=xunit1']
        : ['-p', pythonModule('reporter', reporter)];
    const line = reporter === undefined ? given : findingModules(given, reporter.folder);
    // A file that cannot be imported would keep all others from being run.
    words.push('--continue-on-collection-errors');
    if (coverage) words.push('--cov', `--cov-report=lcov:${reports}/lcov.info`);
    if (only?.names !== undefined) words.push('-k', only.names.map(keyword).join(' or '));
    return addWords(line, [...words, ...(only?.files ?? [])]);
  },

  reporter: {
    files: (options) => {
      const channel = pythonModule('channel', options);
      return {
        [`${channel}.py`]: pythonChannel(options),
        [`${pythonModule('reporter', options)}.py`]: pytestPlugin(channel),
      };
    },
    env: (folder) => ({ PYTHONPATH: folder }),
  },

  updateSnapshots: (line, files) => addWords(line, ['--snapshot-update', ...files]),

  collect: (line) => addWords(line, ['--collect-only', '-q']),

  reports: [
    { format: 'junit', file: 'junit.xml' },
    { format: 'summary', printed: true },
  ],
  coverage: { format: 'lcov', file: 'lcov.info' },

  configuration: [/(?:^|\/)(?:\.?pytest\.(?:ini|toml)|conftest\.py)$/],
  packages:
    /^(?:pytest|pytest[-_].+|pluggy|iniconfig|coverage|hypothesis|assertpy|pyhamcrest|expects|sure|tox|nox|nose|nose2|unittest2)$/i,
  readConfiguration,
  readCommand,

  // `===== 1 failed, 3 passed, 1 skipped in 0.12s =====`, or without the rules with -q
  readSummary: (line) =>
    /^(?:=+ )?\d+ [a-z]+(?:, \d+ [a-z]+)* in [\d.]+s\b/.test(line) ? countWords(line) : undefined,
};

/** `-m pytest`, after options of the interpreter. */
function isModule(words: readonly string[]): boolean {
  const at = words.indexOf('-m');
  return words[at + 1] === 'pytest' && words.slice(0, at).every((word) => word.startsWith('-'));
}

function readConfiguration({ name, text }: ConfigurationFile): RunnerConfiguration | undefined {
  const settings = settingsIn(name, text);
  if (settings === undefined) return undefined;
  const words = (key: string): string[] => {
    const value = settings.get(key);
    const list = Array.isArray(value) ? value : typeof value === 'string' ? value.split(/\s+/) : [];
    return list.filter((one) => typeof one === 'string' && one !== '');
  };
  const options = words('addopts');
  const include = words('python_files').map((glob) =>
    glob.includes('/') ? globPattern(glob) : globPattern(`**/${glob}`),
  );
  const plugins = options.flatMap((word, at) =>
    word === '-p' ? (options[at + 1] ?? []) : (/^-p([\w.]+)$/.exec(word)?.[1] ?? []),
  );
  return { ...(include.length > 0 && { include }), loads: plugins };
}

/** The section that pytest reads in this file; undefined: there is none. */
function settingsIn(name: string, text: string): ReadonlyMap<string, unknown> | undefined {
  if (name === 'pyproject.toml') {
    const table = tomlTable(text, ['tool', 'pytest', 'ini_options']) ?? tomlTable(text, ['tool', 'pytest']);
    return isRecord(table) ? new Map(Object.entries(table)) : undefined;
  }
  const section = { 'pytest.ini': 'pytest', '.pytest.ini': 'pytest', 'tox.ini': 'pytest', 'setup.cfg': 'tool:pytest' }[
    name
  ];
  return section === undefined ? undefined : iniValues(text, section);
}

function iniValues(text: string, wanted: string): ReadonlyMap<string, string> | undefined {
  let found: Map<string, string> | undefined;
  let key: string | undefined;
  let isWanted = false;
  for (const line of text.split('\n')) {
    const header = /^\s*\[([^\]\n]+)\]/.exec(line)?.[1];
    const [, name, value = ''] = /^([\w.-]+)\s*[=:]\s*(.*)$/.exec(line) ?? [];
    if (header !== undefined) isWanted = header === wanted;
    else if (!isWanted || /^\s*(?:[#;]|$)/.test(line)) continue;
    else if (name !== undefined) (found ??= new Map()).set((key = name), value);
    else if (key !== undefined) found?.set(key, `${found.get(key)} ${line.trim()}`);
    if (isWanted) found ??= new Map();
  }
  return found;
}

/** Files that are named are tests, whatever they are called. */
function readCommand(words: readonly string[]): RunnerConfiguration | undefined {
  const rest =
    wordsAfter('pytest', words) ??
    ['python', 'python3']
      .map((name) => wordsAfter(name, words))
      .find((after) => after?.[0] === '-m' && after[1] === 'pytest')
      ?.slice(2);
  if (rest === undefined) return undefined;
  const files = rest
    .map((word) => word.replace(/::.*$/, ''))
    .filter((word) => word.endsWith('.py') && !word.startsWith('-'));
  return files.length === 0 ? {} : { include: files.map(belowPattern) };
}

/** A line that says itself where modules are found has to find ours, too. */
export function findingModules(line: string, folder: string): string {
  return line.replace(/(?<=^|\s)PYTHONPATH=(?=\S)/, () => `PYTHONPATH=${quote(folder)}:`);
}

/** A word of pytest's expressions: parts of names are enough, brackets and blanks are not taken. */
function keyword(name: string): string {
  return /^[\w.:-]+/.exec(ownName(name))?.[0] ?? 'test';
}

function isProject(project: ProjectFiles): boolean {
  const text = (file: string): string => project.text(file) ?? '';
  return (
    ['pytest.ini', '.pytest.ini', 'conftest.py', 'tests/conftest.py'].some((file) => project.has(file)) ||
    /^\s*\[tool\.pytest/m.test(text('pyproject.toml')) ||
    /^\[tool:pytest\]/m.test(text('setup.cfg')) ||
    /^\[pytest\]/m.test(text('tox.ini')) ||
    project.find((file) => /^(?:tests?\/(?:.*\/)?)?(?:test_[^/]*|[^/]*_test)\.py$/.test(file)).length > 0
  );
}

function hasCov(project: ProjectFiles): boolean {
  const manifests = project.find((file) =>
    /^(?:pyproject\.toml|setup\.cfg|setup\.py|tox\.ini|Pipfile|(?:requirements\/)?[^/]*requirements?[^/]*\.txt|requirements\/[^/]*\.txt)$/.test(
      file,
    ),
  );
  return manifests.some((file) => /\bpytest[-_]cov\b/.test(project.text(file) ?? ''));
}
