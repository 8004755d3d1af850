/** What tests covered. */
export interface Coverage {
  readonly source: 'lcov' | 'cobertura' | 'json-summary' | 'go';
  /** Per cent of all lines. */
  readonly total: number;
  /** Executable lines by file (from the project's root, with `/`), where the report has lines: whether each was run. */
  readonly lines: ReadonlyMap<string, ReadonlyMap<number, boolean>> | undefined;
}

export type LineMap = Map<string, Map<number, boolean>>;

/** Undefined: there is no line that could be covered. */
export function createCoverage(
  source: Coverage['source'],
  lines: NonNullable<Coverage['lines']>,
): Coverage | undefined {
  let all = 0;
  let covered = 0;
  for (const file of lines.values()) {
    for (const wasRun of file.values()) {
      all++;
      if (wasRun) covered++;
    }
  }
  return all === 0 ? undefined : { source, total: (covered / all) * 100, lines };
}
