import { isMap, isScalar, isSeq, type Pair, type ParsedNode } from 'yaml';
import { err, ok, type Result } from '../base/result.ts';
import { pathFault, type Fault, type Position, type Segments } from './finding.ts';
import { isForbiddenKey, limits } from './limits.ts';
import type { Expectation, SyntaxReason } from './problem.ts';

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
