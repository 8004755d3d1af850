import { showCode } from './code-text.ts';
import { isGroup, isSign, isWord, makeWord, type Node, type Nodes, splitAt } from './code-tree.ts';

/** What must hold between values, whatever library says it. */
export interface Assertion {
  /** Known to all libraries (`same`, `truthy`, `throws`), or the name that one of them gives it. */
  readonly relation: string;
  readonly isNegated: boolean;
  readonly operands: readonly Nodes[];
}

/** Whether `==` compares types too. */
export interface Dialect {
  readonly looseEquality: boolean;
}

export function assertion(relation: string, ...operands: readonly Nodes[]): Assertion {
  return { relation, isNegated: false, operands };
}

export function negate(one: Assertion): Assertion {
  return { ...one, isNegated: !one.isNegated };
}

export function showAssertion({ relation, isNegated, operands }: Assertion): string {
  const shown = operands.map(showCode);
  if (SYMMETRIC.has(relation)) shown.sort();
  return `${isNegated ? 'not ' : ''}${relation}(${shown.join(' ; ')})`;
}

const SYMMETRIC = new Set(['same', 'loose', 'deep', 'deepStrict', 'deepLoose', 'identical']);
const DEEP = new Set(['deep', 'deepStrict']);

/** The same in the simplest words; a conjunction is several. */
export function simplify(one: Assertion, dialect: Dialect): Assertion[] {
  const [left = [], right = []] = one.operands;
  if (DEEP.has(one.relation) && [left, right].some(isPrimitive)) return simplify({ ...one, relation: 'same' }, dialect);
  if (one.relation === 'same' || one.relation === 'identical') {
    const flag = [left, right].find((side) => side.length === 1 && isWord(side[0], 'true', 'false', 'True', 'False'));
    const other = flag === left ? right : left;
    if (flag !== undefined && isComparison(other)) {
      const isTrue = isWord(flag[0], 'true', 'True');
      return simplify({ relation: 'truthy', isNegated: one.isNegated === isTrue, operands: [other] }, dialect);
    }
  }
  return one.relation === 'truthy' ? simplifyCondition(left, one.isNegated, dialect) : [one];
}

function simplifyCondition(given: Nodes, isNegated: boolean, dialect: Dialect): Assertion[] {
  const nodes = unwrap(given);
  const joined = splitAtAny(nodes, isNegated ? OR : AND);
  if (joined.length > 1 && !nodes.some((node) => isSign(node, '?') || (!isNegated && isAny(node, OR)))) {
    return joined.flatMap((part) => simplifyCondition(part, isNegated, dialect));
  }
  const isMixed = nodes.some((node) => isAny(node, AND) || isAny(node, OR) || isSign(node, '?', '??', '=>'));
  if (!isMixed && (isSign(nodes[0], '!') || isWord(nodes[0], 'not')) && !hasComparison(nodes.slice(1))) {
    return simplifyCondition(nodes.slice(1), !isNegated, dialect);
  }
  const compared = isMixed ? undefined : comparisonIn(nodes, dialect);
  const simple = compared ?? assertion('truthy', nodes);
  const result = isNegated ? negate(simple) : simple;
  return compared === undefined ? [result] : simplify(result, dialect);
}

const AND = ['&&', 'and'];
const OR = ['||', 'or'];

function isAny(node: Node, texts: readonly string[]): boolean {
  return (node.kind === 'sign' || node.kind === 'word') && texts.includes(node.text);
}

function splitAtAny(nodes: Nodes, texts: readonly string[]): Nodes[] {
  const parts: Node[][] = [[]];
  for (const node of nodes) {
    if (isAny(node, texts)) parts.push([]);
    else parts.at(-1)?.push(node);
  }
  return parts;
}

function unwrap(nodes: Nodes): Nodes {
  const [only] = nodes;
  return nodes.length === 1 && isGroup(only, '(') && !only.nodes.some((node) => isSign(node, ','))
    ? unwrap(only.nodes)
    : nodes;
}

const COMPARISONS: Readonly<Record<string, (left: Nodes, right: Nodes, dialect: Dialect) => Assertion>> = {
  '===': (left, right) => assertion('same', left, right),
  '!==': (left, right) => negate(assertion('same', left, right)),
  '==': (left, right, { looseEquality }) => assertion(looseEquality ? 'loose' : 'same', left, right),
  '!=': (left, right, { looseEquality }) => negate(assertion(looseEquality ? 'loose' : 'same', left, right)),
  '>': (left, right) => assertion('greater', left, right),
  '<': (left, right) => assertion('greater', right, left),
  '>=': (left, right) => assertion('atLeast', left, right),
  '<=': (left, right) => assertion('atLeast', right, left),
  instanceof: (left, right) => assertion('instance', left, right),
  in: (left, right) => assertion('contains', right, left),
  is: (left, right) => assertion('identical', left, right),
};

function hasComparison(nodes: Nodes): boolean {
  return nodes.some((node) => node.kind !== 'group' && Object.hasOwn(COMPARISONS, node.text) && node.kind !== 'string');
}

