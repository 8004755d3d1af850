import type { Coverage } from './coverage.ts';

export type LineMap = Map<string, Map<number, boolean>>;

/** Undefined: there is no line that could be covered. */
export function coverageOf(source: Coverage['source'], lines: NonNullable<Coverage['lines']>): Coverage | undefined {
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
