import { catchFailure, type Failure } from '../../base/failure.ts';
import { ok, type Result } from '../../base/result.ts';
import { type RevisionRange, type ChangedFile, changedFiles } from '../../git/diff.ts';
import type { Git, Checkout } from '../../git/git.ts';
import { testPart, type TestSurface, testSurfaceOf } from '../../languages/test-surface.ts';
import { normalPath } from '../../base/normal-path.ts';
import { type TreeFiles, treeFiles } from './tree-files.ts';

/** Every path that a change touches. */
export interface TouchedPaths {
  /** What decides what the tests say. */
  readonly frozen: readonly { readonly path: string; readonly kind: TestSurface | 'test_script' }[];
  readonly others: readonly string[];
  /** The paths of both trees. */
  readonly known: ReadonlySet<string>;
}

export interface TouchedPathsRequest extends RevisionRange {
  /** Test files of contracts: frozen, whatever they are called. */
  readonly testFiles: readonly string[];
}

/** `from` is the tree that the Implementer began with, `to` the one it ended with. */
export async function touchedPaths(
  git: Git,
  place: Checkout,
  request: TouchedPathsRequest,
): Promise<Result<TouchedPaths, Failure>> {
  const changed = await catchFailure(() => changedFiles(git, place, request));
  if (!changed.ok) return changed;
  const before = await treeFiles(git, place, request.from);
  if (!before.ok) return before;
  const after = await treeFiles(git, place, request.to);
  if (!after.ok) return after;
  const paths = [...new Set(changed.value.flatMap(touched))];
  const scripts = await changedScripts(paths, { before: before.value, after: after.value });
  if (!scripts.ok) return scripts;
  const tests = request.testFiles.map(normalPath);
  const frozen = paths.flatMap((path): TouchedPaths['frozen'][number][] => {
    const kind = tests.includes(path) ? 'test' : path === OWN_COMMANDS ? 'runner_config' : testSurfaceOf(path);
    if (kind !== undefined) return [{ path, kind }];
    return scripts.value.has(path) ? [{ path, kind: 'test_script' }] : [];
  });
  const others = paths.filter((path) => !frozen.some((one) => one.path === path));
  return ok({ frozen, others, known: new Set([...before.value.paths, ...after.value.paths]) });
}

/** How Orchestral itself is told to test. */
const OWN_COMMANDS = '.orchestral/config/project.json';

/** Who renames a file touches two paths. */
function touched({ kind, path, from }: ChangedFile): string[] {
  return from === undefined || kind === 'copied' ? [path] : [from, path];
}

/** Files of which only a part is frozen, and that part changed. */
async function changedScripts(
  paths: readonly string[],
  { before, after }: { readonly before: TreeFiles; readonly after: TreeFiles },
): Promise<Result<ReadonlySet<string>, Failure>> {
  const candidates = paths.filter((path) => testPart(path, '') !== undefined);
  const [was, is] = [await before.texts(candidates), await after.texts(candidates)];
  if (!was.ok) return was;
  if (!is.ok) return is;
  const partOf = (path: string, text = ''): string => (text === '' ? '' : (testPart(path, text) ?? ''));
  return ok(
    new Set(candidates.filter((path) => partOf(path, was.value.get(path)) !== partOf(path, is.value.get(path)))),
  );
}
