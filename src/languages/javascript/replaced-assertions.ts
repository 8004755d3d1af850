import type { FindSuspicious } from '../suspicious-pattern.ts';

const MODULES = String.raw`(?:node:)?(?:assert(?:\/strict)?|test)|vitest|chai|expect|@jest\/globals|@vitest\/expect|mocha|should|node:test`;
const SPECIFIER = new RegExp(String.raw`['"\`](?:${MODULES})['"\`]`);
/** `import x, { a as b } from 'm'`, `const { a: b } = require('m')`, `const x = (await import('m')).default` */
const BOUND =
  /^\s*(?:import\s+(?<imported>[^'"`]+?)\s+from\b|(?:const|let|var)\s+(?<declared>\{[^}]*\}|[\w$]+)\s*=\s*.*(?:\brequire|\bimport|\bgetBuiltinModule|\bcreateRequire\b.*)\s*\()/;

/** Assertions and runners that a file replaces under names of its own. */
export const replacedInJavaScript: FindSuspicious = (code, bare) => [
  ...replacedImports(code, bare),
  ...replacedGlobals(bare),
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
