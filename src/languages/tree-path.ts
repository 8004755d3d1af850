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

/** A path of the tree, as it is named from one of its folders: `../shared/x.ts`. */
export function pathFrom(folder: string, path: string): string {
  if (folder === '' || folder === '.') return path;
  const [from, to] = [folder.split('/'), path.split('/')];
  let same = 0;
  while (same < from.length && same < to.length - 1 && from[same] === to[same]) same++;
  return [...from.slice(same).map(() => '..'), ...to.slice(same)].join('/');
}

/** The path in the tree of what is named from one of its folders. */
export function pathIn(folder: string, path: string): string {
  return folder === '' || folder === '.' || path.startsWith('/') ? path : joinPath(folder, path);
}
