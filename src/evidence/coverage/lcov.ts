import { lcovParser } from '@friedemannsommer/lcov-parser/sync';
import { projectPaths } from '../project-path.ts';
import { type Coverage, createCoverage, type LineMap } from './coverage.ts';

/** Undefined: not lcov, or cut off. `below` are the folders that relative paths may start from, beside the project's. */
export function readLcov(text: string, folder: string, below: readonly string[] = []): Coverage | undefined {
  if (!/^SF:/m.test(text) || !text.trimEnd().endsWith('end_of_record')) return undefined;
  const paths = projectPaths(folder, below);
  const lines: LineMap = new Map();
  for (const section of sectionsOf(text)) {
    const file = paths(section.path);
    if (file === undefined) continue;
    const known = lines.get(file) ?? new Map<number, boolean>();
    for (const { line, hit } of section.lines.details) {
      if (Number.isSafeInteger(line) && line > 0) known.set(line, known.get(line) === true || hit > 0);
    }
    lines.set(file, known);
  }
  return createCoverage('lcov', lines);
}

function sectionsOf(text: string): ReturnType<typeof lcovParser> {
  try {
    return lcovParser({ from: text });
  } catch {
    return [];
  }
}
