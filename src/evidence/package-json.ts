import fs from 'node:fs';
import path from 'node:path';
import * as z from 'zod/mini';
import { readReport } from './report-files.ts';
import { parseJson } from './reports/json.ts';

/** What we need to know of a package's manifest. */
export interface PackageJson {
  readonly scripts: Readonly<Record<string, string>>;
  /** Names of whatever it depends on, in whichever way. */
  readonly dependencies: ReadonlySet<string>;
  readonly manager: PackageManager;
  readonly hasField: (name: string) => boolean;
}

export type PackageManager = 'npm' | 'pnpm' | 'yarn';

/** Undefined: there is none, or it cannot be read. */
export function readPackageJson(folder: string): PackageJson | undefined {
  const text = readReport(path.join(folder, 'package.json'), 4 * 1024 * 1024);
  const read = shape.safeParse(text === undefined ? undefined : parseJson(text));
  if (!read.success) return undefined;
  const { scripts, dependencies, devDependencies, optionalDependencies, peerDependencies } = read.data;
  return {
    scripts: texts(scripts),
    dependencies: new Set(
      [dependencies, devDependencies, optionalDependencies, peerDependencies].flatMap((some) =>
        Object.keys(some ?? {}),
      ),
    ),
    manager: managerOf(folder),
    hasField: (name) => Object.hasOwn(read.data, name),
  };
}

/** The scripts of a manifest's text; none when it cannot be read. */
export function scriptsIn(text: string): PackageJson['scripts'] {
  const read = shape.safeParse(parseJson(text));
  return texts(read.success ? read.data.scripts : {});
}

/** In the manifest, or installed. */
export function hasPackage(folder: string, manifest: PackageJson, name: string): boolean {
  return manifest.dependencies.has(name) || fs.existsSync(path.join(folder, 'node_modules', name, 'package.json'));
}

const some = z.optional(z.record(z.string(), z.unknown()));

const shape = z.looseObject({
  scripts: some,
  dependencies: some,
  devDependencies: some,
  optionalDependencies: some,
  peerDependencies: some,
});

function texts(some: Readonly<Record<string, unknown>> = {}): Readonly<Record<string, string>> {
  const entries = Object.entries(some).filter((entry): entry is [string, string] => typeof entry[1] === 'string');
  return Object.assign(Object.create(null), Object.fromEntries(entries));
}

function managerOf(folder: string): PackageManager {
  const has = (file: string): boolean => fs.existsSync(path.join(folder, file));
  if (has('package-lock.json')) return 'npm';
  if (has('pnpm-lock.yaml')) return 'pnpm';
  return has('yarn.lock') ? 'yarn' : 'npm';
}
