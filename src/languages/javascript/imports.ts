import type { StrippedText } from '../lexer.ts';
import { lineAt, MAX_IMPORTS } from '../source.ts';

export interface JavaScriptImport {
  readonly line: number;
  readonly specifier: string;
  /** Null: everything, or nobody can tell. */
  readonly names: readonly Named[] | null;
  /** Whoever imports this file gets it, too. */
  readonly reExported: boolean;
}

interface Named {
  /** Where it comes from. */
  readonly name: string;
  /** For whoever imports this file. */
  readonly as: string;
}

export function javaScriptImports(source: StrippedText): JavaScriptImport[] {
  const { bare } = source;
  const exported = exportedNames(bare);
  const clauses = [...bare.matchAll(FROM)].slice(0, MAX_IMPORTS).flatMap((match) => {
    const statement = statementBefore(bare, match.index);
    return statement === undefined ? [] : [{ ...placed(source, match), ...clauseOf(statement, exported) }];
  });
  const others = [...bare.matchAll(BARE_OR_CALL)].slice(0, MAX_IMPORTS);
  return [...clauses, ...others.map((match) => ({ ...placed(source, match), names: null, reExported: false }))];
}

const FROM = /\bfrom\s*['"]/g;
const BARE_OR_CALL = /\b(?:import|require|resolve)\s*(?:\(\s*)?['"`]/g;

interface Statement {
  readonly word: string;
  readonly clause: string;
}

/** The `import` or `export` that a `from` belongs to. */
function statementBefore(bare: string, at: number): Statement | undefined {
  const before = bare.slice(Math.max(0, at - MAX_CLAUSE), at);
  const begin = [...before.matchAll(/(?<![\w$.])(?:import|export)(?![\w$])/g)].at(-1)?.index;
  const [, word, clause] = /^(import|export)([^'"`;=]*)$/.exec(begin === undefined ? '' : before.slice(begin)) ?? [];
  return word === undefined || clause === undefined ? undefined : { word, clause };
}

const MAX_CLAUSE = 4_000;

function placed({ bare, code }: StrippedText, match: RegExpMatchArray): Pick<JavaScriptImport, 'line' | 'specifier'> {
  const begin = (match.index ?? 0) + match[0].length;
  const end = bare.indexOf(match[0].at(-1) ?? '', begin);
  return { line: lineAt(bare, begin), specifier: code.slice(begin, end === -1 ? begin : end) };
}

type Exported = ReadonlyMap<string, string>;

function clauseOf({ word, clause }: Statement, exported: Exported): Pick<JavaScriptImport, 'names' | 'reExported'> {
  const [, outside = '', braces] = /^([^{]*)(?:\{([^}]*)\})?/.exec(clause) ?? [];
  const whole = /([\w$]+)\s*,?\s*$/.exec(outside.replace(/^\s*type\b/, ''))?.[1];
  const isAll = braces === undefined || whole !== undefined;
  const members = membersOf(braces ?? '');
  if (word === 'export') return { names: isAll ? null : members, reExported: true };
  const reExported = [...members.map(({ as }) => as), whole ?? ''].some((local) => exported.has(local));
  if (isAll) return { names: null, reExported };
  return { names: members.map(({ name, as }) => ({ name, as: exported.get(as) ?? as })), reExported };
}

/** `a, b as c, type D` */
function membersOf(list: string): Named[] {
  return list.split(',').flatMap((part) => {
    const [, name, as] = /^\s*(?:type\s+)?([\w$]+)(?:\s+as\s+([\w$]+))?\s*$/.exec(part) ?? [];
    return name === undefined ? [] : [{ name, as: as ?? name }];
  });
}

/** `export { a, b as c };`, without a source. */
function exportedNames(bare: string): Exported {
  const lists = bare.matchAll(/\bexport\s+(?:type\s+)?\{([^}]{0,4000})\}(?!\s*from\b)/g);
  return new Map([...lists].flatMap(([, list = '']) => membersOf(list).map(({ name, as }) => [name, as])));
}
