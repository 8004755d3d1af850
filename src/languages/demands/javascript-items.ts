import { assertion, negate, simplify } from './assertion.ts';
import { endsValue } from './code-text.ts';
import { flatten, isGroup, isSign, isWord, makeWord, type Node, type Nodes, splitAt } from './code-tree.ts';
import { functionIn } from './javascript-functions.ts';
import { isFailure, type JavaScriptNames, readJavaScriptAssertion } from './javascript-assertions.ts';
import { readJavaScriptTest } from './javascript-tests.ts';
import type { Item } from './test-items.ts';

/** The items of a test file in JavaScript or TypeScript. */
export function javaScriptItems(nodes: Nodes): Item[] {
  const isStrict = flatten(nodes).some(
    ({ kind, text }) => kind === 'string' && /^(?:node:)?assert\/strict$/.test(text),
  );
  return itemsIn(nodes, { contexts: new Set(), isStrict });
}

function itemsIn(nodes: Nodes, names: JavaScriptNames): Item[] {
  const items: Item[] = [];
  for (let at = 0; at < nodes.length;) {
    const { found, end } = statementAt(nodes, at, names);
    items.push(...found);
    at = Math.max(end, at + 1);
  }
  return items;
}

interface Statement {
  readonly found: readonly Item[];
  readonly end: number;
}

function statementAt(nodes: Nodes, at: number, names: JavaScriptNames): Statement {
  const node = nodes[at];
  const next = nodes[at + 1];
  if (isSign(node, ';')) return { found: [], end: at + 1 };
  if (isGroup(node, '{')) return { found: itemsIn(node.nodes, names), end: at + 1 };
  if (node?.kind !== 'word') return expressionAt(nodes, at, names);
  const isExported = node.text === 'export';
  if (isExported) {
    const from = isWord(next, 'default') ? at + 2 : at + 1;
    const { found, end } = statementAt(nodes, from, names);
    return { found: found.map((item) => ('isExported' in item ? { ...item, isExported } : item)), end };
  }
  switch (node.text) {
    case 'if':
      return ifAt(nodes, at, names);
    case 'for':
    case 'while':
      return loopAt(nodes, at, names);
    case 'try':
      return tryAt(nodes, at, names);
    case 'switch':
      return switchAt(nodes, at, names);
    case 'do':
    case 'else':
    case 'finally':
      return statementAt(nodes, at + 1, names);
    case 'case':
    case 'default':
      return { found: [], end: nodes.findIndex((one, index) => index > at && isSign(one, ':')) + 1 };
    case 'const':
    case 'let':
    case 'var':
      return definitionAt(nodes, at, names);
    case 'import':
      return importAt(nodes, at);
    case 'return':
    case 'continue':
    case 'break': {
      const { found, end } = isSameLine(node, next)
        ? expressionAt(nodes, at + 1, names, true)
        : { found: [], end: at + 1 };
      return { found: [...found, { kind: 'leave', skips: false }], end };
    }
    case 'type':
    case 'interface':
    case 'declare':
    case 'enum':
    case 'namespace':
      return next?.kind === 'word' ? { found: [], end: endOfStatement(nodes, at) } : expressionAt(nodes, at, names);
    case 'class':
    case 'abstract':
      return classAt(nodes, at, names);
    case 'async':
    case 'function':
      return functionAt(nodes, at, names) ?? expressionAt(nodes, at, names);
    default:
      return expressionAt(nodes, at, names);
  }
}

function isSameLine(node: Node, next: Node | undefined): boolean {
  return next !== undefined && next.line === node.endLine && !isSign(next, ';');
}

function ifAt(nodes: Nodes, at: number, names: JavaScriptNames): Statement {
  const test = nodes[at + 1];
  if (!isGroup(test, '(')) return expressionAt(nodes, at + 1, names);
  const then = statementAt(nodes, at + 2, names);
  const body = isGroup(nodes[at + 2], '{') ? contentOf(nodes[at + 2]) : nodes.slice(at + 2, then.end);
  const end = isSign(nodes[then.end], ';') && isWord(nodes[then.end + 1], 'else') ? then.end + 1 : then.end;
  const fails = isFailure(body, names) && body.filter((node) => isSign(node, ';')).length <= 1;
  const found: Item[] = fails
    ? [
        {
          kind: 'assertion',
          assertions: simplify(negate(assertion('truthy', test.nodes)), { looseEquality: true }),
          nodes: nodes.slice(at, then.end),
        },
      ]
    : [{ kind: 'branch', condition: test.nodes, body: then.found }];
  if (!isWord(nodes[end], 'else')) return { found, end };
  const otherwise = statementAt(nodes, end + 1, names);
  found.push({ kind: 'branch', condition: [makeWord('unless'), ...test.nodes], body: otherwise.found });
  return { found, end: otherwise.end };
}

