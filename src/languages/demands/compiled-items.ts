import { argumentsOf, assertion, negate, simplify } from './assertion.ts';
import {
  flatten,
  type Group,
  isGroup,
  isSign,
  isWord,
  makeGroup,
  makeSign,
  makeWord,
  type Node,
  type Nodes,
  splitAt,
} from './code-tree.ts';
import { callsIn, failsTest, skipsTest } from './compiled-assertions.ts';
import { endOfStatement } from './javascript-items.ts';
import type { Item, Table, TestItem } from './test-items.ts';

/** The items of a test file in Go, Rust, Java, Kotlin, C# or PHP: blocks in braces, tests that are functions. */
export function compiledItems(nodes: Nodes): Item[] {
  const items: Item[] = [];
  let marks: Node[] = [];
  for (let at = 0; at < nodes.length;) {
    const mark = markAt(nodes, at);
    if (mark !== undefined) {
      marks.push(...nodes.slice(at, mark));
      at = mark;
      continue;
    }
    const { found, end } = statementAt(nodes, at, marks);
    items.push(...found);
    if (found.length > 0) marks = [];
    at = Math.max(end, at + 1);
  }
  return items;
}

/** After an attribute or annotation: `#[test]`, `@Test`, `[Fact]`. */
function markAt(nodes: Nodes, at: number): number | undefined {
  const [node, next] = [nodes[at], nodes[at + 1]];
  if (isSign(node, '#') && isGroup(next, '[')) return at + 2;
  if (isSign(node, '@') && next?.kind === 'word') return isGroup(nodes[at + 2], '(') ? at + 3 : at + 2;
  const isStart =
    nodes[at - 1] === undefined ||
    isSign(nodes[at - 1], ';') ||
    isGroup(nodes[at - 1], '{') ||
    isGroup(nodes[at - 1], '[');
  return isGroup(node, '[') && isStart && isWord(node.nodes[0]) && next?.kind !== 'sign' && node.line !== 0
    ? at + 1
    : undefined;
}

interface Found {
  readonly found: readonly Item[];
  readonly end: number;
}

const SUITES = ['class', 'mod', 'impl', 'namespace', 'object', 'trait', 'record'];
const FUNCTIONS = ['func', 'fn', 'fun', 'function'];

function statementAt(nodes: Nodes, at: number, marks: Nodes): Found {
  const node = nodes[at];
  if (isSign(node, ';')) return { found: [], end: at + 1 };
  if (isGroup(node, '{')) return { found: compiledItems(node.nodes), end: at + 1 };
  const block = blockAfter(nodes, at);
  if (isWord(node, 'if', 'while') && block !== undefined) return ifAt(nodes, at, block);
  if (isWord(node, 'for', 'foreach') && block !== undefined) return forAt(nodes, at, block);
  if (isWord(node, 'else', 'finally', 'unsafe')) return { found: [], end: at + 1 };
  if (isWord(node, 'try') && block === at + 1) return tryAt(nodes, at);
  if (isWord(node, 'catch') && block !== undefined) {
    return {
      found: [{ kind: 'callback', condition: [makeWord('catch')], body: compiledItems(contentOf(nodes[block])) }],
      end: block + 1,
    };
  }
  if (isWord(node, 'switch', 'match', 'when', 'select') && block !== undefined) {
    const condition = nodes.slice(at, block);
    return { found: [{ kind: 'callback', condition, body: compiledItems(contentOf(nodes[block])) }], end: block + 1 };
  }
  if (isWord(node, 'return', 'continue', 'break')) {
    const end = endOfStatement(nodes, at);
    return { found: [...expression(nodes.slice(at + 1, end)), { kind: 'leave', skips: false }], end };
  }
  const declared = declarationAt(nodes, at, marks);
  if (declared !== undefined) return declared;
  const end = endOfStatement(nodes, at);
  return { found: expression(nodes.slice(at, end)), end };
}

function contentOf(node: Node | undefined): Nodes {
  return node?.kind === 'group' ? node.nodes : [];
}

