import type { FindSuspicious } from '../suspicious-pattern.ts';

/** Runners that a file replaces under names of its own, and values that say themselves what they are equal to. */
export const replacedInPython: FindSuspicious = (_code, bare) =>
  [...replacedNames(bare), ...equalToAll(bare)].map((at) => ({ at, kind: 'patches_assertions' }));

function replacedNames(bare: readonly string[]): number[] {
  const names = new Set(bare.flatMap(boundNames));
  if (names.size === 0) return [];
  const any = [...names].join('|');
  const replaced = new RegExp(
    String.raw`(?<![\w.])(?:${any})(?:\.\w+)+\s*=(?!=)|\bsetattr\s*\(\s*(?:${any})\b|\bpatch\.object\s*\(\s*(?:${any})\b`,
  );
  return bare.flatMap((line, at) => (replaced.test(line) ? [at] : []));
}

/** Mocks are made to be changed. */
function boundNames(line: string): string[] {
  const from = /^\s*from\s+(?:_?pytest|unittest|doctest|hamcrest)(?!\.mock\b)[\w.]*\s+import\s+(.+)$/.exec(line)?.[1];
  const as = /^\s*import\s+(?:_?pytest|unittest|doctest)(?!\.mock\b)[\w.]*\s+as\s+(\w+)/.exec(line)?.[1];
  const names = (from ?? '').replaceAll(/[()]/g, '').split(',');
  return [...names.map((one) => /(\w+)\s*$/.exec(one)?.[1] ?? ''), as ?? ''].filter(
    (name) => name !== '' && name !== 'mock',
  );
}

/** `__eq__` that does not look at itself, unless it only asks for its own class; and that of a number or a text. */
function equalToAll(bare: readonly string[]): number[] {
  return bare.flatMap((line, at) => {
    const [, indentation = '', own = 'self', other = 'other', inline = ''] =
      /^(\s+)def\s+__(?:eq|ne)__\s*\(\s*(\w+)\s*(?:,\s*(\w+))?[^)]*\)[^:]*:(.*)$/.exec(line) ?? [];
    if (indentation === '') return [];
    const after = bare.slice(at + 1);
    const end = after.findIndex((next) => next.trim() !== '' && !next.startsWith(`${indentation} `));
    const body = [inline, ...after.slice(0, end === -1 ? after.length : end)].join('\n');
    if (body.trim() === '') return [];
    const owner = bare.slice(0, at).findLast((one) => /^\s*class\s/.test(one) && indentOf(one) < indentation.length);
    const [, name = '', bases = ''] = /^\s*class\s+(\w+)\s*(?:\(([^)]*)\))?/.exec(owner ?? '') ?? [];
    if (/(?<![\w.])(?:int|float|str|bool|complex|bytes)\b/.test(bases)) return [at];
    const isOwnClass = new RegExp(String.raw`\bisinstance\s*\([^)]*\b(?:${name}|__class__)\b`).test(body);
    const looksAtItself = new RegExp(String.raw`\b(?:${own}|super)\b`).test(body);
    const isUnsupported = /^\s*(?:return\s+NotImplemented|raise\b.*|pass|\.\.\.)\s*$/.test(body.trim());
    const neverLooks = !new RegExp(String.raw`(?<![\w.])${other}\b`).test(body);
    // One of several values will do, whatever the other one is.
    const takesSeveral =
      new RegExp(
        String.raw`(?<![\w.])${other}\s+in\b|(?:==|!=)\s*${other}\b(?!\s*\.).*\bor\b|(?<![\w.])${other}\s*(?:==|!=).*\bor\b`,
      ).test(body) &&
      !/\bisinstance\b|\btype\s*\(|\b__class__\b|\bNotImplemented\b|\bis\s+(?:not\s+)?None\b/.test(body);
    if (isUnsupported) return [];
    return !takesSeveral && !neverLooks && (looksAtItself || isOwnClass) ? [] : [at];
  });
}

function indentOf(line: string): number {
  return line.length - line.trimStart().length;
}
