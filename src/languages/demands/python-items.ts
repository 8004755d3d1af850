import { argumentsOf, assertion, negate, simplify } from './assertion.ts';
import { flatten, isGroup, isSign, isWord, makeWord, type Node, type Nodes, splitAt } from './code-tree.ts';
import { PYTHON, pythonCalls } from './python-assertions.ts';
import type { Item, Table, TestItem } from './test-items.ts';

interface Line {
  readonly nodes: Nodes;
  readonly column: number;
  readonly body: readonly Line[];
}

/** The items of a test file in Python. */
export function pythonItems(nodes: Nodes): Item[] {
  return [...itemsOf(nestLines(logicalLines(nodes)), { isTestCase: false }), ...doctests(nodes)];
}

/** Brackets hold lines together; so do a backslash and a semicolon that parts them. */
function logicalLines(nodes: Nodes): Line[] {
  const lines: { nodes: Node[]; column: number; body: Line[] }[] = [];
  let previous: Node | undefined;
  for (const node of nodes) {
    const isContinued = isSign(previous, '\\');
    const isNew = previous === undefined || (node.line > previous.endLine && !isContinued);
    const column = isNew ? node.column : (lines.at(-1)?.column ?? 0);
    if (isNew || isSign(previous, ';')) lines.push({ nodes: [], column, body: [] });
    if (!isSign(node, '\\', ';')) lines.at(-1)?.nodes.push(node);
    previous = node;
  }
  return lines.filter((line) => line.nodes.length > 0);
}

function nestLines(lines: readonly Line[]): Line[] {
  const result: Line[] = [];
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at];
    if (line === undefined) break;
    let end = at + 1;
    while (end < lines.length && (lines[end]?.column ?? 0) > line.column) end++;
    const colon = blockColon(line.nodes);
    const inline = colon === undefined ? [] : line.nodes.slice(colon + 1);
    const inner = nestLines(lines.slice(at + 1, end));
    const first: Line[] = inline.length > 0 ? [{ nodes: inline, column: line.column + 1, body: [] }] : [];
    result.push({
      nodes: colon === undefined ? line.nodes : line.nodes.slice(0, colon),
      column: line.column,
      body: [...first, ...inner],
    });
    at = end - 1;
  }
  return result;
}

const BLOCKS = new Set('if elif else for while try except finally with def class async match case'.split(' '));

/** Where the head of a block ends; lambdas have colons too. */
function blockColon(nodes: Nodes): number | undefined {
  const [first] = nodes;
  if (first?.kind !== 'word' || !BLOCKS.has(first.text)) return undefined;
  let lambdas = 0;
  for (const [at, node] of nodes.entries()) {
    if (isWord(node, 'lambda')) lambdas++;
    else if (isSign(node, ':') && lambdas-- === 0) return at;
  }
  return undefined;
}

function itemsOf(lines: readonly Line[], context: { readonly isTestCase: boolean }): Item[] {
  const items: Item[] = [];
  let decorators: Nodes[] = [];
  for (const [at, line] of lines.entries()) {
    if (isSign(line.nodes[0], '@')) {
      decorators.push(line.nodes.slice(1));
      continue;
    }
    items.push(
      ...itemsOfLine(line, {
        decorators,
        isTestCase: context.isTestCase,
        next: lines[at + 1],
        previous: lines[at - 1],
      }),
    );
    decorators = [];
  }
  return items;
}

interface LineContext {
  readonly decorators: readonly Nodes[];
  readonly isTestCase: boolean;
  readonly next: Line | undefined;
  readonly previous: Line | undefined;
}

