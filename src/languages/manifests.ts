import { LANGUAGES } from './known-languages.ts';
import type { CachePlace, Manifest, SetUpSteps } from './packages.ts';
import type { ProjectFiles } from './project-files.ts';
import { fileName, folderOf, joinPath } from './tree-path.ts';

const PACKAGE_MANAGERS = LANGUAGES.flatMap(({ packageManagers = [] }) => packageManagers);
const MANIFESTS = PACKAGE_MANAGERS.flatMap(({ manifests = [] }) => manifests);
const LOCKS = PACKAGE_MANAGERS.flatMap(({ locks = [] }) => locks);

/** Undefined: it is none. */
export function manifestOf(path: string): Manifest | undefined {
  const name = fileName(path);
  return MANIFESTS.find(({ file }) => file.test(name));
}

/** Whether a package manager writes it. */
export function isLockFile(path: string): boolean {
  const name = fileName(path);
  return LOCKS.some(({ file }) => file.test(name));
}

/** Whether a package manager writes it from one of these manifests. */
export function isLockOf(path: string, manifests: readonly string[]): boolean {
  const name = fileName(path);
  const lock = LOCKS.find(({ file }) => file.test(name));
  if (lock === undefined) return false;
  const folder = path.slice(0, path.length - name.length);
  // One lock file serves all packages of a workspace.
  return manifests.some((manifest) => manifest.startsWith(folder) && lock.from.test(fileName(manifest)));
}

/** Files of the root whose content decides what set-up makes, whichever command it is. */
export const SETUP_INPUTS = PACKAGE_MANAGERS.flatMap(({ setupInputs = [] }) => setupInputs);

export function detectSetup(project: ProjectFiles): SetUpSteps | undefined {
  for (const { setup } of PACKAGE_MANAGERS) {
    const command = setup?.(project);
    if (command !== undefined) return command;
  }
  return undefined;
}

/**
 * The folder around this one in which the packages of all of them are installed; undefined: there is none. Workspaces of
 * JavaScript are `findWorkspace`'s.
 */
export function sharedSetUpFolder(repository: ProjectFiles, folder: string): string | undefined {
  for (let at = joinPath(folder); at !== '.';) {
    at = folderOf(at);
    if (repository.has(joinPath(at, 'uv.lock')) && !repository.has(joinPath(folder, 'uv.lock'))) return at;
  }
  return undefined;
}

/** Where the package managers keep what they fetched that are used in a project with these files in its root. */
export function cachesUsedBy(names: readonly string[]): CachePlace[] {
  const used = PACKAGE_MANAGERS.flatMap(({ caches = [] }) => caches).filter(({ usedBy }) =>
    names.some((name) => usedBy.test(name)),
  );
  return used.flatMap(({ places }) => places);
}

/** What programs fetch into this project or make in it, as lines of `.gitignore`. */
export function filledFolders(project: ProjectFiles): string[] {
  const fills = PACKAGE_MANAGERS.flatMap(({ fills: own = [] }) => own);
  return fills.filter(({ where }) => where === undefined || project.has(where)).flatMap(({ folders }) => folders);
}
