import type { Failure } from '../../base/failure.ts';
import { pathTokens } from '../../base/path-tokens.ts';
import { ok, type Result } from '../../base/result.ts';
import { type Between, type ChangedFile, changedFiles } from '../../git/diff.ts';
import type { Git, Place } from '../../git/git.ts';
import { isLockOf } from '../../languages/manifests.ts';
import { testPart, type TestSurface, testSurfaceOf } from '../../languages/test-surface.ts';
import { normalPath } from '../../base/normal-path.ts';
import type { Design } from '../../schema/contracts/design-contract.ts';
import { type TreeFiles, treeFiles } from './tree-files.ts';

/** Every path that a change touches, in one of these. */
export interface Scope {
  readonly within: readonly string[];
  /** `named`: by this path in the scope that was ruled out. */
  readonly outOfScope: readonly { readonly path: string; readonly named: string }[];
  readonly frozen: readonly { readonly path: string; readonly kind: TestSurface | 'test_script' }[];
  readonly outside: readonly string[];
}

export interface ScopeRequest extends Between {
  readonly design: Pick<Design, 'brief'> & { readonly contract: Pick<Design['contract'], 'file_refs'> };
  /** Test files of contracts: frozen, whatever they are called. */
  readonly testFiles: readonly string[];
}

/** `from` is the tree that the Implementer began with, `to` the one it ended with. */
export async function scopeOf(git: Git, place: Place, request: ScopeRequest): Promise<Result<Scope, Failure>> {
  const changed = await changedFiles(git, place, request);
  if (!changed.ok) return changed;
  const before = await treeFiles(git, place, request.from);
  if (!before.ok) return before;
  const after = await treeFiles(git, place, request.to);
  if (!after.ok) return after;
  const paths = [...new Set(changed.value.flatMap(touched))];
  const scripts = await changedScripts(paths, { before: before.value, after: after.value });
  if (!scripts.ok) return scripts;
  const tests = request.testFiles.map(normalPath);
  const frozen = paths.flatMap((path): Scope['frozen'][number][] => {
    const kind = tests.includes(path) ? 'test' : path === OWN_COMMANDS ? 'runner_config' : testSurfaceOf(path);
    if (kind !== undefined) return [{ path, kind }];
    return scripts.value.has(path) ? [{ path, kind: 'test_script' }] : [];
  });
  const open = paths.filter((path) => !frozen.some((one) => one.path === path));
  const known = new Set([...before.value.paths, ...after.value.paths]);
  return ok({ frozen, ...sorted(open, request.design, known) });
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

function sorted(
  paths: readonly string[],
  { brief, contract }: ScopeRequest['design'],
  known: ReadonlySet<string>,
): Omit<Scope, 'frozen'> {
  const designed = contract.file_refs.map((ref) => normalPath(ref.path));
  const refs = [...brief.file_refs.map((ref) => normalPath(ref.path)), ...designed];
  const allowed = meanings(brief.scope_in, known).filter(({ places }) => places.size === 1);
  const ruledOut = meanings(brief.scope_out, known);
  const isAllowed = (path: string): boolean =>
    refs.some((ref) => isAtOrBelow(path, ref)) || allowed.some((meaning) => isMeant(path, meaning));
  const outOfScope = paths.flatMap((path) => {
    const named = ruledOut.find((meaning) => isMeant(path, meaning))?.token;
    // An Architect who names the very file means it.
    return named === undefined || designed.includes(path) ? [] : [{ path, named }];
  });
  const rest = paths.filter((path) => !outOfScope.some((one) => one.path === path));
  const direct = rest.filter(isAllowed);
  const within = rest.filter((path) => direct.includes(path) || isLockOf(path, direct));
  return { within, outOfScope, outside: rest.filter((path) => !within.includes(path)) };
}

/** A path in a sentence, and the files or folders that it can be. */
interface Meaning {
  readonly token: string;
  readonly places: ReadonlySet<string>;
}

/** A path from the root is that one; a name that is not there may be the end of longer ones (`auth/` for `src/auth/`). */
function meanings(sentences: readonly string[], known: ReadonlySet<string>): Meaning[] {
  const tokens = new Set(sentences.flatMap((text) => pathTokens(text)).map(({ path }) => path));
  return [...tokens].map((token) => {
    const places = new Set<string>();
    for (const path of known) {
      if (isAtOrBelow(path, token)) return { token, places: new Set([token]) };
      const at = `/${path}/`.indexOf(`/${token}/`);
      if (at !== -1) places.add(path.slice(0, at + token.length));
    }
    return { token, places };
  });
}

function isMeant(path: string, { places }: Meaning): boolean {
  return [...places].some((place) => isAtOrBelow(path, place));
}

function isAtOrBelow(path: string, place: string): boolean {
  return place !== '' && place !== '.' && (path === place || path.startsWith(`${place}/`));
}
