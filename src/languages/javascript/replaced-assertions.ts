import type { FindSuspicious } from '../suspicious-pattern.ts';

const MODULES = String.raw`(?:node:)?(?:assert(?:\/strict)?|test)|vitest|chai|expect|@jest\/globals|@vitest\/expect|mocha|should|node:test`;
const SPECIFIER = new RegExp(String.raw`['"\`](?:${MODULES})['"\`]`);
/** `import x, { a as b } from 'm'`, `const { a: b } = require('m')`, `const x = (await import('m')).default` */
const BOUND =
  /^\s*(?:import\s+(?<imported>[^'"`]+?)\s+from\b|(?:const|let|var)\s+(?<declared>\{[^}]*\}|[\w$]+)\s*=\s*(?:await\s+)?.*[\w$]\s*\()/;

/** Assertions and runners that a file replaces under names of its own. */
export const replacedInJavaScript: FindSuspicious = (code, bare, isOfTests) => [
  ...replacedImports(code, bare),
  ...replacedGlobals(bare),
  ...(isOfTests ? [] : [...calledGlobals(bare), ...answeringProxies(bare)]),
];

/** `it = …` where no line declares a name of its own. */
function replacedGlobals(bare: readonly string[]): Found[] {
  return bare.flatMap((line, at) => {
    const name = /^\s*(it|test|describe|expect|assert)\s*=(?![=>])/.exec(line)?.[1];
    if (name === undefined) return [];
    const declared = new RegExp(
      String.raw`\b(?:const|let|var|function|class)\s+(?:[^=;]*[{[,\s])?${name}\b|[(,{]\s*${name}\s*[:,)=?}]`,
    );
    return bare.some((one) => declared.test(one)) ? [] : [{ at, kind: 'patches_assertions' }];
  });
}

const HOOKS = /(?<![\w$.'"`])(beforeEach|afterEach|beforeAll|afterAll|describe|expect)\s*\(/;

/** What only a runner makes global, in a file that has it from nowhere. */
function calledGlobals(bare: readonly string[]): Found[] {
  return bare.flatMap((line, at) => {
    const [, name] = HOOKS.exec(line) ?? [];
    if (name === undefined || bare.some((one) => isBound(name, one))) return [];
    return [{ at, kind: 'patches_assertions' }];
  });
}

function isBound(name: string, line: string): boolean {
  return new RegExp(
    String.raw`\b(?:const|let|var|function\*?|class|import)\s+(?:[^=;]*[{[,\s])?${name}\b|[(,{]\s*${name}\s*[:,)=}]|^\s*(?:async\s+|static\s+)*${name}\s*\([^()]*\)\s*(?::[^{]*)?\{|^\s*${name}\s*\([^)]*\)\s*:|^\s*${name},?\s*$`,
  ).test(line);
}

/** A proxy whose traps do not look at what they are asked for has whatever a comparison may ask. */
function answeringProxies(bare: readonly string[]): Found[] {
  return bare.flatMap((line, at) => {
    const begin = line.indexOf('new Proxy(');
    if (begin === -1) return [];
    const made = [line.slice(begin), ...bare.slice(at + 1, at + MAX_HANDLER)].join('\n');
    const handler = /^new Proxy\([^;]*?,\s*([\w$]+)\s*\)/.exec(made)?.[1];
    const from = bare.findIndex((one) => new RegExp(String.raw`\b(?:const|let|var)\s+${handler ?? '-'}\s*=`).test(one));
    const text = from === -1 ? made : bare.slice(from, from + MAX_HANDLER).join('\n');
    return ANSWERS.test(text) ? [{ at, kind: 'patches_assertions' }] : [];
  });
}

const MAX_HANDLER = 20;
/** Traps get the object and what is asked for. */
const ANSWERS =
  /\b(?:get|has)\s*(?::\s*(?:async\s+)?(?:function\s*\w*\s*)?)?\(\s*[\w$]*\s*\)\s*(?:=>|\{)|\b(?:get|has)\s*:\s*[\w$]+\s*=>/;

type Found = ReturnType<FindSuspicious>[number];

function replacedImports(code: readonly string[], bare: readonly string[]): Found[] {
  const names = new Set(code.flatMap((line) => (SPECIFIER.test(line) ? boundNames(line) : [])));
  for (const name of KNOWN_BY_PATTERN) names.delete(name);
  if (names.size === 0) return [];
  const any = [...names].map((name) => name.replaceAll('$', String.raw`\$`)).join('|');
  const replaced = new RegExp(
    String.raw`(?<![\w$.])(?:${any})(?:\.[\w$]+|\[[^\]]*\])+\s*(?:=(?![=>])|\|\|=|\?\?=|&&=)|\bObject\s*\.\s*(?:assign|definePropert(?:y|ies)|setPrototypeOf)\s*\(\s*(?:${any})\b|\bReflect\s*\.\s*(?:set|defineProperty)\s*\(\s*(?:${any})\b`,
  );
  return bare.flatMap((line, at) => (replaced.test(line) ? [{ at, kind: 'patches_assertions' as const }] : []));
}

/** Under these names any object is taken for one of them. */
const KNOWN_BY_PATTERN = ['assert', 'expect', 'chai', 'should', 'vi', 'jest', 'vitest'];

function boundNames(line: string): string[] {
  const { imported, declared } = BOUND.exec(line.slice(0, MAX_LINE))?.groups ?? {};
  const bound = imported ?? declared ?? '';
  return bound
    .split(/[{},]/)
    .map((one) => /([\w$]+)\s*$/.exec(one.replace(/\s*=.*$/, ''))?.[1] ?? '')
    .filter((name) => name !== '' && name !== 'type');
}

const MAX_LINE = 400;
