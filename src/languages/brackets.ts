/** Texts here are `bare`: without comments and without what is between quotes. */

const OPENING = '([{';
const CLOSING = ')]}';

/** The text with blanks instead of everything inside of brackets; brackets of the outermost level stay. */
export function outermost(bare: string, restart?: RegExp): string {
  const signs: string[] = [];
  let depth = 0;
  const again = restart === undefined ? undefined : new RegExp(restart, 'y');
  for (let at = 0; at < bare.length; at++) {
    const sign = bare[at] ?? '';
    // What can only stand outside of all brackets ends the effect of one that was misread.
    if (depth > 0 && again !== undefined && (at === 0 || bare[at - 1] === '\n')) {
      again.lastIndex = at;
      if (again.test(bare)) depth = 0;
    }
    if (CLOSING.includes(sign)) depth = Math.max(0, depth - 1);
    signs.push(depth === 0 || sign === '\n' ? sign : ' ');
    if (OPENING.includes(sign)) depth++;
  }
  return signs.join('');
}

/** Where the bracket at `open` is closed; the end of the text where it never is. */
export function closingBracket(bare: string, open: number): number {
  let depth = 0;
  for (let at = open; at < bare.length; at++) {
    const sign = bare[at] ?? '';
    if (OPENING.includes(sign)) depth++;
    else if (CLOSING.includes(sign) && --depth === 0) return at;
  }
  return bare.length;
}

/** Begin and end of the parts between commas that stand in no bracket. */
export function listParts(bare: string): (readonly [begin: number, end: number])[] {
  const plain = outermost(bare);
  const parts: (readonly [number, number])[] = [];
  let begin = 0;
  for (let at = plain.indexOf(','); at !== -1; at = plain.indexOf(',', begin)) {
    parts.push([begin, at]);
    begin = at + 1;
  }
  return [...parts, [begin, bare.length]];
}
