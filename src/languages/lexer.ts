/** How a language writes comments and strings. */
export interface Syntax {
  /** What may begin a comment or a string. */
  readonly openers: RegExp;
  /** Where it ends; undefined: it begins none here. */
  readonly endOf: (opener: string, text: string, at: number) => Ending | undefined;
}

export interface Ending {
  readonly kind: 'comment' | 'string';
  readonly until: number;
  /** Length of the closing quote. */
  readonly closing: number;
}

/** A source in two versions of the same length: what is left out is blank, and lines stay lines. */
export interface StrippedText {
  /** Without comments. */
  readonly code: string;
  /** Without comments, and without what is between the quotes of strings. */
  readonly bare: string;
}

/** Nobody writes longer ones by hand. */
const MAX_SOURCE = 1024 * 1024;

/** Good enough for code that people and agents write; undefined where the text is too long. */
export function stripText(syntax: Syntax, text: string): StrippedText | undefined {
  if (text.length > MAX_SOURCE) return undefined;
  const pieces = piecesOf(syntax, text);
  const without = (isBlank: (piece: Piece) => boolean): string =>
    pieces.map((piece) => (isBlank(piece) ? blank(piece.text) : piece.text)).join('');
  return {
    code: without(({ kind }) => kind === 'comment'),
    bare: without(({ kind }) => kind !== 'code'),
  };
}

interface Piece {
  readonly kind: 'code' | 'comment' | 'string';
  readonly text: string;
}

function blank(text: string): string {
  return text.replace(/[^\n]/g, ' ');
}

function piecesOf({ openers, endOf }: Syntax, text: string): Piece[] {
  const pieces: Piece[] = [];
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
    const found = opener === undefined ? undefined : endOf(opener, text, at);
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

export function lineComment(text: string, at: number): Ending {
  // A language that does not end its lines here has such signs in no comment that people write.
  const end = /[\n\r\u2028\u2029]/g;
  end.lastIndex = at;
  return { kind: 'comment', until: end.exec(text)?.index ?? text.length, closing: 0 };
}

function blockComment(text: string, at: number, nests: boolean): Ending {
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

export interface Quoting {
  readonly quote: string;
  readonly escapes: boolean;
  readonly manyLines: boolean;
}

export function quotedString(text: string, from: number, { quote, escapes, manyLines }: Quoting): Ending {
  for (let at = from; at < text.length; at++) {
    if (escapes && text[at] === '\\') at++;
    else if (text.startsWith(quote, at)) return { kind: 'string', until: at + quote.length, closing: quote.length };
    // A quote that is never closed is damage to one line, not to the rest of the file.
    else if (!manyLines && text[at] === '\n') return { kind: 'string', until: at, closing: 0 };
  }
  return { kind: 'string', until: text.length, closing: 0 };
}

/** `//`, block comments and quotes as C has them, with `"""` for strings of many lines. */
export function endLikeC({ nests }: { readonly nests: boolean }): (opener: string, text: string, at: number) => Ending {
  return (opener, text, at) => {
    if (opener === '//') return lineComment(text, at);
    if (opener === '/*') return blockComment(text, at, nests);
    if (opener === '"""') return quotedString(text, at + 3, { quote: '"""', escapes: !nests, manyLines: true });
    return quotedString(text, at + 1, { quote: opener, escapes: true, manyLines: false });
  };
}
