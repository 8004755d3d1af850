import { languageOf, readSource } from './known-languages.ts';

/**
 * Whether a file declares things and does nothing: every body only throws. Types, imports and empty classes are
 * declarations; a value that a test could compare with is none.
 */
export function isThrowingStub(path: string, text: string): boolean {
  const bare = readSource(path, text)?.bare;
  if (bare === undefined) return false;
  if (path.endsWith('.py')) return isPythonStub(text);
  if (/\.[cm]?[jt]sx?$/.test(path)) return isJavaScriptStub(bare);
  return languageOf(path) !== undefined && THROWS.test(bare) && !/\breturn\s+[^\s;}]/.test(bare);
}

const THROWS = /\b(?:throw|panic|unimplemented!|todo!|raise|fatalError)\b/;

/** Stands for a body that only throws, and for one that only declares. */
const [THROWN, DECLARED] = ['§', '¶'];
const MAX_ROUNDS = 2_000;

/** Blocks are replaced from the inside out by what they are. */
function isJavaScriptStub(bare: string): boolean {
  let text = bare.replaceAll(/(['"`])[^'"`]*\1/g, "''");
  const block = /\{([^{}]*)\}/;
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const found = block.exec(text);
    if (found === null) break;
    const inside = (found[1] ?? '').trim();
    const before = text.slice(0, found.index);
    const mark = isThrow(inside) ? THROWN : isDeclaring(inside, before) ? DECLARED : undefined;
    if (mark === undefined) return false;
    text = `${before}${mark}${text.slice(found.index + found[0].length)}`;
  }
  return text
    .split(/;|\n(?=\s*(?:export|import|function|async|class|abstract|interface|type|const|let|enum|declare|module)\b)/)
    .map((statement) => statement.replaceAll(/\s+/g, ' ').trim())
    .every(isStatementOfStub);
}

function isThrow(inside: string): boolean {
  return /^throw\b[^;]*;?$/.test(inside);
}

/** Names in braces of an import or an export, members of a type, methods that throw. */
function isDeclaring(inside: string, before: string): boolean {
  if (inside === '') return !/=>\s*$|\)\s*(?::[^={};]+)?$/.test(before);
  if (/\bexports\s*=\s*$/.test(before)) return /^[\w\s,]*$/.test(inside);
  if (/\b(?:import|export)(?:\s+type)?\s*$|\bimport\b[^;]*,\s*$/.test(before)) return true;
  if (/\b(?:interface\b[^;{}]*|type\b[^;{}]*=[^;{}]*|[:<|&,(]\s*)$/.test(before)) return !inside.includes(THROWN);
  if (!/\bclass\b[^;{}]*$/.test(before)) return false;
  // Fields without a value, and methods.
  return inside.split(/;|§/).every((member) => !/[^=!<>]=(?!=|>)/.test(` ${member}`) && !/\breturn\b/.test(member));
}

function isStatementOfStub(statement: string): boolean {
  if (statement === '' || /^(?:import|export (?:type )?¶|export \*)/.test(statement)) return true;
  if (/^(?:export )?(?:declare )?(?:type|interface)\b/.test(statement)) return true;
  if (/^(?:module\.exports|exports(?:\.\w+)?) = ¶$/.test(statement)) return true;
  const isFunction = /^(?:export )?(?:default )?(?:async )?function\b[^=]*§$/.test(statement);
  const isConstant = /^(?:export )?(?:const|let) \w+[^=]*= (?:async )?(?:function\b[^=]*|[^=]*=> ?)§$/.test(statement);
  const isClass = /^(?:export )?(?:default )?(?:abstract )?class\b[^=]*¶$/.test(statement);
  return isFunction || isConstant || isClass;
}

function isPythonStub(text: string): boolean {
  let code = text.replaceAll(/("""|''')[\s\S]*?\1/g, '').replaceAll(/(?:^|\s)#.*$/gm, '');
  // A signature may take several lines.
  for (let round = 0; round < MAX_ROUNDS && /\([^()]*\n[^()]*\)/.test(code); round++)
    code = code.replace(/\(([^()]*)\n([^()]*)\)/, '($1 $2)');
  const lines = code.split('\n').map((line) => line.trim());
  return lines.filter((line) => line !== '').every((line) => PYTHON_DECLARATION.test(line) && !/\breturn\b/.test(line));
}

const PYTHON_DECLARATION =
  /^(?:(?:from|import|raise)\b.*|(?:async )?def\b[^=]*?(?:\(.*\))?[^=]*:(?: *(?:raise\b.*|pass|\.\.\.))?|class\b[^=]*:(?: *(?:pass|\.\.\.))?|pass|\.\.\.|@\w.*|\w+ *:[^=]*)$/;
