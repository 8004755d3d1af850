import { isGroup, isSign, isWord, makeWord, type Node, type Nodes, splitAt } from './code-tree.ts';
import { functionIn } from './javascript-functions.ts';
import type { JavaScriptNames } from './javascript-assertions.ts';
import type { Item, Table, TestItem } from './test-items.ts';

interface FoundTest {
  readonly item: TestItem;
  readonly body: Nodes;
  /** Names of its contexts: `t`. */
  readonly contexts: readonly string[];
  readonly end: number;
}

const TESTS = new Set('it test specify xit xtest xspecify fit step'.split(' '));
const SUITES = new Set('describe suite context xdescribe xcontext fdescribe'.split(' '));

/** The test or suite whose call begins here: `it.skip.each([…])('…', …)`. */
export function readJavaScriptTest(nodes: Nodes, from: number, names: JavaScriptNames): FoundTest | undefined {
  const head = nodes[from];
  if (isGroup(head, '(') && !isWord(nodes[from - 1]) && isGroup(nodes[from + 1], '('))
    return chosenTest(nodes, from, names);
  if (head?.kind !== 'word' || isSign(nodes[from - 1], '.', '?.')) return undefined;
  let at = from + 1;
  let isSuite = SUITES.has(head.text);
  if (!isSuite && !TESTS.has(head.text)) {
    const isNested = names.contexts.has(head.text) || head.text === 'Deno';
    if (!isNested || !isSign(nodes[at], '.') || !isWord(nodes[at + 1], 'test', 'step')) return undefined;
    at += 2;
  }
  const flags = new Set<string>();
  const conditions: Nodes[] = [];
  const tables: Omit<Table, 'parameters'>[] = [];
  if (head.text.startsWith('x')) flags.add('skip');
  if (/^f(?:it|describe)$/.test(head.text)) flags.add('only');
  while (isSign(nodes[at], '.')) {
    const name = nodes[at + 1];
    if (name?.kind !== 'word') return undefined;
    at += 2;
    const given = nodes[at];
    if (/^(?:each|for)$/.test(name.text) && given !== undefined) {
      const rows = isGroup(given, '(') ? given.nodes : rowsOfTemplate(given);
      tables.push({ rows, isSpread: name.text === 'each' });
      at++;
    } else if (/^(?:skipIf|runIf|if)$/.test(name.text) && isGroup(given, '(')) {
      conditions.push([makeWord(name.text), ...given.nodes]);
      at++;
    } else if (/^(?:extend|prop|use|extendMatchers)$/.test(name.text)) return undefined;
    else if (name.text === 'describe' || name.text === 'suite') isSuite = true;
    else if (name.text === 'step') continue;
    else flags.add(name.text);
  }
  const call = nodes[at];
  if (!isGroup(call, '(')) return undefined;
  const args = splitAt(call.nodes, ',');
  const made = args.map((arg) => functionIn(arg)).find((one) => one !== undefined);
  const [title = []] = args;
  if (made === undefined && !(flags.has('todo') || flags.has('skip') || namesFunction(args))) return undefined;
  const options = args.slice(1).find((arg) => arg.length === 1 && isGroup(arg[0], '{'));
  readOptions(options, flags, conditions);
  const isSkipped = flags.has('skip') || flags.has('todo') || flags.has('fixme') || conditions.some(isAlwaysSkipped);
  if (flags.has('fails') || flags.has('failing') || flags.has('fail')) conditions.push([makeWord('fails')]);
  const parameters = made?.parameters ?? [];
  const contextAt = tables.some(({ isSpread }) => !isSpread) ? 1 : 0;
  const context = tables.length === 0 || contextAt === 1 ? parameters[contextAt]?.[0] : undefined;
  return {
    item: {
      kind: 'test',
      title: titleOf(title),
      isSuite,
      isSkipped,
      isFocused: flags.has('only'),
      conditions: conditions.filter((one) => !isNeverSkipped(one)),
      tables: tables.map((table) => ({ ...table, parameters })),
      parameters: tables.length > 0 ? [] : parameters,
      body: made === undefined ? calledByName(args) : [],
    },
    body: made === undefined ? [] : made.isExpression ? returned(made.body) : made.body,
    contexts: context?.kind === 'word' ? [context.text] : [],
    end: at + 1,
  };
}

