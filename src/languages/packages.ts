import type { ProjectFiles } from './project-files.ts';

/** How a language's projects name, lock, fetch and keep what they depend on. */
export interface PackageManager {
  readonly manifests?: readonly Manifest[];
  /** Files that it writes, by name, each with those that it writes it from. */
  readonly locks?: readonly { readonly file: RegExp; readonly from: RegExp }[];
  /** Files of the root whose content decides what set-up makes. */
  readonly setupInputs?: readonly string[];
  /** Paths of files that tell it where packages come from and what to do with them. */
  readonly settings?: readonly RegExp[];
  /** What makes a fresh checkout usable. */
  readonly setup?: (project: ProjectFiles) => SetUpSteps | undefined;
  readonly caches?: PackageCaches;
  /** Folders that it fills, as lines of `.gitignore`; `where`: only in projects with this file. */
  readonly fills?: { readonly folders: readonly string[]; readonly where?: string };
}

/** How a fresh checkout is made usable. */
export interface SetUpSteps {
  /** As a person would type it. */
  readonly line: string;
  /** Fetches packages and runs nothing of them, so that it may sign in. Undefined: that cannot be told apart. */
  readonly fetch?: string;
  /** Runs what `fetch` left out; everything, without `fetch`. */
  readonly rest: readonly string[];
  /** Whether no lock file says which versions are meant. */
  readonly isUnlocked?: boolean;
}

export function oneStep(line: string): SetUpSteps {
  return { line, rest: [line] };
}

/** A file that says what a project depends on, or how it is tested. */
export interface Manifest {
  /** Its name. */
  readonly file: RegExp;
  /** Names of dependencies. Lenient: what cannot be understood names nothing. */
  readonly dependencies?: (text: string) => string[];
  /**
   * The part that decides how tests are run, in a form that can be compared; empty where it has none. `keys`: those of
   * test tools (`TestTool.packageKeys`).
   */
  readonly testPart?: (text: string, keys: readonly string[]) => string;
}

interface PackageCaches {
  /** Names of files of the root that say that it is used. */
  readonly usedBy: RegExp;
  readonly places: readonly CachePlace[];
}

/** Where fetched packages are kept. Never settings, scripts or programs. */
export interface CachePlace {
  /** A variable of the environment that names a folder. */
  readonly variable: string;
  /** From the home folder, where the variable is not set. */
  readonly otherwise: string;
  /** Below that folder. */
  readonly below: string;
  /** In the sandbox it is no copy of the person's. */
  readonly beginsEmpty?: boolean;
  /** Only set-up looks there. */
  readonly onlySetUp?: boolean;
}

export function forSetUp(place: CachePlace): CachePlace {
  return { ...place, onlySetUp: true };
}

export function inHome(below: string): CachePlace {
  return { variable: 'HOME', otherwise: '', below };
}

export function inUserCache(below: string): CachePlace {
  return { variable: 'XDG_CACHE_HOME', otherwise: '.cache', below };
}

export function inUserData(below: string): CachePlace {
  return { variable: 'XDG_DATA_HOME', otherwise: '.local/share', below };
}
