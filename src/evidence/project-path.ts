import fs from 'node:fs';
import path from 'node:path';

/**
 * Paths as reports have them → from the project's root, with `/`. Undefined: outside of the project. A relative path is
 * below the first of the folders where such a file lies, else below the project's.
 */
export function projectPaths(folder: string, below: readonly string[] = []): (reported: string) => string | undefined {
  const root = realPath(folder);
  const bases = [folder, ...below.map((base) => path.resolve(folder, base))];
  const known = new Map<string, string | undefined>();

  const inside = (absolute: string): string | undefined => {
    const relative = [folder, root]
      .map((start) => path.relative(start, absolute))
      .find((way) => way !== '' && way !== '..' && !way.startsWith(`..${path.sep}`) && !path.isAbsolute(way));
    return relative?.split(path.sep).join('/');
  };
  const find = (reported: string): string | undefined => {
    const asPath = withoutScheme(reported);
    if (asPath === '' || /\p{Cc}/u.test(asPath) || asPath.length > MAX_PATH) return undefined;
    if (path.isAbsolute(asPath)) return inside(path.normalize(asPath)) ?? inside(realPath(asPath));
    const places = bases.map((base) => path.join(base, asPath)).filter((place) => inside(place) !== undefined);
    const place = places.find((candidate) => fs.existsSync(candidate)) ?? places[0];
    return place === undefined ? undefined : inside(place);
  };

  return (reported) => {
    if (!known.has(reported)) known.set(reported, find(reported));
    return known.get(reported);
  };
}

const MAX_PATH = 4096;

function withoutScheme(reported: string): string {
  if (!reported.startsWith('file://')) return reported;
  try {
    return decodeURIComponent(new URL(reported).pathname);
  } catch {
    return '';
  }
}

function realPath(file: string): string {
  try {
    return fs.realpathSync(file);
  } catch {
    return file;
  }
}
