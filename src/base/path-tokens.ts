/** A word of a sentence that may be the path of a file or folder. */
export interface PathToken {
  /** With `/`, without `./` in front, `/` at the end, and patterns such as `/**`. */
  readonly path: string;
  /** As it is written: a folder by its closing slash, a file by a name or ending that files have. */
  readonly kind: 'folder' | 'file' | 'unknown';
  /** It can hardly be anything else; otherwise (`and/or`, `Node.js`) only files that exist can tell. */
  readonly sure: boolean;
}

/**
 * In sentences of any language: Korean particles and punctuation around a path are none of it; addresses, routes, media
 * types and import aliases are no paths.
 */
export function pathTokens(text: string): PathToken[] {
  const found = new Map<string, PathToken>();
  for (const [word, quoted] of text.slice(0, LONGEST_TEXT).normalize('NFC').matchAll(WORD)) {
    const token = tokenOf(quoted ?? word, quoted !== undefined);
    if (token !== undefined && !found.get(token.path)?.sure) found.set(token.path, token);
  }
  return [...found.values()];
}

/** What a text says beside its paths; a comma stands for each. */
export function proseAround(tokens: readonly PathToken[], text: string): string {
  const longestFirst = tokens.toSorted((a, b) => b.path.length - a.path.length);
  return longestFirst.reduce((rest, { path }) => rest.replaceAll(path, ' , '), text);
}

const LONGEST_TEXT = 100_000;
const LONGEST_PATH = 400;
const WORD = /`([^`\s]{1,400})`|[^\s`'"“”‘’«»「」『』,;:!?|<>{}()（）、。·…=]+/gu;

function tokenOf(word: string, isQuoted: boolean): PathToken | undefined {
  if (word.length > LONGEST_PATH || NO_PATH.test(word)) return undefined;
  const plain = withoutParticle(word.replace(/^[-*]*\.\//, '').replace(/[.*~-]+$/, ''));
  const path = plain.replace(/\/+$/, '');
  const segments = path.split('/');
  const name = segments.at(-1) ?? '';
  if (segments.some((one) => !SEGMENT.test(one)) || segments.includes('..') || !/[\p{L}_]/u.test(path))
    return undefined;
  const kind = plain.endsWith('/') ? 'folder' : isFileName(name, segments.length > 1) ? 'file' : 'unknown';
  const hasEnding = ENDING.test(name);
  if (segments.length === 1 && kind === 'unknown' && !hasEnding) return undefined;
  return { path, kind, sure: kind === 'folder' || (segments.length > 1 && (hasEnding || isQuoted)) };
}

/** Addresses, routes, package names, aliases such as `@/a.ts`, media types, hosts. */
const NO_PATH =
  /:\/\/|(?<!\/)@\w*\/|^\/|^~|^www\.|\/\/|^(?:application|audio|image|multipart|text|video)\/[\w.+-]+$|^[\w.-]+\.(?:com|org|net|io|dev|kr)\//;

const SEGMENT = /^[\p{L}\p{N}_.@+\-[\]$]+$/u;
/** `.5` of a number and `.com` of a host are none; nor is a word with a capital, which is a member of a class. */
const ENDING = /[^.]\.[a-z][a-z0-9]{0,9}$|^\.[a-z][\w.-]+$/;

/** `Node.js` and `vue.js` are what libraries call themselves. */
function isFileName(name: string, isInFolder: boolean): boolean {
  return FILE_NAME.test(name) && (isInFolder || !/^[^.]+\.js$/.test(name));
}

const FILE_NAME = new RegExp(
  [
    '^(?:Dockerfile|Makefile|Jenkinsfile|Gemfile|Procfile|Pipfile|CODEOWNERS)$',
    String.raw`[^.]\.(?:java|kts?|scala|groovy|gradle|[cm]?[jt]sx?|vue|svelte|astro|pyi?|ipynb|go|rs|rb|php|cs|fs|swift|dart|exs?|c|h|cc|cpp|hpp)$`,
    String.raw`[^.]\.(?:jsonc?|ya?ml|toml|xml|properties|ini|cfg|lock|sql|prisma|graphqls?|proto|tf|mdx?|txt|csv|html?|css|scss|sass|less)$`,
    String.raw`[^.]\.(?:sh|bash|ps1|bat|sln|csproj|fsproj|mod|sum)$`,
  ].join('|'),
);

const HANGUL = /[\u1100-\u11ff\u3130-\u318f\uac00-\ud7af]/;

/** `src/a.ts에서` and `src/auth/의`: what follows in Korean script is grammar, unless the name itself is in it. */
function withoutParticle(word: string): string {
  const at = word.lastIndexOf('/') + 1;
  const [folder, last] = [word.slice(0, at), word.slice(at)];
  const ended = /^(.*[^.]\.[a-z][a-z0-9]*)\P{ASCII}+$/u.exec(last)?.[1];
  if (ended !== undefined) return folder + ended;
  const begin = last.search(HANGUL);
  if (begin > 0) return folder + last.slice(0, begin).replace(/[.-]+$/, '');
  return begin === 0 && at > 0 && last.length <= 4 && PARTICLE.test(last) ? folder : word;
}

const PARTICLE =
  /^(?:을|를|이|가|은|는|의|에|로|으로|와|과|도|만|에서|에는|에도|까지|부터|이나|나|안|안의|안에|내|내의|밑|밑의|아래|아래의|하위|하위의|폴더|디렉토리|디렉터리)$/;
