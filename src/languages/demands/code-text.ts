import { isGroup, isSign, isWord, makeSign, type Node, type Nodes } from './code-tree.ts';

/** One text for code that differs only in layout, quotes, optional signs and types. */
export function showCode(nodes: Nodes): string {
  let shown = texts.get(nodes);
  if (shown === undefined) {
    shown = tidy(nodes).map(showNode).join(' ');
    texts.set(nodes, shown);
  }
  return shown;
}

/** The same operands are shown as they stand, with values put in, and with numbers for names. */
const texts = new WeakMap<Nodes, string>();

function showNode(node: Node): string {
  if (node.kind === 'group') {
    const inner = node.nodes.length === 0 ? '' : ` ${node.nodes.map(showNode).join(' ')} `;
    return `${node.open}${inner}${CLOSING[node.open] ?? node.open}`;
  }
  if (node.kind === 'string') return JSON.stringify(node.text);
  return node.kind === 'pattern' ? `/${node.text}/` : node.text;
}

const CLOSING: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}', '${': '}' };

/** Without what a formatter adds or takes away, and without annotations of types. */
function tidy(nodes: Nodes): Nodes {
  const kept: Node[] = [];
  for (let at = 0; at < nodes.length; at++) {
    const node = nodes[at];
    const next = nodes[at + 1];
    if (node === undefined) break;
    if (node.kind === 'sign') {
      if (node.text === ';' || (node.text === ',' && next === undefined)) continue;
      if (node.text === '!' && endsValue(kept.at(-1)) && isAfterAssertion(next)) continue;
      if (node.text !== '<') {
        kept.push(node);
        continue;
      }
    }
    if (isWord(node, 'as', 'satisfies') && endsValue(kept.at(-1)) && next?.kind === 'word') {
      at = endOfType(nodes, at + 1) - 1;
      continue;
    }
    if (isSign(node, '<') && kept.at(-1)?.kind === 'word') {
      const end = endOfTypeArguments(nodes, at);
      if (end !== undefined) {
        at = end;
        continue;
      }
    }
    if (node.kind !== 'group') {
      const startsKey = (): boolean => kept.length === 0 || isSign(kept.at(-1), ',');
      const isKey = node.kind === 'string' && isSign(next, ':') && /^[A-Za-z_$][\w$]*$/.test(node.text) && startsKey();
      if (node.kind === 'number') kept.push({ ...node, text: plainNumber(node.text) });
      else kept.push(isKey ? { ...node, kind: 'word' } : node);
      continue;
    }
    const isTuple = node.open === '(' && !endsValue(kept.at(-1)) && isSingleTuple(node.nodes);
    const inner = tidy(node.nodes);
    const [only] = inner;
    if (isTuple) {
      kept.push({ ...node, nodes: [...inner, makeSign(',')] });
      continue;
    }
    if (isSign(next, '=>') && node.open === '(') {
      const parameters = withoutTypes(inner);
      if (parameters.length === 1 && parameters[0]?.kind === 'word') kept.push(...parameters);
      else kept.push({ ...node, nodes: parameters });
    } else if (isSign(kept.at(-1), '=>') && node.open === '{') {
      kept.push(...(isWord(only, 'return') ? inner.slice(1) : inner));
    } else if (node.open === '(' && inner.length === 1 && only !== undefined && !endsValue(kept.at(-1))) {
      kept.push(only);
    } else if (node.open === '(' && inner.length === 1 && isGroup(only, '(')) kept.push(only);
    else kept.push({ ...node, nodes: inner });
  }
  return kept;
}

/** `(1,)` of Python. */
function isSingleTuple(nodes: Nodes): boolean {
  return isSign(nodes.at(-1), ',') && nodes.filter((node) => isSign(node, ',')).length === 1;
}

function plainNumber(text: string): string {
  return /^\d+\.\d*0$/.test(text) ? text.replace(/0+$/, '').replace(/\.$/, '.0') : text;
}

/** Whether a value can end here: what follows is an operator or a call. */
export function endsValue(node: Node | undefined): boolean {
  if (node === undefined || node.kind === 'sign') return false;
  if (node.kind === 'group') return true;
  return node.kind !== 'word' || !OPERATOR_WORDS.has(node.text);
}

const OPERATOR_WORDS = new Set(
  'return await typeof void delete new in of instanceof case throw yield else and or not is lambda if assert do'.split(
    ' ',
  ),
);

function isAfterAssertion(node: Node | undefined): boolean {
  return node === undefined || isSign(node, '.', '?.', ',', ';', '=') || isGroup(node, '[') || isGroup(node, '(');
}

/** After the last node of a type that begins here. */
function endOfType(nodes: Nodes, from: number): number {
  let at = from;
  while (at < nodes.length) {
    at++;
    if (isSign(nodes[at], '<')) at = (endOfTypeArguments(nodes, at, { anywhere: true }) ?? at) + 1;
    while (isGroup(nodes[at], '[')) at++;
    if (!isSign(nodes[at], '.', '|', '&')) return at;
    at++;
  }
  return nodes.length;
}

/** Of `f<T>(x)`: the place of `>`. Comparisons are told from it by a bracket right after. */
function endOfTypeArguments(nodes: Nodes, from: number, { anywhere = false } = {}): number | undefined {
  let depth = 0;
  for (let at = from; at < nodes.length && at < from + 60; at++) {
    const node = nodes[at];
    if (isSign(node, '<')) depth++;
    else if (isSign(node, '>')) depth--;
    else if (isSign(node, '&&', '||', '+', '-', '*', ';', '?', '==', '===')) return undefined;
    if (depth === 0) return anywhere || isGroup(nodes[at + 1], '(') ? at : undefined;
  }
  return undefined;
}

/** Parameters of an arrow function. */
function withoutTypes(nodes: Nodes): Nodes {
  const kept: Node[] = [];
  let isType = false;
  for (const node of nodes) {
    if (isSign(node, ':')) isType = true;
    else if (isSign(node, ',', '=')) isType = false;
    if (!isType && !isSign(node, '?')) kept.push(node);
  }
  return kept;
}
