import fastStringWidth from 'fast-string-width';

/** Columns a text takes in a terminal; colours take none, Korean takes two a letter. */
export function widthOf(text: string): number {
  return fastStringWidth(text.normalize('NFC'));
}

export function padTo(text: string, columns: number): string {
  return text + ' '.repeat(Math.max(0, columns - widthOf(text)));
}

/** Cut to fit, with an ellipsis when something is missing. Colours stay, so that what they begin they also end. */
export function fit(text: string, columns: number): string {
  if (widthOf(text) <= columns) return text;
  let left = columns - 1;
  let isCut = false;
  const parts = text.split(colour).map((part, place) => {
    if (place % 2 === 1) return part;
    if (isCut) return '';
    const taken = take(part, left);
    left -= widthOf(taken);
    isCut = taken.length < part.length;
    return isCut ? `${taken}…` : taken;
  });
  return parts.join('');
}

/** With its group every other part of a split is a colour. */
const colour = new RegExp(String.raw`(\u001b\[[\d;]*m)`);

/** In lines that are wrapped: keeps two words together, and is shown as a space. */
export const NO_BREAK = '\u00a0';

/** Lines of at most so many columns, broken at spaces where there are any. For text without colours. */
export function wrap(text: string, columns: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (widthOf(longer) <= columns) {
      line = longer;
      continue;
    }
    if (line !== '') lines.push(line);
    line = word;
    while (widthOf(line) > columns) {
      const head = take(line, columns) || line.slice(0, 1);
      lines.push(head);
      line = line.slice(head.length);
    }
  }
  return [...lines, line].map((one) => one.replaceAll(NO_BREAK, ' '));
}

function take(text: string, columns: number): string {
  let taken = '';
  let width = 0;
  for (const { segment } of new Intl.Segmenter().segment(text)) {
    width += widthOf(segment);
    if (width > columns) break;
    taken += segment;
  }
  return taken;
}
