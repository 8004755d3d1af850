import { argumentsOf, type Assertion, assertion, negate, simplify } from './assertion.ts';
import { isGroup, isSign, isWord, makeWord, type Nodes } from './code-tree.ts';

const STRICT = { looseEquality: false };

/** Names of assertions that many libraries share, without `assert` in front. */
const RELATIONS: Readonly<Record<string, string>> = {
  equal: 'same',
  equals: 'same',
  eq: 'same',
  same: 'same',
  ne: '!same',
  notequal: '!same',
  notequals: '!same',
  areequal: 'same',
  arenotequal: '!same',
  deepequal: 'same',
  true: 'truthy',
  istrue: 'truthy',
  false: '!truthy',
  isfalse: '!truthy',
  nil: '=nil',
  notnil: '!=nil',
  null: '=null',
  isnull: '=null',
  notnull: '!=null',
  isnotnull: '!=null',
  noerror: '=nil',
  error: '!=nil',
};

/** Assertions in a statement. */
export function callsIn(nodes: Nodes): Assertion[] {
  for (const [at, node] of nodes.entries()) {
    if (node.kind !== 'word') continue;
    const [next, group] = [nodes[at + 1], nodes[at + 2]];
    if (isSign(next, '!') && isGroup(group, '(')) {
      const found = ofMacro(node.text, argumentsOf(group));
      if (found !== undefined) return simplify(found, STRICT);
    }
    if (
      isWord(node, 'assert', 'require', 'Assert', 'Assertions', 'is') &&
      isSign(next, '.') &&
      isGroup(nodes[at + 3], '(')
    ) {
      const method = nodes[at + 2];
      const args = argumentsOf(nodes[at + 3]);
      const isGo = isWord(args[0]?.[0], 't') && args[0]?.length === 1;
      const known =
        method?.kind === 'word' && nodes.length <= at + 5
          ? ofName(method.text, isGo ? args.slice(1) : args)
          : undefined;
      return known === undefined ? [assertion('call', plain(nodes))] : simplify(known, STRICT);
    }
    if (isGroup(next, '(') && SPEAKS.test(node.text)) {
      const isLast = nodes.length <= at + 3;
      const known = isLast ? ofName(node.text.replace(/^assert/i, ''), argumentsOf(next)) : undefined;
      return known === undefined ? [assertion('call', plain(nodes))] : simplify(known, STRICT);
    }
    if (
      isSign(nodes[at - 1], '.') &&
      isGroup(next, '(') &&
      isWord(nodes[at - 2], 't', 'b', 'tb') &&
      FAILS.test(node.text)
    )
      return [assertion('fail')];
    if (isWord(node, 'shouldBe', 'shouldNotBe', 'shouldThrow', 'Should')) return [assertion('call', plain(nodes))];
  }
  return [];
}

const SPEAKS = /^(?:assert\w*|expect\w*|verify\w*|should\w*|fail|fail\w*Equal|assertThat)$/;
const FAILS = /^(?:Error|Errorf|Fatal|Fatalf|Fail|FailNow)$/;

function plain(nodes: Nodes): Nodes {
  return isWord(nodes[0], 'await', 'return') ? nodes.slice(1) : nodes;
}

function ofMacro(name: string, args: readonly Nodes[]): Assertion | undefined {
  const [first = [], second = []] = args;
  switch (name.replace(/^debug_/, '')) {
    case 'assert':
      return assertion('truthy', first);
    case 'assert_eq':
      return assertion('same', first, second);
    case 'assert_ne':
      return negate(assertion('same', first, second));
    default:
      return /^assert|^prop_assert/.test(name) ? assertion(name, ...args) : undefined;
  }
}

function ofName(name: string, args: readonly Nodes[]): Assertion | undefined {
  const known = RELATIONS[name.toLowerCase()];
  const [first = [], second = []] = args;
  if (known === undefined) return undefined;
  const isNegated = known.startsWith('!');
  const rule = isNegated ? known.slice(1) : known;
  const made = rule.startsWith('=')
    ? assertion('same', first, [makeWord(rule.slice(1))])
    : rule === 'truthy'
      ? assertion('truthy', first)
      : assertion(rule, first, second);
  return isNegated ? negate(made) : made;
}

/** Whether a block only says that the test fails. */
export function failsTest(body: Nodes): boolean {
  if (isWord(body[0], 'panic') && isSign(body[1], '!')) return true;
  if (isWord(body[0], 'throw', 'fail', 'panic')) return true;
  return (
    isSign(body[1], '.') && isWord(body[0], 't', 'b', 'tb') && body[2]?.kind === 'word' && FAILS.test(body[2].text)
  );
}

export function skipsTest(nodes: Nodes): boolean {
  if (isSign(nodes[1], '.') && isWord(nodes[0], 't', 'b', 'tb') && isWord(nodes[2], 'Skip', 'Skipf', 'SkipNow'))
    return true;
  return (
    nodes.some((node) => isWord(node, 'markTestSkipped', 'markTestIncomplete')) ||
    isWord(nodes[0], 'assumeTrue', 'Assume')
  );
}