/** The place of the block that the head of a statement is followed by. */
function blockAfter(nodes: Nodes, at: number): number | undefined {
  for (let place = at + 1; place < nodes.length; place++) {
    const [node, before] = [nodes[place], nodes[place - 1]];
    // Types and literals of Go have braces too: `[]struct{ a int }{{1}}`.
    const isPart = isGroup(nodes[place + 1], '{') || isWord(before, 'struct', 'interface');
    if (isGroup(node, '{') && !isPart) return place;
    if (isSign(node, ';') && !isWord(nodes[at], 'if', 'for')) return undefined;
  }
  return undefined;
}

function ifAt(nodes: Nodes, at: number, block: number): Found {
  const head = nodes.slice(at + 1, block);
  const [first] = head;
  const whole = head.length === 1 && isGroup(first, '(') ? first.nodes : head;
  const parts = splitAt(whole, ';');
  const condition = parts.at(-1) ?? [];
  const body = contentOf(nodes[block]);
  const prepared = parts.length > 1 ? expression(parts[0] ?? []) : [];
  if (failsTest(body)) {
    const assertions = simplify(negate(assertion('truthy', condition)), { looseEquality: false });
    return {
      found: [...prepared, { kind: 'assertion', assertions, nodes: nodes.slice(at, block + 1) }],
      end: block + 1,
    };
  }
  const found: Item[] = [...prepared, { kind: 'branch', condition, body: compiledItems(body) }];
  if (!isWord(nodes[block + 1], 'else')) return { found, end: block + 1 };
  if (isWord(nodes[block + 2], 'if')) return { found, end: block + 2 };
  const otherwise = compiledItems(contentOf(nodes[block + 2]));
  found.push({ kind: 'branch', condition: [makeWord('unless'), ...condition], body: otherwise });
  return { found, end: block + 3 };
}

function forAt(nodes: Nodes, at: number, block: number): Found {
  const given = nodes.slice(at + 1, block);
  const [first] = given;
  const head = given.length === 1 && isGroup(first, '(') ? first.nodes : given;
  const body = compiledItems(contentOf(nodes[block]));
  const range = head.findIndex((node) => isWord(node, 'range', 'in') || isSign(node, ':'));
  if (range <= 0) return { found: [{ kind: 'branch', condition: [makeWord('loop'), ...head], body }], end: block + 1 };
  const names = splitAt(
    head.slice(0, range).filter((node) => !isSign(node, ':=', '=')),
    ',',
  );
  const last = names.at(-1) ?? [];
  const parameter = last.slice(-1);
  const rows = head.slice(range + 1).filter((node) => !isSign(node, '&'));
  const table: Table = { rows: literalOf(rows), parameters: [parameter], isSpread: false };
  return { found: [{ kind: 'loop', table, body }], end: block + 1 };
}

function tryAt(nodes: Nodes, at: number): Found {
  const body = compiledItems(contentOf(nodes[at + 1]));
  const handler = blockAfter(nodes, at + 2);
  const isSwallowed =
    isWord(nodes[at + 2], 'catch') &&
    handler !== undefined &&
    !failsTest(contentOf(nodes[handler])) &&
    callsIn(contentOf(nodes[handler])).length === 0;
  return { found: isSwallowed ? [{ kind: 'callback', condition: [makeWord('try')], body }] : body, end: at + 2 };
}

