import { LANGUAGES, languageOf } from './known-languages.ts';
import { manifestOf } from './manifests.ts';
import { TEST_TOOLS } from './known-runners.ts';
import { fileName } from './tree-path.ts';

/** What decides which tests run and what they accept. */
export type TestSurface = 'test' | 'snapshot' | 'fixture' | 'runner_config';

/** By the conventions of languages and runners. Of some files only a part belongs to it: see `testPart`. */
export function testSurfaceOf(path: string): TestSurface | undefined {
  if (SNAPSHOT.test(path)) return 'snapshot';
  if (FIXTURE.test(path)) return 'fixture';
  if (isTestFile(path)) return 'test';
  const isConfiguration = TEST_TOOLS.some(({ configuration = [] }) => configuration.some((one) => one.test(path)));
  return isConfiguration ? 'runner_config' : undefined;
}

export const SNAPSHOT = /\.(?:snap|ambr|golden)$|\.(?:approved|verified)\.\w+$|(?:^|\/)__(?:image_)?snapshots__\//;
export const FIXTURE = /(?:^|\/)(?:fixtures?|__fixtures__|testdata|test[-_]data|__mocks__|goldens?)\//i;

/** Whether a file is a test, or belongs to the tests, by the conventions of its language. */
export function isTestFile(path: string): boolean {
  return isTestName(path) || (isInTestFolder(path) && !NO_TEST.test(fileName(path)));
}

/** What a copy of a file is called, so that no test runner takes it for a test, or for a package: `add.test.js.txt`. */
export function nameOfCopy(path: string): string {
  const isTest = isTestFile(path) && languageOf(path) !== undefined;
  // Jest warns of two packages of one name, wherever they lie.
  return isTest || fileName(path) === 'package.json' ? `${path}.txt` : path;
}

/** By its own name, wherever it lies. */
export function isTestName(path: string): boolean {
  return TEST_FILES.some((pattern) => pattern.test(path));
}

/** By a name that sources have, too: `go-test.ts`. */
export function isAmbiguousTestName(path: string): boolean {
  return isTestName(path) && /(?:^|[-/])test\.[cm]?[jt]sx?$/i.test(path);
}

/** Below a folder that is named after tests. */
export function isInTestFolder(path: string): boolean {
  return path
    .split('/')
    .slice(0, -1)
    .some((folder) => TEST_FOLDER.test(folder));
}

const TEST_FILES: readonly RegExp[] = [
  ...LANGUAGES.flatMap(({ testFiles = [] }) => testFiles),
  // Snapshots say what a test expects; `.feature` is Cucumber's.
  /\.snap$/,
  /\.feature$/,
  /\.bats$/,
];

const TEST_FOLDER = /^(__tests__|__snapshots__|tests?|spec|specs|e2e|\w+\.(Unit|Integration)?Tests?)$/;

/** They lie among tests, and are none. */
const NO_TEST = /^(readme|license|changelog)(\.\w+)?$|\.md$/i;

/**
 * The part of a manifest or a build file that decides how tests are run, in a form that can be compared; empty where it
 * has none. Undefined: a file without such a part.
 */
export function testPart(path: string, text: string): string | undefined {
  const name = fileName(path);
  const ofTool = TEST_TOOLS.flatMap(({ testParts = [] }) => testParts).find(({ file }) => file.test(name));
  return ofTool === undefined ? manifestOf(path)?.testPart?.(text, PACKAGE_KEYS) : ofTool.testPart(text);
}

const PACKAGE_KEYS = TEST_TOOLS.flatMap(({ packageKeys = [] }) => packageKeys);
