import fs from 'node:fs';
import path from 'node:path';
import { throwFailure } from '../base/failure.ts';

/** A file or folder of the project that a client names: where it really lies, links followed. Nothing else is looked at. */
export function pathInside(root: string, named: string): string {
  if (named.includes('\0')) return throwFailure('mcp.outside', { path: named });
  const meant = path.resolve(root, named);
  if (!isBelow(meant, root)) return throwFailure('mcp.outside', { path: named });
  const real = realPath(meant) ?? throwFailure('file.missing', {}, { path: meant });
  return isBelow(real, fs.realpathSync(root)) ? real : throwFailure('mcp.outside', { path: named });
}

function isBelow(file: string, folder: string): boolean {
  return file === folder || file.startsWith(folder.endsWith(path.sep) ? folder : folder + path.sep);
}

function realPath(file: string): string | undefined {
  try {
    return fs.realpathSync(file);
  } catch {
    return undefined;
  }
}
