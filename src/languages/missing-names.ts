import type { MissingPattern } from './language.ts';
import { LANGUAGES } from './known-languages.ts';

/** What a loader or a compiler says is not there. */
export type Missing =
  | { readonly kind: 'path'; readonly path: string; readonly from?: string | undefined }
  /** Parts joined by `/`: of a package or module, not of a file. */
  | { readonly kind: 'module'; readonly module: string }
  | { readonly kind: 'symbol'; readonly symbol: string };

/** What is missing according to the output of a test run, in the words of many loaders and compilers. */
export function missingIn(output: string): readonly Missing[] {
  const text = output.slice(-MAX_READ);
  const found: Missing[] = [];
  for (const [pattern, kind] of LANGUAGES.flatMap(({ missing = [] }) => missing)) {
    for (const [, one = '', other = ''] of text.matchAll(pattern)) {
      if (found.length < MAX_FOUND) found.push(missingOf(kind, one, other));
    }
  }
  return found;
}

/** Whether it says that a source cannot even be parsed: no implementation would mend that. */
export function saysSyntaxError(output: string): boolean {
  const text = output.slice(-MAX_READ);
  return LANGUAGES.some(({ syntaxErrors = [] }) => syntaxErrors.some((pattern) => pattern.test(text)));
}

const MAX_READ = 64 * 1024;
const MAX_FOUND = 200;

function missingOf(kind: MissingPattern[1], one: string, other: string): Missing {
  switch (kind) {
    case 'symbol':
      return { kind: 'symbol', symbol: one === '' ? other : one };
    case 'specifier':
      if (!isPathLike(one)) return { kind: 'module', module: one };
      return { kind: 'path', path: one, from: other === '' ? undefined : other };
    case 'dotted module':
      return { kind: 'module', module: one.replaceAll('.', '/') };
    case 'module':
      return { kind: 'module', module: one };
  }
}

function isPathLike(specifier: string): boolean {
  return /^(?:\.{0,2}\/|file:)|\.(?:[cm]?[jt]sx?|json|vue|svelte)$/.test(specifier);
}
