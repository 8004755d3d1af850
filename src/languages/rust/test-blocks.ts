import type { StrippedText } from '../lexer.ts';
import { blockEnd, type FindTestBlocks, lineRanges, type TextRange } from '../test-blocks.ts';

/** Items for tests only, tests, and examples in documentation, which are run as well. */
export function rustTestBlocks(strip: (text: string) => StrippedText | undefined): FindTestBlocks {
  return (text) => {
    if (!/\bcfg!?\(.{0,80}\btest\b|#\[(?:\w+::)?test\b|^\s*\/\/[/!]\s*```/m.test(text)) return [];
    const source = strip(text);
    if (source === undefined) return 'inseparable';
    const { bare } = source;
    const items = [
      ...bare.matchAll(/#\[(?:cfg\((?:test|all\(\s*test\b[^\]]*)\)|(?:\w+::)*test(?:\([^\]]*\))?)\]/g),
    ].map((match) => itemAt(bare, match.index));
    // Product that is compiled in another way for tests.
    const differs = [...bare.matchAll(/\bcfg!\([^)]{0,80}\btest\b|#!?\[cfg\((?:not|any)\([^\]]{0,80}\btest\b/g)].some(
      ({ index }) => !items.some(({ begin, end }) => index >= begin && index < end),
    );
    return differs ? 'inseparable' : [...items, ...examples(text)];
  };
}

/** From its first attribute to the brace or the semicolon that ends it. */
function itemAt(bare: string, begin: number): TextRange {
  let at = begin;
  for (
    let attribute = /^\s*#\[[^\]]*\]/.exec(bare.slice(at));
    attribute !== null;
    attribute = /^\s*#\[[^\]]*\]/.exec(bare.slice(at))
  )
    at += attribute[0].length;
  const sign = /[{;]/g;
  sign.lastIndex = at;
  const found = sign.exec(bare);
  if (found === null) return { begin, end: bare.length };
  return { begin, end: found[0] === '{' ? blockEnd(bare, found.index) : found.index + 1 };
}

function examples(text: string): TextRange[] {
  let isInside = false;
  return lineRanges(text, (line) => {
    if (!/^\s*\/\/[/!]/.test(line)) {
      isInside = false;
      return false;
    }
    const wasInside = isInside;
    if (/^\s*\/\/[/!]\s*```/.test(line)) isInside = !isInside;
    return wasInside || isInside;
  });
}
