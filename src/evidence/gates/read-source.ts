import type { Language } from './language.ts';

/** A source in two versions of the same length: what is left out is blank, and lines stay lines. */
export interface Source {
  readonly language: Language;
  /** Without comments. */
  readonly code: string;
  /** Without comments, and without what is between the quotes of strings. */
  readonly bare: string;
}

/** Nobody writes longer ones by hand. */
const LONGEST_SOURCE = 1024 * 1024;

/** Knows comments and strings well enough for code that people and agents write; undefined where it is too long. */
export function readSource(language: Language, text: string): Source | undefined {
  if (text.length > LONGEST_SOURCE) return undefined;
  const pieces = piecesOf(language, text);
  const without = (blanked: (piece: Piece) => boolean): string =>
    pieces.map((piece) => (blanked(piece) ? blank(piece.text) : piece.text)).join('');
  return {
    language,
    code: without(({ kind }) => kind === 'comment'),
    bare: without(({ kind }) => kind !== 'code'),
  };
}

/** Counted from 1. */
export function lineAt(text: string, offset: number): number {
  let line = 1;
  for (let at = text.indexOf('\n'); at !== -1 && at < offset; at = text.indexOf('\n', at + 1)) line++;
  return line;
}

interface Piece {
  readonly kind: 'code' | 'comment' | 'string';
  readonly text: string;
}

function blank(text: string): string {
  return text.replace(/[^\n]/g, ' ');
}

function piecesOf(language: Language, text: string): Piece[] {
  const pieces: Piece[] = [];
  const { openers, ends } = SYNTAX[language];
  const next = new RegExp(openers, 'y');
  let begin = 0;
  let at = 0;
  const put = (kind: Piece['kind'], until: number): void => {
    if (until > begin) pieces.push({ kind, text: text.slice(begin, until) });
    begin = until;
  };
  while (at < text.length) {
    next.lastIndex = at;
    const opener = next.exec(text)?.[0];
    const found = opener === undefined ? undefined : ends(opener, text, at);
    if (opener === undefined || found === undefined) {
      at += opener?.length ?? 1;
      continue;
    }
    put('code', at);
    if (found.kind === 'comment') put('comment', found.until);
    else {
      // The quotes themselves stay.
      put('code', at + opener.length);
      put('string', Math.max(begin, found.until - found.closing));
      put('code', found.until);
    }
    at = Math.max(found.until, at + 1);
  }
  put('code', text.length);
  return pieces;
}

interface End {
  readonly kind: 'comment' | 'string';
  readonly until: number;
  /** How many characters the closing quote has. */
  readonly closing: number;
}

interface Syntax {
  /** What may begin a comment or a string. */
  readonly openers: RegExp;
  /** Undefined: it begins none here. */
  readonly ends: (opener: string, text: string, at: number) => End | undefined;
}

function lineComment(text: string, at: number): End {
  const end = text.indexOf('\n', at);
  return { kind: 'comment', until: end === -1 ? text.length : end, closing: 0 };
}

function blockComment(text: string, at: number, nests: boolean): End {
  const mark = /\/\*|\*\//g;
  mark.lastIndex = at + 2;
  let depth = 1;
  for (let found = mark.exec(text); found !== null; found = mark.exec(text)) {
    if (found[0] === '*/') depth--;
    else if (nests) depth++;
    if (depth === 0) return { kind: 'comment', until: mark.lastIndex, closing: 0 };
  }
  return { kind: 'comment', until: text.length, closing: 0 };
}

interface Quoting {
  readonly quote: string;
  readonly escapes: boolean;
  readonly manyLines: boolean;
}

function quoted(text: string, from: number, { quote, escapes, manyLines }: Quoting): End {
  for (let at = from; at < text.length; at++) {
    if (escapes && text[at] === '\\') at++;
    else if (text.startsWith(quote, at)) return { kind: 'string', until: at + quote.length, closing: quote.length };
    // A quote that is never closed is damage to one line, not to the rest of the file.
    else if (!manyLines && text[at] === '\n') return { kind: 'string', until: at, closing: 0 };
  }
  return { kind: 'string', until: text.length, closing: 0 };
}

