import { closingBracket } from '../brackets.ts';
import type { ExportedMember, ExportedName, Flow } from '../exported-name.ts';
import type { StrippedText } from '../lexer.ts';

type Value = Omit<ExportedName, 'name' | 'form'>;

/** Everything that a module binds: others can import names that begin with `_`, too. */
export function pythonExports(source: StrippedText): ExportedName[] {
  const found = new Map<string, ExportedName>();
  const lines = statementsOf(source);
  for (const [n, line] of lines.entries()) {
    if (line.indent !== '' && !isInTopBlock(lines, n)) continue;
    for (const [name, value] of bindingsOf(lines, n)) {
      // What stands in another branch of an `if` or `try` is another way to the same name.
      if (!found.has(name) || line.indent === '') found.set(name, { name, form: 'python', local: name, ...value });
    }
  }
  return [...found.values()];
}

/** A statement with all the lines of its brackets. */
interface Statement {
  readonly indent: string;
  readonly begin: number;
  readonly end: number;
  readonly bare: string;
  readonly code: string;
}

function statementsOf({ bare, code }: StrippedText): Statement[] {
  const statements: Statement[] = [];
  for (let at = 0; at < bare.length;) {
    let end = at;
    for (; end < bare.length && bare[end] !== '\n'; end++) {
      if ('([{'.includes(bare[end] ?? '')) end = closingBracket(bare, end);
      else if (bare[end] === '\\' && bare[end + 1] === '\n') end++;
      // A string of many lines is blank between its quotes.
      else if (/^(?:"""|''')/.test(bare.slice(end, end + 3))) {
        const quote = bare.slice(end, end + 3);
        const close = bare.indexOf(quote, end + 3);
        end = close === -1 ? bare.length : close + 2;
      }
    }
    const text = bare.slice(at, end);
    if (text.trim() !== '') {
      const indent = /^[ \t]*/.exec(text)?.[0] ?? '';
      const begin = at + indent.length;
      statements.push({ indent, begin, end, bare: bare.slice(begin, end), code: code.slice(begin, end) });
    }
    at = end + 1;
  }
  return statements;
}

/** Directly below an `if`, `try` or `with` of the module itself. */
function isInTopBlock(lines: readonly Statement[], n: number): boolean {
  const own = lines[n]?.indent ?? '';
  for (let above = n - 1; above >= 0; above--) {
    const line = lines[above];
    if (line === undefined || line.indent.length >= own.length) continue;
    if (line.indent !== '') return false;
    return /^(?:if|elif|else|try|except|finally|with)\b/.test(line.bare) && !/__name__/.test(line.bare);
  }
  return false;
}

function bindingsOf(lines: readonly Statement[], n: number): [string, Value][] {
  const line = lines[n];
  if (line === undefined) return [];
  const { bare, code } = line;
  const [, async, made] = /^(async\s+)?def\s+([\p{L}_][\p{L}\p{N}_]*)/u.exec(bare) ?? [];
  if (made !== undefined)
    return [[made, { kind: 'function', flow: flowOf(async !== undefined, [line, ...bodyOf(lines, n)]) }]];
  const [, name, bases] = /^class\s+([\p{L}_][\p{L}\p{N}_]*)\s*(?:\[[^\]]*\]\s*)?(?:\(([^)]*)\))?/u.exec(bare) ?? [];
  if (name !== undefined) {
    const base = bases
      ?.split(',')
      .find((one) => !one.includes('=') && one.trim() !== '')
      ?.trim();
    return [[name, { kind: 'class', members: membersOf(bodyOf(lines, n)), ...(base !== undefined && { base }) }]];
  }
  const [, specifier, list] = /^from\s+(\.*\s*[\p{L}\p{N}_.]*)\s+import\b\s*([^]*)$/u.exec(bare) ?? [];
  if (specifier !== undefined && list !== undefined) {
    return importedNames(list).map(([imported, as]) => [as, { kind: 'unknown', from: { specifier, name: imported } }]);
  }
  const [, modules] = /^import\s+([^]*)$/.exec(bare) ?? [];
  if (modules !== undefined) {
    return importedNames(modules).map(([module, as]) => [
      as.split('.')[0] ?? as,
      { kind: 'unknown', from: { specifier: as === module ? (module.split('.')[0] ?? '') : module, name: '*' } },
    ]);
  }
  return assignedNames(bare, code);
}

/** `a, b as c`, in brackets or not. */
function importedNames(list: string): [string, string][] {
  return list
    .replaceAll(/[()\\]/g, ' ')
    .split(',')
    .flatMap((part): [string, string][] => {
      const [, name, as] = /^\s*([\p{L}\p{N}_.*]+)(?:\s+as\s+([\p{L}\p{N}_]+))?\s*(?:;.*)?$/su.exec(part) ?? [];
      return name === undefined ? [] : [[name, as ?? name]];
    });
}

/** `a = b = 1`, `c: int = 2`, `d, e = f()` */
function assignedNames(bare: string, code: string): [string, Value][] {
  const names: string[] = [];
  let at = 0;
  for (;;) {
    const target = /^\s*\(?\s*([\p{L}\p{N}_]+(?:\s*,\s*[\p{L}\p{N}_]+)*)\s*,?\s*\)?\s*(?::[^=]*)?=(?!=)/u.exec(
      bare.slice(at),
    );
    if (target === null) break;
    names.push(...(target[1] ?? '').split(',').map((one) => one.trim()));
    at += target[0].length;
  }
  const declared = names.length === 0 ? /^([\p{L}_][\p{L}\p{N}_]*)\s*:\s*[^=]+$/u.exec(bare)?.[1] : undefined;
  if (declared !== undefined && !KEYWORDS.has(declared)) return [[declared, { kind: 'constant' }]];
  const [text, plain] = [code.slice(at).trim(), bare.slice(at).trim()];
  return names.map((name) => [
    name,
    names.length > 1 && /^\(?\s*\w+\s*,/.test(bare) ? { kind: 'unknown' } : valueOf(text, plain),
  ]);
}

const KEYWORDS = new Set(['else', 'try', 'finally', 'lambda', 'if', 'with', 'while', 'for', 'match', 'case', 'except']);

function valueOf(code: string, bare: string): Value {
  if (/^lambda\b/.test(bare)) return { kind: 'function', flow: 'sync' };
  if (isLiteral(code)) return { kind: 'constant', literal: code };
  return { kind: /^[\p{L}_][\p{L}\p{N}_.]*\s*\(/u.test(bare) ? 'unknown' : 'constant' };
}

function isLiteral(code: string): boolean {
  if (code.length > MAX_LITERAL || code === '') return false;
  const rest = code
    .replaceAll(
      /(?<![\p{L}\p{N}_])(?:[rub]|rb|br)?(?:"""[^]*?"""|'''[^]*?'''|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*')/giu,
      '0',
    )
    .replaceAll(/[-+]?\b(?:0[xob])?\d[\da-f_.]*(?:e[-+]?\d+)?j?\b/giu, '0')
    .replaceAll(/\b(?:True|False|None)\b/g, '0');
  return /^[\s[\]{}(),:0]*$/.test(rest) && /[0[{(]/.test(rest);
}

const MAX_LITERAL = 20_000;

/** The statements that are indented more than this one. */
function bodyOf(lines: readonly Statement[], n: number): readonly Statement[] {
  const own = lines[n]?.indent.length ?? 0;
  let end = n + 1;
  while (end < lines.length && (lines[end]?.indent.length ?? 0) > own) end++;
  return lines.slice(n + 1, end);
}

function flowOf(isAsync: boolean, body: readonly Statement[]): Flow {
  const isGenerator = body.some(({ bare }) => /(?<![\p{L}\p{N}_.])yield(?![\p{L}\p{N}_])/u.test(bare));
  if (isGenerator) return isAsync ? 'async generator' : 'generator';
  return isAsync ? 'async' : 'sync';
}

function membersOf(body: readonly Statement[]): ExportedMember[] {
  const indent = body[0]?.indent;
  const members: ExportedMember[] = [];
  let decorators: string[] = [];
  for (const [n, statement] of body.entries()) {
    const { indent: own, bare } = statement;
    if (own !== indent) continue;
    if (bare.startsWith('@')) {
      decorators.push(bare.slice(1).trim());
      continue;
    }
    const [, async, name] = /^(async\s+)?def\s+([\p{L}\p{N}_]+)/u.exec(bare) ?? [];
    const value = /^([\p{L}_][\p{L}\p{N}_]*)\s*(?::[^=]*)?=(?!=)|^([\p{L}_][\p{L}\p{N}_]*)\s*:\s*\S/u.exec(bare);
    if (name !== undefined)
      members.push(methodOf(name, decorators, flowOf(async !== undefined, [statement, ...bodyOf(body, n)])));
    else if (value !== null && !KEYWORDS.has(value[1] ?? value[2] ?? '')) {
      members.push({ name: value[1] ?? value[2] ?? '', kind: 'value', owner: 'static', flow: 'sync' });
    }
    decorators = [];
  }
  return members;
}

function methodOf(name: string, decorators: readonly string[], flow: Flow): ExportedMember {
  const isGetter = decorators.some((one) => /(?:^|\.)(?:cached_)?property$|\.(?:setter|getter|deleter)$/.test(one));
  const owner = decorators.includes('staticmethod')
    ? 'static'
    : decorators.includes('classmethod')
      ? 'class'
      : 'instance';
  return { name, kind: isGetter ? 'getter' : 'method', owner, flow };
}
