import type { Failure } from '../../../base/failure.ts';
import type { Result } from '../../../base/result.ts';
import type { Source } from '../read-source.ts';
import type { TreeFiles } from '../tree-files.ts';

/** A place in a source that uses another file of the tree. */
export interface Reference {
  readonly target: string;
  readonly line: number;
  /** What is imported, as the source has it. */
  readonly import: string;
}

export interface Looking {
  readonly path: string;
  readonly source: Source;
  /** Only references to these are looked for. */
  readonly targets: ReadonlySet<string>;
  readonly tree: TreeFiles;
}

/** Of one language. Knows what is written out in a source, not what a program makes up while it runs. */
export type FindReferences = (looking: Looking) => Promise<Result<readonly Reference[], Failure>>;

/** Nobody goes through more files than these to get at something. */
export const DEEPEST = 6;

/** Of one source. */
export const MOST_IMPORTS = 2_000;
