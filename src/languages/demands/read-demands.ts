import { type Assertion, impliedBy, isLiteral, showAssertion } from './assertion.ts';
import { changedNames } from './changed-names.ts';
import { showCode } from './code-text.ts';
import { flatten, isGroup, isSign, isWord, makeWord, type Nodes, splitAt } from './code-tree.ts';
import { fingerprint } from './fingerprint.ts';
import { bindPattern, innerScope, replaceNames, type Replacement, type Scope } from './scope.ts';
import { bindRow, rowsOf } from './table-rows.ts';
import type { FunctionItem, Item, Table, TestFile, TestItem } from './test-items.ts';

/** Something that a test file demands. */
export interface Demand {
  readonly file: string;
  /** The title of the nearest test or suite around it. */
  readonly test: string | null;
  /** In words that all libraries share; constants and rows of tables are put in. */
  readonly expression: string;
  /** The same with everything put in that is known of the names in it. */
  readonly known: string;
  /** The same with the values put in that its own names were given. */
  readonly direct: () => string;
  /** With numbers for names that only the test knows. */
  readonly numbered: string;
  /** What happens before it, in a short form that says only whether it is the same elsewhere. */
  readonly arrangement: string;
  /** What must hold for it to be looked at. */
  readonly conditions: readonly string[];
  readonly isSkipped: boolean;
  /** As it stands in the file, in one line. */
  readonly source: string;
  /** Weaker demands that hold if it holds. */
  readonly implied: () => readonly string[];
  /** Of what stands in a function: its name. Whoever calls the function has the demand as well. */
  readonly definedIn?: string;
  readonly body: TestBody;
}

/** What a test is made of. */
export interface TestBody {
  readonly words: Set<string>;
  /** Words of what is done besides asserting. */
  readonly steps: Set<string>;
  /** Values in it, and in what its file knows and it uses. */
  readonly literals: Set<string>;
  readonly parent?: TestBody;
}

/** Finds what a file imports from another one of the test surface. */
export type FindImported = (from: string, name: string) => Item | undefined;

interface Place {
  readonly test: string | null;
  readonly isSkipped: boolean;
  readonly isFocused: boolean;
  readonly conditions: readonly string[];
  readonly scope: Scope;
  readonly trail: { text: string };
  readonly body: TestBody;
  readonly functions: ReadonlyMap<string, FunctionItem>;
  readonly depth: number;
  readonly definedIn?: string;
  /** Whether the code stands in another file. */
  readonly isElsewhere?: boolean;
}

export interface DemandSource {
  readonly path: string;
  readonly lines: readonly string[];
  readonly file: TestFile;
  readonly findImported?: FindImported;
}

const MAX_DEMANDS = 20_000;
const MAX_DEPTH = 6;

export function readDemands(source: DemandSource): Demand[] {
  return new DemandReader(source).read();
}

class DemandReader {
  readonly #source: DemandSource;
  readonly #found: (Demand & { readonly isFocused: boolean })[] = [];
  readonly #changed: ReadonlySet<string>;
  readonly #imports = new Map<string, string>();
  readonly #module = new Map<string, Nodes>();
  readonly #keys = new Map<string, string>();
  readonly #literals = new Map<string, Set<string>>();
  readonly #asserting = new Map<FunctionItem, boolean>();
  readonly #used = new WeakMap<TestBody, { readonly size: number; readonly keys: string }>();
  readonly #called = new Set<FunctionItem>();
  #hasFocus = false;

  constructor(source: DemandSource) {
    this.#source = source;
    this.#changed = changedNames(source.file);
  }