function cLike(nests: boolean): (opener: string, text: string, at: number) => End {
  return (opener, text, at) => {
    if (opener === '//') return lineComment(text, at);
    if (opener === '/*') return blockComment(text, at, nests);
    if (opener === '"""') return quoted(text, at + 3, { quote: '"""', escapes: !nests, manyLines: true });
    return quoted(text, at + 1, { quote: opener, escapes: true, manyLines: false });
  };
}

function javascriptEnds(opener: string, text: string, at: number): End | undefined {
  if (opener === '`') return quoted(text, at + 1, { quote: '`', escapes: true, manyLines: true });
  if (opener === '/') return isRegularExpression(text, at) ? regularExpression(text, at) : undefined;
  return cLike(false)(opener, text, at);
}

/** Rather than a division: by what stands before it. */
function isRegularExpression(text: string, at: number): boolean {
  const before = text.slice(Math.max(0, at - 40), at).trimEnd();
  return before === '' || /[-+*%&|^!~<>=?:;,([{}]$|\b(?:return|typeof|case|in|of|do|else|void|delete)$/.test(before);
}

function regularExpression(text: string, at: number): End | undefined {
  const found = /\/(?:[^\\/[\n]|\\[^\n]|\[(?:[^\]\\\n]|\\[^\n])*\])+\//y;
  found.lastIndex = at;
  const length = found.exec(text)?.[0].length;
  return length === undefined ? undefined : { kind: 'string', until: at + length, closing: 1 };
}

function pythonEnds(opener: string, text: string, at: number): End {
  if (opener === '#') return lineComment(text, at);
  return quoted(text, at + opener.length, { quote: opener, escapes: true, manyLines: opener.length === 3 });
}

function kotlinEnds(opener: string, text: string, at: number): End | undefined {
  return opener.startsWith('`') ? undefined : cLike(true)(opener, text, at);
}

function goEnds(opener: string, text: string, at: number): End {
  if (opener === '`') return quoted(text, at + 1, { quote: '`', escapes: false, manyLines: true });
  return cLike(false)(opener, text, at);
}

function rustEnds(opener: string, text: string, at: number): End | undefined {
  if (opener.startsWith('r')) {
    const quote = `"${opener.slice(1, -1)}`;
    return quoted(text, at + opener.length, { quote, escapes: false, manyLines: true });
  }
  if (opener === '"') return quoted(text, at + 1, { quote: '"', escapes: true, manyLines: true });
  if (opener !== "'") return cLike(true)(opener, text, at);
  // A lifetime has no second quote.
  return /'(?:[^'\\\n]|\\[^\n]{1,10}?)'/y.test(text.slice(at, at + 14))
    ? quoted(text, at + 1, { quote: "'", escapes: true, manyLines: false })
    : undefined;
}

function csharpEnds(opener: string, text: string, at: number): End {
  if (opener.startsWith('@')) return quoted(text, at + 2, { quote: '"', escapes: false, manyLines: true });
  return cLike(false)(opener, text, at);
}

const SYNTAX: Readonly<Record<Language, Syntax>> = {
  javascript: { openers: /\/\/|\/\*|\/|'|"|`/, ends: javascriptEnds },
  python: { openers: /#|"""|'''|"|'/, ends: pythonEnds },
  java: { openers: /\/\/|\/\*|"""|"|'/, ends: cLike(false) },
  // A name in backticks may hold quotes, and is no string.
  kotlin: { openers: /\/\/|\/\*|"""|"|'|`[^`\n]*`/, ends: kotlinEnds },
  go: { openers: /\/\/|\/\*|`|"|'/, ends: goEnds },
  rust: { openers: /\/\/|\/\*|\br#*"|"|'/, ends: rustEnds },
  csharp: { openers: /\/\/|\/\*|@"|"""|"|'/, ends: csharpEnds },
};
