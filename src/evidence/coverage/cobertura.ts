import { projectPaths } from '../project-path.ts';
import { readXml } from '../reports/xml.ts';
import { type Coverage, createCoverage, type LineMap } from './coverage.ts';

/** Cobertura's XML, as coverage.py, coverlet, gcovr and Istanbul write it. Undefined: malformed, or something else. */
export function readCobertura(text: string, folder: string): Coverage | undefined {
  const sources: string[] = [];
  const files = new Map<string, Map<number, boolean>>();
  let root: string | undefined;
  let source: string | undefined;
  let current: Map<number, boolean> | undefined;

  const isWhole = readXml(text, {
    open: (name, attributes) => {
      root ??= name;
      if (name === 'source') source = '';
      if (name === 'class') {
        const file = attributes['filename'] ?? '';
        current = files.get(file) ?? new Map<number, boolean>();
        files.set(file, current);
      }
      if (name === 'line' && current !== undefined) addLine(current, attributes);
    },
    text: (piece) => {
      if (source !== undefined) source += piece;
    },
    close: (name) => {
      if (name === 'class') current = undefined;
      if (name !== 'source' || source === undefined) return;
      if (sources.length < MAX_SOURCES) sources.push(source.trim());
      source = undefined;
    },
  });
  return isWhole && root === 'coverage' ? createCoverage('cobertura', placed(files, folder, sources)) : undefined;
}

const MAX_SOURCES = 20;

function addLine(lines: Map<number, boolean>, attributes: Readonly<Record<string, string>>): void {
  const number = Number(attributes['number']);
  const hits = Number(attributes['hits']);
  if (Number.isSafeInteger(number) && number > 0 && hits >= 0)
    lines.set(number, lines.get(number) === true || hits > 0);
}

/** Files are below one of the report's sources, which may be absolute paths of the machine it was made on. */
function placed(files: LineMap, folder: string, sources: readonly string[]): LineMap {
  const paths = projectPaths(folder, sources);
  const lines: LineMap = new Map();
  for (const [reported, found] of files) {
    const file = paths(reported);
    if (file === undefined) continue;
    const known = lines.get(file) ?? new Map<number, boolean>();
    for (const [line, wasRun] of found) known.set(line, known.get(line) === true || wasRun);
    lines.set(file, known);
  }
  return lines;
}
