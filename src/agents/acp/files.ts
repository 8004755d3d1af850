import fs from 'node:fs';
import path from 'node:path';
import { getErrno } from '../../files/disk-failure.ts';
import { editFile } from '../edit.ts';

/** More than any file that a person wrote. */
const MAX_FILE_BYTES = 16 * 1024 * 1024;

/** The content of a file, or some of its lines (counted from 1). Undefined when it may not be read. */
export function readFileInside(
  folders: readonly string[],
  { path: file, line, limit }: { readonly path: string; readonly line?: number | null; readonly limit?: number | null },
): string | undefined {
  const place = resolveInside(folders, file);
  if (place === undefined) return undefined;
  const found = fs.lstatSync(place.file, { throwIfNoEntry: false });
  if (found?.isFile() !== true || found.size > MAX_FILE_BYTES) return undefined;
  const content = fs.readFileSync(place.file, 'utf8');
  if (line == null && limit == null) return content;
  const from = Math.max((line ?? 1) - 1, 0);
  return content
    .split('\n')
    .slice(from, limit == null ? undefined : from + limit)
    .join('\n');
}

/** Returns the reason when it is refused. */
export function writeFileInside(folders: readonly string[], file: string, content: string): string | undefined {
  const place = resolveInside(folders, file);
  if (place === undefined) return 'outside the folder';
  return editFile(place.folder, path.relative(place.folder, place.file).split(path.sep).join('/'), content);
}

/** Where a path leads, links followed as far as it exists; undefined when that is in none of the folders. */
export function resolveInside(
  folders: readonly string[],
  file: string,
): { readonly folder: string; readonly file: string } | undefined {
  const real = resolveRealPath(path.resolve(folders[0] ?? path.sep, file));
  if (real === undefined) return undefined;
  for (const folder of folders) {
    const root = resolveRealPath(folder);
    if (root !== undefined && real.startsWith(root + path.sep)) return { folder: root, file: real };
  }
  return undefined;
}

function resolveRealPath(file: string): string | undefined {
  try {
    return fs.realpathSync(file);
  } catch (error) {
    // A dangling link exists: writing to it would create its target.
    if (getErrno(error) !== 'ENOENT' || fs.lstatSync(file, { throwIfNoEntry: false }) !== undefined) return undefined;
    const above = path.dirname(file);
    const real = above === file ? undefined : resolveRealPath(above);
    return real && path.join(real, path.basename(file));
  }
}
