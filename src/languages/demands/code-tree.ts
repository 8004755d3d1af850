import type { Syntax } from '../lexer.ts';

/** A piece of code without its layout. */
export interface Token {
  readonly kind: 'word' | 'number' | 'string' | 'pattern' | 'sign';
  /** Of a string: what is between its quotes. */
  readonly text: string;
  readonly line: number;
  readonly endLine: number;
  /** Counted from 0. */
  readonly column: number;
}

/** What is between two brackets; a template string with parts in it has the opener `` ` ``, each part `${`. */
export interface Group {
  readonly kind: 'group';
  readonly open: string;
  readonly nodes: readonly Node[];
  readonly line: number;
  readonly endLine: number;
  readonly column: number;
}

export type Node = Token | Group;
export type Nodes = readonly Node[];

/** The code of a source as a tree of brackets. A bracket that is missing is damage to what is around it, not to the rest. */
export function parseCode(syntax: Syntax, text: string): Nodes {
  return groupsOf(tokensOf(syntax, text));
}

export function isWord(node: Node | undefined, ...texts: readonly string[]): boolean {
  return node?.kind === 'word' && (texts.length === 0 || texts.includes(node.text));
}

export function isSign(node: Node | undefined, ...texts: readonly string[]): boolean {
  return node?.kind === 'sign' && texts.includes(node.text);
}

export function isGroup(node: Node | undefined, open: string): node is Group {
  return node?.kind === 'group' && node.open === open;
}

export function makeWord(text: string): Token {
  return { kind: 'word', text, line: 0, endLine: 0, column: 0 };
}

export function makeSign(text: string): Token {
  return { kind: 'sign', text, line: 0, endLine: 0, column: 0 };
}

export function makeGroup(open: string, nodes: Nodes): Group {
  return { kind: 'group', open, nodes, line: 0, endLine: 0, column: 0 };
}

/** Splits at a sign, but not inside brackets; without what is empty at the end. */
export function splitAt(nodes: Nodes, sign: string): Nodes[] {
  const parts: Node[][] = [[]];
  for (const node of nodes) {
    if (isSign(node, sign)) parts.push([]);
    else parts.at(-1)?.push(node);
  }
  if (parts.at(-1)?.length === 0) parts.pop();
  return parts;
}

/** Every token, those inside brackets too. */
export function flatten(nodes: Nodes, into: Token[] = []): Token[] {
  for (const node of nodes) {
    if (node.kind === 'group') flatten(node.nodes, into);
    else into.push(node);
  }
  return into;
}

const SPACE = /\s+/y;
const WORD = /[\p{L}_$][\p{L}\p{N}_$]*/uy;
const NUMBER = /(?:0[xXbBoO][\da-fA-F_]+|(?:\d[\d_]*(?:\.\d[\d_]*)?|\.\d[\d_]*)(?:[eE][+-]?\d+)?)[a-zA-Z]*/y;
const SIGN =
  /===|!==|\.\.\.|\*\*=|<=>|=>|==|!=|<=|>=|&&|\|\||\?\?|\?\.|\+\+|--|\+=|-=|\*=|->|::|:=|=~|\*\*|[^\s\p{L}\p{N}]/uy;

