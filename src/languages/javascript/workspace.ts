import { isRecord, parseJson } from '../../base/json.ts';
import { globPattern } from '../glob.ts';
import type { ProjectFiles } from '../project-files.ts';
import { folderOf, joinPath } from '../tree-path.ts';
import { isLockName } from './set-up.ts';
import { parsePackageJson } from './package-json.ts';

/** Packages that one package manager installs together. Folders are from the repository's root, which is `.`. */
export interface Workspace {
  readonly root: string;
  readonly packages: readonly WorkspacePackage[];
}

interface WorkspacePackage {
  readonly folder: string;
  readonly name: string | undefined;
  readonly dependencies: ReadonlySet<string>;
}

/** The one that a package belongs to, or is the root of. `repository`: all of its files. */
export function findWorkspace(repository: ProjectFiles, folder: string): Workspace | undefined {
  for (let at = folder; ; at = folderOf(at)) {
    const globs = memberGlobs(repository, at);
    if (globs.length > 0) {
      const workspace = { root: at, packages: readPackages(repository, at, globs) };
      if (at === folder || workspace.packages.some((one) => one.folder === folder)) return workspace;
    }
    if (at === '.') return undefined;
  }
}

/** Packages that need this one, those that need it directly first. */
export function dependentsOf({ packages }: Workspace, folder: string): readonly WorkspacePackage[] {
  const found: WorkspacePackage[] = [];
  const waiting = packages.filter((one) => one.folder === folder);
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
    const { name } = next;
    const users = packages.filter(
      (one) => name !== undefined && one.dependencies.has(name) && one.folder !== folder && !found.includes(one),
    );
    found.push(...users);
    waiting.push(...users);
  }
  return found;
}

/** A package as its own tests see it: lock files and installed packages lie in the root of its workspace. */
export function withWorkspaceRoot(own: ProjectFiles, root: ProjectFiles): ProjectFiles {
  const isShared = (path: string): boolean => isLockName(path) || path.startsWith('node_modules/');
  return { ...own, has: (path) => own.has(path) || (isShared(path) && root.has(path)) };
}

/** As the manifest has them: those that begin with `!` leave out. */
function memberGlobs(repository: ProjectFiles, folder: string): string[] {
  const manifest = parseJson(repository.text(joinPath(folder, 'package.json')) ?? '');
  const named = isRecord(manifest) ? manifest['workspaces'] : undefined;
  const listed = isRecord(named) ? named['packages'] : named;
  const globs = Array.isArray(listed) ? listed.filter((one) => typeof one === 'string') : [];
  return globs.length > 0 ? globs : pnpmGlobs(repository.text(joinPath(folder, 'pnpm-workspace.yaml')) ?? '');
}

/** The list `packages:`, one to a line or in brackets. */
function pnpmGlobs(text: string): string[] {
  const [, inline, lines = ''] =
    /^packages:[ \t]*(?:\[([^\]]*)\]|((?:\r?\n(?:[ \t]*-.*|[ \t]*#.*|[ \t]*))*))/m.exec(text) ?? [];
  const items =
    inline === undefined ? lines.split('\n').map((line) => line.replace(/^\s*-\s*/, '')) : inline.split(',');
  return items
    .map((item) =>
      item
        .replace(/\s+#.*$/, '')
        .trim()
        .replaceAll(/^['"]|['"]$/g, ''),
    )
    .filter((item) => item !== '' && !item.startsWith('#'));
}

function readPackages(repository: ProjectFiles, root: string, globs: readonly string[]): WorkspacePackage[] {
  const patterns = (isWanted: boolean): RegExp[] =>
    globs
      .filter((glob) => glob.startsWith('!') !== isWanted)
      .map((glob) => globPattern(glob.replace(/^!/, '').replace(/\/+$/, '')));
  const [wanted, unwanted] = [patterns(true), patterns(false)];
  const prefix = root === '.' ? '' : `${root}/`;
  const isMember = (path: string): boolean => {
    const folder = folderOf(path);
    if (!/(?:^|\/)package\.json$/.test(path) || !path.startsWith(prefix) || folder === root) return false;
    const own = folder.slice(prefix.length);
    return wanted.some((one) => one.test(own)) && !unwanted.some((one) => one.test(own));
  };
  return repository.find(isMember).map((path) => {
    const text = repository.text(path) ?? '';
    const manifest = parseJson(text);
    const name = isRecord(manifest) && typeof manifest['name'] === 'string' ? manifest['name'] : undefined;
    return { folder: folderOf(path), name, dependencies: parsePackageJson(text)?.dependencies ?? new Set() };
  });
}