function itemsOfLine({ nodes: all, body, column }: Line, context: LineContext): Item[] {
  const nodes = isWord(all[0], 'async') ? all.slice(1) : all;
  const [first, second] = nodes;
  const inner = (): Item[] => itemsOf(body, { isTestCase: false });
  if (first?.kind !== 'word') return statement(nodes);
  switch (first.text) {
    case 'def':
      return definition(nodes, body, context);
    case 'class':
      return [suite(nodes, itemsOf(body, { isTestCase: true }), context.decorators)];
    case 'if':
    case 'elif':
    case 'while':
    case 'match':
    case 'case':
      return branch(nodes, body, inner());
    case 'else': {
      const condition = [makeWord('else')];
      return [
        isWord(context.previous?.nodes[0], 'for', 'try', 'except', 'while')
          ? { kind: 'callback', condition, body: inner() }
          : { kind: 'branch', condition, body: inner() },
      ];
    }
    case 'for':
      return loop(nodes, inner());
    case 'try': {
      const isHeard = !isWord(context.next?.nodes[0], 'except') || hearsFailure(context.next);
      return isHeard ? inner() : [{ kind: 'callback', condition: [makeWord('try')], body: inner() }];
    }
    case 'except':
      return [{ kind: 'callback', condition: nodes, body: inner() }];
    case 'with':
      return withBlock(nodes, body, inner());
    case 'finally':
      return inner();
    case 'return':
    case 'continue':
    case 'break':
      return [...statement(nodes.slice(1)), { kind: 'leave', skips: false }];
    case 'import':
    case 'from':
      return imports(nodes);
    case 'assert': {
      const [condition = []] = splitAt(nodes.slice(1), ',');
      return [{ kind: 'assertion', assertions: simplify(assertion('truthy', condition), PYTHON), nodes }];
    }
    default: {
      const equals = nodes.findIndex((node) => isSign(node, '='));
      if (
        equals > 0 &&
        nodes.slice(0, equals).every((node) => node.kind !== 'sign' || [',', ':'].includes(node.text))
      ) {
        if (isWord(first, 'pytestmark') && second !== undefined) return marks(nodes.slice(equals + 1));
        const typed = nodes.findIndex((node) => isSign(node, ':'));
        const pattern = nodes.slice(0, typed > 0 && typed < equals ? typed : equals);
        const value = nodes.slice(equals + 1);
        return [
          ...statement(value, { isValue: true }),
          { kind: 'definition', pattern, value, isExported: column === 0 },
        ];
      }
      return statement(nodes);
    }
  }
}

/** `pytestmark = pytest.mark.skip`: for everything in the file. */
function marks(value: Nodes): Item[] {
  const { isSkipped, conditions } = readMarks([value]);
  if (isSkipped) return [{ kind: 'leave', skips: true }];
  return conditions.map((condition) => ({ kind: 'branch', condition, body: [{ kind: 'leave', skips: false }] }));
}

function statement(nodes: Nodes, { isValue = false } = {}): Item[] {
  if (nodes.length === 0) return [];
  const found = pythonCalls(nodes);
  if (found.length > 0) return [{ kind: 'assertion', assertions: found, nodes }];
  const skips = skipOf(nodes);
  if (skips !== undefined) return [skips];
  return isValue ? [] : [{ kind: 'statement', nodes }];
}

function skipOf(nodes: Nodes): Item | undefined {
  const call = nodes.findLast((node) => isGroup(node, '('));
  const [object, , name] = isWord(nodes[0], 'raise') ? nodes.slice(1) : nodes;
  if (call === undefined) return undefined;
  const isSkip =
    isWord(name, 'skip', 'skipTest', 'xfail', 'SkipTest', 'exit') &&
    isWord(object, 'pytest', 'self', 'unittest', 'sys');
  return isSkip || isWord(object, 'SkipTest') ? { kind: 'leave', skips: true } : undefined;
}

function definition(nodes: Nodes, body: readonly Line[], { decorators, isTestCase }: LineContext): Item[] {
  const [, name, group] = nodes;
  if (name?.kind !== 'word' || group?.kind !== 'group') return [];
  const parameters = splitAt(group.nodes, ',');
  const items = itemsOf(body, { isTestCase: false });
  const isHook = isTestCase && /^(?:setUp|tearDown|setup_|teardown_|asyncSetUp)/.test(name.text);
  if (isHook) return items;
  const isTest = name.text.startsWith('test') || decorators.some((one) => isWord(one[0], 'given'));
  if (!isTest) return [{ kind: 'function', name: name.text, parameters, isExported: true, body: items }];
  return [{ ...testItem(name.text, items, decorators), parameters, isSuite: false }];
}