function declarationAt(nodes: Nodes, at: number, marks: Nodes): Found | undefined {
  const end = endOfHead(nodes, at);
  const block = end === undefined ? undefined : nodes[end];
  if (end === undefined || !isGroup(block, '{')) return undefined;
  const head = nodes.slice(at, end);
  const suite = head.findIndex((node) => isWord(node, ...SUITES));
  if (suite !== -1 && !head.some((node) => isSign(node, '=', '.'))) {
    const name = head[suite + 1];
    return {
      found: [
        testItem({ title: name?.kind === 'word' ? name.text : null, isSuite: true }, compiledItems(block.nodes), marks),
      ],
      end: end + 1,
    };
  }
  const keyword = head.findIndex((node) => isWord(node, ...FUNCTIONS));
  const parameters = head.findLastIndex((node) => isGroup(node, '('));
  const name =
    keyword !== -1 ? nameAfter(head, keyword) : isMethodHead(head, parameters) ? head[parameters - 1] : undefined;
  if (name === undefined || name.kind === 'group' || name.kind === 'sign') return undefined;
  const list =
    keyword !== -1 ? head.find((node, index) => index > keyword + 1 && isGroup(node, '(')) : head[parameters];
  const body = compiledItems(block.nodes);
  const isTest =
    marks.some((node) =>
      isMark(node, /^(?:test|Test|ParameterizedTest|Fact|Theory|TestMethod|TestCase|RepeatedTest)$/),
    ) || /^(?:Test|test|Example|Fuzz)/.test(name.text);
  const names = splitAt(contentOf(list), ',').map((one) => parameterName(one));
  if (!isTest)
    return { found: [{ kind: 'function', name: name.text, parameters: names, isExported: false, body }], end: end + 1 };
  const panics = markNamed(marks, 'should_panic');
  const own: Item[] =
    panics === undefined
      ? body
      : [{ kind: 'assertion', assertions: [assertion('throws', block.nodes, panics)], nodes: block.nodes }, ...body];
  const tables = rowsOfMarks(marks, names);
  return {
    found: [
      {
        ...testItem({ title: name.text, isSuite: false }, own, marks),
        tables,
        parameters: tables.length > 0 ? [] : names,
      },
    ],
    end: end + 1,
  };
}

function nameAfter(head: Nodes, keyword: number): Node | undefined {
  // Go has the receiver of a method before its name.
  return isGroup(head[keyword + 1], '(') ? head[keyword + 2] : head[keyword + 1];
}

function isMethodHead(head: Nodes, parameters: number): boolean {
  if (parameters < 2 || head.some((node) => isSign(node, '=', '.', '!', '->', '=>'))) return false;
  return (
    isWord(head[parameters - 1]) &&
    !isWord(head[0], 'new', 'return', 'throw', 'else', 'do', 'using', 'lock', 'synchronized')
  );
}

function endOfHead(nodes: Nodes, at: number): number | undefined {
  for (let place = at; place < nodes.length && place < at + 80; place++) {
    const node = nodes[place];
    if (isSign(node, ';', '=', ':=')) return undefined;
    if (isGroup(node, '{')) return place;
  }
  return undefined;
}

/** `a int`, `a: i32`, `int a`, `$a`. */
function parameterName(parameter: Nodes): Nodes {
  const typed = parameter.findIndex((node) => isSign(node, ':'));
  if (typed > 0) return parameter.slice(0, 1);
  const words = parameter.filter((node) => isWord(node));
  return isSign(parameter[1], '*', '.') || parameter.length === 1 ? parameter.slice(0, 1) : words.slice(-1);
}

function testItem(test: Pick<TestItem, 'title' | 'isSuite'>, body: readonly Item[], marks: Nodes): TestItem {
  const isSkipped =
    marks.some((node) => isMark(node, /^(?:ignore|Ignore|Disabled|Skip)$/)) ||
    flatten(marks).some((token) => isWord(token, 'Skip'));
  return { kind: 'test', ...test, isSkipped, isFocused: false, conditions: [], tables: [], parameters: [], body };
}

function isMark(node: Node, pattern: RegExp): boolean {
  if (node.kind === 'group') return node.open === '[' && node.nodes.some((one) => isMark(one, pattern));
  return node.kind === 'word' && pattern.test(node.text);
}

/** What stands in the brackets of an attribute; empty where it has none. */
function markNamed(marks: Nodes, name: string): Nodes | undefined {
  for (const node of marks) {
    if (!isGroup(node, '[') || !isWord(node.nodes[0], name)) continue;
    return contentOf(node.nodes[1]);
  }
  return undefined;
}

/** `[InlineData(1, 2)]`, `#[case(1, 2)]`: a row each. */
function rowsOfMarks(marks: Nodes, parameters: readonly Nodes[]): Table[] {
  const rows = marks.flatMap((node): Nodes => {
    const [name, list] = isGroup(node, '[') ? node.nodes : [];
    return isWord(name, 'InlineData', 'TestCase', 'case', 'DataRow') && isGroup(list, '(')
      ? [makeGroup('[', list.nodes), makeSign(',')]
      : [];
  });
  return rows.length === 0 ? [] : [{ rows: [makeGroup('[', rows)], parameters, isSpread: true }];
}

