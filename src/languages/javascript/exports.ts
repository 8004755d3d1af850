import { closingBracket, listParts, outermost } from '../brackets.ts';
import type { ExportedMember, ExportedName } from '../exported-name.ts';
import type { StrippedText } from '../lexer.ts';
import { commonJsExports } from './commonjs-exports.ts';
import { type FindValue, flowOf, readClass, readValue, type Value } from './values.ts';

/** By the text of one module: what it passes on from others has `from`. */
export function javaScriptExports(source: StrippedText): ExportedName[] {
  const find = declarationsOf(source);
  const top = outermost(source.bare, /(?:export|import)\b/);
  const found = [...top.matchAll(/(?<![\w$.])export(?![\w$:])/g)].flatMap(({ index }) =>
    exportsAt(source, index + 'export'.length, find),
  );
  const names = found.length > 0 ? found : commonJsExports(source, top, find);
  // Overloads of a function, a type and a value of one name: what runs counts.
  const known = new Map<string, ExportedName>();
  for (const one of names) {
    const key = one.name === '*' ? `* ${one.from?.specifier}` : one.name;
    const before = known.get(key);
    if (before === undefined || before.kind === 'interface' || before.kind === 'type') known.set(key, one);
  }
  return [...known.values()];
}

function declarationsOf(source: StrippedText): FindValue {
  const find = (name: string, left: number): Value | undefined => {
    const escaped = name.replaceAll('$', String.raw`\$`);
    const begins = new RegExp(
      String.raw`(?<![\w$.])(?:(?:async\s+)?function\b\s*\*?\s*|(?:const\s+)?enum\s+|(?:const|let|var|class|interface|type|namespace)\s+)${escaped}(?![\w$])`,
    );
    const at = begins.exec(source.bare)?.index;
    if (at === undefined) return importedAs(source, name);
    const [found] = left === 0 ? [] : declaredAt(source, at, (other) => find(other, left - 1));
    return found;
  };
  return (name) => find(name, MAX_LOOKUPS);
}

const MAX_LOOKUPS = 4;

