/** What tests covered. */
export interface Coverage {
  readonly source: 'lcov' | 'cobertura' | 'json-summary' | 'go';
  /** Per cent of all lines. */
  readonly total: number;
  /** Executable lines by file (from the project's root, with `/`), where the report has lines: whether each was run. */
  readonly lines: ReadonlyMap<string, ReadonlyMap<number, boolean>> | undefined;
}
