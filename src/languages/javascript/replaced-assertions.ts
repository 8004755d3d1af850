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
  ...(isOfTests
    ? []
    : [...calledGlobals(bare), ...askedGlobals(bare), ...replacedModules(code, bare), ...answeringProxies(bare)]),
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

const ASKED =
  /(?:[{([!]|[^=]=|&&|\|\||\breturn|\bvoid|\bawait)\s*(describe|expect|jest|vi|beforeEach|afterEach|beforeAll|afterAll)\s*(?:[;)}\]]|[!=]==?|&&|\|\||\?(?!\.)|$)/;

/** The same, where it only matters whether there is one. */
function askedGlobals(bare: readonly string[]): Found[] {
  return bare.flatMap((line, at) => {
    const [, name] = ASKED.exec(line) ?? [];
    if (name === undefined || bare.some((one) => DECLARES.test(one) && isBound(name, one))) return [];
    return [{ at, kind: 'detects_tests' }];
  });
}

/** In brackets a name may as well be given as taken. */
const DECLARES = /=>|\)\s*(?::[^{]*)?\{|\b(?:function|const|let|var|class|import)\b/;

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
  const any = namesFrom(SPECIFIER, code, KNOWN_BY_PATTERN);
  if (any === undefined) return [];
  const replaced = new RegExp(
    String.raw`(?<![\w$.])(?:${any})(?:\.[\w$]+|\[[^\]]*\])+\s*(?:=(?![=>])|\|\|=|\?\?=|&&=)|\bObject\s*\.\s*(?:assign|definePropert(?:y|ies)|setPrototypeOf)\s*\(\s*(?:${any})\b|\bReflect\s*\.\s*(?:set|defineProperty)\s*\(\s*(?:${any})\b`,
  );
  return bare.flatMap((line, at) => (replaced.test(line) ? [{ at, kind: 'patches_assertions' as const }] : []));
}

/** Modules of Node's that tests read their data with. */
const READING = /['"`](?:node:)?(?:fs(?:\/promises)?|path|module|util|child_process|readline)['"`]/;

/** `fs.readFileSync = …`: what tests read is another thing then. Settings of a module are no functions. */
function replacedModules(code: readonly string[], bare: readonly string[]): Found[] {
  const any = namesFrom(READING, code) ?? NOTHING;
  const loaders = bare.flatMap(
    (line) => /\b(?:const|let|var)\s+([\w$]+)\s*=\s*(?:\w+\.)?createRequire\b/.exec(line)?.[1] ?? [],
  );
  const replaced = new RegExp(
    String.raw`(?<![\w$.])(?:${namesAsPattern(loaders) ?? NOTHING})\.cache\b|(?<![\w$.])(?:${any})(?:\.promises)?\.(?!default|inspect\b)[a-z][\w$]*\s*=(?![=>])|\bObject\s*\.\s*(?:assign|defineProperty)\s*\(\s*(?:${any})\s*,`,
  );
  return bare.flatMap((line, at) => (replaced.test(line) ? [{ at, kind: 'patches_assertions' as const }] : []));
}

/** What a file calls these modules, as a pattern. */
function namesFrom(modules: RegExp, code: readonly string[], except: readonly string[] = []): string | undefined {
  const names = new Set(code.flatMap((line) => (modules.test(line) ? boundNames(line) : [])));
  for (const name of except) names.delete(name);
  return namesAsPattern([...names]);
}

function namesAsPattern(names: readonly string[]): string | undefined {
  return names.length === 0 ? undefined : names.map((name) => name.replaceAll('$', String.raw`\$`)).join('|');
}

/** Matches nowhere. */
const NOTHING = '(?!)';

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
