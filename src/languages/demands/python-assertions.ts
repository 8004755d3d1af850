import { argumentsOf, type Assertion, assertion, type Dialect, negate, simplify } from './assertion.ts';
import { isGroup, isSign, isWord, makeGroup, makeWord, type Nodes } from './code-tree.ts';

export const PYTHON: Dialect = { looseEquality: false };

const METHODS: Readonly<Record<string, string>> = {
  assertEqual: 'same',
  assertEquals: 'same',
  assertListEqual: 'same',
  assertDictEqual: 'same',
  assertTupleEqual: 'same',
  assertSetEqual: 'same',
  assertMultiLineEqual: 'same',
  assertSequenceEqual: 'same',
  assertNotEqual: '!same',
  assertTrue: 'truthy',
  assertFalse: '!truthy',
  assertIs: 'identical',
  assertIsNot: '!identical',
  assertIsNone: '=None',
  assertIsNotNone: '!=None',
  assertIn: '<contains',
  assertNotIn: '!<contains',
  assertIsInstance: 'instance',
  assertNotIsInstance: '!instance',
  assertGreater: 'greater',
  assertGreaterEqual: 'atLeast',
  assertLess: '<greater',
  assertLessEqual: '<atLeast',
  assertAlmostEqual: 'close',
  assertNotAlmostEqual: '!close',
  assertRegex: 'matches',
  assertNotRegex: '!matches',
  assertRaises: 'throws',
  assertRaisesRegex: 'throws',
  assertCountEqual: 'same elements',
};

/** Assertions among the calls of a statement. */
export function pythonCalls(nodes: Nodes): Assertion[] {
  for (const [at, node] of nodes.entries()) {
    const call = nodes[at + 1];
    if (node.kind !== 'word' || !isGroup(call, '(')) continue;
    const args = argumentsOf(call).filter((arg) => !(isWord(arg[0], 'msg', 'err_msg') && isSign(arg[1], '=')));
    const known = METHODS[node.text];
    if (known !== undefined && args.length > 0) return simplify(ofMethod(known, node.text, args), PYTHON);
    if (node.text === 'raises' && args.length > 1) return [raised(args)];
    if (node.text === 'fail' && isWord(nodes[at - 2], 'self', 'pytest')) return [assertion('fail')];
    if (node.text.startsWith('assert')) return [assertion('call', withoutAwait(nodes))];
  }
  return [];
}

function withoutAwait(nodes: Nodes): Nodes {
  return isWord(nodes[0], 'await') ? nodes.slice(1) : nodes;
}

function ofMethod(known: string, name: string, args: readonly Nodes[]): Assertion {
  const isNegated = known.startsWith('!');
  const rule = isNegated ? known.slice(1) : known;
  const sign = (one: Assertion): Assertion => (isNegated ? negate(one) : one);
  const [first = [], second = []] = args;
  if (rule === 'throws') return raised(name === 'assertRaises' ? args : [first, ...args.slice(2), second]);
  if (rule === 'truthy') return sign(assertion('truthy', first));
  if (rule.startsWith('=')) return sign(assertion('identical', first, [makeWord(rule.slice(1))]));
  if (rule.startsWith('<')) return sign(assertion(rule.slice(1), second, first));
  const more = rule === 'close' ? args.slice(2) : [];
  return sign(assertion(rule, first, second, ...more));
}

/** `raises(ValueError, f, 1)` is about the call `f(1)`. */
function raised([kind = [], callee = [], ...args]: readonly Nodes[]): Assertion {
  const list = args.flatMap((arg, at): Nodes =>
    at === 0 ? arg : [{ kind: 'sign', text: ',', line: 0, endLine: 0, column: 0 }, ...arg],
  );
  return assertion('throws', [...callee, makeGroup('(', list)], kind);
}
