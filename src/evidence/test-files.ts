import type { ChangedFile } from '../git/diff.ts';

/** Whether a file is a test, or belongs to the tests, by the conventions of its language. */
export function isTestFile(path: string): boolean {
  const parts = path.split('/');
  const name = parts.pop() ?? '';
  if (NAMES.some((pattern) => pattern.test(name))) return true;
  if (JVM_TEST.test(path)) return true;
  const inTestFolder = parts.some((part) => FOLDERS.test(part));
  return inTestFolder && !NO_TEST.test(name);
}

const NAMES = [
  // JavaScript and TypeScript.
  /[.-](test|spec|cy)\.[cm]?[jt]sx?$/i,
  /^test\.[cm]?[jt]sx?$/i,
  // Snapshots say what a test expects.
  /\.snap$/,
  // Python.
  /^test_.*\.py$/,
  /_test\.py$/,
  /^conftest\.py$/,
  // Go, Dart, Elixir, C and C++.
  /_(unit)?test\.(go|dart|exs|cc|cpp|cxx|c)$/,
  /^test_.*\.(c|cc|cpp|rs)$/,
  /_tests?\.rs$/,
  /^tests\.rs$/,
  // Java, Kotlin, Scala, Groovy, C#, F#, Swift, PHP: the class is named after what it tests.
  /[^A-Z](Tests?|TestCase|IT|Spec)\.(java|kt|kts|scala|groovy|cs|fs|vb|swift|php)$/,
  // Ruby.
  /_(spec|test)\.rb$/,
  /\.feature$/,
];

const JVM_TEST = /(^|\/)src\/(\w*[tT]est\w*)\/(java|kotlin|scala|groovy|resources)\//;
const FOLDERS = /^(__tests__|__snapshots__|tests?|spec|specs|e2e|\w+\.(Unit|Integration)?Tests?)$/;

/** Lie among tests, and are none. */
const NO_TEST = /^(readme|license|changelog)(\.\w+)?$|\.md$/i;

export interface ChangedTests {
  readonly added: readonly string[];
  readonly modified: readonly string[];
  /** A test file that was renamed to something that is none is one of them. */
  readonly deleted: readonly string[];
}

export function changedTests(files: readonly ChangedFile[]): ChangedTests {
  const tests = { added: [] as string[], modified: [] as string[], deleted: [] as string[] };
  for (const { kind, path, from } of files) {
    const [was, is] = [isTestFile(from ?? path), isTestFile(path)];
    if (kind === 'deleted') {
      if (is) tests.deleted.push(path);
    } else if (kind === 'added' || kind === 'copied') {
      if (is) tests.added.push(path);
    } else if (was && !is) tests.deleted.push(from ?? path);
    else if (is) (was ? tests.modified : tests.added).push(path);
  }
  return tests;
}
