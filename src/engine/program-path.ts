import fs from 'node:fs';
import path from 'node:path';

/**
 * The environment with a PATH on which no program of the project is found: without relative and empty entries, which
 * stand for whatever folder a program is started in, and without folders of the project.
 */
export function withProgramPath<E extends Readonly<Record<string, string | undefined>>>(env: E, root: string): E {
  const { PATH } = env;
  if (PATH === undefined) return env;
  const kept = PATH.split(path.delimiter).filter((folder) => path.isAbsolute(folder) && !isWithin(folder, root));
  return { ...env, PATH: kept.join(path.delimiter) };
}

function isWithin(folder: string, root: string): boolean {
  return [path.resolve(folder), realPath(folder)].some((place) => place === root || place.startsWith(`${root}/`));
}

function realPath(folder: string): string {
  try {
    return fs.realpathSync.native(folder);
  } catch {
    return folder;
  }
}
