import { catchFailure, type Failure } from '../../base/failure.ts';
import { ok, type Result } from '../../base/result.ts';
import { readBlobs } from '../../git/tree-file.ts';
import { listTree } from '../../git/edit-tree.ts';
import type { Checkout, Git } from '../../git/git.ts';
import type { GitFile } from '../../git/path-entry.ts';
import type { ModuleTexts } from '../../languages/exports.ts';

/** Where trees are read and written. */
export interface TreePlace {
  readonly git: Git;
  readonly checkout: Checkout;
}

/** The files of a tree. Texts have to be loaded before they can be had. */
export interface TreeReader extends ModuleTexts {
  readonly id: string;
  readonly files: ReadonlyMap<string, GitFile>;
  /** Reads these in one process. */
  load(paths: Iterable<string>): Promise<Result<void, Failure>>;
  /** Does some work again until every text that it asks for is loaded. */
  settle<T>(work: () => T): Promise<Result<T, Failure>>;
}

/** `texts`: by object, shared by trees that have most of their files in common. */
export async function openTree(
  { git, checkout }: TreePlace,
  id: string,
  texts: Map<string, string | undefined>,
): Promise<Result<TreeReader, Failure>> {
  const listed = await catchFailure(() => listTree(git, checkout, id));
  if (!listed.ok) return listed;
  const files = listed.value;
  const asked = new Set<string>();
  const load = async (paths: Iterable<string>): Promise<Result<void, Failure>> => {
    const objects = new Set([...paths].flatMap((path) => objectOf(files.get(path)) ?? []));
    const wanted = [...objects].filter((object) => !texts.has(object)).map((object) => ({ object }));
    return catchFailure(() =>
      readBlobs(git, checkout, { wanted }, ({ object }, bytes) => {
        const isText = bytes.length <= MAX_TEXT && !bytes.subarray(0, 8_000).includes(0);
        texts.set(object, isText ? bytes.toString('utf8') : undefined);
      }),
    );
  };
  return ok({
    id,
    files,
    paths: new Set(files.keys()),
    load,
    text(path) {
      const object = objectOf(files.get(path));
      if (object === undefined) return undefined;
      if (!texts.has(object)) asked.add(path);
      return texts.get(object);
    },
    async settle(work) {
      for (let round = 0; ; round++) {
        asked.clear();
        const done = work();
        if (asked.size === 0 || round === MAX_ROUNDS) return ok(done);
        const loaded = await load([...asked]);
        if (!loaded.ok) return loaded;
      }
    },
  });
}

const MAX_TEXT = 1024 * 1024;
const MAX_ROUNDS = 20;

/** Of a regular file. */
function objectOf(file: GitFile | undefined): string | undefined {
  return file !== undefined && file.mode.startsWith('100') ? file.object : undefined;
}