function returned(value: Nodes): Nodes {
  const line = value[0]?.line ?? 0;
  return [{ ...makeWord('return'), line, endLine: line }, ...value];
}

/** `it('…', check)`: a function that stands elsewhere. */
function namesFunction(args: readonly Nodes[]): boolean {
  const last = args.at(-1);
  return args.length >= 2 && args[0]?.[0]?.kind === 'string' && last?.length === 1 && isWord(last[0]);
}

function calledByName(args: readonly Nodes[]): Item[] {
  const [name] = args.at(-1) ?? [];
  if (!namesFunction(args) || name === undefined) return [];
  return [
    { kind: 'statement', nodes: [name, { kind: 'group', open: '(', nodes: [], line: 0, endLine: 0, column: 0 }] },
  ];
}

/** `(isLinux ? it : it.skip)('…', …)`. */
function chosenTest(nodes: Nodes, from: number, names: JavaScriptNames): FoundTest | undefined {
  const choice = nodes[from];
  if (choice?.kind !== 'group' || !choice.nodes.some((node) => isSign(node, '?'))) return undefined;
  const name = choice.nodes.find((node) => node.kind === 'word' && (TESTS.has(node.text) || SUITES.has(node.text)));
  const call = nodes[from + 1];
  if (name === undefined || call === undefined) return undefined;
  const found = readJavaScriptTest([name, call], 0, names);
  if (found === undefined) return undefined;
  const conditions = [...found.item.conditions, [makeWord('choose'), ...choice.nodes]];
  return { ...found, item: { ...found.item, conditions }, end: from + 2 };
}

function readOptions(options: Nodes | undefined, flags: Set<string>, conditions: Nodes[]): void {
  const [group] = options ?? [];
  if (group?.kind !== 'group') return;
  for (const [key, , ...value] of splitAt(group.nodes, ',')) {
    if (!isWord(key, 'skip', 'todo', 'only', 'fails') || key?.kind !== 'word') continue;
    if (isWord(value[0], 'false')) continue;
    if (value.length === 1 && (isWord(value[0], 'true') || value[0]?.kind === 'string')) flags.add(key.text);
    else conditions.push([makeWord(key.text), ...value]);
  }
}

function isAlwaysSkipped(condition: Nodes): boolean {
  const [name, value] = condition;
  if (condition.length !== 2) return false;
  return isWord(name, 'skipIf')
    ? isWord(value, 'true') || isOne(value)
    : isWord(name, 'runIf', 'if') && isWord(value, 'false');
}

function isNeverSkipped([name, value, ...more]: Nodes): boolean {
  if (more.length > 0) return false;
  return isWord(name, 'skipIf') ? isWord(value, 'false') : isWord(name, 'runIf', 'if') && isWord(value, 'true');
}

function isOne(node: Node | undefined): boolean {
  return node?.kind === 'number' && node.text === '1';
}

function titleOf(title: Nodes): string | null {
  const [only] = title;
  if (only?.kind === 'string') return only.text;
  if (!isGroup(only, '`')) return null;
  return only.nodes.map((node) => (node.kind === 'string' ? node.text : '…')).join('');
}

/** The table of `` each`…` ``: a line of names, and values between bars. */
function rowsOfTemplate(template: Node): Nodes {
  if (!isGroup(template, '`')) return [];
  const [header] = template.nodes;
  const names = header?.kind === 'string' ? header.text.split('|').map((one) => one.trim()) : [];
  const columns = names.filter((name) => /^[\w$]+$/.test(name));
  const values = template.nodes.flatMap((node) => (isGroup(node, '${') ? [node.nodes] : []));
  const place = { line: template.line, endLine: template.line, column: 0 };
  const sign = (text: string): Node => ({ kind: 'sign', text, ...place });
  const rows: Node[] = [];
  for (let at = 0; columns.length > 0 && at < values.length; at += columns.length) {
    const fields = columns.flatMap((name, index) => [
      makeWord(name),
      sign(':'),
      ...(values[at + index] ?? []),
      sign(','),
    ]);
    rows.push({ kind: 'group', open: '{', nodes: fields, ...place }, sign(','));
  }
  return [{ kind: 'group', open: '[', nodes: rows, ...place }];
}