  read(): Demand[] {
    const { items } = this.#source.file;
    const scope: Scope = { names: new Map(), count: 0 };
    const body: TestBody = { words: new Set(), steps: new Set(), literals: new Set() };
    for (const item of items) this.#declare(item, scope);
    for (const [name, { local: _, ...binding }] of scope.names) scope.names.set(name, binding);
    const place: Place = {
      test: null,
      isSkipped: false,
      isFocused: false,
      conditions: [],
      scope,
      trail: { text: '' },
      body,
      functions: new Map(),
      depth: 0,
    };
    this.#walk(items, place);
    this.#walkUncalled(items, place);
    return this.#found.map(({ isFocused, ...demand }) =>
      this.#hasFocus && !isFocused ? { ...demand, isSkipped: true } : demand,
    );
  }

  /** What the whole file knows. */
  #declare(item: Item, scope: Scope): void {
    if (item.kind === 'import') {
      this.#imports.set(item.name, item.from);
      const imported = this.#source.findImported?.(item.from, item.name);
      if (imported?.kind === 'definition')
        bindPattern(scope, [makeWord(item.name)], imported.value, isLiteral(imported.value));
    } else if (item.kind === 'definition') {
      this.#bind(scope, item.pattern, item.value);
      for (const { text } of flatten(item.pattern)) this.#module.set(text, item.value);
    } else if (item.kind === 'function') this.#module.set(item.name, nodesOf(item.body));
  }

  #bind(scope: Scope, pattern: Nodes, value: Nodes): void {
    const isChanged = flatten(pattern).some(({ text }) => this.#changed.has(text));
    bindPattern(scope, pattern, isChanged || value.length === 0 ? undefined : value, false);
  }

  #walk(items: readonly Item[], given: Place): void {
    const own = items.filter((item) => item.kind === 'function');
    const functions =
      own.length === 0
        ? given.functions
        : new Map([...given.functions, ...own.map((one): [string, FunctionItem] => [one.name, one])]);
    const isSkipped = given.isSkipped || items.some((item) => item.kind === 'leave' && item.skips);
    let place: Place = { ...given, functions, isSkipped };
    for (const item of items) {
      if (this.#found.length > MAX_DEMANDS) return;
      this.#walkItem(item, place);
      if (item.kind === 'leave') place = { ...place, isSkipped: true };
      if (item.kind === 'branch' && item.body.some(({ kind }) => kind === 'leave')) {
        place = withCondition(place, [makeWord('unless'), ...item.condition]);
      }
    }
  }

  #walkItem(item: Item, place: Place): void {
    switch (item.kind) {
      case 'assertion':
        this.#emit(item.assertions, item.nodes, place);
        return;
      case 'statement':
        this.#note(item.nodes, place);
        this.#call(item.nodes, place);
        return;
      case 'definition':
        if (place.scope.parent !== undefined) this.#bind(place.scope, item.pattern, item.value);
        if (place.scope.parent !== undefined) this.#note([...item.pattern, ...item.value], place);
        this.#call(item.value, place);
        return;
      case 'branch':
      case 'callback':
        this.#note(item.condition, place);
        this.#walk(item.body, { ...withCondition(place, item.condition), scope: innerScope(place.scope) });
        return;
      case 'loop':
        this.#repeat([item.table], place, (inner) => this.#walk(item.body, inner));
        return;
      case 'test':
        this.#test(item, place);
        return;
      case 'function':
      case 'import':
      case 'leave':
    }
  }

  #test(item: TestItem, place: Place): void {
    this.#hasFocus ||= item.isFocused;
    const body: TestBody = { words: new Set(), steps: new Set(), literals: new Set(), parent: place.body };
    let inner: Place = {
      ...place,
      test: item.title ?? place.test,
      isSkipped: place.isSkipped || item.isSkipped,
      isFocused: place.isFocused || item.isFocused,
      scope: innerScope(place.scope),
      trail: { ...place.trail },
      body,
    };
    for (const condition of item.conditions) inner = withCondition(inner, condition);
    for (const parameter of item.parameters) bindPattern(inner.scope, parameter, undefined, false);
    this.#repeat(item.tables, inner, (row) => this.#walk(item.body, row));
  }

  /** Once for each row of each table. */
  #repeat([table, ...more]: readonly Table[], place: Place, walk: (place: Place) => void): void {
    if (table === undefined) {
      walk(place);
      return;
    }
    const rows = rowsOf(table.rows, place.scope);
    if (rows === undefined) {
      const inner = { ...place, scope: innerScope(place.scope) };
      for (const parameter of table.parameters) bindPattern(inner.scope, parameter, undefined, false);
      this.#repeat(more, withCondition(inner, [makeWord('each'), ...table.rows]), walk);
      return;
    }
    for (const row of rows) {
      const inner = { ...place, scope: innerScope(place.scope), trail: { ...place.trail } };
      const isRun = bindRow(inner.scope, table, row);
      this.#repeat(more, isRun ? inner : { ...inner, isSkipped: true }, walk);
    }
  }

  #emit(assertions: readonly Assertion[], nodes: Nodes, place: Place): void {
    const [only] = assertions;
    if (only?.relation === 'call' && this.#call(nodes, place)) return;
    this.#note(nodes, place, false);
    const used = this.#keysOf(place.body);
    for (const assertion of assertions) {
      const data = replaceOperands(assertion, place.scope, 'data');
      const direct = replaceOperands(assertion, place.scope, 'direct');
      const numbered = showAssertion(replaceOperands(assertion, place.scope, 'numbered'));
      this.#found.push({
        file: this.#source.path,
        test: place.test,
        expression: showAssertion(data),
        known: showAssertion(replaceOperands(assertion, place.scope, 'known')),
        direct: () => showAssertion(direct),
        numbered,
        arrangement: fingerprint(`${place.trail.text} ${numbered} ${used}`),
        conditions: place.conditions,
        isSkipped: place.isSkipped,
        isFocused: place.isFocused,
        source: place.isElsewhere === true ? showCode(nodes) : this.#sourceOf(nodes),
        implied: () => impliedBy(data).map(showAssertion),
        ...(place.definedIn === undefined ? {} : { definedIn: place.definedIn }),
        body: place.body,
      });
    }
  }

  /** The calls of functions of the file that assert something; false: there is none. */
  #call(nodes: Nodes, place: Place): boolean {
    let isFound = false;
    for (const [at, node] of nodes.entries()) {
      const call = nodes[at + 1];
      if (node.kind !== 'word' || !isGroup(call, '(') || place.depth > MAX_DEPTH) continue;
      const isMember = isSign(nodes[at - 1], '.', '?.', '->') && !isWord(nodes[at - 2], 'this', 'self', 'cls', '$this');
      const helper = isMember ? undefined : this.#helper(node.text, place);
      if (helper === undefined) continue;
      this.#called.add(helper);
      const scope = innerScope(place.scope);
      const args = splitAt(call.nodes, ',').map((arg) => replaceNames(arg, place.scope, 'data'));
      const isMethod = isWord(helper.parameters[0]?.[0], 'self', 'cls');
      for (const [index, parameter] of (isMethod ? helper.parameters.slice(1) : helper.parameters).entries()) {
        const value = argumentFor(parameter, args, index);
        bindPattern(scope, parameter.slice(0, defaultAt(parameter)), value, value !== undefined);
      }
      const before = this.#found.length;
      const isElsewhere = place.isElsewhere === true || place.functions.get(node.text) !== helper;
      this.#walk(helper.body, { ...place, scope, isElsewhere, depth: place.depth + 1 });
      isFound ||= this.#found.length > before;
    }
    return isFound;
  }

  #helper(name: string, { functions }: Place): FunctionItem | undefined {
    const own = functions.get(name);
    if (own !== undefined) return this.#asserts(own, functions) ? own : undefined;
    const from = this.#imports.get(name);
    const imported = from === undefined ? undefined : this.#source.findImported?.(from, name);
    return imported?.kind === 'function' && this.#asserts(imported, functions) ? imported : undefined;
  }

  /** Itself, or through what it calls. */
  #asserts(item: FunctionItem, functions: ReadonlyMap<string, FunctionItem>): boolean {
    const known = this.#asserting.get(item);
    if (known !== undefined) return known;
    this.#asserting.set(item, false);
    const words = new Set(
      flatten(nodesOf(item.body))
        .filter(({ kind }) => kind === 'word')
        .map(({ text }) => text),
    );
    const calls = [...words].flatMap((word) => functions.get(word) ?? []);
    const asserts =
      hasAssertion(item.body, CHECKS.test(item.name)) || calls.some((one) => this.#asserts(one, functions));
    this.#asserting.set(item, asserts);
    return asserts;
  }

  /** Functions that other files may call, or that are handed on by name. */
  #walkUncalled(items: readonly Item[], place: Place): void {
    for (const item of items) {
      if (item.kind === 'function') {
        const isUsed = countWord(this.#source.file.nodes, item.name) > 1;
        if (!(item.isExported || (isUsed && !this.#called.has(item)))) continue;
        const scope = innerScope(place.scope);
        for (const parameter of item.parameters)
          bindPattern(scope, parameter.slice(0, defaultAt(parameter)), undefined, false);
        this.#walk(item.body, { ...place, scope, trail: { text: '' }, definedIn: item.name });
      } else if (item.kind === 'test' && item.isSuite) this.#walkUncalled(item.body, { ...place, test: item.title });
    }
  }

  #note(nodes: Nodes, { scope, trail, body }: Place, isStep = true): void {
    const shown = showCode(replaceNames(nodes, scope, 'numbered'));
    trail.text = fingerprint(`${trail.text} ${shown}`);
    const data = replaceNames(nodes, scope, 'data');
    for (const token of data === nodes ? flatten(nodes) : [...flatten(nodes), ...flatten(data)]) {
      if (token.kind === 'word') {
        if (!body.words.has(token.text)) for (const value of this.#literalsOf(token.text)) body.literals.add(value);
        body.words.add(token.text);
        if (isStep) body.steps.add(token.text);
      } else if (token.kind !== 'sign') body.literals.add(token.text);
    }
  }

  #literalsOf(word: string): ReadonlySet<string> {
    const known = this.#literals.get(word);
    if (known !== undefined) return known;
    const found = new Set<string>();
    this.#literals.set(word, found);
    const from = this.#imports.get(word);
    const imported = from === undefined ? undefined : this.#source.findImported?.(from, word);
    const value = this.#module.get(word) ?? (imported === undefined ? [] : nodesOf([imported]));
    for (const { kind, text } of flatten(value)) {
      if (kind === 'word') for (const one of this.#literalsOf(text)) found.add(one);
      else if (kind !== 'sign') found.add(text);
    }
    return found;
  }

  /** Where the names come from that a test uses and its file knows. */
  #keysOf(body: TestBody): string {
    const known = this.#used.get(body);
    const above = body.parent === undefined ? '' : this.#keysOf(body.parent);
    if (known?.size === body.words.size) return above + known.keys;
    const words = [...body.words].filter((word) => this.#imports.has(word) || this.#module.has(word));
    const keys = fingerprint(
      words
        .map((word) => this.#keyOf(word))
        .sort()
        .join('|'),
    );
    this.#used.set(body, { size: body.words.size, keys });
    return above + keys;
  }

  #keyOf(word: string): string {
    const known = this.#keys.get(word);
    if (known !== undefined) return known;
    this.#keys.set(word, '');
    const from = this.#imports.get(word);
    const value = this.#module.get(word) ?? [];
    const inner = flatten(value).filter(
      ({ kind, text }) => kind === 'word' && text !== word && (this.#imports.has(text) || this.#module.has(text)),
    );
    const key =
      from === undefined
        ? fingerprint([showCode(value), ...new Set(inner.map(({ text }) => this.#keyOf(text)))].join('|'))
        : `${from}#${word}`;
    this.#keys.set(word, key);
    return key;
  }

  #sourceOf(nodes: Nodes): string {
    const [begin, end] = [nodes[0]?.line ?? 1, nodes.at(-1)?.endLine ?? 1];
    const lines = this.#source.lines.slice(begin - 1, end).map((line) => line.trim());
    return lines.join(' ').slice(0, MAX_SOURCE);
  }
}

const MAX_SOURCE = 2_000;

function withCondition(place: Place, condition: Nodes): Place {
  const shown = showCode(replaceNames(condition, place.scope, 'data'));
  if (shown === 'true' || shown === 'True' || shown === 'unless false') return place;
  const isNever = shown === 'false' || shown === 'False' || shown === '0' || shown === 'unless true';
  return { ...place, conditions: [...place.conditions, shown], isSkipped: place.isSkipped || isNever };
}

function replaceOperands(one: Assertion, scope: Scope, how: Replacement): Assertion {
  return { ...one, operands: one.operands.map((operand) => replaceNames(operand, scope, how)) };
}

/** By its place or by its name, or what stands in the parameter itself. */
function argumentFor(parameter: Nodes, args: readonly Nodes[], index: number): Nodes | undefined {
  const [name] = parameter;
  const byName = args.find(
    ([key, sign]) => key?.kind === 'word' && name?.kind === 'word' && key.text === name.text && isSign(sign, '='),
  );
  if (byName !== undefined) return byName.slice(2);
  const byPlace = args[index];
  if (byPlace !== undefined && !isSign(byPlace[1], '=')) return byPlace;
  const from = parameter.findIndex((node) => isSign(node, '='));
  return from === -1 ? undefined : parameter.slice(from + 1);
}

function defaultAt(parameter: Nodes): number {
  const found = parameter.findIndex((node) => isSign(node, '=', ':'));
  return found === -1 ? parameter.length : found;
}

/** A function that throws where something is missing asserts only if its name says so. */
const CHECKS = /^(?:check|expect|assert|verify|ensure|should|equal|same|throws)/i;

function hasAssertion(items: readonly Item[], countsThrown: boolean): boolean {
  return items.some((item) => {
    if (item.kind === 'assertion') return countsThrown || !isWord(item.nodes[0], 'if');
    return 'body' in item && hasAssertion(item.body, countsThrown);
  });
}

function nodesOf(items: readonly Item[]): Nodes {
  return items.flatMap((item): Nodes => {
    if (item.kind === 'assertion' || item.kind === 'statement') return item.nodes;
    if (item.kind === 'definition') return [...item.pattern, ...item.value];
    return 'body' in item ? nodesOf(item.body) : [];
  });
}

function countWord(nodes: Nodes, word: string): number {
  let count = 0;
  for (const token of flatten(nodes)) if (token.kind === 'word' && token.text === word) count++;
  return count;
}
