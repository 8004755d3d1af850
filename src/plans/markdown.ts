import MarkdownIt, { type StateBlock } from 'markdown-it';

/** What the lines of a Markdown file are, one after the other. Lines count from 1. */
export type Block =
  | { readonly kind: 'heading'; readonly line: number; readonly level: number; readonly text: string }
  /** An item of a list begins; what it holds follows, up to its `item_end`. `end` is its last line. */
  | { readonly kind: 'item'; readonly line: number; readonly end: number }
  | { readonly kind: 'item_end' }
  /** A paragraph. */
  | { readonly kind: 'lines'; readonly line: number; readonly lines: readonly string[] }
  | { readonly kind: 'code'; readonly line: number; readonly language: string; readonly lines: readonly string[] };

/** Without quotations and comments: what stands in them is somebody else's, or nobody's. */
export function blocksOf(text: string): Block[] {
  const blocks: Block[] = [];
  let quotes = 0;
  let items = 0;
  let heading: number | null = null;
  for (const { type, map, tag, info, content } of parser().parse(text, {})) {
    const [start, end] = map ?? [0, 0];
    if (type === 'blockquote_open') quotes += 1;
    else if (type === 'blockquote_close') quotes -= 1;
    if (quotes > 0) continue;
    if (type === 'list_item_open') {
      items += 1;
      blocks.push({ kind: 'item', line: start + 1, end });
    } else if (type === 'list_item_close') {
      items -= 1;
      blocks.push({ kind: 'item_end' });
    } else if (type === 'heading_open') {
      // Inside of an item it divides nothing.
      heading = items === 0 ? Number(tag.slice(1)) : null;
    } else if (type === 'inline' && heading !== null) {
      blocks.push({ kind: 'heading', line: start + 1, level: heading, text: content.replaceAll(/\s+/g, ' ').trim() });
      heading = null;
    } else if (type === 'inline') {
      blocks.push({ kind: 'lines', line: start + 1, lines: content.split('\n').map((line) => line.trim()) });
    } else if (type === 'fence') {
      blocks.push({ kind: 'code', line: start + 2, language: info.trim().toLowerCase(), lines: content.split('\n') });
    }
  }
  return blocks;
}

/** The lines of a text as the parser counts them. */
export function linesOf(text: string): string[] {
  return text.split(/\r\n?|\n/);
}

/** Blocks alone: what stands inside of a line is read where its meaning is known. */
function parser(): InstanceType<typeof MarkdownIt> {
  const markdown = new MarkdownIt('zero', { maxNesting: 100 });
  markdown.core.ruler.enableOnly(['normalize', 'block']);
  markdown.enable(['heading', 'lheading', 'list', 'fence', 'code', 'blockquote', 'hr']);
  markdown.block.ruler.before('heading', 'comment', skipComment, { alt: ['paragraph', 'blockquote', 'list'] });
  return markdown;
}

/** `<!-- … -->`, to the end of the line that closes it, or of the file. */
function skipComment(state: StateBlock, startLine: number, endLine: number, isProbe: boolean): boolean {
  const lineOf = (line: number): string =>
    state.src.slice((state.bMarks[line] ?? 0) + (state.tShift[line] ?? 0), state.eMarks[line] ?? 0);
  const isIndented = (state.sCount[startLine] ?? 0) - state.blkIndent >= 4;
  if (isIndented || !lineOf(startLine).startsWith('<!--')) return false;
  if (isProbe) return true;
  let line = startLine;
  while (line < endLine && !lineOf(line).includes('-->')) line += 1;
  state.line = Math.min(line + 1, endLine);
  return true;
}
