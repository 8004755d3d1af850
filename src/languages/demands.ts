import { parseCode, type Nodes } from './demands/code-tree.ts';
import { compiledItems } from './demands/compiled-items.ts';
import { javaScriptItems } from './demands/javascript-items.ts';
import { lineItems } from './demands/line-items.ts';
import { pythonItems } from './demands/python-items.ts';
import { type Demand, type FindImported, readDemands } from './demands/read-demands.ts';
import { shellItems } from './demands/shell-items.ts';
import { fileDemands, snapshotDemands } from './demands/snapshots.ts';
import type { Item, TestFile } from './demands/test-items.ts';
import { languageOf } from './known-languages.ts';
import { testSurfaceOf } from './test-surface.ts';

export type { Demand } from './demands/read-demands.ts';

interface TestReader {
  readonly items: (nodes: Nodes) => Item[];
  readonly hasDeclarations: boolean;
}

const COMPILED: TestReader = { items: compiledItems, hasDeclarations: true };

/** How test files of a language are read. */
const READERS: Readonly<Record<string, TestReader>> = {
  javascript: { items: javaScriptItems, hasDeclarations: true },
  python: { items: pythonItems, hasDeclarations: false },
  go: COMPILED,
  rust: COMPILED,
  java: COMPILED,
  kotlin: COMPILED,
  csharp: COMPILED,
  php: COMPILED,
};

const MAX_TEXT = 1024 * 1024;

/**
 * What a file of the test surface demands: assertions of code, entries of snapshots, and the rows or the content of any other data.
 * `findImported` finds what the file has from others of the surface.
 */
export function demandsIn(path: string, text: string, findImported?: FindImported): Demand[] {
  const surface = testSurfaceOf(path);
  if (surface === 'snapshot') return snapshotDemands(path, text);
  const file = surface === 'fixture' ? undefined : readTestFile(path, text);
  if (file === undefined) return fileDemands(path, text);
  return readDemands({ path, lines: text.split('\n'), file, ...(findImported === undefined ? {} : { findImported }) });
}

/** Undefined: data rather than code, or too long. */
export function readTestFile(path: string, text: string): TestFile | undefined {
  if (text.length > MAX_TEXT) return undefined;
  const language = languageOf(path);
  const reader = READERS[language?.name ?? ''];
  if (reader !== undefined && language?.reader !== undefined) {
    const nodes = parseCode(language.reader.syntax, text);
    return { items: reader.items(nodes), nodes, hasDeclarations: reader.hasDeclarations };
  }
  if (/\.(?:sh|bash|bats|zsh)$/.test(path)) return { items: shellItems(text), nodes: [], hasDeclarations: true };
  const isCode =
    language !== undefined || /\.(?:feature|lua|pl|t|r|jl|ml|hs|clj|erl|zig|nim|cr|m|h|hpp|vb|pas|robot)$/i.test(path);
  return isCode ? { items: lineItems(text), nodes: [], hasDeclarations: true } : undefined;
}
