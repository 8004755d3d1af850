import { catchFailure, type Failure } from '../../base/failure.ts';
import type { Result } from '../../base/result.ts';
import { editTree, writeBlobs } from '../../git/edit-tree.ts';
import type { GitFile } from '../../git/path-entry.ts';
import type { TreePlace, TreeReader } from './tree-reader.ts';

/** What was done to make a tree that nobody committed. */
export interface TreeNote {
  readonly kind:
    /** A module at an old or new place that stands for the one that was renamed. */
    | 'forwarder'
    /** Names that were removed, and exist again. */
    | 'graft'
    /** Names that another module has now. */
    | 'moved'
    /** Names that were added, and return nothing. */
    | 'hollow'
    /** A file whose parts come from both trees. */
    | 'merged'
    /** A file that holds several classes that cannot be cut apart: it is as in the tree of the product. */
    | 'not_swapped'
    /** A file of a language of which stubs cannot be made. */
    | 'no_stub'
    /** A package that runs tests was taken from the baseline. */
    | 'baseline_runner';
  readonly path: string;
  readonly names?: readonly string[];
  /** Where a forwarder leads. */
  readonly to?: string;
}

/** A tree in the making. */
export interface TreeDraft {
  readonly notes: TreeNote[];
  has(path: string): boolean;
  /** All its paths. */
  paths(): ReadonlySet<string>;
  put(path: string, file: GitFile | null | undefined): void;
  write(path: string, text: string): void;
  note(note: TreeNote): void;
  finish(): Promise<Result<string, Failure>>;
}

export function draftFrom({ git, checkout }: TreePlace, base: TreeReader): TreeDraft {
  const edits = new Map<string, GitFile | null>();
  const texts = new Map<string, string>();
  const notes: TreeNote[] = [];
  const has = (path: string): boolean =>
    texts.has(path) || (edits.has(path) ? edits.get(path) !== null : base.files.has(path));
  return {
    notes,
    has,
    paths: () => new Set([...base.paths, ...edits.keys(), ...texts.keys()].filter(has)),
    put: (path, file) => {
      texts.delete(path);
      edits.set(path, file ?? null);
    },
    write: (path, text) => void texts.set(path, text),
    note: (note) => void notes.push(note),
    finish: () =>
      catchFailure(async () => {
        const paths = [...texts.keys()];
        const contents = [...texts.values()];
        const written = writeBlobs(checkout, { contents, like: base.id });
        for (const [n, path] of paths.entries()) {
          const mode = edits.get(path)?.mode ?? base.files.get(path)?.mode;
          const object = written[n] ?? '';
          edits.set(path, { mode: mode !== undefined && mode.startsWith('100') ? mode : '100644', object });
        }
        const changed = new Map([...edits].filter(([path, file]) => !isSame(base.files.get(path), file)));
        return changed.size === 0 ? base.id : editTree(git, checkout, { tree: base.id, edits: changed });
      }),
  };
}

function isSame(one: GitFile | undefined, other: GitFile | null): boolean {
  return one === undefined ? other === null : one.mode === other?.mode && one.object === other.object;
}
