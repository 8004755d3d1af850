/** A path as somebody wrote it: from the project's root, with `/`, without `./` and `..`. */
export function normalPath(written: string): string {
  const path = written.trim().replaceAll('\\', '/');
  const isFromRoot = path.startsWith('/');
  const kept: string[] = [];
  for (const part of path.split('/')) {
    if (part === '' || part === '.') continue;
    if (part !== '..') kept.push(part);
    else if (kept.length > 0 && kept.at(-1) !== '..') kept.pop();
    else if (!isFromRoot) kept.push(part);
  }
  return kept.length === 0 && !isFromRoot ? '.' : kept.join('/');
}