function contentOf(node: Node | undefined): Nodes {
  return node?.kind === 'group' ? node.nodes : [];
}

function loopAt(nodes: Nodes, at: number, names: JavaScriptNames): Statement {
  const from = isWord(nodes[at + 1], 'await') ? at + 2 : at + 1;
  const header = nodes[from];
  if (!isGroup(header, '(')) return expressionAt(nodes, from, names);
  const { found, end } = statementAt(nodes, from + 1, names);
  const of = header.nodes.findIndex((node) => isWord(node, 'of'));
  if (of === -1) {
    return { found: [{ kind: 'branch', condition: [makeWord('loop'), ...header.nodes], body: found }], end };
  }
  const pattern = header.nodes.slice(isWord(header.nodes[0], 'const', 'let', 'var') ? 1 : 0, of);
  const table = { rows: header.nodes.slice(of + 1), parameters: [pattern], isSpread: false };
  return { found: [{ kind: 'loop', table, body: found }], end };
}

function tryAt(nodes: Nodes, at: number, names: JavaScriptNames): Statement {
  const block = nodes[at + 1];
  if (!isGroup(block, '{') || !isWord(nodes[at + 2], 'catch')) return statementAt(nodes, at + 1, names);
  const handlerAt = isGroup(nodes[at + 3], '(') ? at + 4 : at + 3;
  const handler = contentOf(nodes[handlerAt]);
  const body = itemsIn(block.nodes, names);
  const isHeard = flatten(handler).some(({ kind, text }) => kind === 'word' && HEARD.test(text));
  const tried: Item[] = isHeard ? body : [{ kind: 'callback', condition: [makeWord('try')], body }];
  const handled: Item = { kind: 'callback', condition: [makeWord('catch')], body: itemsIn(handler, names) };
  return { found: [...tried, handled], end: handlerAt + 1 };
}

/** A handler with one of these does not swallow a failure. */
const HEARD = /^(?:throw|fail|reject|done|next|exit|assert.*|expect.*)$/;

function switchAt(nodes: Nodes, at: number, names: JavaScriptNames): Statement {
  const [subject, block] = [nodes[at + 1], nodes[at + 2]];
  if (!isGroup(block, '{')) return { found: [], end: at + 1 };
  const condition = [makeWord('switch'), ...contentOf(subject)];
  return { found: [{ kind: 'callback', condition, body: itemsIn(block.nodes, names) }], end: at + 3 };
}

function definitionAt(nodes: Nodes, at: number, names: JavaScriptNames): Statement {
  const end = endOfStatement(nodes, at);
  const found: Item[] = [];
  for (const part of splitAt(nodes.slice(at + 1, end), ',')) {
    const equals = part.findIndex((node) => isSign(node, '='));
    const typed = part.findIndex((node) => isSign(node, ':'));
    const value = equals === -1 ? [] : part.slice(equals + 1).filter((node) => !isSign(node, ';'));
    const pattern = part.slice(0, typed > 0 && (equals === -1 || typed < equals) ? typed : equals === -1 ? 1 : equals);
    const required = requiredAt(pattern, value);
    if (required !== undefined) {
      found.push(...required);
      continue;
    }
    const made = functionIn(value);
    const [name] = pattern;
    if (made !== undefined && name?.kind === 'word') {
      found.push({
        kind: 'function',
        name: name.text,
        parameters: made.parameters,
        isExported: false,
        body: itemsIn(made.body, names),
      });
      if (!made.isPlain) found.push({ kind: 'definition', pattern, value, isExported: false });
      continue;
    }
    const inner = scan(value, names, { isAwaited: true });
    found.push(...inner.filter((item) => item.kind !== 'statement'), {
      kind: 'definition',
      pattern,
      value,
      isExported: false,
    });
  }
  return { found, end };
}

/** `const { a, b: c } = require('m')`, `const m = (await import('m')).default`: they are imports, written otherwise. */
function requiredAt(pattern: Nodes, value: Nodes): Item[] | undefined {
  const words = flatten(value);
  const from = words.find((node) => node.kind === 'string');
  const isPlain = words.every(
    (node) =>
      node === from ||
      (node.kind === 'word' ? /^(?:require|await|import|default)$/.test(node.text) : isSign(node, '.')),
  );
  if (from?.kind !== 'string' || !isPlain || !words.some((node) => isWord(node, 'require', 'import'))) return undefined;
  const [only] = pattern;
  const bound = isGroup(only, '{') ? splitAt(only.nodes, ',').map((one) => one.at(-1)) : [only];
  if (bound.some((node) => node?.kind !== 'word')) return undefined;
  return bound.flatMap((node) => (node?.kind === 'word' ? [{ kind: 'import', name: node.text, from: from.text }] : []));
}

