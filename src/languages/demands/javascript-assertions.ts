import { argumentsOf, type Assertion, assertion, isPrimitive, negate, simplify } from './assertion.ts';
import { isGroup, isSign, isWord, makeSign, makeWord, type Node, type Nodes } from './code-tree.ts';

/** An assertion as it stands in JavaScript. */
export interface FoundAssertion {
  /** None: it looks like one and demands nothing. */
  readonly assertions: readonly Assertion[];
  /** After its last node. */
  readonly end: number;
  /** It says something only if somebody waits for it. */
  readonly isPromise: boolean;
}

export interface JavaScriptNames {
  /** Contexts that tests are given: `t`. */
  readonly contexts: ReadonlySet<string>;
  /** Whether `assert.equal` compares with `===` in this file. */
  readonly isStrict: boolean;
}

interface Link {
  readonly name: string;
  readonly args?: Nodes[];
  readonly end: number;
}

/** What a chain of members and calls demands that begins here; undefined: it is no assertion. */
export function readJavaScriptAssertion(nodes: Nodes, at: number, names: JavaScriptNames): FoundAssertion | undefined {
  const first = nodes[at];
  if (first?.kind !== 'word' || isSign(nodes[at - 1], '.', '?.')) return undefined;
  const links = linksFrom(nodes, at);
  const end = links.at(-1)?.end ?? at + 1;
  const made = (assertions: readonly (Assertion | undefined)[], isPromise = false): FoundAssertion => ({
    assertions: assertions.flatMap((one) => (one === undefined ? [] : simplify(one, { looseEquality: true }))),
    end,
    isPromise,
  });
  const [root] = links;
  const rest = root?.name === 'chai' ? links.slice(1) : links;
  const head = rest[0];
  if (head === undefined) return undefined;
  if (head.name === 'expect' || head.name === 'should' || head.name === 'expectTypeOf') return expectation(rest, made);
  const methods = methodsOf(rest, names);
  if (methods !== undefined) return calledMethod(methods, names, made);
  const marked = rest.findIndex(({ name }, index) => index > 0 && (name === 'should' || name === 'expect'));
  if (marked > 0) return markedChain(nodes.slice(at, rest[marked - 1]?.end), rest.slice(marked), made);
  const last = rest.findLast(({ args }) => args !== undefined);
  return last !== undefined && SPEAKS.test(last.name) ? made([assertion('call', nodes.slice(at, end))]) : undefined;
}

/** Functions that others wrote, and whose names say that they assert. */
const SPEAKS = /^(?:assert|expect|verify|should)(?:[A-Z_]\w*)?$/;

function linksFrom(nodes: Nodes, from: number): Link[] {
  const links: Link[] = [];
  let at = from;
  while (nodes[at]?.kind === 'word') {
    const name = nodes[at];
    if (name === undefined || name.kind === 'group') break;
    at++;
    if (isSign(nodes[at], '<')) at = skipTypeArguments(nodes, at);
    const called = nodes[at];
    if (isGroup(called, '(')) links.push({ name: name.text, args: argumentsOf(called), end: ++at });
    else if (called?.kind === 'string' && called.line === name.line && isTemplateCall(name.text)) {
      links.push({ name: name.text, args: [[called]], end: ++at });
    } else links.push({ name: name.text, end: at });
    while (isGroup(nodes[at], '(') || isGroup(nodes[at], '[')) at++;
    if (!isSign(nodes[at], '.', '?.')) break;
    at++;
  }
  const last = links.at(-1);
  if (last !== undefined && last.end < at) links[links.length - 1] = { ...last, end: at };
  return links;
}

function isTemplateCall(name: string): boolean {
  return name.endsWith('Snapshot');
}

function skipTypeArguments(nodes: Nodes, from: number): number {
  for (let at = from; at < nodes.length && at < from + 40; at++) {
    if (isSign(nodes[at], '>') && isGroup(nodes[at + 1], '(')) return at + 1;
  }
  return from;
}

type Make = (assertions: readonly (Assertion | undefined)[], isPromise?: boolean) => FoundAssertion;

