import { type PathToken, pathTokens, proseAround } from '../../../base/path-tokens.ts';
import type { Explored } from '../../../schema/contracts/discovery.ts';
import { findPlaces, findSimilar, type Places, readPlaces } from './places.ts';

/** What the merge needs to know of the real project. */
export interface ProjectTree {
  /** Relative to its root, with `/`, without what git ignores. */
  readonly paths: readonly string[];
  /** Of all manifests that can be read. */
  readonly dependencies: readonly string[];
}

/** A path that is not there, and the one that is there instead. */
export interface Replacement {
  readonly path: string;
  readonly found: string;
}

export type AssumptionVerdict = { readonly assumption: string } & Verdict;

/** The correction is a line for the Planner: what was named, and what is there instead. */
type Verdict =
  | { readonly verdict: 'matched' }
  | { readonly verdict: 'mismatched'; readonly correction: string; readonly replacements: readonly Replacement[] }
  | { readonly verdict: 'unknown' };

/**
 * Judges each assumption by the paths and dependencies it names, and by nothing else. Only a path that is not there makes
 * it wrong: a dependency may have another name, and a wrong verdict has the Planner plan again for nothing.
 */
export function checkAssumptions({
  assumptions,
  explored,
  tree,
}: {
  readonly assumptions: readonly string[];
  readonly explored: Explored;
  readonly tree: ProjectTree;
}): AssumptionVerdict[] {
  const places = readPlaces(tree.paths, explored);
  return assumptions.map((assumption) => {
    const text = assumption.normalize('NFC');
    return { assumption, ...judge(text, { explored, places, dependencies: tree.dependencies }) };
  });
}

/** Half of the assumptions, or more, are wrong: the plan stands on sand. */
export function needsReplanning(verdicts: readonly AssumptionVerdict[]): boolean {
  const mismatched = verdicts.filter(({ verdict }) => verdict === 'mismatched');
  return mismatched.length > 0 && mismatched.length * 2 >= verdicts.length;
}

interface Known {
  readonly explored: Explored;
  readonly places: Places;
  readonly dependencies: readonly string[];
}

/** An assumption is a sentence. */
const LONGEST_ASSUMPTION = 2000;

function judge(text: string, { explored, places, dependencies }: Known): Verdict {
  if (text.length > LONGEST_ASSUMPTION) return { verdict: 'unknown' };
  const paths = pathTokens(text)
    .map((token) => ({ token, found: findPlaces(token, places) }))
    .filter(({ token, found }) => found.length > 0 || token.kind !== 'unknown' || token.path.includes('/'));
  const prose = proseAround(
    paths.map(({ token }) => token),
    text,
  );
  if (UNCLEAR_ENGLISH.test(prose) || UNCLEAR_KOREAN.test(prose)) return { verdict: 'unknown' };
  const missing = paths.filter(({ token, found }) => found.length === 0 && mustExist(token, places));
  if (missing.length > 0) {
    const similar = missing.map(({ token }) => ({ token, found: findSimilar(token, { text, explored, places }) }));
    return {
      verdict: 'mismatched',
      correction: similar.map(({ token, found }) => correct(token, found)).join('; '),
      replacements: similar.flatMap(({ token, found }) => replacement(token, found)),
    };
  }
  const names = findNames(prose);
  const isMatched =
    paths.length + names.length > 0 &&
    paths.every(({ found }) => found.length > 0) &&
    isInside(paths) &&
    names.every((name) => isDeclared(name, dependencies));
  return { verdict: isMatched ? 'matched' : 'unknown' };
}

/**
 * Negations, alternatives, plans, conditions, comparisons and what is made at run time: in such a sentence a path that is
 * not there, or is, proves nothing.
 */
const UNCLEAR_ENGLISH = new RegExp(
  [
    String.raw`\b(?:no|not|never|without|neither|nor|none|cannot|lacks?|avoids?|absent|missing|unused|free of|except|only)\b|n['’]t\b`,
    String.raw`\b(?:or|either|instead|rather|than|like|unlike|similar|such as|compatible|if|whether|unless|in case|when|once|until)\b`,
    String.raw`\b(?:will|shall|should|must|can|could|would|may|might|let's|going to|to be|needs?|wants?|requires?|plan(?:s|ned)?|later|future|todo|new)\b`,
    String.raw`\b(?:add|creat|introduc|install|adopt|migrate[sd]?\b|migrating|replac|switch|generat|mov(?:e|ing)|renam|remov|drop|upgrad|refactor|propos|consider|intend|eventual|deprecat)\w*`,
    String.raw`\b(?:formerly|previously|used to|output|written to|stored|saved|upload\w*|download\w*|log(?:s|ged)? to|deploy\w*|expos\w+|https?|endpoints?|urls?|routes? to)\b|\b(?:GET|POST|PUT|PATCH|DELETE) `,
  ].join('|'),
  'i',
);

