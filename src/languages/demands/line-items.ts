import { assertion } from './assertion.ts';
import type { Item } from './test-items.ts';
import type { Token } from './code-tree.ts';

/** The items of a test file of which no more is known than words that assert: a line, or a few that brackets hold together. */
export function lineItems(text: string): Item[] {
  const lines = text.split('\n');
  const items: Item[] = [];
  let title: string | null = null;
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] ?? '';
    if (COMMENT.test(line) || line.length > MAX_LINE) continue;
    title = titleIn(line) ?? title;
    if (!ASSERTS.test(line.replaceAll(/"[^"]*"|'[^']*'/g, '""'))) continue;
    let end = at;
    while (depthOf(lines.slice(at, end + 1).join('\n')) > 0 && end < at + 40 && end < lines.length - 1) end++;
    const content = lines
      .slice(at, end + 1)
      .map((one) => one.trim())
      .join(' ')
      .replace(/[;,]$/, '');
    items.push(lineItem(content, title, { line: at + 1, endLine: end + 1 }));
    at = end;
  }
  return items;
}

const COMMENT = /^\s*(?:#(?!\[)|\/\/|\/?\*|--|;|%)/;
const MAX_LINE = 4_000;
const ASSERTS =
  /\b(?:assert\w*|expect\w*|should\w*|must\w*|verify\w*|ensure\w*|refute\w*|require|is_expected|flunk|[A-Z]*(?:ASSERT|EXPECT|CHECK|REQUIRE)(?:_\w+)?|XCTAssert\w*)\b/;

function titleIn(line: string): string | null {
  const quoted = /\b(?:it|test|describe|context|scenario|specify|example|feature|TEST\w*)\b[\s(:]*(["'])(.*?)\1/.exec(
    line,
  )?.[2];
  const named = /\b(?:def|func|function|fun|sub|void|TEST\w*)\b[\s(]+([\p{L}\p{N}_?!, ]+)/u.exec(line)?.[1];
  return quoted ?? named?.trim() ?? null;
}

function depthOf(text: string): number {
  const bare = text.replaceAll(/"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'/g, '');
  return (bare.match(/[([{]/g)?.length ?? 0) - (bare.match(/[)\]}]/g)?.length ?? 0);
}

/** A demand whose words are not known any better. */
export function lineItem(
  content: string,
  title: string | null,
  place: { readonly line: number; readonly endLine: number },
): Item {
  const token: Token = {
    kind: 'string',
    text: content.replaceAll(/\s+/g, ' ').replaceAll("'", '"'),
    ...place,
    column: 0,
  };
  const found: Item = { kind: 'assertion', assertions: [assertion('line', [token])], nodes: [token] };
  return {
    kind: 'test',
    title,
    isSuite: false,
    isSkipped: false,
    isFocused: false,
    conditions: [],
    tables: [],
    parameters: [],
    body: [found],
  };
}