function tokensOf(syntax: Syntax, text: string): Token[] {
  const tokens: Token[] = [];
  const opener = new RegExp(syntax.openers, 'y');
  let [at, line, lineStart] = [0, 1, 0];
  const move = (until: number): void => {
    for (let end = text.indexOf('\n', at); end !== -1 && end < until; end = text.indexOf('\n', end + 1)) {
      line++;
      lineStart = end + 1;
    }
    at = until;
  };
  const put = (kind: Token['kind'], content: string, until: number): void => {
    const [begin, column] = [line, at - lineStart];
    move(until);
    tokens.push({ kind, text: content, line: begin, endLine: line, column });
  };
  const match = (pattern: RegExp): string | undefined => {
    pattern.lastIndex = at;
    return pattern.exec(text)?.[0];
  };
  while (at < text.length) {
    const opened = match(opener);
    const ending = opened === undefined ? undefined : syntax.endOf(opened, text, at);
    if (opened !== undefined && ending !== undefined) {
      const until = opened === '`' ? endOfTemplate(text, at) : Math.max(ending.until, at + 1);
      if (ending.kind === 'comment') move(until);
      else {
        const closing = opened === '`' ? 1 : ending.closing;
        const content = text.slice(at + opened.length, Math.max(at + opened.length, until - closing));
        const isTemplate = opened === '`' && content.includes('${');
        if (isTemplate) putTemplate(tokens, syntax, content, line);
        if (isTemplate) move(until);
        else put(opened === '/' ? 'pattern' : 'string', opened === '/' ? content : unescape(content), until);
      }
      continue;
    }
    const space = match(SPACE);
    if (space !== undefined) {
      move(at + space.length);
      continue;
    }
    const word = match(WORD);
    const number = word === undefined ? match(NUMBER) : undefined;
    if (word !== undefined) put('word', word, at + word.length);
    else if (number !== undefined) put('number', number.replaceAll('_', '').toLowerCase(), at + number.length);
    else {
      const sign = match(SIGN) ?? text[at] ?? '';
      put('sign', sign, at + sign.length);
    }
  }
  return tokens;
}

/** Templates hold templates. */
function endOfTemplate(text: string, from: number): number {
  for (let at = from + 1; at < text.length; at++) {
    if (text[at] === '\\') at++;
    else if (text[at] === '`') return at + 1;
    else if (text.startsWith('${', at)) at = endOfPart(text, at + 2) - 1;
  }
  return text.length;
}

function endOfPart(text: string, from: number): number {
  let depth = 1;
  for (let at = from; at < text.length; at++) {
    const sign = text[at];
    if (sign === '`') at = endOfTemplate(text, at) - 1;
    else if (sign === '{') depth++;
    else if (sign === '}') depth--;
    if (depth === 0) return at + 1;
  }
  return text.length;
}

function putTemplate(tokens: Token[], syntax: Syntax, content: string, line: number): void {
  const place = { line, endLine: line, column: 0 };
  tokens.push({ kind: 'sign', text: '`{', ...place });
  let begin = 0;
  const putText = (until: number): void => {
    if (until > begin) tokens.push({ kind: 'string', text: unescape(content.slice(begin, until)), ...place });
  };
  for (let at = content.indexOf('${'); at !== -1; at = content.indexOf('${', begin)) {
    putText(at);
    begin = endOfPart(content, at + 2);
    const inner = tokensOf(syntax, content.slice(at + 2, begin - 1)).map((token) => ({ ...token, ...place }));
    tokens.push({ kind: 'sign', text: '${', ...place }, ...inner, { kind: 'sign', text: '}', ...place });
  }
  putText(content.length);
  tokens.push({ kind: 'sign', text: '`}', ...place });
}

/** A quote needs its backslash in one kind of string only. */
function unescape(content: string): string {
  return content.includes('\\') ? content.replaceAll(/\\(['"`])/g, '$1') : content;
}

const CLOSERS: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}', '`{': '`}', '${': '}' };
const IS_CLOSER = new Set(Object.values(CLOSERS));

function groupsOf(tokens: readonly Token[]): Nodes {
  interface Open {
    readonly token: Token | undefined;
    readonly nodes: Node[];
  }
  const stack: Open[] = [{ token: undefined, nodes: [] }];
  const close = (endLine: number): void => {
    const last = stack.pop();
    if (last?.token === undefined) return;
    const { line, column, text } = last.token;
    const open = text === '`{' ? '`' : text;
    stack.at(-1)?.nodes.push({ kind: 'group', open, nodes: last.nodes, line, column, endLine });
  };
  for (const token of tokens) {
    if (token.kind !== 'sign') stack.at(-1)?.nodes.push(token);
    else if (CLOSERS[token.text] !== undefined) stack.push({ token, nodes: [] });
    else if (IS_CLOSER.has(token.text)) {
      const depth = stack.findLastIndex(({ token: open }) => open !== undefined && CLOSERS[open.text] === token.text);
      for (let left = depth > 0 ? stack.length - depth : 0; left > 0; left--) close(token.endLine);
    } else stack.at(-1)?.nodes.push(token);
  }
  while (stack.length > 1) close(tokens.at(-1)?.endLine ?? 1);
  return stack[0]?.nodes ?? [];
}
