import path from 'node:path';

/** Whether a path is another one or lies below it. Neither is looked at: links are not followed. */
export function isInside(inner: string, outer: string): boolean {
  const way = path.relative(outer, inner);
  return way === '' || (way !== '..' && !way.startsWith(`..${path.sep}`) && !path.isAbsolute(way));
}
