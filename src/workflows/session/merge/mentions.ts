import { type PathToken, pathTokens } from './path-tokens.ts';
import { TECHNOLOGIES } from './technologies/catalogue.ts';
import type { Technology } from './technologies/technology.ts';
import type { ClaimedVersion } from './versions.ts';

interface Span {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

export type Mention = Span &
  (
    | { readonly kind: 'path'; readonly doubtful: boolean }
    | { readonly kind: 'technology'; readonly technology: Technology; readonly version?: ClaimedVersion }
  );

/** The paths and known technologies that a text names, in its order and without overlaps. */
export function mentionsIn(text: string): Mention[] {
  const technologies = technologiesIn(text);
  const paths = pathTokens(text).flatMap((token): Mention[] => {
    const { path, ...place } = token;
    const inside = technologies.filter((one) => one.start < token.end && one.end > token.start);
    return areAll(inside, token, text) ? [] : [{ kind: 'path', text: path, ...place }];
  });
  const free = technologies.filter((one) => !paths.some((path) => one.start < path.end && one.end > path.start));
  return [...paths, ...free].sort((a, b) => a.start - b.start);
}

/** `Next.js` and `JUnit/Mockito` look like paths and are technologies throughout. */
function areAll(technologies: readonly Mention[], token: PathToken, text: string): boolean {
  if (token.path.endsWith('/')) return false;
  for (let i = token.start; i < token.end; i++) {
    if (text[i] !== '/' && !technologies.some(({ start, end }) => start <= i && i < end)) return false;
  }
  return true;
}

function technologiesIn(text: string): Extract<Mention, { kind: 'technology' }>[] {
  const isKorean = /[가-힣]/.test(text);
  return [...text.matchAll(ANY_NAME)].flatMap((match) => {
    const [whole] = match;
    const technology = BY_NAME.get(folded(whole));
    if (technology === undefined) return [];
    const start = match.index;
    const end = start + whole.length;
    if (technology.word && !isKorean && !isNameHere(text, { start, end })) return [];
    const [versionText = '', number, later] = VERSION.exec(text.slice(end)) ?? [];
    const place = { kind: 'technology' as const, technology, text: whole, start };
    if (number === undefined) return [{ ...place, end }];
    const parts = number.split('.').map(Number);
    return [{ ...place, end: end + versionText.length, version: { parts, orLater: later !== undefined } }];
  });
}

/** An English word is a technology where it is written as one: quoted as code, or with a capital that needs a reason. */
function isNameHere(text: string, { start, end }: { start: number; end: number }): boolean {
  if (text[start - 1] === '`' && text[end] === '`') return true;
  if (!/^[A-Z]/.test(text.slice(start, end))) return false;
  const beginsSentence = /(^|[.!?]\s+)$/.test(text.slice(0, start));
  return !beginsSentence || AFTER_A_NAME.test(text.slice(end));
}

/** A sentence that begins with `Express` or `Go` is about the technology when it goes on like this. */
const AFTER_A_NAME =
  /^(?:[^\w\s-]|-based|\s*$|\s+(?:\d|(?:is|isn't|are|was|has|does|doesn't|and|or|instead|as|version)\b|(?!this|across|towards|always)[a-z]{3,}s\b))/;

const VERSION =
  /^\s?(?:v|version\s|버전\s?)?(\d+(?:\.\d+)*)(?:\.x)?(?:\s?버전)?(\+|\s?이상|\s(?:or|and)\s(?:later|above|higher|newer))?(?![\w%])/i;

const PARTICLES =
  '은|는|이|가|을|를|와|과|로|으로|의|에|에서|에는|도|만|나|이나|이며|이고|이다|입니다|임|일|라|란|용|기반|대신|말고|보다|처럼|없이|까지|부터';

/** A space in a name also stands for a hyphen or nothing. */
function pattern(name: string): string {
  const letters = name.replaceAll(/[\\^$.*+?()[\]{}|/#]/g, String.raw`\$&`).replaceAll(' ', String.raw`[\s-]?`);
  return /[가-힣]$/.test(name)
    ? String.raw`${letters}(?=$|[^가-힣A-Za-z]|(?:${PARTICLES})(?![가-힣]))`
    : String.raw`${letters}(?![A-Za-z_]|-(?!based|driven|powered|backed|style|like|compatible)[A-Za-z]|\.[A-Za-z])`;
}

function folded(name: string): string {
  return name.toLowerCase().replaceAll(/[\s-]/g, '');
}

const NAMES = TECHNOLOGIES.flatMap((technology) =>
  [technology.name, ...(technology.also ?? [])].map((name) => ({ name, technology })),
).sort((a, b) => b.name.length - a.name.length);

const BY_NAME = new Map(NAMES.toReversed().map(({ name, technology }) => [folded(name), technology]));

const ANY_NAME = new RegExp(
  String.raw`(?<![A-Za-z0-9_@.-])(?<![가-힣](?=[가-힣]))(?:${NAMES.map(({ name }) => pattern(name)).join('|')})`,
  'gi',
);
