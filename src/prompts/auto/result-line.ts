import { withoutEscapes } from '../../base/escapes.ts';

const LONGEST = 200;
/** Of what an agent said, the end that can hold its last line; and of a line what can be shown. */
const LONGEST_END = 50_000;
const LONGEST_LINE = 2000;

/** The last line of what an agent said in the end, as plain text, for whoever builds on its task. Null: it said nothing. */
export function resultLine(finalText: string): string | null {
  const lines = withoutEscapes(finalText.slice(-LONGEST_END)).split('\n');
  const said = lastOf(linesOutsideFences(lines)) ?? lastOf(lines);
  return said === undefined ? null : shortened(said);
}

function lastOf(lines: readonly string[]): string | undefined {
  for (const line of lines.toReversed()) {
    const plain = plainText(line.slice(0, LONGEST_LINE));
    if (/[\p{L}\p{N}]/u.test(plain)) return plain;
  }
  return undefined;
}

/** A block of code at the end is no sentence about the work. */
function linesOutsideFences(lines: readonly string[]): string[] {
  let fence: string | undefined;
  return lines.filter((line) => {
    const [, mark] = /^\s*(`{3,}|~{3,})/.exec(line) ?? [];
    if (fence === undefined && mark === undefined) return true;
    if (fence === undefined) fence = mark;
    else if (mark?.startsWith(fence) === true) fence = undefined;
    return false;
  });
}

function plainText(line: string): string {
  const inside = line
    .replace(/^\s*(?:`{3,}|~{3,}).*$/, '')
    .replace(/^(?:\s*(?:>|#{1,6}\s|[-*+]\s|\d{1,3}[.)]\s|\[[ xX]\]\s))+/, '');
  const parts = inside.split(/(`+[^`]*`+)/).map((part, n) => (n % 2 === 1 ? part.replaceAll('`', '') : unmarked(part)));
  return parts
    .join('')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .replace(/^(_{1,2})(\S.*\s.*\S)\1$/, '$2');
}

/** Names and patterns such as `__init__` and `src/*.ts` are no emphasis. */
function unmarked(text: string): string {
  return text
    .replaceAll(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/<\/?(?:a|b|br|code|details|div|em|i|kbd|p|span|strong|sub|summary|sup|u)\b[^<>]*>/gi, '')
    .replaceAll(/(?<![*/])\*{2,}(?![*/])|~~/g, '')
    .replaceAll(/(?<![\w*/])\*(?=[^\s*])([^*]*[^*\s])\*(?![\w*/])/g, '$1');
}

function shortened(text: string): string {
  if (text.length <= LONGEST) return text;
  const kept = text.slice(0, LONGEST - 1).replace(/[\uD800-\uDBFF]$/, '');
  const end = kept.lastIndexOf(' ');
  return `${end > LONGEST / 2 ? kept.slice(0, end) : kept}…`;
}
