import type { Explored } from '../../../schema/contracts/explored.ts';

/** Where files and folders of a project are, by their full or partial paths. */
export interface Places {
  readonly files: readonly string[];
  /** Without closing slash. */
  readonly folders: readonly string[];
  readonly topFolders: ReadonlySet<string>;
  /** What the exploration names and the tree does not have: ignored by git, or imagined. */
  readonly onlyExplored: readonly string[];
}

export function readPlaces(paths: readonly string[], explored: Explored): Places {
  const folders = new Set<string>();
  for (const path of paths) {
    for (let cut = path.lastIndexOf('/'); cut > 0; cut = path.lastIndexOf('/', cut - 1)) {
      const folder = path.slice(0, cut);
      if (folders.has(folder)) break;
      folders.add(folder);
    }
  }
  const known = new Set([...paths, ...folders]);
  const told = [...explored.explored_files.map(({ path }) => path), ...Object.keys(explored.directory_structure)];
  return {
    files: paths,
    folders: [...folders].sort(),
    topFolders: new Set([...folders].filter((folder) => !folder.includes('/'))),
    onlyExplored: told.map(plain).filter((path) => path !== '' && !known.has(path)),
  };
}

/** Files and folders that the name fits, wherever in the tree they lie: `auth/`, `AuthService.java`, `src/routes/*.ts`. */
export function placesOf(name: string, { files, folders }: Pick<Places, 'files' | 'folders'>): string[] {
  const path = plain(name);
  if (/[*]/.test(path)) {
    const glob = globPattern(path);
    return [...files.filter((file) => glob.test(file)), ...folders.filter((folder) => glob.test(folder)).map(asFolder)];
  }
  const found = folders.filter((folder) => endsWith(folder, path)).map(asFolder);
  if (name.endsWith('/')) return found;
  const same = files.filter((file) => endsWith(file, path));
  if (same.length > 0 || !path.includes('/')) return [...same, ...found];
  // Modules are often named without their extension.
  return [...files.filter((file) => endsWith(file.replace(/\.\w+$/, ''), path)), ...found];
}

export function plain(path: string): string {
  return path.replace(/^(?:\.?\/)+/, '').replace(/\/+$/, '');
}

export function asFolder(path: string): string {
  return `${path}/`;
}

export function folderOf(path: string): string {
  return path.slice(0, path.lastIndexOf('/', path.length - 2) + 1);
}

export function nameOf(path: string): string {
  return plain(path).replace(/^.*\//, '');
}

function endsWith(path: string, end: string): boolean {
  return path === end || path.endsWith(`/${end}`);
}

function globPattern(glob: string): RegExp {
  const pattern = glob
    .replaceAll(/[\\^$.+?()[\]{}|]/g, String.raw`\$&`)
    .replaceAll(/\*\*\/?|\*/g, (stars) => (stars === '*' ? '[^/]*' : '(?:.*/)?'));
  return new RegExp(`(?:^|/)${pattern}$`);
}
