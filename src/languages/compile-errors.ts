import { languageOf, readSource } from './known-languages.ts';
import { missingIn } from './missing-names.ts';
import { joinPath } from './tree-path.ts';

/** The files in which Go's and Rust's compilers found something wrong, from the project's root. */
export function filesNamedByCompiler(output: string): string[] {
  const found = new Set<string>();
  for (const pattern of [GO, RUST]) {
    for (const [, path = ''] of output.matchAll(pattern)) if (!path.startsWith('/')) found.add(joinPath(path));
  }
  return [...found];
}

/** `./calc_test.go:5:10: undefined: Mul`, `vet: pkg/a_test.go:3:2: …` */
const GO = /^(?:vet: )?((?:[^\s:]+\/)?[^\s:/]+\.go):\d+(?::\d+)?: /gm;
/** `  --> tests/calc.rs:3:5`; warnings have it, too. */
const RUST = /^error[^\n]*\n(?:[^\n]*\n){0,3}?\s*--> ([^\s:]+\.rs):\d+:\d+/gm;

/** Of the symbols that a change adds, those that a compiler or loader misses in this output. */
export function missingSymbols(output: string, added: ReadonlySet<string>): string[] {
  const missing = missingIn(output).flatMap((one) => (one.kind === 'symbol' ? [one.symbol] : []));
  return [...new Set(missing)].filter((symbol) => added.has(symbol));
}

/** What a file declares, for languages of which stubs cannot be made. */
export function declaredSymbols(path: string, text: string): Set<string> {
  const source = readSource(path, text);
  const bare = source?.bare ?? text;
  const pattern = languageOf(path)?.name === 'go' ? GO_DECLARED : DECLARED;
  return new Set([...bare.matchAll(pattern)].map(([, name = '']) => name));
}

const GO_DECLARED = /^(?:func\s+(?:\([^)]*\)\s*)?|type\s+|var\s+|const\s+|\t)([\p{L}_][\p{L}\p{N}_]*)(?=[\s([=])/gmu;
const DECLARED =
  /(?<![\p{L}\p{N}_$.])(?:class|interface|object|struct|enum|trait|type|record|module|mod|protocol|function|fun|fn|func|def|const|static|val|macro_rules!)\s+([\p{L}_][\p{L}\p{N}_]*)/gu;
