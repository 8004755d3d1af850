const PIECE = 24;
const MOST_PIECES = 50;

/** Text as a model would stream it: a few words at a time, and not too many pieces of a long one. */
export function piecesOf(text: string): string[] {
  const length = Math.max(PIECE, Math.ceil(text.length / MOST_PIECES));
  const pieces: string[] = [];
  for (let from = 0; from < text.length;) {
    const to = from + length;
    const space = text.indexOf(' ', to);
    const end = space === -1 || space > to + length ? to : space + 1;
    const whole = isLowSurrogate(text, end) ? end + 1 : end;
    pieces.push(text.slice(from, whole));
    from = whole;
  }
  return pieces;
}

function isLowSurrogate(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return code >= 0xdc00 && code <= 0xdfff;
}
