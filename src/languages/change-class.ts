import type { Failure } from '../base/failure.ts';
import type { Result } from '../base/result.ts';
import type { SourceTree } from './source.ts';

/** What decides which tests run and what they accept. */
type TestClass = 'test' | 'snapshot' | 'fixture' | 'support';

/** What decides how they are run. */
type ConfigurationClass = 'runner_config' | 'test_script' | 'install_script' | 'package_manager' | 'shadow';

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
  /**
   * The file holds several classes that cannot be cut apart: it has a part for each, and each stands for the whole file.
   * It is never swapped.
   */
  readonly isInseparable?: true | undefined;
  /** A dependency: a test runner, a plugin of one or an assertion library; or any other. */
  readonly dependency?: 'runner' | 'other' | undefined;
}

/** A file that two trees do not have in common. */
export interface ChangedPath {
  readonly path: string;
  /** Before a rename. */
  readonly from?: string | undefined;
  /** `mode`: only the mode of the file differs. */
  readonly kind: ChangePart['kind'];
  /** Hashes of its content, or ids of its objects; null where it is not there. */
  readonly before: string | null;
  readonly after: string | null;
}

/** A tree of which a few files are read and searched for, so that its size does not matter. */
export interface SearchableTree extends SourceTree {
  /** For each of these texts the sources, manifests and scripts that hold it; see `canNameFiles`. */
  mentions(texts: readonly string[]): Promise<Result<ReadonlyMap<string, readonly string[]>, Failure>>;
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