function isComparison(nodes: Nodes): boolean {
  return hasComparison(unwrap(nodes)) || isSign(nodes[0], '!') || isWord(nodes[0], 'not');
}

/** One comparison and nothing around it; `a < b < c` is none. */
function comparisonIn(nodes: Nodes, dialect: Dialect): Assertion | undefined {
  const places = nodes.flatMap((node, at) => (hasComparison([node]) ? [at] : []));
  const [place] = places;
  const sign = place === undefined ? undefined : nodes[place];
  if (places.length !== 1 || place === undefined || sign === undefined || sign.kind === 'group') return undefined;
  if (isWord(nodes[0], 'lambda') || isSign(nodes[0], '!')) return undefined;
  let [left, right] = [nodes.slice(0, place), nodes.slice(place + 1)];
  let isNegated = false;
  if (isWord(left.at(-1), 'not')) [left, isNegated] = [left.slice(0, -1), true];
  else if (isWord(right[0], 'not')) [right, isNegated] = [right.slice(1), true];
  if (isWord(left[0], 'not')) [left, isNegated] = [left.slice(1), !isNegated];
  if (left.length === 0 || right.length === 0) return undefined;
  const found = COMPARISONS[sign.text]?.(unwrap(left), unwrap(right), dialect);
  return found === undefined || !isNegated ? found : negate(found);
}

/** A number, a string or a named constant of the language. */
export function isPrimitive(nodes: Nodes): boolean {
  const value = isSign(nodes[0], '-') ? nodes.slice(1) : nodes;
  const [only] = value;
  if (value.length !== 1 || only === undefined) return false;
  return only.kind === 'number' || only.kind === 'string' || (only.kind === 'word' && CONSTANTS.has(only.text));
}

const CONSTANTS = new Set('true false null undefined True False None nil NaN Infinity'.split(' '));

/** Data that is written out: nothing in it has to be run. */
export function isLiteral(nodes: Nodes): boolean {
  return nodes.length > 0 && nodes.every((node, at) => isLiteralNode(node, nodes[at - 1], nodes[at + 1]));
}

function isLiteralNode(node: Node, before: Node | undefined, after: Node | undefined): boolean {
  if (node.kind === 'group') {
    const isCall = before !== undefined && !isSign(before, ',', ':', '-');
    return !isCall && node.open !== '`' && (node.nodes.length === 0 || isLiteral(node.nodes));
  }
  if (node.kind === 'sign') return [',', ':', '-', '+'].includes(node.text);
  if (node.kind !== 'word') return true;
  return CONSTANTS.has(node.text) || isSign(after, ':') || node.text === 'as' || isWord(before, 'as');
}

/** What must hold for others to hold as well: a demand that was tightened is not lost. */
export function impliedBy(one: Assertion): Assertion[] {
  const [left = [], right = []] = one.operands;
  if (one.isNegated) return [];
  const as = (relation: string): Assertion => ({ ...one, relation });
  const differs = (value: string): Assertion => negate(assertion('same', left, [makeWord(value)]));
  switch (one.relation) {
    case 'same': {
      const flipped: Assertion = { ...one, operands: [right, left] };
      const sides = isPrimitive(left) ? [flipped] : [one, flipped];
      const values = sides.flatMap(({ operands: [value = [], expected = []] }) => impliedByValue(value, expected));
      return [...['loose', 'deep', 'deepStrict', 'deepLoose', 'identical'].map(as), ...values];
    }
    case 'deepStrict':
      return [...['deep', 'deepLoose'].map(as), ...matchesBothWays(one), differs('undefined'), differs('null')];
    case 'deep':
      return [as('deepLoose'), ...matchesBothWays(one), differs('undefined'), differs('null')];
    case 'greater':
      return [as('atLeast'), negate(as('same'))];
    case 'throws':
    case 'rejects':
      return right.length > 0 ? [assertion(one.relation, left)] : [];
    default:
      return [];
  }
}

function matchesBothWays({ operands: [left = [], right = []] }: Assertion): Assertion[] {
  return [assertion('matches object', left, right), assertion('matches object', right, left)];
}

function impliedByValue(value: Nodes, expected: Nodes): Assertion[] {
  const found = [
    assertion('atLeast', value, expected),
    assertion('atLeast', expected, value),
    assertion('close', value, expected),
  ];
  const [only] = expected;
  if (!isPrimitive(expected) || only === undefined || only.kind === 'group') return found;
  const isEmpty =
    only.kind === 'string' ? only.text === '' : /^(?:0|false|null|undefined|None|False|nil|NaN)$/.test(only.text);
  const truth = assertion('truthy', value);
  found.push(isEmpty ? negate(truth) : truth);
  for (const nothing of ['undefined', 'null', 'None', 'nil']) {
    if (!isWord(only, nothing))
      found.push(
        negate(assertion('same', value, [makeWord(nothing)])),
        negate(assertion('identical', value, [makeWord(nothing)])),
      );
  }
  return found;
}

/** Arguments of a call. */
export function argumentsOf(node: Node | undefined): Nodes[] {
  return isGroup(node, '(') ? splitAt(node.nodes, ',') : [];
}
