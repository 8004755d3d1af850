import fs from 'node:fs';
import path from 'node:path';
import type { ProjectFiles } from '../languages/project-files.ts';

/** Reports are written by whatever the tests ran, so they may be anything: only regular files are read, and only so much. */
const MAX_REPORT = 64 * 1024 * 1024;
const MAX_ENTRIES = 50_000;
const MAX_REPORTS = 5_000;

/** Undefined: not there, not a regular file, or too large. */
export function readReport(file: string, largest = MAX_REPORT): string | undefined {
  let fd: number;
  try {
    fd = fs.openSync(file, fs.constants.O_RDONLY | fs.constants.O_NONBLOCK | fs.constants.O_NOFOLLOW);
  } catch {
    return undefined;
  }
  try {
    const found = fs.fstatSync(fd);
    return found.isFile() && found.size <= largest ? fs.readFileSync(fd, 'utf8') : undefined;
  } catch {
    return undefined;
  } finally {
    fs.closeSync(fd);
  }
}

/**
 * Whether a file was written since the folder for reports was made: worktrees are used again, and what an earlier run
 * left in one says nothing about this one. Where the file system does not know when a folder was made, every file was.
 */
export function isFresh(file: string, reports: string): boolean {
  try {
    return fs.statSync(file).mtimeMs >= fs.statSync(reports).birthtimeMs;
  } catch {
    return false;
  }
}

/**
 * The texts of the reports below a folder that this run wrote. None where one of them cannot be read: what is left
 * would tell of fewer tests than there are.
 */
export function readFreshReports(
  { folder, reports }: { readonly folder: string; readonly reports: string },
  fits: (relative: string) => boolean,
): readonly string[] {
  const texts: string[] = [];
  let size = 0;
  for (const file of findReports(folder, fits).map((relative) => path.join(folder, relative))) {
    if (!isFresh(file, reports)) continue;
    const text = readReport(file);
    if (text === undefined || (size += text.length) > 2 * MAX_REPORT) return [];
    texts.push(text);
  }
  return texts;
}

/** A project as languages and runners look at it: many of them at the same files, each of which is looked at once. */
export function projectFiles(folder: string): ProjectFiles {
  const has = once((file: string) => fs.existsSync(path.join(folder, file)));
  const text = once((file: string) => readReport(realFile(folder, file), MAX_MANIFEST));
  let all: readonly string[] | undefined;
  return {
    has,
    text,
    find: (fits) => fitting((all ??= listFiles(folder)), fits),
  };
}

function once<T>(look: (file: string) => T): (file: string) => T {
  const known = new Map<string, { readonly value: T }>();
  return (file) => {
    const found = known.get(file) ?? { value: look(file) };
    known.set(file, found);
    return found.value;
  };
}

/** A manifest may be a link to another file of the project. Most that are asked for are not there: that is one call. */
function realFile(folder: string, file: string): string {
  const named = path.join(folder, file);
  try {
    const real = fs.realpathSync.native(named);
    const root = fs.realpathSync.native(folder);
    return real.startsWith(`${root}${path.sep}`) ? real : named;
  } catch {
    return named;
  }
}

const MAX_MANIFEST = 4 * 1024 * 1024;

/** The files below a folder whose path from there fits, in the order of their names. Links are not followed. */
function findReports(folder: string, fits: (relative: string) => boolean): readonly string[] {
  return fitting(listFiles(folder), fits);
}

function fitting(files: readonly string[], fits: (relative: string) => boolean): readonly string[] {
  return files.filter(fits).slice(0, MAX_REPORTS).sort();
}

function listFiles(folder: string): readonly string[] {
  const found: string[] = [];
  const waiting = [''];
  let seen = 0;
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    for (const entry of entriesOf(path.join(folder, at))) {
      if (++seen > MAX_ENTRIES) return found;
      const relative = at === '' ? entry.name : `${at}/${entry.name}`;
      if (entry.isDirectory() && !NEVER_HOLD_REPORTS.has(entry.name)) waiting.push(relative);
      if (entry.isFile()) found.push(relative);
    }
  }
  return found;
}

const NEVER_HOLD_REPORTS = new Set(['.git', 'node_modules']);

function entriesOf(folder: string): readonly fs.Dirent[] {
  try {
    return fs.readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}
