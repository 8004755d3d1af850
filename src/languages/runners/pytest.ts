import type { ProjectFiles } from '../project-files.ts';
import type { TestRunner } from '../runner.ts';
import { addWords, ownName, wordsAfter } from '../shell-words.ts';
import { countWords } from '../summary-line.ts';

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
        .find((after) => after?.[0] === '-m' && after[1] === 'pytest');
    return (
      rest !== undefined &&
      !rest.some((word) => word.startsWith('--junit') || word === '--collect-only' || word === '--co')
    );
  },

  command(line, { only, coverage, reports }) {
    // Of the two dialects only the older one says which file a test is in.
    const words = [`--junitxml=${reports}/junit.xml`, '-o', 'junit_family=xunit1'];
    // A file that cannot be imported would keep all others from being run.
    words.push('--continue-on-collection-errors');
    if (coverage) words.push('--cov', `--cov-report=lcov:${reports}/lcov.info`);
    if (only?.names !== undefined) words.push('-k', only.names.map(keyword).join(' or '));
    return addWords(line, [...words, ...(only?.files ?? [])]);
  },

  reports: [
    { format: 'junit', file: 'junit.xml' },
    { format: 'summary', printed: true },
  ],
  coverage: { format: 'lcov', file: 'lcov.info' },

  configuration: [/(?:^|\/)(?:\.?pytest\.ini|conftest\.py)$/],

  // `===== 1 failed, 3 passed, 1 skipped in 0.12s =====`, or without the rules with -q
  readSummary: (line) =>
    /^(?:=+ )?\d+ [a-z]+(?:, \d+ [a-z]+)* in [\d.]+s\b/.test(line) ? countWords(line) : undefined,
};

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