const NEUTRAL = new Set(
  'to be been is that which and has have with at of same but does still also a an soft poll element'.split(' '),
);

function expectation(links: readonly Link[], made: Make): FoundAssertion | undefined {
  const subject = links.findIndex(({ args }) => args !== undefined);
  const called = links[subject];
  if (called === undefined) return undefined;
  if (subject === 1 && /^(?:assertions|hasAssertions|fail|unreachable)$/.test(called.name)) {
    return made([assertion(called.name === 'assertions' ? 'plan' : called.name, ...(called.args ?? []).slice(0, 1))]);
  }
  if (subject > 1 || (subject === 1 && !/^(?:soft|poll|element|toBe)$/.test(called.name))) return undefined;
  return matched(called.args?.[0] ?? [], links.slice(subject + 1), made, called.name === 'poll');
}

/** `x.should.equal(3)`, `cy.get('a').should('be.visible')`, `request(app).get('/').expect(200)`. */
function markedChain(subject: Nodes, links: readonly Link[], made: Make): FoundAssertion {
  if (links[0]?.args === undefined) return matched(subject, links.slice(1), made);
  const calls = links.filter(({ name, args }) => args !== undefined && /^(?:should|expect|and)$/.test(name));
  return made(calls.map(({ name, args }) => assertion(name, subject, ...(args ?? []))));
}

function matched(actual: Nodes, links: readonly Link[], made: Make, isPolled = false): FoundAssertion {
  const flags = new Set(links.filter(({ args }) => args === undefined).map(({ name }) => name));
  const words = links.filter(({ name, args }) => args !== undefined || !(NEUTRAL.has(name) || FLAGS.has(name)));
  if (words.length === 0) return made([]);
  const isPromise = flags.has('resolves') || flags.has('rejects') || flags.has('eventually') || isPolled;
  const value = flags.has('resolves') || flags.has('eventually') ? [makeWord('await'), ...actual] : actual;
  const [word] = words;
  const others = [...flags].filter(
    (name) => FLAGS.has(name) && !/^(?:not|resolves|rejects|eventually|deep)$/.test(name),
  );
  const known =
    words.length === 1 && word !== undefined && others.length === 0
      ? matcher(word, value, { isDeep: flags.has('deep'), isRejected: flags.has('rejects') })
      : undefined;
  const named = [...others, ...words.map(({ name }) => name)].join('.');
  const found = known ?? assertion(named, value, ...words.flatMap(({ args = [] }) => args));
  const polled = isPolled ? { ...found, relation: `polled ${found.relation}` } : found;
  return made([flags.has('not') ? negate(polled) : polled], isPromise);
}

const FLAGS = new Set('not resolves rejects eventually deep nested own ordered any all itself only'.split(' '));

const FIXED: Readonly<Record<string, string>> = {
  toBeNull: 'null',
  null: 'null',
  toBeUndefined: 'undefined',
  undefined: 'undefined',
  toBeNaN: 'NaN',
  NaN: 'NaN',
  true: 'true',
  false: 'false',
  toBeTrue: 'true',
  toBeFalse: 'false',
};

const RELATIONS: Readonly<Record<string, string>> = {
  toBe: 'same',
  equal: 'same',
  equals: 'same',
  eq: 'same',
  toEqual: 'deep',
  eql: 'deep',
  eqls: 'deep',
  toStrictEqual: 'deepStrict',
  toBeGreaterThan: 'greater',
  above: 'greater',
  gt: 'greater',
  greaterThan: 'greater',
  toBeGreaterThanOrEqual: 'atLeast',
  least: 'atLeast',
  gte: 'atLeast',
  toMatch: 'matches',
  match: 'matches',
  toContain: 'contains',
  contain: 'contains',
  include: 'contains',
  includes: 'contains',
  contains: 'contains',
  toBeInstanceOf: 'instance',
  instanceof: 'instance',
  instanceOf: 'instance',
  toBeCloseTo: 'close',
  closeTo: 'close',
  approximately: 'close',
  toMatchObject: 'matches object',
  toThrow: 'throws',
  toThrowError: 'throws',
  throw: 'throws',
  throws: 'throws',
  Throw: 'throws',
};