function importAt(nodes: Nodes, at: number): Statement {
  const end = endOfStatement(nodes, at);
  const part = nodes.slice(at + 1, end);
  const from = part.find((node) => node.kind === 'string');
  if (from?.kind !== 'string' || isGroup(part[0], '(')) return { found: [], end };
  const words = flatten(part).filter(
    ({ kind, text }) => kind === 'word' && !/^(?:from|as|type|default|with)$/.test(text),
  );
  return { found: words.map(({ text }) => ({ kind: 'import', name: text, from: from.text })), end };
}

function functionAt(nodes: Nodes, at: number, names: JavaScriptNames): Statement | undefined {
  const from = isWord(nodes[at], 'async') ? at + 1 : at;
  if (!isWord(nodes[from], 'function')) return undefined;
  const nameAt = isSign(nodes[from + 1], '*') ? from + 2 : from + 1;
  const name = nodes[nameAt];
  const end = nodes.findIndex((node, index) => index > nameAt && isGroup(node, '{')) + 1;
  const parameters = nodes.slice(nameAt, end).find((node) => isGroup(node, '('));
  if (name?.kind !== 'word' || end === 0 || parameters?.kind !== 'group') return undefined;
  const body = itemsIn(contentOf(nodes[end - 1]), names);
  return {
    found: [{ kind: 'function', name: name.text, parameters: splitAt(parameters.nodes, ','), isExported: false, body }],
    end,
  };
}

/** Methods are functions that go by their name. */
function classAt(nodes: Nodes, at: number, names: JavaScriptNames): Statement {
  const place = nodes.findIndex((node, index) => index > at && isGroup(node, '{'));
  const members = contentOf(nodes[place]);
  const found: Item[] = [];
  for (const [index, node] of members.entries()) {
    const [parameters, before] = [members[index + 1], members[index - 1]];
    const body = members.slice(index + 2, index + 14).find((one) => isGroup(one, '{'));
    if (node.kind !== 'word' || !isGroup(parameters, '(') || body === undefined || isSign(before, '.', '=')) continue;
    const inner = itemsIn(contentOf(body), names);
    found.push({
      kind: 'function',
      name: node.text,
      parameters: splitAt(parameters.nodes, ','),
      isExported: true,
      body: inner,
    });
  }
  return { found, end: place === -1 ? at + 1 : place + 1 };
}

function expressionAt(nodes: Nodes, at: number, names: JavaScriptNames, isAwaited = false): Statement {
  const end = endOfStatement(nodes, at);
  return { found: scan(nodes.slice(at, end), names, { isAwaited }), end };
}

/** After the last node of the statement that begins here: at a semicolon, or where a line ends that can be an end. */
export function endOfStatement(nodes: Nodes, at: number): number {
  for (let place = at; place < nodes.length; place++) {
    const [node, next] = [nodes[place], nodes[place + 1]];
    if (isSign(node, ';')) return place + 1;
    if (node === undefined || next === undefined || next.line === node.endLine) continue;
    const canEnd = endsValue(node) || isSign(node, '++', '--', '!', '>');
    const isContinued =
      next.kind === 'sign'
        ? !['!', '++', '--', '@', '~'].includes(next.text)
        : isGroup(next, '(') ||
          isGroup(next, '[') ||
          isGroup(next, '`') ||
          isWord(next, 'instanceof', 'in', 'of', 'as', 'satisfies', 'from');
    const isBlock = isGroup(next, '{');
    if (canEnd && !isContinued && !isBlock) return place + 1;
  }
  return nodes.length;
}

