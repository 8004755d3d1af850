import { stripText, type StrippedText } from '../lexer.ts';
import { pythonSyntax } from './syntax.ts';

/**
 * Whether a file only gains imports, functions, classes, fixtures and constants: no hook of pytest's, no fixture that
 * every test gets, nothing that is executed when it is imported.
 */
export function onlyGainsPython(before: string, after: string): boolean {
  const [was, is] = [statementsOf(before), statementsOf(after)];
  if (was === undefined || is === undefined) return false;
  const left = was.map(({ text }) => text);
  const gained = is.filter(({ text }) => {
    const at = left.indexOf(text);
    if (at !== -1) left.splice(at, 1);
    return at === -1;
  });
  const taken = new Set(was.flatMap(namesIn));
  const isNew = gained.flatMap(namesIn).every((name) => !taken.has(name) && !OWN_FIXTURES.has(name));
  return left.length === 0 && isNew && gained.every(isHarmless);
}

/** Fixtures that pytest brings: one of the same name takes their place in existing tests. */
const OWN_FIXTURES = new Set([
  'tmp_path',
  'tmp_path_factory',
  'tmpdir',
  'tmpdir_factory',
  'monkeypatch',
  'capsys',
  'capfd',
  'capsysbinary',
  'caplog',
  'request',
  'recwarn',
  'pytestconfig',
  'cache',
  'mocker',
  'event_loop',
  'doctest_namespace',
  'record_property',
  'testdir',
  'pytester',
]);

interface Statement {
  /** Without comments, blanks at the ends of lines, and blank lines. */
  readonly text: string;
  /** The same without what is in strings. */
  readonly bare: string;
}

/** The statements of a module, each with the lines that belong to it. Undefined: too long. */
function statementsOf(text: string): Statement[] | undefined {
  const source = stripText(pythonSyntax, text);
  if (source === undefined) return undefined;
  const ranges: { begin: number; end: number }[] = [];
  let at = 0;
  let depth = 0;
  let isJoined = false;
  let isDecorated = false;
  const insideString = multilineStrings(source);
  for (const line of source.bare.split('\n')) {
    const end = at + line.length + 1;
    const isContinued = depth > 0 || isJoined || isDecorated || insideString(at);
    if (/^\S/.test(line) && !isContinued && !/^(?:else|elif|except|finally)\b/.test(line))
      ranges.push({ begin: at, end });
    else {
      const last = ranges.at(-1);
      if (last !== undefined) last.end = end;
    }
    for (const sign of line) depth += '([{'.includes(sign) ? 1 : ')]}'.includes(sign) ? -1 : 0;
    isJoined = line.endsWith('\\');
    if (line.trim() !== '')
      isDecorated = (line.startsWith('@') || isDecorated) && !/^(?:async\s+def|def|class)\b/.test(line);
    at = end;
  }
  const plain = (part: string): string =>
    part
      .split('\n')
      .map((line) => line.trimEnd())
      .filter((line) => line !== '')
      .join('\n');
  return ranges.map(({ begin, end }) => ({
    text: plain(source.code.slice(begin, end)),
    bare: plain(source.bare.slice(begin, end)),
  }));
}

