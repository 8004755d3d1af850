import { outermost } from './brackets.ts';
import { addedExports, canBeStubbed, exportsOf } from './exports.ts';
import { languageOf, readSource } from './known-languages.ts';
import { hollowStub, withHollowExports } from './stubs.ts';

/** Lines that stand in the place of others. */
interface Lines {
  readonly line: number;
  readonly removed: readonly string[];
  readonly added: readonly string[];
}

/** Whether a program wrote this file, or made it small. */
export function isGenerated(path: string, text: string): boolean {
  if (languageOf(path)?.generated?.test(path) === true) return true;
  if (/\.min\.(?:[cm]?js|css)$|\.map$|(?:^|\/)(?:__generated__|generated|vendor|third_party)\//.test(path)) return true;
  const head = text.slice(0, 1_000);
  return (
    /@generated\b|\bDO NOT EDIT\b|\bAuto-?generated\b/i.test(head) ||
    text.split('\n').some((line) => line.length > MAX_LINE)
  );
}

/** Nobody writes longer lines of code. */
const MAX_LINE = 1_000;

/** Whether two texts differ in comments and layout only. */
export function isSameCode(path: string, one: string, other: string): boolean {
  return plainCode(path, one) === plainCode(path, other);
}

function plainCode(path: string, text: string): string {
  const code = readSource(path, text)?.code ?? text;
  if (/\.pyi?$/.test(path)) {
    const lines = code.split('\n').filter((line) => line.trim() !== '');
    return lines
      .map((line) => /^\s*/.exec(line)?.[0] + line.trim().replaceAll(/\s+/g, ' ').replaceAll("'", '"'))
      .join('\n');
  }
  return code
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/\s*([^\w\s$])\s*/g, '$1')
    .replaceAll(/,(?=[)\]}])/g, '')
    .replaceAll(/;(?=\}|$)/g, '')
    .replaceAll("'", '"')
    .trim();
}

/**
 * New lines in pieces that begin outside of all brackets, after an empty line: each function of a new file is one. What
 * was there before belongs to the first.
 */
export function splitBlocks<T extends Lines>(lines: T): T[] {
  const begins = blockBegins(lines.added);
  if (lines.added.length < SMALL || blockBegins(lines.removed).length > 0) return [lines];
  return [0, ...begins].flatMap((begin, n) => {
    const added = lines.added.slice(begin, begins[n] ?? lines.added.length);
    const removed = n === 0 ? lines.removed : [];
    const isEmpty = removed.length === 0 && added.every((text) => text.trim() === '');
    return isEmpty ? [] : [{ ...lines, line: lines.line + begin, removed, added }];
  });
}

/** Whether every bracket is closed, as far as the language can be read. */
export function isBalanced(path: string, text: string): boolean {
  const bare = readSource(path, text)?.bare ?? '';
  const count = (signs: RegExp): number => bare.match(signs)?.length ?? 0;
  return count(/[([{]/g) === count(/[)\]}]/g);
}

function blockBegins(lines: readonly string[]): number[] {
  return lines.flatMap((text, n) => {
    const isBegin = n > 0 && (lines[n - 1] ?? '').trim() === '' && /^[^\s)\]}]/.test(text);
    return isBegin ? [n] : [];
  });
}

const SMALL = 8;

interface RevertedCode {
  readonly path: string;
  /** With everything in it. */
  readonly text: string;
  readonly reverted: string;
}

/** Code of which something was taken back: what it exports or uses exists, and returns nothing. */
export function withMissingNames({ path, text, reverted }: RevertedCode): string {
  if (!canBeStubbed(path)) return reverted;
  const names = exportsOf(path, text);
  if (reverted.trim() === '') return hollowStub(path, names);
  const missing = addedExports(exportsOf(path, reverted), names);
  return withHollowLocals({ path, text, reverted: withHollowExports(path, reverted, missing) });
}

function withHollowLocals({ path, text, reverted }: RevertedCode): string {
  const [before, after] = [declaredIn(path, text), declaredIn(path, reverted)];
  const rest = readSource(path, reverted)?.bare ?? reverted;
  const missing = [...before].filter(
    ([name]) =>
      !after.has(name) &&
      new RegExp(String.raw`(?<![\w$.])${name.replaceAll('$', String.raw`\$`)}(?![\w$])`).test(rest),
  );
  const lines = missing.map(([name, kind]) => {
    if (path.endsWith('.py'))
      return kind === 'value' ? `${name} = None\n` : `def ${name}(*args, **kwargs):\n    return None\n`;
    if (kind === 'value') return `var ${name}${/\.[cm]?tsx?$/.test(path) ? ': any' : ''};\n`;
    return `function ${name}(${/\.[cm]?tsx?$/.test(path) ? '..._: any[]): any' : '..._)'} {}\n`;
  });
  return `${reverted}${reverted.endsWith('\n') || lines.length === 0 ? '' : '\n'}${lines.join('')}`;
}

function declaredIn(path: string, text: string): Map<string, 'code' | 'value'> {
  const bare = outermost(readSource(path, text)?.bare ?? '', /(?:export|import)\b/);
  const pattern = path.endsWith('.py')
    ? /^(?:(?:async\s+)?(def|class)\s+([\p{L}\p{N}_]+)|([\p{L}_][\p{L}\p{N}_]*)\s*(?::[^=\n]*)?=(?!=))/gmu
    : /^(?:export\s+)?(?:default\s+)?(?:(?:async\s+)?(function|class)\s*\*?\s+([\w$]+)|(?:const|let|var)\s+([\w$]+))/gm;
  return new Map(
    [...bare.matchAll(pattern)].map(([line, , code, value]) => [
      code ?? value ?? '',
      code !== undefined ||
      /=\s*(?:async\b|function\b|\(\s*\)\s*=>)/.test(
        bare.slice(bare.indexOf(line), bare.indexOf(line) + line.length + 40),
      )
        ? 'code'
        : 'value',
    ]),
  );
}