function suite(nodes: Nodes, body: readonly Item[], decorators: readonly Nodes[]): TestItem {
  const name = nodes[1];
  return testItem(name?.kind === 'word' ? name.text : null, body, decorators);
}

function testItem(title: string | null, body: readonly Item[], decorators: readonly Nodes[]): TestItem {
  const { isSkipped, conditions } = readMarks(decorators);
  const tables = decorators.flatMap((one) => tableOf(one) ?? []);
  return { kind: 'test', title, isSuite: true, isSkipped, isFocused: false, conditions, tables, parameters: [], body };
}

function readMarks(decorators: readonly Nodes[]): { readonly isSkipped: boolean; readonly conditions: Nodes[] } {
  let isSkipped = false;
  const conditions: Nodes[] = [];
  for (const decorator of decorators) {
    const name = decorator.findLast((node) => isWord(node));
    const mark = decorator
      .flatMap((node) => (node.kind === 'word' ? [node] : []))
      .find(({ text }) => /^(?:skip|skipif|skipIf|skipUnless|xfail|expectedFailure)$/.test(text));
    if (mark === undefined || name === undefined) continue;
    const [condition] = argumentsOf(decorator.at(-1));
    const hasCondition =
      condition !== undefined && /^(?:skipif|skipIf|skipUnless|xfail)$/.test(mark.text) && !isSign(condition[1], '=');
    if (!hasCondition || isWord(condition[0], mark.text === 'skipUnless' ? 'False' : 'True')) isSkipped = true;
    else if (!isWord(condition[0], mark.text === 'skipUnless' ? 'True' : 'False'))
      conditions.push([makeWord(mark.text), ...condition]);
  }
  return { isSkipped, conditions };
}

/** `@pytest.mark.parametrize('a, b', [(1, 2)])`, `@parameterized.expand([(1, 2)])`. */
function tableOf(decorator: Nodes): Table[] | undefined {
  const args = argumentsOf(decorator.at(-1));
  if (!decorator.some((node) => isWord(node, 'parametrize', 'expand', 'parameterized', 'data'))) return undefined;
  const [names = [], rows = []] = args;
  const [first] = names;
  if (!decorator.some((node) => isWord(node, 'parametrize'))) return [{ rows: names, parameters: [], isSpread: true }];
  const listed =
    first?.kind === 'string'
      ? first.text.split(',')
      : flatten(names)
          .filter(({ kind }) => kind === 'string')
          .map(({ text }) => text);
  const parameters = listed.map((name) => [makeWord(name.trim())]);
  return [{ rows, parameters, isSpread: parameters.length > 1 }];
}

function branch(nodes: Nodes, body: readonly Line[], items: Item[]): Item[] {
  const condition = isWord(nodes[0], 'if') ? nodes.slice(1) : nodes;
  const [only] = body;
  const isFailure = body.length === 1 && only !== undefined && isFail(only.nodes);
  if (isFailure && isWord(nodes[0], 'if')) {
    return [
      {
        kind: 'assertion',
        assertions: simplify(negate(assertion('truthy', condition)), PYTHON),
        nodes: [...nodes, ...only.nodes],
      },
    ];
  }
  const isMain = isWord(condition[0], '__name__');
  return isMain ? items : [{ kind: 'branch', condition, body: items }];
}

function isFail(nodes: Nodes): boolean {
  if (isWord(nodes[0], 'raise')) return !nodes.some((node) => isWord(node, 'SkipTest'));
  return isWord(nodes[0], 'pytest', 'self') && isWord(nodes[2], 'fail');
}

function loop(nodes: Nodes, body: Item[]): Item[] {
  const place = nodes.findIndex((node) => isWord(node, 'in'));
  const table = { rows: nodes.slice(place + 1), parameters: [nodes.slice(1, place)], isSpread: false };
  return [{ kind: 'loop', table, body }];
}

