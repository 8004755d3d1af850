import { isGroup, isSign, isWord, type Nodes, splitAt } from './code-tree.ts';

export interface FoundFunction {
  readonly parameters: readonly Nodes[];
  readonly body: Nodes;
  /** Whether the body is a value rather than statements. */
  readonly isExpression: boolean;
  /** Whether there is nothing around it. */
  readonly isPlain: boolean;
  readonly length: number;
}

/** The function that this expression is; with `isPrefix` the one that it begins with. */
export function functionIn(nodes: Nodes, { isPrefix = false } = {}): FoundFunction | undefined {
  let at = isWord(nodes[0], 'async') ? 1 : 0;
  if (isWord(nodes[at], 'function')) {
    const end = nodes.findIndex((node, index) => index > at && isGroup(node, '{'));
    const parameters = nodes.slice(at, end).find((node) => isGroup(node, '('));
    const block = nodes[end];
    if (parameters?.kind !== 'group' || block?.kind !== 'group') return undefined;
    return {
      parameters: splitAt(parameters.nodes, ','),
      body: block.nodes,
      isExpression: false,
      isPlain: true,
      length: end + 1,
    };
  }
  if (isSign(nodes[at], '<')) at = nodes.findIndex((node) => isSign(node, '>')) + 1;
  const head = nodes[at];
  if (head === undefined || !(isGroup(head, '(') || isWord(head))) return undefined;
  const arrow = arrowAfter(nodes, at);
  if (arrow === undefined) return undefined;
  const parameters = head.kind === 'group' ? splitAt(head.nodes, ',').map(withoutType) : [[head]];
  const block = nodes[arrow + 1];
  if (isGroup(block, '{')) {
    const length = arrow + 2;
    const isPlain = length === nodes.length;
    return { parameters, body: block.nodes, isExpression: false, isPlain, length };
  }
  const comma = nodes.findIndex((node, index) => isPrefix && index > arrow && isSign(node, ',', ';'));
  const end = comma === -1 ? nodes.length : comma;
  return { parameters, body: nodes.slice(arrow + 1, end), isExpression: true, isPlain: true, length: end };
}

/** Over the type of the result, if there is one. */
function arrowAfter(nodes: Nodes, at: number): number | undefined {
  if (isSign(nodes[at + 1], '=>')) return at + 1;
  if (!isGroup(nodes[at], '(') || !isSign(nodes[at + 1], ':')) return undefined;
  const found = nodes.findIndex((node, index) => index > at && isSign(node, '=>', ',', ';', '?', '='));
  return isSign(nodes[found], '=>') ? found : undefined;
}

function withoutType(parameter: Nodes): Nodes {
  const typed = parameter.findIndex((node) => isSign(node, ':', '='));
  return typed === -1 ? parameter : parameter.slice(0, typed);
}