/** Whether a line begins within a string of many lines. */
function multilineStrings({ bare }: StrippedText): (at: number) => boolean {
  const quotes = [...bare.matchAll(/"""|'''/g)].map(({ index }) => index);
  return (at) => quotes.filter((one) => one < at).length % 2 === 1;
}

function namesIn({ bare }: Statement): string[] {
  const defined = /^(?:async\s+)?(?:def|class)\s+(\w+)/m.exec(bare)?.[1];
  if (defined !== undefined) return [defined];
  const imported = /^(?:from\s+\S+\s+)?import\s+([\s\S]*)$/.exec(bare)?.[1];
  if (imported !== undefined)
    return imported
      .replaceAll(/[()]/g, ' ')
      .split(',')
      .flatMap((one) => /(\w+)\s*$/.exec(one)?.[1] ?? []);
  return /^(\w+)\s*(?::[^=]*)?=(?!=)/.exec(bare)?.[1]?.split(',') ?? [];
}

function isHarmless(statement: Statement): boolean {
  const { bare, text } = statement;
  if (/\bautouse\b|\bpytest_\w+|\bhookimpl\b|\bhookspec\b/.test(bare)) return false;
  // A docstring.
  if (/^[rRuU]?(?:"""|'''|"|')/.test(text) && !/[^\s"']/.test(bare.replace(/^[rRuU]/, ''))) return true;
  if (/^(?:from\s+[\w.]+\s+import\s+(?!\s*\*)[\s\S]+|import\s+[\w.\s,]+)$/.test(bare)) return !bare.includes(';');
  if (/^(?:@|(?:async\s+)?def\s|class\s)/.test(bare)) return isHarmlessDefinition(bare);
  return isConstant(bare);
}

/** `NAME = value`, where nothing is called, looked up or unpacked. */
function isConstant(bare: string): boolean {
  return (
    /^\w+\s*(?::[^=()\n]*)?=(?!=)[^()=;]*$/.test(bare) &&
    !/\b(?:lambda|await|yield|for|if)\b/.test(bare) &&
    !/^(?:collect_ignore|collect_ignore_glob|__\w+__)\b/.test(bare) &&
    !/\w\s*\[/.test(bare.slice(bare.indexOf('=')))
  );
}

function isHarmlessDefinition(bare: string): boolean {
  const lines = bare.split('\n');
  const head = lines.findIndex((line) => /^(?:async\s+def|def|class)\b/.test(line));
  const decorators = lines.slice(0, head).join('\n');
  if (head === -1 || !areHarmless(decorators)) return false;
  const rest = lines.slice(head).join('\n');
  if (!rest.startsWith('class')) return !callsInDefaults(rest);
  // The body of a class is executed when it is read.
  const body = lines.slice(head + 1);
  const indent = Math.min(...body.map((line) => line.search(/\S/)).filter((one) => one > 0));
  const own = body.filter((line) => line.search(/\S/) === indent);
  return (
    !/\bmetaclass\b|\([^)]*\(/.test(lines[head] ?? '') &&
    own.every((line) =>
      /^\s*(?:async\s+def\s|def\s|pass\b|\.\.\.|"""|'''|"|'|[)\]}]|@(?:property|staticmethod|classmethod|abstractmethod|\w+\.setter)\s*$|\w+\s*:\s*[\w[\], .|"']+(?:=[^()]*)?$|\w+\s*=[^()=]*$)/.test(
        line,
      ),
    )
  );
}

const HARMLESS_DECORATOR =
  /^@(?:(?:pytest|pytest_asyncio)\.fixture|fixture|(?:dataclasses\.)?dataclass|(?:contextlib\.)?(?:async)?contextmanager|(?:functools\.)?(?:wraps|lru_cache|cache|cached_property)|staticmethod|classmethod|property|override|(?:typing\.)?(?:overload|final))\b/;

function areHarmless(decorators: string): boolean {
  const each = decorators.split(/\n(?=@)/).filter((one) => one.trim() !== '');
  // What an argument calls is called now; `pytest.param(…)` only keeps its values.
  const called = (one: string): string => one.replaceAll(/\blambda\b[^,)]*|\b(?:pytest\.)?param(?=\()/g, '');
  return each.every((one) => HARMLESS_DECORATOR.test(one) && !/\([\s\S]*[\w\])]\s*\(/.test(called(one)));
}

/** Default values are computed when the function is defined. */
function callsInDefaults(definition: string): boolean {
  let depth = 0;
  for (let at = definition.indexOf('('); at < definition.length && at !== -1; at++) {
    if (definition[at] === '(') depth++;
    else if (definition[at] === ')' && --depth === 0) return false;
    if (depth === 2 && definition[at] === '(' && /[\w\])]\s*$/.test(definition.slice(0, at))) return true;
  }
  return false;
}