/** `import { a as b } from`, `import b from`, `import * as b from` */
function importedAs({ bare, code }: StrippedText, name: string): Value | undefined {
  for (const match of bare.matchAll(/\bimport\s+(?:type\s+)?([^'"`;()]*?)\s*\bfrom\s*(['"])/g)) {
    const clause = match[1] ?? '';
    const begin = match.index + match[0].length;
    const specifier = code.slice(begin, bare.indexOf(match[2] ?? "'", begin));
    const braces = /\{([^}]*)\}/.exec(clause)?.[1] ?? '';
    for (const part of braces.split(',')) {
      const [, imported, as] = /^\s*(?:type\s+)?([\w$]+)(?:\s+as\s+([\w$]+))?\s*$/.exec(part) ?? [];
      if (imported !== undefined && (as ?? imported) === name)
        return { kind: 'unknown', from: { specifier, name: imported } };
    }
    const outside = clause.replace(/\{[^}]*\}/, '');
    if (new RegExp(String.raw`\*\s*as\s+${name.replaceAll('$', String.raw`\$`)}\s*$`).test(outside)) {
      return { kind: 'object', from: { specifier, name: '*' } };
    }
    if (/^[\w$]+/.exec(outside.trim())?.[0] === name) return { kind: 'unknown', from: { specifier, name: 'default' } };
  }
  return undefined;
}

/** Right after the word `export`. */
function exportsAt(source: StrippedText, at: number, find: FindValue): ExportedName[] {
  const rest = source.bare.slice(at);
  const star = /^\s*(?:type\s+)?\*\s*(?:as\s+([\w$]+)\s*)?from\s*(['"])/.exec(rest);
  if (star !== null) {
    const specifier = stringAt(source, at + star[0].length, star[2]);
    const from = { specifier, name: '*' };
    return [star[1] === undefined ? named('*', { kind: 'unknown', from }) : named(star[1], { kind: 'object', from })];
  }
  const list = /^\s*(type\s+)?\{([^}]*)\}(?:\s*from\s*(['"]))?/.exec(rest);
  if (list !== null) {
    const specifier = list[3] === undefined ? undefined : stringAt(source, at + list[0].length, list[3]);
    return (list[2] ?? '').split(',').flatMap((part) => {
      const [, type, own, as] = /^\s*(type\s+)?([\w$]+)(?:\s+as\s+([\w$]+))?\s*$/.exec(part) ?? [];
      if (own === undefined) return [];
      const isType = type !== undefined || list[1] !== undefined;
      const value: Value =
        specifier === undefined
          ? { ...(find(own) ?? { kind: 'unknown' }), local: own }
          : { kind: 'unknown', from: { specifier, name: own } };
      return [named(as ?? own, isType ? { ...value, kind: 'type' } : value)];
    });
  }
  const first = /^\s*default\b\s*/.exec(rest);
  if (first !== null) return [named('default', defaultAt(source, at + first[0].length, find))];
  const whole = /^\s*=\s*/.exec(rest);
  if (whole !== null) {
    const begin = at + whole[0].length;
    return [named('module.exports', readValue({ source, begin, end: expressionEnd(source.bare, begin) }, find))];
  }
  const begin = at + (/^\s*(?:declare\s+)?/.exec(rest)?.[0].length ?? 0);
  return declaredAt(source, begin, find).map((value) => named(value.local, value));
}

function named(name: string, value: Value): ExportedName {
  return { name, form: 'esm', ...value };
}

function stringAt({ bare, code }: StrippedText, begin: number, quote = "'"): string {
  return code.slice(begin, bare.indexOf(quote, begin));
}

function defaultAt(source: StrippedText, begin: number, find: FindValue): Value {
  const rest = source.bare.slice(begin);
  if (/^(?:abstract\s+)?class\b|^(?:async\s+)?function\b|^interface\b|^enum\b/.test(rest)) {
    const [declared] = declaredAt(source, begin, find);
    if (declared !== undefined) return declared;
    if (/^class\b/.test(rest)) return readClass({ source, begin, end: source.bare.length });
  }
  const end = expressionEnd(source.bare, begin);
  const value = readValue({ source, begin, end }, find);
  const own = /^[\w$]+$/.exec(source.bare.slice(begin, end).trim())?.[0];
  return own === undefined ? value : { ...value, local: own };
}

type Declared = Value & { readonly local: string };

/** The declarations that begin here. */
function declaredAt(source: StrippedText, at: number, find: FindValue): Declared[] {
  const rest = source.bare.slice(at, at + MAX_HEADER);
  const made = /^(async\s+)?function\b\s*(\*)?\s*([\w$]+)/.exec(rest);
  if (made?.[3] !== undefined) {
    return [{ kind: 'function', local: made[3], flow: flowOf(made[1] !== undefined, made[2] !== undefined) }];
  }
  const type = /^(?:abstract\s+)?(class|interface|type|(?:const\s+)?enum|namespace|module)\s+([\w$]+)\s*(<)?/.exec(
    rest,
  );
  const [, word = '', name] = type ?? [];
  if (type !== null && name !== undefined && !(word === 'class' && name === 'extends')) {
    const parameters = type[3] === undefined ? {} : { typeParameters: angleBrackets(rest, type[0].length - 1) };
    if (word === 'class') {
      const begin = at + rest.search(/class\b/);
      return [{ ...readClass({ source, begin, end: source.bare.length }), local: name }];
    }
    if (word === 'interface' || word === 'type') return [{ kind: word, local: name, ...parameters }];
    if (word.endsWith('enum')) return [{ kind: 'enum', local: name, members: enumMembers(source.bare, at) }];
    return [{ kind: 'object', local: name, members: [] }];
  }
  const variables = /^(?:const|let|var)\s+/.exec(rest);
  return variables === null ? [] : declarators(source, at + variables[0].length, find);
}

const MAX_HEADER = 4_000;

function angleBrackets(text: string, open: number): string {
  let depth = 0;
  for (let at = open; at < text.length; at++) {
    if (text[at] === '<') depth++;
    else if (text[at] === '>' && text[at - 1] !== '=' && --depth === 0) return text.slice(open, at + 1);
  }
  return '';
}

function enumMembers(bare: string, at: number): ExportedMember[] {
  const open = bare.indexOf('{', at);
  const body = bare.slice(open + 1, closingBracket(bare, open));
  return listParts(body).flatMap(([begin, end]) => {
    const name = /^\s*([\w$]+)/.exec(body.slice(begin, end))?.[1];
    return name === undefined
      ? []
      : [{ name, kind: 'value' as const, owner: 'static' as const, flow: 'sync' as const }];
  });
}

/** `a = 1, b: T = f(), { c, d: e } = g` */
function declarators(source: StrippedText, first: number, find: FindValue): Declared[] {
  const { bare } = source;
  const found: Declared[] = [];
  for (let at = first; found.length < MAX_DECLARATORS;) {
    const begin = at + bare.slice(at).search(/\S|$/);
    if (bare[begin] === '{' || bare[begin] === '[') {
      const close = closingBracket(bare, begin);
      const names = bare
        .slice(begin + 1, close)
        .split(',')
        .map((part) => /([\w$]+)\s*(?:=.*)?$/s.exec(part.trim())?.[1]);
      return [
        ...found,
        ...names.flatMap((local) => (local === undefined ? [] : [{ kind: 'unknown' as const, local }])),
      ];
    }
    const local = /^[\p{L}_$][\p{L}\p{N}_$]*/u.exec(bare.slice(begin))?.[0];
    if (local === undefined) return found;
    const end = expressionEnd(bare, begin);
    const plain = outermost(bare.slice(begin, end));
    const equals = plain.search(/(?<![=!<>])=(?![=>])/);
    const value: Value =
      equals === -1 ? { kind: 'constant' } : readValue({ source, begin: begin + equals + 1, end }, find);
    found.push({ ...value, local });
    if (bare[end] !== ',') return found;
    at = end + 1;
  }
  return found;
}

const MAX_DECLARATORS = 200;

/** Where the expression or declarator that begins here ends, with or without a semicolon. */
function expressionEnd(bare: string, begin: number): number {
  for (let at = begin; at < bare.length; at++) {
    const sign = bare[at] ?? '';
    if ('([{'.includes(sign)) at = closingBracket(bare, at);
    else if (sign === ';' || ')]}'.includes(sign)) return at;
    else if (sign === ',' && /^\s*(?:[\p{L}_$][\p{L}\p{N}_$]*\s*(?:[:=]|$)|[{[])/u.test(bare.slice(at + 1, at + 200)))
      return at;
    else if (sign === '\n' && isComplete(bare.slice(begin, at), bare.slice(at, at + 200))) return at;
  }
  return bare.length;
}

function isComplete(before: string, after: string): boolean {
  if (/(?:^|[-+*/%&|^!~<>=?:,.([{]|\b(?:new|typeof|await|extends|as|in|of|keyof))\s*$/.test(before)) return false;
  return !/^\s*(?:[-+*/%&|^<>=?:,.([`]|(?:as|satisfies|instanceof|in)\b)/.test(after) && before.trim() !== '';
}
