/** Paths from a project's root, with `/`. */

export function fileName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** `.` for a file of the root. */
export function folderOf(path: string): string {
  const at = path.lastIndexOf('/');
  return at === -1 ? '.' : path.slice(0, at);
}

/** Without `.` and, as far as the path goes, `..`. */
export function joinPath(...parts: readonly string[]): string {
  const kept: string[] = [];
  for (const part of parts.join('/').split('/')) {
    if (part === '' || part === '.') continue;
    if (part === '..' && kept.length > 0 && kept.at(-1) !== '..') kept.pop();
    else kept.push(part);
  }
  return kept.length === 0 ? '.' : kept.join('/');
}
