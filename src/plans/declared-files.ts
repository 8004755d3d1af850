import { pathTokens } from '../base/path-tokens.ts';

/** `files: [src/a.ts, "src/b.ts"]`: each entry is one, even a bare `Makefile`. */
export function declaredFiles(text: string): string[] {
  const list = text.trim().replace(/^\[(.*)\]$/s, '$1');
  return list.split(/[,，]/).flatMap((entry) => {
    const plain = entry.replaceAll(/["'`]/g, ' ').trim();
    if (/^\S+$/.test(plain)) return folderOfPattern(plain);
    return pathTokens(entry).map(({ path }) => path);
  });
}

/** Of a sentence, those words that can hardly be anything else. */
export function mentionedFiles(text: string): string[] {
  return pathTokens(text)
    .filter(({ sure }) => sure)
    .map(({ path }) => path);
}

/** `src/auth/**` is `src/auth`; nothing outside of the project. */
function folderOfPattern(word: string): string[] {
  const segments = word.replaceAll('\\', '/').split('/');
  const pattern = segments.findIndex((segment) => /[*?{]/.test(segment));
  const kept = (pattern === -1 ? segments : segments.slice(0, pattern)).filter((one) => one !== '' && one !== '.');
  const isOutside = word.startsWith('/') || word.startsWith('~') || /^[A-Za-z]:/.test(word) || kept.includes('..');
  if (isOutside || NOTHING.test(word) || !/^[\p{L}\p{N}_.@+\-[\]$/*?{}\\]+$/u.test(word)) return [];
  return [kept.length === 0 ? '.' : kept.join('/')];
}

const NOTHING = /^(?:none|-|없음)$/i;
