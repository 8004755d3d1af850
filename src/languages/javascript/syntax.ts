import { endLikeC, type Ending, quotedString, type Syntax } from '../lexer.ts';

export const javaScriptSyntax: Syntax = { openers: /\/\/|\/\*|\/|'|"|`/, endOf };

const endAsInC = endLikeC({ nests: false });

function endOf(opener: string, text: string, at: number): Ending | undefined {
  if (opener === '`') return quotedString(text, at + 1, { quote: '`', escapes: true, manyLines: true });
  if (opener === '/') return isRegularExpression(text, at) ? regularExpression(text, at) : undefined;
  return endAsInC(opener, text, at);
}

/** Rather than a division: by what stands before it. */
function isRegularExpression(text: string, at: number): boolean {
  const before = text.slice(Math.max(0, at - 40), at).trimEnd();
  return before === '' || /[-+*%&|^!~<>=?:;,([{}]$|\b(?:return|typeof|case|in|of|do|else|void|delete)$/.test(before);
}

function regularExpression(text: string, at: number): Ending | undefined {
  const found = /\/(?:[^\\/[\n]|\\[^\n]|\[(?:[^\]\\\n]|\\[^\n])*\])+\//y;
  found.lastIndex = at;
  const length = found.exec(text)?.[0].length;
  return length === undefined ? undefined : { kind: 'string', until: at + length, closing: 1 };
}