const REVERSED: Readonly<Record<string, string>> = {
  toBeLessThan: 'greater',
  below: 'greater',
  lt: 'greater',
  lessThan: 'greater',
  toBeLessThanOrEqual: 'atLeast',
  most: 'atLeast',
  lte: 'atLeast',
};

function matcher(
  { name, args = [] }: Link,
  actual: Nodes,
  { isDeep, isRejected }: { readonly isDeep: boolean; readonly isRejected: boolean },
): Assertion | undefined {
  const [first = []] = args;
  const fixed = FIXED[name];
  if (fixed !== undefined && args.length === 0) return assertion('same', actual, [makeWord(fixed)]);
  if (name === 'toBeTruthy' || name === 'ok') return assertion('truthy', actual);
  if (name === 'toBeFalsy') return negate(assertion('truthy', actual));
  if (name === 'toBeDefined') return negate(assertion('same', actual, [makeWord('undefined')]));
  if (name === 'toHaveLength' || name === 'lengthOf') return assertion('same', lengthOf(actual), first);
  if (name.endsWith('InlineSnapshot')) return assertion('inline snapshot', actual, ...args.map(withoutIndent));
  if (name.endsWith('Snapshot')) return assertion(isRejected ? 'rejected snapshot' : 'snapshot', actual);
  const reversed = REVERSED[name];
  if (reversed !== undefined) return assertion(reversed, first, actual);
  const relation = isDeep && RELATIONS[name] === 'same' ? 'deepStrict' : RELATIONS[name];
  if (relation === 'throws') return assertion(isRejected ? 'rejects' : 'throws', actual, ...args);
  if (relation === undefined) return undefined;
  const shown = isDeep && relation !== 'deepStrict' ? `deep ${relation}` : relation;
  return assertion(isRejected ? `rejected ${shown}` : shown, actual, ...args);
}

function lengthOf(actual: Nodes): Nodes {
  return [...actual, makeSign('.'), makeWord('length')];
}

/** Snapshots are moved with the code around them. */
function withoutIndent(arg: Nodes): Nodes {
  return arg.map((node) =>
    node.kind === 'string' ? { ...node, text: node.text.replaceAll(/\s*\n\s*/g, '\n').trim() } : node,
  );
}

/** The links after `assert`, `t`, `t.assert`, `sinon.assert`. */
function methodsOf(links: readonly Link[], { contexts }: JavaScriptNames): Link[] | undefined {
  const [head, next] = links;
  if (head === undefined) return undefined;
  if (head.name === 'assert') return [...links];
  if (head.name === 'sinon' && next?.name === 'assert') return links.slice(1);
  if (!contexts.has(head.name) || head.args !== undefined) return undefined;
  if (next?.name === 'assert' && next.args === undefined) return links.slice(1);
  const isKnown = next !== undefined && Object.hasOwn(METHODS, next.name) && next.args !== undefined;
  return isKnown || next?.name === 'plan' ? [{ ...head, name: 't' }, ...links.slice(1)] : undefined;
}

