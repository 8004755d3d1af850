import { isTestFile } from '../test-files.ts';

/** What an Implementer may not change, because it decides what the tests say. */
export type FrozenKind = 'test' | 'snapshot' | 'fixture' | 'runner_config';

/** By the conventions of runners and languages. Of some files only a part is frozen: see `frozenPart`. */
export function frozenKind(path: string): FrozenKind | undefined {
  if (SNAPSHOT.test(path)) return 'snapshot';
  if (FIXTURE.test(path)) return 'fixture';
  if (isTestFile(path)) return 'test';
  return RUNNER_CONFIG.some((pattern) => pattern.test(path)) ? 'runner_config' : undefined;
}

const SNAPSHOT = /\.(?:snap|ambr|golden)$|\.(?:approved|verified)\.\w+$|(?:^|\/)__(?:image_)?snapshots__\//;
const FIXTURE = /(?:^|\/)(?:fixtures?|__fixtures__|testdata|test[-_]data|__mocks__|goldens?)\//i;

const RUNNER_CONFIG: readonly RegExp[] = [
  // JavaScript and TypeScript.
  /(?:^|\/)(?:vitest|jest|karma|playwright|cypress|ava|wdio|web-test-runner|nightwatch)[\w.-]*\.(?:config|conf|workspace|setup|preset|shims?)\.[cm]?[jt]sx?(?:on)?$/,
  /(?:^|\/)(?:vitest|jest)[.-](?:setup|workspace)[\w.-]*\.[cm]?[jt]sx?$/,
  /(?:^|\/)(?:setup-?tests?|test-?setup)\.[cm]?[jt]sx?$/i,
  /(?:^|\/)\.(?:mocharc|nycrc|c8rc|taprc)(?:\.\w+)?$/,
  // Python.
  /(?:^|\/)(?:\.?pytest\.ini|tox\.ini|noxfile\.py|\.coveragerc|conftest\.py)$/,
  // The JVM, .NET, Rust, Ruby, PHP.
  /(?:^|\/)(?:junit-platform\.properties|testng\.xml)$|\.runsettings$/,
  /(?:^|\/)\.config\/nextest\.toml$|(?:^|\/)\.rspec$|(?:^|\/)phpunit(?:\.dist)?\.xml(?:\.dist)?$/,
  // How Orchestral itself is told to test.
  /^\.orchestral\/config\/project\.json$/,
];
