import { normalPath } from '../../base/normal-path.ts';
import { pathTokens } from '../../base/path-tokens.ts';
import { isLockOf } from '../../languages/manifests.ts';
import type { Design } from '../../schema/contracts/design.ts';

/** Paths that a change touches and that are no part of the tests. */
export interface Scope {
  readonly within: readonly string[];
  /** `named`: by this path in the scope that was ruled out. */
  readonly outOfScope: readonly { readonly path: string; readonly named: string }[];
  readonly outside: readonly string[];
}

/** What brief and design say of where a change may lie. */
export type ScopeRules = Pick<Design, 'brief'> & { readonly contract: Pick<Design['contract'], 'file_refs'> };

/** `known`: the paths of the trees before and after the change. */
export function scopeOf(paths: readonly string[], { brief, contract }: ScopeRules, known: ReadonlySet<string>): Scope {
  const designed = contract.file_refs.map((ref) => normalPath(ref.path));
  const refs = [...brief.file_refs.map((ref) => normalPath(ref.path)), ...designed];
  const allowed = meanings(brief.scope_in, known).filter(({ places }) => places.size === 1);
  const ruledOut = meanings(brief.scope_out, known);
  const isAllowed = (path: string): boolean =>
    refs.some((ref) => isAtOrBelow(path, ref)) || allowed.some((meaning) => looksLikeAnswer(path, meaning));
  const outOfScope = paths.flatMap((path) => {
    const named = ruledOut.find((meaning) => looksLikeAnswer(path, meaning))?.token;
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

function looksLikeAnswer(path: string, { places }: Meaning): boolean {
  return [...places].some((place) => isAtOrBelow(path, place));
}

function isAtOrBelow(path: string, place: string): boolean {
  return place !== '' && place !== '.' && (path === place || path.startsWith(`${place}/`));
}