function hearsFailure(handler: Line | undefined): boolean {
  const lines = (line: Line): Nodes => [...line.nodes, ...line.body.flatMap(lines)];
  const words = handler === undefined ? [] : flatten(handler.body.flatMap(lines));
  const isOfOthers =
    handler !== undefined &&
    handler.nodes.length > 1 &&
    !handler.nodes.some((node) => isWord(node, 'Exception', 'BaseException', 'AssertionError') || isGroup(node, '('));
  return isOfOthers || words.some(({ kind, text }) => kind === 'word' && /^(?:raise|fail|assert.*)$/.test(text));
}

/** What must be raised in a block is one demand about the block. */
function withBlock(nodes: Nodes, body: readonly Line[], items: Item[]): Item[] {
  const call = nodes.findIndex((node) =>
    isWord(
      node,
      'raises',
      'assertRaises',
      'assertRaisesRegex',
      'warns',
      'assertWarns',
      'assertWarnsRegex',
      'deprecated_call',
      'assertLogs',
      'assertNoLogs',
    ),
  );
  const name = nodes[call];
  if (name?.kind !== 'word') {
    return nodes.some((node) => isWord(node, 'suppress'))
      ? [{ kind: 'callback', condition: nodes.slice(1), body: items }]
      : [...statement(nodes.slice(1)), ...items];
  }
  const args = argumentsOf(nodes[call + 1]);
  const lines = (line: Line): Nodes => [...line.nodes, ...line.body.flatMap(lines)];
  const relation = /raises/i.test(name.text) ? 'throws' : name.text.replace(/^assert/, '').toLowerCase();
  const [kind = [], pattern] = args.filter((arg) => !isWord(arg[0], 'msg'));
  const expected = pattern === undefined ? [kind] : [kind, isSign(pattern[1], '=') ? pattern.slice(2) : pattern];
  const content = body.flatMap(lines);
  const found: Item = {
    kind: 'assertion',
    assertions: [assertion(relation, content, ...expected)],
    nodes: [...nodes, ...content],
  };
  const alias = nodes.findIndex((node) => isWord(node, 'as'));
  const bound: Item[] =
    alias > 0 ? [{ kind: 'definition', pattern: nodes.slice(alias + 1), value: [], isExported: false }] : [];
  return [
    ...items.filter((item) => item.kind === 'definition'),
    found,
    ...items.filter((item) => item.kind === 'assertion'),
    ...bound,
  ];
}

function imports(nodes: Nodes): Item[] {
  const place = nodes.findIndex((node) => isWord(node, 'import'));
  const from = nodes
    .slice(1, place)
    .map((node) => (node.kind === 'group' ? '' : node.text))
    .join('');
  const names = flatten(nodes.slice(place + 1)).filter(({ kind, text }) => kind === 'word' && text !== 'as');
  return names.map(({ text }) => ({ kind: 'import', name: text, from: place === 0 ? text : from }));
}

/** `>>> f(1)` and the line that must follow. */
function doctests(nodes: Nodes): Item[] {
  return flatten(nodes).flatMap((token): Item[] => {
    if (token.kind !== 'string' || !token.text.includes('>>>')) return [];
    const lines = token.text.split('\n').map((line) => line.trim());
    const items: Item[] = [];
    for (let at = 0; at < lines.length; at++) {
      if (lines[at]?.startsWith('>>>') !== true) continue;
      let end = at + 1;
      while (lines[end]?.startsWith('...') === true) end++;
      const code = lines
        .slice(at, end)
        .map((line) => line.slice(4))
        .join('\n');
      const output: string[] = [];
      while (end < lines.length && lines[end] !== '' && lines[end]?.startsWith('>>>') !== true)
        output.push(lines[end++] ?? '');
      const text = (value: string): Node => ({ ...token, text: value });
      if (output.length > 0)
        items.push({
          kind: 'assertion',
          assertions: [assertion('prints', [text(code)], [text(output.join('\n'))])],
          nodes: [token],
        });
      at = end - 1;
    }
    return items;
  });
}
