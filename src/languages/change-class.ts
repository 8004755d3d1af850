/** What decides which tests run and what they accept. */
export type TestClass = 'test' | 'snapshot' | 'fixture' | 'support';

/** What decides how they are run. */
export type ConfigurationClass = 'runner_config' | 'test_script' | 'install_script' | 'package_manager' | 'shadow';

/**
 * Every part of a change has exactly one. `control`: what Orchestral and agents are told by; `resolution`: product that
 * says which file an import means.
 */
export type ChangeClass = TestClass | ConfigurationClass | 'control' | 'resolution' | 'product';

/** A file, or one part of a file that holds parts of several classes. */
export interface ChangePart {
  readonly path: string;
  /** Before a rename. */
  readonly from?: string | undefined;
  readonly kind: 'added' | 'modified' | 'deleted' | 'renamed' | 'mode';
  readonly class: ChangeClass;
  /** `scripts.test`, `[tool.pytest.ini_options]` */
  readonly part?: string | undefined;
  /** Hashes of its content; null where it is not there. */
  readonly before: string | null;
  readonly after: string | null;
}

/** All tracked files of one tree. */
export interface TreeFiles {
  readonly paths: readonly string[];
  /** Undefined: not there, no regular file, binary, or larger than anything that people write. */
  text(path: string): string | undefined;
}

const TESTS: ReadonlySet<ChangeClass> = new Set<TestClass>(['test', 'snapshot', 'fixture', 'support']);

const CONFIGURATION: ReadonlySet<ChangeClass> = new Set<ConfigurationClass>([
  'runner_config',
  'test_script',
  'install_script',
  'package_manager',
  'shadow',
]);

export function isConfiguration({ class: own }: Pick<ChangePart, 'class'>): boolean {
  return CONFIGURATION.has(own);
}

export function isTestSurface({ class: own }: Pick<ChangePart, 'class'>): boolean {
  return TESTS.has(own) || CONFIGURATION.has(own);
}

export function isProduct({ class: own }: Pick<ChangePart, 'class'>): boolean {
  return own === 'product' || own === 'resolution';
}
