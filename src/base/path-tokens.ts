/** A word of a sentence that may be the path of a file or folder. */
export interface PathToken {
  /** With `/`, without `./` in front, `/` at the end, and patterns such as `/**`. */
  readonly path: string;
  /** It can hardly be anything else; otherwise (`and/or`, `Node.js`) only files that exist can tell. */
  readonly sure: boolean;
}

/** In sentences of any language: Korean particles and punctuation around a path are none of it; addresses and routes are no paths. */
export function pathTokens(text: string): PathToken[] {
  const found = new Map<string, boolean>();
  const put = (token: PathToken | undefined): void => {
    if (token !== undefined) found.set(token.path, token.sure || (found.get(token.path) ?? false));
  };
  const rest = text
    .slice(0, LONGEST_TEXT)
    .normalize('NFC')
    .replaceAll(QUOTED, (_, quoted: string) => {
      put(tokenOf(quoted, true));
      return ' ';
    });
  for (const [word] of rest.matchAll(WORD)) put(tokenOf(word, false));
  return [...found].map(([path, sure]) => ({ path, sure }));
}

const LONGEST_TEXT = 100_000;
const LONGEST_PATH = 400;
const QUOTED = /`([^`\s]{1,400})`/g;
const WORD = /[^\s`'"“”‘’«»「」『』,;:!?|<>{}()（）、。·…=]+/gu;

function tokenOf(word: string, quoted: boolean): PathToken | undefined {
  if (word.length > LONGEST_PATH || /:\/\/|@\w+\/|^\/|^~|^www\.|\/\//.test(word)) return undefined;
  const plain = withoutParticle(word.replace(/^[-*]*\.\//, '').replace(/[.*~-]+$/, ''));
  const isFolder = plain.endsWith('/');
  const path = plain.replace(/\/+$/, '');
  const segments = path.split('/');
  if (path === '' || segments.some((one) => !SEGMENT.test(one)) || segments.includes('..')) return undefined;
  const hasEnding = ENDING.test(segments.at(-1) ?? '');
  if (segments.length === 1 && !isFolder && !hasEnding) return undefined;
  return { path, sure: isFolder || (segments.length > 1 && (hasEnding || quoted)) };
}

const SEGMENT = /^[\p{L}\p{N}_.@+\-[\]$]+$/u;
/** `.5` of a number and `.com` of a host are none; nor is a word with a capital, which is a member of a class. */
const ENDING = /[^.]\.[a-z][a-z0-9]{0,9}$|^\.[a-z][\w.-]+$/;

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
