import type { Assertion } from './assertion.ts';
import type { Nodes } from './code-tree.ts';

/** What a test file consists of, in the order of the text, whatever its language. */
export type Item =
  | { readonly kind: 'assertion'; readonly assertions: readonly Assertion[]; readonly nodes: Nodes }
  | TestItem
  /** What is run only if something holds. */
  | { readonly kind: 'branch'; readonly condition: Nodes; readonly body: readonly Item[] }
  /** What somebody else calls, perhaps. */
  | { readonly kind: 'callback'; readonly condition: Nodes; readonly body: readonly Item[] }
  | { readonly kind: 'loop'; readonly table: Table; readonly body: readonly Item[] }
  | FunctionItem
  | { readonly kind: 'definition'; readonly pattern: Nodes; readonly value: Nodes; readonly isExported: boolean }
  | { readonly kind: 'import'; readonly name: string; readonly from: string }
  /** What follows is not run; `skips`: the test says that it does not count. */
  | { readonly kind: 'leave'; readonly skips: boolean }
  | { readonly kind: 'statement'; readonly nodes: Nodes };

export interface TestItem {
  readonly kind: 'test';
  readonly title: string | null;
  readonly isSuite: boolean;
  readonly isSkipped: boolean;
  readonly isFocused: boolean;
  readonly conditions: readonly Nodes[];
  /** Once for each row of each. */
  readonly tables: readonly Table[];
  readonly parameters: readonly Nodes[];
  readonly body: readonly Item[];
}

export interface FunctionItem {
  readonly kind: 'function';
  readonly name: string;
  readonly parameters: readonly Nodes[];
  readonly isExported: boolean;
  readonly body: readonly Item[];
}

/** Rows of data that the same assertions are made with. */
export interface Table {
  /** An expression. */
  readonly rows: Nodes;
  readonly parameters: readonly Nodes[];
  /** Whether the elements of a row are parameters of their own. */
  readonly isSpread: boolean;
}

export interface TestFile {
  readonly items: readonly Item[];
  /** All of its code. */
  readonly nodes: Nodes;
  /** Whether names are declared before they are given values: then another value is a change. */
  readonly hasDeclarations: boolean;
}
