import { CST, isMap, isScalar, isSeq, Lexer, type Pair, type ParsedNode, Parser } from 'yaml';
import { err, ok, type Result } from '../base/result.ts';
import { type Fault, pathFault, type Position, type Segments } from './finding.ts';
import { isForbiddenKey, limits } from './limits.ts';
import type { Expectation, SyntaxReason } from '../base/document-problem.ts';

/** The plain value of a parsed document, or the first thing in it that no document may have. */
export function valueOfYaml(contents: ParsedNode | null): Result<unknown, Fault> {
  const walk: Walk = { nodes: 0, fault: undefined };
  const value = plain(contents, [], walk);
  return walk.fault === undefined ? ok(value) : err(walk.fault);
}

interface Walk {
  nodes: number;
  /** The first one counts; after it the walk only ends. */
  fault: Fault | undefined;
}

function plain(node: ParsedNode | null, at: Segments, walk: Walk): unknown {
  walk.nodes += 1;
  if (node === null || walk.fault !== undefined) return null;
  const start = node.range[0];
  if (walk.nodes > limits.yamlNodes) return refuse(walk, at, { kind: 'too_many', limit: limits.yamlNodes }, start);
  if (at.length >= limits.depth && !isScalar(node))
    return refuse(walk, at, { kind: 'too_deep', limit: limits.depth }, start);
  if (isSeq(node)) return node.items.map((item, i) => plain(item as ParsedNode | null, [...at, i], walk));
  if (isMap(node)) return plainMap(node.items, at, walk);
  if (!isScalar(node)) return refuse(walk, at, { kind: 'syntax', reason: 'alias' }, start);
  if (typeof node.value === 'number' && Math.abs(node.value) > Number.MAX_SAFE_INTEGER) {
    return refuse(walk, at, { kind: 'syntax', reason: 'unsafe-number' }, start, node.source);
  }
  return node.value;
}

function plainMap(pairs: readonly Pair<ParsedNode, ParsedNode | null>[], at: Segments, walk: Walk): unknown {
  const object: Record<string, unknown> = {};
  for (const { key, value } of pairs) {
    const name = keyOf(key);
    const reason = name === undefined ? 'complex-key' : keyTrouble(name, key, object);
    if (reason !== undefined || name === undefined) {
      const path = name === undefined ? at : [...at, name];
      return refuse(walk, path, { kind: 'syntax', reason: reason ?? 'complex-key' }, key.range[0], name);
    }
    object[name] = plain(value, [...at, name], walk);
  }
  return object;
}

function keyTrouble(name: string, key: ParsedNode, object: object): SyntaxReason | undefined {
  if (Object.hasOwn(object, name)) return 'duplicate-key';
  if (isForbiddenKey(name)) return 'forbidden-key';
  return name === '<<' && isScalar(key) && key.type === 'PLAIN' ? 'merge-key' : undefined;
}

/** A key that is a number or a word like `true` is the text it is written with. */
function keyOf(key: ParsedNode | null): string | undefined {
  if (!isScalar(key)) return undefined;
  if (typeof key.value === 'string') return key.value;
  return key.source === '' ? undefined : key.source;
}

function refuse(walk: Walk, at: Segments, expected: Expectation, offset: number, got?: unknown): null {
  walk.fault ??= pathFault(at, expected, offset, got);
  return null;
}

export function locateYaml(contents: ParsedNode | null, paths: readonly Segments[]): (Position | undefined)[] {
  return paths.map((path) => locateOne(contents, path));
}

function locateOne(contents: ParsedNode | null, path: Segments): Position | undefined {
  let node = contents;
  let key = contents?.range[0] ?? 0;
  for (const segment of path) {
    if (isSeq(node)) {
      node = node.items[Number(segment)] ?? null;
      key = node?.range[0] ?? key;
    } else if (isMap(node)) {
      const pair = node.items.find((item) => keyOf(item.key) === segment);
      if (pair === undefined) return undefined;
      key = pair.key.range[0];
      node = pair.value;
    } else return undefined;
  }
  return { key, value: node?.range[0] ?? key };
}

/**
 * The tokens of YAML text, ready to be composed; or the first thing that is not for the composer, which recurses until it
 * is out of stack, takes seconds over what is large, and knows anchors, tags and directives. One document and no more.
 */
export function yamlTokens(text: string): Result<CST.Token[], Fault> {
  // Line breaks and tabs are the only control characters of YAML.
  const control = text.search(/[^\P{Cc}\t\n\r\u0085]/u);
  if (control !== -1) return err(syntaxFault('control-character', control, text));
  const parser = new Parser();
  const tokens: CST.Token[] = [];
  let [lexemes, entries, isScalar] = [0, 0, false];
  for (const lexeme of new Lexer().lex(text)) {
    const at = parser.offset;
    const type = isScalar ? 'scalar' : CST.tokenType(lexeme);
    const reason = refused[type ?? ''];
    if (reason !== undefined) return err(syntaxFault(reason, at, text));
    lexemes += 1;
    if (type === 'comma' || type === 'seq-item-ind') entries += 1;
    if (lexemes > limits.yamlTokens || entries > limits.yamlNodes) {
      return err(pathFault([], { kind: 'too_many', limit: limits.yamlNodes }, at));
    }
    isScalar = lexeme === CST.SCALAR;
    tokens.push(...parser.next(lexeme));
    if (parser.stack.length > limits.depth * 2)
      return err(pathFault([], { kind: 'too_deep', limit: limits.depth }, at));
  }
  tokens.push(...parser.end());
  const [first, second] = tokens.filter(({ type }) => type === 'document');
  if (first === undefined) return err(syntaxFault('empty', 0, text));
  if (second !== undefined) return err(syntaxFault('several-documents', second.offset, text));
  // The first one is told; the composer would make an error of its own for each.
  const error = tokens.find(({ type }) => type === 'error');
  return ok(tokens.filter((token) => token.type !== 'error' || token === error));
}

const refused: Partial<Record<string, SyntaxReason>> = {
  anchor: 'anchor',
  alias: 'alias',
  tag: 'tag',
  'directive-line': 'directive',
  'flow-error-end': 'bad-indentation',
};

export function syntaxFault(reason: SyntaxReason, offset: number, text: string): Fault {
  return pathFault([], { kind: 'syntax', reason }, offset, text.slice(offset, offset + 20));
}
