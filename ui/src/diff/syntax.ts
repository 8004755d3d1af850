import { markEdits, tokenize, type ChangeData, type HunkData, type HunkTokens } from 'react-diff-view';

/*
 * Colours for code by a few expressions for each family of languages. It runs on the block in view, some forty lines, in
 * less than a millisecond; a highlighter with grammars would be larger than the whole diff view.
 */

interface Family {
  readonly files: RegExp;
  readonly pattern: RegExp;
}

const WORDS =
  'abstract|as|async|await|break|case|catch|class|const|continue|def|default|defer|del|do|elif|else|end|enum|except|export|extends|false|final|finally|fn|for|from|func|function|go|if|impl|implements|import|in|instanceof|interface|is|lambda|let|match|mod|mut|namespace|new|nil|None|not|null|of|or|and|package|pass|private|protected|pub|public|raise|readonly|return|select|self|static|struct|super|switch|this|throw|trait|true|True|False|try|type|typeof|undefined|use|var|void|where|while|with|yield';
const STRING = '"(?:[^"\\\\\\n]|\\\\.)*"|\'(?:[^\'\\\\\\n]|\\\\.)*\'|`(?:[^`\\\\]|\\\\.)*`';
const NUMBER = '\\b\\d[\\d_.]*(?:e[+-]?\\d+)?\\b';

const families: Family[] = [
  { files: /\.(py|rb|sh|bash|ya?ml|toml|r|pl|ex|exs)$|(^|\/)(Dockerfile|Makefile)$/, pattern: family('#[^\\n]*') },
  { files: /\.(sql|lua|hs|elm)$/, pattern: family('--[^\\n]*') },
  { files: /\.(html?|xml|svg|md|txt|lock)$/, pattern: /(?<comment><!--[\s\S]*?-->)/g },
  { files: /./, pattern: family('\\/\\/[^\\n]*|\\/\\*[\\s\\S]*?(?:\\*\\/|$)') },
];

function family(comment: string): RegExp {
  return new RegExp(
    `(?<comment>${comment})|(?<string>${STRING})|(?<keyword>\\b(?:${WORDS})\\b)|(?<number>${NUMBER})`,
    'g',
  );
}

/** Tokens of a block with words that were changed marked. */
export function tokensOf(hunk: HunkData, path: string): HunkTokens {
  // The library makes an entry for each line from the first of the file on, so the block is numbered from one.
  const [before, after] = [hunk.oldStart - 1, hunk.newStart - 1];
  const moved = {
    ...hunk,
    oldStart: 1,
    newStart: 1,
    changes: hunk.changes.map((change) => renumber(change, before, after)),
  };
  const tokens = tokenize([moved], {
    highlight: true,
    language: path,
    refractor: { highlight },
    enhancers: [markEdits([moved], { type: 'block' })],
  });
  return { old: moveBy(tokens.old, before), new: moveBy(tokens.new, after) };
}

function renumber(change: ChangeData, before: number, after: number): ChangeData {
  if (change.type === 'insert') return { ...change, lineNumber: change.lineNumber - after };
  if (change.type === 'delete') return { ...change, lineNumber: change.lineNumber - before };
  return { ...change, oldLineNumber: change.oldLineNumber - before, newLineNumber: change.newLineNumber - after };
}

/** Sparse: what is before the block takes no room. */
function moveBy<T>(lines: readonly T[], by: number): T[] {
  const moved: T[] = [];
  for (const [index, line] of lines.entries()) moved[index + by] = line;
  return moved;
}

function highlight(text: string, path: string) {
  const { pattern } = families.find(({ files }) => files.test(path)) ?? { pattern: /$^/g };
  const children: { type: 'text' | 'element'; [key: string]: unknown }[] = [];
  let end = 0;
  for (const match of text.matchAll(pattern)) {
    const [value] = match;
    const kind = Object.entries(match.groups ?? {}).find(([, found]) => found !== undefined)?.[0] ?? '';
    if (match.index > end) children.push({ type: 'text', value: text.slice(end, match.index) });
    children.push({
      type: 'element',
      tagName: 'span',
      properties: { className: [`token-${kind}`] },
      children: [{ type: 'text', value }],
    });
    end = match.index + value.length;
  }
  children.push({ type: 'text', value: text.slice(end) });
  return children;
}
