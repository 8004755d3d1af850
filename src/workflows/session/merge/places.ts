import type { PathToken } from '../../../base/path-tokens.ts';
import { keywords } from '../../../base/keywords.ts';
import type { Explored } from '../../../schema/contracts/discovery.ts';

/** Where files and folders of a project are. */
export interface Places {
  readonly files: readonly string[];
  /** With closing slash. */
  readonly folders: readonly string[];
  /** What the exploration names and the tree does not have: ignored by git, or imagined. */
  readonly onlyExplored: readonly string[];
}

export function readPlaces(paths: readonly string[], explored: Explored): Places {
  const folders = new Set<string>();
  for (const path of paths) {
    for (let folder = folderOf(path); folder !== '' && !folders.has(folder); folder = folderOf(folder)) {
      folders.add(folder);
    }
  }
  const known = new Set([...paths, ...[...folders].map(plain)]);
  const named = [...explored.explored_files.map(({ path }) => path), ...Object.keys(explored.directory_structure)];
  const onlyExplored = named.map(plain).filter((path) => path !== '' && !known.has(path));
  return { files: paths, folders: [...folders].sort(), onlyExplored };
}

/** Files and folders that the path fits, wherever in the tree they lie: `auth/`, `AuthService.java`, `src/routes`. */
export function findPlaces({ path, kind }: PathToken, { files, folders }: Pick<Places, 'files' | 'folders'>): string[] {
  const found = folders.filter((folder) => endsWith(folder, `${path}/`));
  if (kind === 'folder') return found;
  const same = files.filter((file) => endsWith(file, path));
  if (same.length > 0 || kind === 'file') return [...same, ...found];
  // Modules are often named without their extension.
  return [...files.filter((file) => endsWith(file.replace(/\.\w+$/, ''), path)), ...found];
}

/** The same name elsewhere or spelled otherwise, else explored files that are about the same thing. */
export function findSimilar(
  { path, kind }: PathToken,
  { text, explored, places }: { readonly text: string; readonly explored: Explored; readonly places: Places },
): string[] {
  const wanted = spelling(path);
  const alike = (kind === 'folder' ? places.folders : places.files).filter((one) => spelling(one) === wanted);
  if (alike.length > 0) return alike;
  const words = keywords(text);
  const scored = explored.explored_files.flatMap((file) => {
    const shared = [...keywords(`${nameOf(file.path)} ${file.summary}`)].filter((word) => words.has(word)).length;
    return shared > 0 && places.files.includes(plain(file.path)) ? [{ path: plain(file.path), shared }] : [];
  });
  const most = Math.max(...scored.map(({ shared }) => shared));
  const best = scored.filter(({ shared }) => shared === most).map((one) => one.path);
  return [...new Set(kind === 'folder' ? best.map(folderOf) : best)].filter((one) => one !== '');
}

export function plain(path: string): string {
  return path.replace(/^(?:\.?\/)+/, '').replace(/\/+$/, '');
}

export function nameOf(path: string): string {
  return plain(path).replace(/^.*\//, '');
}

/** With closing slash; empty at the root. */
function folderOf(path: string): string {
  return path.slice(0, path.lastIndexOf('/', path.length - 2) + 1);
}

function endsWith(path: string, end: string): boolean {
  return path === end || path.endsWith(`/${end}`);
}

/** Letters only, without extension and plural: `Middlewares` and `middleware` are one. */
function spelling(path: string): string {
  return nameOf(path)
    .replace(/(?<=.)\.\w+$/, '')
    .toLowerCase()
    .replaceAll(/[^\p{L}\d]/gu, '')
    .replace(/s$/, '');
}