const METHODS: Readonly<Record<string, string>> = {
  ok: 'truthy',
  assert: 'truthy',
  truthy: 'truthy',
  true: '=true',
  false: '=false',
  isTrue: '=true',
  isFalse: '=false',
  falsy: '!truthy',
  notOk: '!truthy',
  isOk: 'truthy',
  isNotOk: '!truthy',
  is: 'same',
  strictEqual: 'same',
  equal: 'equal',
  deepEqual: 'deepEqual',
  deepStrictEqual: 'deepStrict',
  same: 'deep',
  strictSame: 'deepStrict',
  equals: 'same',
  not: '!same',
  isNot: '!same',
  notStrictEqual: '!same',
  notEqual: '!equal',
  notDeepEqual: '!deepEqual',
  notDeepStrictEqual: '!deepStrict',
  notSame: '!deep',
  isNull: '=null',
  isNotNull: '!=null',
  isUndefined: '=undefined',
  isDefined: '!=undefined',
  isNaN: '=NaN',
  match: 'matches',
  regex: 'matches',
  doesNotMatch: '!matches',
  notMatch: '!matches',
  notRegex: '!matches',
  isAbove: 'greater',
  isAtLeast: 'atLeast',
  include: 'contains',
  includes: 'contains',
  notInclude: '!contains',
  instanceOf: 'instance',
  notInstanceOf: '!instance',
  lengthOf: 'length',
  closeTo: 'close',
  like: 'matches object',
  hasStrict: 'matches object',
  has: 'matches object',
  throws: 'throws',
  throwsAsync: 'rejects',
  rejects: 'rejects',
  notThrows: '!throws',
  doesNotThrow: '!throws',
  notThrowsAsync: '!rejects',
  doesNotReject: '!rejects',
  resolves: '!rejects',
  fail: 'fail',
  pass: 'pass',
  snapshot: 'snapshot',
  matchSnapshot: 'snapshot',
  ifError: '=null',
  error: '=null',
  partialDeepStrictEqual: 'matches object',
};

const MANY = new Set(['throws', 'rejects', 'close']);

function calledMethod(links: readonly Link[], { isStrict }: JavaScriptNames, made: Make): FoundAssertion | undefined {
  const [head] = links;
  const call = links.find(({ args }) => args !== undefined);
  if (head === undefined || call?.args === undefined) return undefined;
  const isContext = head.name === 't';
  const name = call === head ? 'ok' : call.name;
  const [first = [], second = []] = call.args;
  if (name === 'plan') return made([assertion('plan', first)]);
  const known = METHODS[name];
  if (known === undefined) return made([assertion(`assert.${name}`, ...withoutMessage(call.args))]);
  const isNegated = known.startsWith('!');
  let relation = isNegated ? known.slice(1) : known;
  const sign = (one: Assertion): Assertion => (isNegated ? negate(one) : one);
  if (relation.startsWith('=')) return made([sign(assertion('same', first, [makeWord(relation.slice(1))]))]);
  if (relation === 'length') return made([sign(assertion('same', lengthOf(first), second))]);
  if (relation === 'equal')
    relation = isStrict || isContext || links.some((link) => link.name === 'strict') ? 'same' : 'loose';
  if (relation === 'deepEqual') relation = isStrict || isContext ? 'deepStrict' : 'deepLoose';
  if (relation === 'truthy' || relation === 'snapshot') return made([sign(assertion(relation, first))]);
  if (relation === 'pass' || relation === 'fail') return made([assertion(relation)]);
  const operands = call.args.slice(0, MANY.has(relation) ? 3 : 2);
  const isPromise = relation === 'rejects';
  return made([sign(assertion(relation, ...(MANY.has(relation) ? withoutMessage(operands) : operands)))], isPromise);
}

/** The last argument, where it is a text after two others. */
function withoutMessage(args: readonly Nodes[]): readonly Nodes[] {
  const last = args.at(-1) ?? [];
  const isText = (isPrimitive(last) && last[0]?.kind === 'string') || isTemplate(last[0]);
  return args.length > 2 && isText ? args.slice(0, -1) : args;
}

function isTemplate(node: Node | undefined): boolean {
  return isGroup(node, '`');
}

/** Nothing but a failure: what leads here must not happen. */
export function isFailure(nodes: Nodes, { contexts }: JavaScriptNames): boolean {
  const from = isWord(nodes[0], 'return', 'await') ? 1 : 0;
  if (isWord(nodes[from], 'throw')) return true;
  const links = linksFrom(nodes, from);
  const names = links.map(({ name }) => name).join('.');
  if (/^(?:fail|(?:assert|expect)\.fail|expect\.unreachable)$/.test(names)) return true;
  if (names === 'process.exit') return !isZero(links.at(-1)?.args?.[0]?.[0]);
  return links.length === 2 && contexts.has(links[0]?.name ?? '') && links[1]?.name === 'fail';
}

function isZero(node: Node | undefined): boolean {
  return node?.kind === 'number' && node.text === '0';
}
