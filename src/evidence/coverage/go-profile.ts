import { projectPaths } from '../project-path.ts';
import { type Coverage, createCoverage, type LineMap } from './coverage.ts';

/**
 * What `go test -coverprofile` writes: blocks of `module/path/file.go:from.column,to.column statements times`.
 * Undefined: something else. `module` is the module's path, below which the project's files are.
 */
export function readGoProfile(text: string, folder: string, module: string): Coverage | undefined {
  const [mode = '', ...rest] = text.split('\n');
  if (!/^mode: \w+\s*$/.test(mode)) return undefined;
  const paths = projectPaths(folder);
  const lines: LineMap = new Map();
  for (const line of rest) {
    if (line.trim() === '') continue;
    const match = /^(.+):(\d{1,7})\.\d+,(\d{1,7})\.\d+ \d+ (\d+)\s*$/.exec(line);
    if (match === null) return undefined;
    const [, name = '', from, to, times] = match;
    const file = paths(name.startsWith(`${module}/`) ? name.slice(module.length + 1) : name);
    if (file === undefined || Number(to) - Number(from) > MAX_BLOCK) continue;
    const known = lines.get(file) ?? new Map<number, boolean>();
    lines.set(file, known);
    for (let at = Number(from); at <= Number(to); at++) known.set(at, known.get(at) === true || Number(times) > 0);
  }
  return createCoverage('go', lines);
}

const MAX_BLOCK = 100_000;