/** A statement: definitions, subtests, assertions. */
function expression(nodes: Nodes): Item[] {
  const skip = skipsTest(nodes);
  if (skip) return [{ kind: 'leave', skips: true }];
  const subtest = subtestIn(nodes);
  if (subtest !== undefined) return [subtest];
  const found = callsIn(nodes);
  if (found.length > 0) return [{ kind: 'assertion', assertions: found, nodes }];
  const equals = nodes.findIndex((node) => isSign(node, '=', ':='));
  if (equals > 0) {
    const pattern = nodes
      .slice(0, equals)
      .filter((node) => !isWord(node, 'let', 'mut', 'var', 'val', 'const', 'final', 'auto', 'int', 'String'));
    const typed = pattern.findIndex((node) => isSign(node, ':'));
    const value = nodes.slice(equals + 1).filter((node) => !isSign(node, ';'));
    return [
      {
        kind: 'definition',
        pattern:
          typed > 0 ? pattern.slice(0, typed) : pattern.slice(pattern.some((node) => isSign(node, ',')) ? 0 : -1),
        value: literalOf(value),
        isExported: false,
      },
    ];
  }
  const blocks = nodes.flatMap((node) => (node.kind === 'group' ? functionsIn(node) : []));
  return [{ kind: 'statement', nodes }, ...blocks];
}

/** Functions that are handed to something. */
function functionsIn(group: Group): Item[] {
  return group.nodes.flatMap((node): Item[] => {
    if (node.kind !== 'group') return [];
    if (node.open !== '{') return functionsIn(node);
    const body = compiledItems(node.nodes).filter(({ kind }) => kind !== 'statement' && kind !== 'definition');
    return body.some(({ kind }) => kind === 'assertion' || kind === 'test')
      ? [{ kind: 'callback', condition: [makeWord('function')], body }]
      : [];
  });
}

/** `t.Run("…", func(t *testing.T) {…})`. */
function subtestIn(nodes: Nodes): Item | undefined {
  const call = nodes[3];
  if (!isSign(nodes[1], '.') || !isWord(nodes[2], 'Run') || !isGroup(call, '(')) return undefined;
  const [title = [], ...rest] = argumentsOf(call);
  const block = rest.flat().find((node) => isGroup(node, '{'));
  const [name] = title;
  return testItem(
    { title: name?.kind === 'string' ? name.text : null, isSuite: false },
    compiledItems(contentOf(block)),
    [],
  );
}

/** `[]struct{ in int; want int }{{1, 2}}` as a list of rows with names. */
function literalOf(value: Nodes): Nodes {
  const last = value.at(-1);
  if (!isGroup(value[0], '[') && !isWord(value[0], 'map')) return value;
  if (!isGroup(last, '{')) return value;
  const struct = value.find((node, at) => isGroup(node, '{') && isWord(value[at - 1], 'struct') && node !== last);
  const fields = fieldNames(contentOf(struct));
  const rows = splitAt(last.nodes, ',').flatMap((row): Nodes => [...namedRow(row, fields), makeSign(',')]);
  return [makeGroup('[', rows)];
}

function fieldNames(struct: Nodes): Node[] {
  const names: Node[] = [];
  for (const [at, node] of struct.entries()) {
    const before = struct[at - 1];
    const isFirst = before === undefined || before.endLine < node.line || isSign(before, ';', ',');
    if (isFirst && node.kind === 'word') names.push(node);
  }
  return names;
}

function namedRow(row: Nodes, fields: readonly Node[]): Nodes {
  const group = row.at(-1);
  if (!isGroup(group, '{')) return row;
  const values = splitAt(group.nodes, ',');
  const isNamed = values.some((value) => isSign(value[1], ':'));
  const parts =
    isNamed || fields.length === 0
      ? values
      : values.map((value, at): Nodes => [fields[at] ?? makeWord('_'), makeSign(':'), ...value]);
  return [
    makeGroup(
      isNamed || fields.length > 0 ? '{' : '[',
      parts.flatMap((part): Nodes => [...part, makeSign(',')]),
    ),
  ];
}