const UNCLEAR_KOREAN = new RegExp(
  [
    String.raw`않|없|아니|아닌|미사용|말고|제외|뿐|대신|또는|혹은|거나|이나|나\s|같은|처럼|유사|비슷|호환|(?:^|\s)(?:안|못)\s`,
    String.raw`해야|어야|아야|필요|예정|계획|검토|고려|추후|향후|나중|앞으로|새로|신규|(?:^|\s)새\s|과거|예전|이전|(?:할|될|올|둘|만들)\s*(?:것|수|예정)`,
    String.raw`라면|이면|하면|되면|경우|인지|는지|여부|추가|도입|신설|교체|전환|제거|삭제|생성|변경|업그레이드|대체|만들|둔다|두고`,
    String.raw`저장|출력|기록|업로드|다운로드|배포|주소|엔드포인트|요청|응답`,
  ].join('|'),
);

/** Written as a path, and neither something that git would ignore nor a route of an API. */
function mustExist({ path, kind, sure }: PathToken, { onlyExplored }: Places): boolean {
  if (kind === 'unknown' && !sure) return false;
  if (path.split('/').some((segment) => IGNORED.test(segment)) || /^api\/|\/v\d+$/.test(path)) return false;
  return !onlyExplored.some((one) => `/${one}/`.includes(`/${path}/`));
}

const IGNORED =
  /^(?:node_modules|vendor|dist|build|out|output|target|bin|obj|coverage|tmp|temp|logs?|cache|venv|__pycache__|generated|data|\.(?!github$|gitlab|vscode$|claude$|husky$|config$).*|.*\.(?:local|log|db|lock))$/i;

/** `AuthService.java is in auth/`: both may exist, and the file still lie elsewhere. */
function isInside(paths: readonly { readonly token: PathToken; readonly found: readonly string[] }[]): boolean {
  const folders = paths.filter(({ token }) => token.kind === 'folder').flatMap(({ found }) => found);
  const files = paths.filter(({ token }) => token.kind === 'file' && !token.path.includes('/'));
  return (
    folders.length === 0 ||
    files.every(({ found }) => found.some((file) => folders.some((one) => file.startsWith(one))))
  );
}

/** Where several could be meant, nobody knows which. */
function replacement({ path }: PathToken, [found, ...others]: readonly string[]): Replacement[] {
  return found === undefined || others.length > 0 ? [] : [{ path, found: found.replace(/\/$/, '') }];
}

function correct({ path, kind }: PathToken, similar: readonly string[]): string {
  const listed = similar.slice(0, 3).join(', ') + (similar.length > 3 ? ', …' : '');
  return `${path}${kind === 'folder' ? '/' : ''}: not found${similar.length === 0 ? '' : `; found: ${listed}`}`;
}

/**
 * What a sentence without its paths names that could be a dependency: in English words with a capital, in Korean every Latin
 * word. `Spring Security` is one name, and so is `React 18`, which no manifest calls a dependency.
 */
function findNames(prose: string): string[] {
  const isKorean = /[가-힣]/.test(prose);
  return [...prose.matchAll(isKorean ? LATIN : CAPITALISED)]
    .filter(({ 0: name, index }) => isKorean || !beginsSentence(prose, { name, index }))
    .map(([name]) => name);
}

/** `Tests are …` begins with a word, `Kafka and …` with a name. */
function beginsSentence(prose: string, { name, index }: { readonly name: string; readonly index: number }): boolean {
  const [before, after] = [prose.slice(0, index), prose.slice(index + name.length)];
  return /^[A-Z][a-z]*$/.test(name) && /(?:^|[.!?]\s)\s*$/.test(before) && !/^(?:,| and\b)/.test(after);
}

const WORD = String.raw`[\w.+#@/-]*`;
const VERSION = String.raw`(?: v?\d[\w.]*)?`;
const CAPITALISED = new RegExp(String.raw`(?<![\w.@/-])@?[A-Z]${WORD}(?: [A-Z]${WORD})*${VERSION}`, 'g');
const LATIN = new RegExp(String.raw`(?<![\w.@/-])@?[A-Za-z]${WORD}(?: [A-Za-z]${WORD})*${VERSION}`, 'g');

/** `Express` and `Express.js` for `express`, `NestJS` for `@nestjs/core`, `Spring Security` for `spring-boot-starter-security`. */
function isDeclared(name: string, dependencies: readonly string[]): boolean {
  const spellings = [name, name.replace(/\.?js$/i, '')].map(wordsOf).filter(({ length }) => length > 0);
  return dependencies.some((dependency) =>
    spellings.some((words) =>
      words.length === 1 ? isNameOf(dependency, words[0]) : isWithin(words, wordsOf(dependency)),
    ),
  );
}

function isNameOf(dependency: string, word: string | undefined): boolean {
  const parts = dependency.toLowerCase().split(/[/:@]/);
  return parts.some((part) => part === word || part.replace(/^.*\./, '') === word);
}

/** All of them, in this order. */
function isWithin(words: readonly string[], all: readonly string[]): boolean {
  let next = 0;
  for (const word of all) if (word === words[next]) next += 1;
  return next === words.length;
}

function wordsOf(name: string): string[] {
  return name.toLowerCase().match(/[a-z0-9]+/g) ?? [];
}
