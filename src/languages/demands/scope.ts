import { isLiteral } from './assertion.ts';
import { isGroup, isSign, isWord, makeGroup, makeSign, makeWord, type Node, type Nodes, splitAt } from './code-tree.ts';

/** What a name stands for at some place of a test file. */
export interface Binding {
  /** Undefined: not known, or it changes. */
  readonly value?: Nodes;
  /** Whether the value takes the name's place wherever it is used: data of a row, arguments of a call, constants. */
  readonly isData: boolean;
  /** Of a name that only a test knows: its place among such names. */
  readonly local?: number;
}

export interface Scope {
  readonly names: Map<string, Binding>;
  readonly parent?: Scope;
  /** How many local names there are, with those of the parents. */
  count: number;
}

export function innerScope(parent: Scope): Scope {
  return { names: new Map(), parent, count: parent.count };
}

export function bindingOf(scope: Scope, name: string): Binding | undefined {
  for (let at: Scope | undefined = scope; at !== undefined; at = at.parent) {
    const found = at.names.get(name);
    if (found !== undefined) return found;
  }
  return undefined;
}

function bindName(scope: Scope, name: string, value: Nodes | undefined, isData: boolean): void {
  const isConstant = isData || (value !== undefined && isLiteral(value));
  scope.names.set(name, { ...(value === undefined ? {} : { value }), isData: isConstant, local: scope.count++ });
}

/** Binds the names of a pattern: `a`, `[a, b]`, `{ a, b: c }`, and `a, b` of Python. */
export function bindPattern(scope: Scope, pattern: Nodes, value: Nodes | undefined, isData: boolean): void {
  const [first] = pattern;
  if (pattern.length === 1 && first !== undefined) {
    if (first.kind === 'word') bindName(scope, first.text, value, isData);
    else if (first.kind === 'group') bindParts(scope, first, value, isData);
    return;
  }
  if (isSign(first, '...') || isSign(first, '*')) bindPattern(scope, pattern.slice(1), undefined, isData);
  else if (pattern.some((node) => isSign(node, ','))) bindParts(scope, makeGroup('[', pattern), value, isData);
  else if (first !== undefined) bindPattern(scope, [first], value, isData);
}

function bindParts(
  scope: Scope,
  { open, nodes }: { open: string; nodes: Nodes },
  value: Nodes | undefined,
  isData: boolean,
): void {
  for (const [index, part] of splitAt(nodes, ',').entries()) {
    if (open !== '{') {
      bindPattern(scope, part, value === undefined ? undefined : elementOf(value, index), isData);
      continue;
    }
    const [key] = part;
    if (key?.kind !== 'word') continue;
    const target = isSign(part[1], ':') ? part.slice(2) : [key];
    bindPattern(scope, target, value === undefined ? undefined : memberOf(value, key.text), isData);
  }
}

function elementOf(value: Nodes, index: number): Nodes {
  const elements = elementsOf(value);
  return elements?.[index] ?? [...asOperand(value), makeGroup('[', [{ ...makeWord(String(index)), kind: 'number' }])];
}

function memberOf(value: Nodes, name: string): Nodes {
  return fieldOf(value, name) ?? [...asOperand(value), makeSign('.'), makeWord(name)];
}

/** Elements of a list that is written out. */
export function elementsOf(value: Nodes): Nodes[] | undefined {
  const [only] = value;
  if (value.length !== 1 || only?.kind !== 'group' || only.open === '`') return undefined;
  return splitAt(only.nodes, ',');
}

function fieldOf(value: Nodes, name: string): Nodes | undefined {
  const [only] = value;
  if (value.length !== 1 || !isGroup(only, '{')) return undefined;
  for (const part of splitAt(only.nodes, ',')) {
    const [key] = part;
    if (key === undefined || key.kind === 'group' || key.kind === 'sign' || key.text !== name) continue;
    if (part.length === 1) return part;
    if (isSign(part[1], ':')) return part.slice(2);
  }
  return undefined;
}

function asOperand(value: Nodes): Nodes {
  const isChain = value.every((node, at) => node.kind !== 'sign' || (at > 0 && ['.', '?.', '::'].includes(node.text)));
  return isChain && !isWord(value[0], 'await', 'new', 'not', 'lambda', 'typeof') ? value : [makeGroup('(', value)];
}

/** Which names are replaced: data only, also names in the code itself, everything that is known, or local names by their number. */
export type Replacement = 'data' | 'direct' | 'known' | 'numbered';