/** Assertions, tests and functions in an expression. */
function scan(nodes: Nodes, names: JavaScriptNames, { isAwaited = false, isInner = false } = {}): Item[] {
  const items: Item[] = [];
  const rest: Node[] = [];
  let isStarted = false;
  for (let at = 0; at < nodes.length; at++) {
    const node = nodes[at];
    if (node === undefined) break;
    const test = readJavaScriptTest(nodes, at, names);
    if (test !== undefined) {
      const inner = { ...names, contexts: new Set([...names.contexts, ...test.contexts]) };
      items.push({ ...test.item, body: [...itemsIn(test.body, inner), ...test.item.body] });
      at = test.end - 1;
      continue;
    }
    const found = readJavaScriptAssertion(nodes, at, names);
    if (found !== undefined && found.assertions.length > 0) {
      const before = nodes.slice(0, at);
      const condition = before.some((one) => isSign(one, '&&', '||', '?', '??')) ? before : undefined;
      const isHeard = isAwaited || isInner || at > 0 || !found.isPromise;
      const own: Item[] = [
        { kind: 'assertion', assertions: found.assertions, nodes: nodes.slice(at, found.end) },
        ...functionsIn(nodes.slice(at, found.end), names),
      ];
      if (condition !== undefined) items.push({ kind: 'branch', condition, body: own });
      else if (isHeard) items.push(...own);
      else items.push({ kind: 'callback', condition: [makeWord('nobody waits')], body: own });
      at = found.end - 1;
      isStarted = true;
      continue;
    }
    const made = functionIn(nodes.slice(at), { isPrefix: true });
    if (made !== undefined && !isSign(nodes[at - 1], '.')) {
      const body = made.isExpression ? scan(made.body, names, { isAwaited: true }) : itemsIn(made.body, names);
      if (body.some(hasAssertions)) items.push({ kind: 'callback', condition: [makeWord('function')], body });
      rest.push(...nodes.slice(at, at + made.length));
      at += made.length - 1;
      continue;
    }
    rest.push(node);
    if (node.kind === 'group' && node.open !== '${') items.push(...groupItems(nodes, at, names));
  }
  if (rest.length > 0 && !isInner && !isStarted && items.every(({ kind }) => kind !== 'test')) {
    items.push({ kind: 'statement', nodes: rest });
  }
  const skips = skipsTest(nodes, names);
  return skips === undefined ? items : [...items, skips];
}

function hasAssertions(item: Item): boolean {
  if (item.kind === 'assertion') return true;
  if (item.kind === 'statement')
    return flatten(item.nodes).some(({ kind, text }) => kind === 'word' && CHECKS.test(text));
  return 'body' in item && item.body.some(hasAssertions);
}

/** Names of functions that might assert. */
const CHECKS = /^(?:check|expect|assert|verify|ensure|should)/i;

/** `t.skip()`, `this.skip()`, `process.exit(0)`. */
function skipsTest(nodes: Nodes, { contexts }: JavaScriptNames): Item | undefined {
  const [first, dot, name, call] = nodes;
  if (first?.kind !== 'word' || !isSign(dot, '.') || name?.kind !== 'word' || !isGroup(call, '(')) return undefined;
  if (first.text === 'process' && name.text === 'exit') return { kind: 'leave', skips: true };
  const isContext = contexts.has(first.text) || ['this', 'test', 'ctx', 't'].includes(first.text);
  if (!isContext || !/^(?:skip|todo|fixme)$/.test(name.text)) return undefined;
  const [condition] = splitAt(call.nodes, ',');
  const leave: Item = { kind: 'leave', skips: true };
  const hasCondition = condition !== undefined && condition[0]?.kind !== 'string' && !isWord(condition[0], 'true');
  return hasCondition ? { kind: 'branch', condition, body: [leave] } : leave;
}

/** Functions that are given to an assertion can hold assertions of their own. */
function functionsIn(nodes: Nodes, names: JavaScriptNames): Item[] {
  const items: Item[] = [];
  for (const node of nodes) {
    if (node.kind !== 'group') continue;
    for (const part of splitAt(node.nodes, ',')) {
      const made = functionIn(part);
      const body = made === undefined || made.isExpression ? [] : itemsIn(made.body, names);
      if (body.some(({ kind }) => kind === 'assertion')) {
        items.push({ kind: 'callback', condition: [makeWord('function')], body: body.filter(hasAssertions) });
      } else items.push(...functionsIn(part, names));
    }
  }
  return items;
}

/** What is in the brackets of a call; functions there are called by what is called. */
function groupItems(nodes: Nodes, at: number, names: JavaScriptNames): Item[] {
  const group = nodes[at];
  if (group?.kind !== 'group') return [];
  const called = nodes[at - 1];
  const callee = called?.kind === 'word' ? called.text : undefined;
  const isCall = group.open === '(' && callee !== undefined;
  return splitAt(group.nodes, ',').flatMap((part): Item[] => {
    const made = isCall ? functionIn(part) : undefined;
    if (made === undefined) return scan(part, names, { isInner: true });
    const inner = made.isExpression ? scan(made.body, names, { isAwaited: true }) : itemsIn(made.body, names);
    if (!inner.some((item) => hasAssertions(item) || item.kind === 'test')) return [];
    if (HOOKS.has(callee ?? '')) return inner;
    if (callee === 'forEach' || callee === 'map' || callee === 'each') {
      const table = { rows: nodes.slice(0, at - 2), parameters: made.parameters.slice(0, 1), isSpread: false };
      return [{ kind: 'loop', table, body: inner }];
    }
    return [{ kind: 'callback', condition: [makeWord(callee ?? 'function')], body: inner }];
  });
}

const HOOKS = new Set(
  'before beforeEach beforeAll after afterEach afterAll setup teardown suiteSetup suiteTeardown act waitFor step'.split(
    ' ',
  ),
);
