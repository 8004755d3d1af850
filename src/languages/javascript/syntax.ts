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
  const before = text.slice(Math.max(0, at - 400), at).trimEnd();
  if (before.endsWith(')')) return isAfterCondition(before);
  if (/(?:\+\+|--)$/.test(before)) return false;
  return before === '' || /[-+*%&|^!~<>=?:;,([{}]$|\b(?:return|typeof|case|in|of|do|else|void|delete)$/.test(before);
}

/** `if (a) /b/.test(c)` */
function isAfterCondition(before: string): boolean {
  let depth = 0;
  for (let at = before.length - 1; at >= 0; at--) {
    if (before[at] === ')') depth++;
    else if (before[at] === '(') depth--;
    if (depth === 0) return /\b(?:if|while|for|with)\s*$/.test(before.slice(0, at));
  }
  return false;
}

function regularExpression(text: string, at: number): Ending | undefined {
  const found = /\/(?:[^\\/[\n]|\\[^\n]|\[(?:[^\]\\\n]|\\[^\n])*\])+\//y;
  found.lastIndex = at;
  const length = found.exec(text)?.[0].length;
  return length === undefined ? undefined : { kind: 'string', until: at + length, closing: 1 };
}