export function replaceNames(nodes: Nodes, scope: Scope, how: Replacement): Nodes {
  return replaceIn(nodes, { scope, how, left: { nodes: MAX_NODES } }, 0, '');
}

interface Replacing {
  readonly scope: Scope;
  readonly how: Replacement;
  /** How much may still be put in: values that hold values grow without end. */
  readonly left: { nodes: number };
}

const MAX_DEPTH = 5;
const MAX_VALUE = 400;
const MAX_NODES = 3_000;

function replaceIn(nodes: Nodes, replacing: Replacing, depth: number, open: string): Nodes {
  const { scope, how, left } = replacing;
  // What is the same stays one array, so that its text is made once.
  let changed: Node[] | undefined;
  for (let at = 0; at < nodes.length; at++) {
    const node = nodes[at];
    if (node === undefined) break;
    if (node.kind === 'group') {
      const inner = replaceIn(node.nodes, replacing, depth, node.open);
      if (inner !== node.nodes) changed ??= nodes.slice(0, at);
      changed?.push(inner === node.nodes ? node : { ...node, nodes: inner });
      continue;
    }
    const binding = node.kind === 'word' ? bindingOf(scope, node.text) : undefined;
    if (binding === undefined) {
      changed?.push(node);
      continue;
    }
    const before = nodes[at - 1];
    const next = nodes[at + 1];
    const isKey =
      (isSign(next, ':') && (before === undefined || isSign(before, ',')) && open !== '') ||
      (isSign(next, '=') && open === '(');
    if (isKey || isSign(before, '.', '?.', '::', '->')) {
      changed?.push(node);
      continue;
    }
    const { value } = binding;
    const isReplaced =
      value !== undefined &&
      (binding.isData || how === 'known' || (how === 'direct' && depth === 0)) &&
      depth < MAX_DEPTH &&
      value.length < MAX_VALUE &&
      (left.nodes -= sizeOf(value)) > 0;
    const isShort =
      open === '{' && (before === undefined || isSign(before, ',')) && (next === undefined || isSign(next, ','));
    if (isReplaced) {
      changed ??= nodes.slice(0, at);
      const taken = takeMember(value, nodes, at + 1);
      const put = replaceIn(taken.value, { ...replacing, scope: scopeBelow(scope, node.text) }, depth + 1, '');
      const isAlone =
        nodes.length === 1 ||
        (nodes.length === 1 + taken.length && at === 0) ||
        (isSign(before, ',') && isSign(nodes[at + 1 + taken.length], ','));
      if (isShort) changed.push(node, makeSign(':'));
      changed.push(...(isAlone ? put : asOperand(put)));
      at += taken.length;
    } else if (how === 'numbered' && binding.local !== undefined) {
      changed ??= nodes.slice(0, at);
      if (isShort) changed.push(node, makeSign(':'));
      changed.push(makeWord(`$${String(binding.local)}`));
    } else changed?.push(node);
  }
  return changed ?? nodes;
}

const sizes = new WeakMap<Nodes, number>();

function sizeOf(nodes: Nodes): number {
  let size = sizes.get(nodes);
  if (size === undefined) {
    size = nodes.reduce((sum, node) => sum + 1 + (node.kind === 'group' ? sizeOf(node.nodes) : 0), 0);
    sizes.set(nodes, size);
  }
  return size;
}

/** A value is not looked up in itself: `const a = f(a)`. */
function scopeBelow(scope: Scope, name: string): Scope {
  return { names: new Map([[name, { isData: false }]]), parent: scope, count: scope.count };
}

/** `{ a: 1 }.a` is 1. */
function takeMember(given: Nodes, nodes: Nodes, from: number): { readonly value: Nodes; readonly length: number } {
  let value = given;
  let at = from;
  for (;;) {
    const [sign, name] = [nodes[at], nodes[at + 1]];
    const isMember = isSign(sign, '.', '?.') && name?.kind === 'word';
    const field = isMember ? fieldOf(value, name.text) : undefined;
    if (field !== undefined && isMember) {
      [value, at] = [field, at + 2];
      continue;
    }
    const [index] = isGroup(sign, '[') ? sign.nodes : [];
    const element =
      index?.kind === 'string'
        ? fieldOf(value, index.text)
        : index?.kind === 'number' && isGroup(value[0], '[')
          ? elementsOf(value)?.[Number(index.text)]
          : undefined;
    if (element === undefined) return { value, length: at - from };
    [value, at] = [element, at + 1];
  }
}
