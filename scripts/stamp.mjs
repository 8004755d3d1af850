import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** Stamps say what was installed and built from what, so that nothing is done twice and nothing stale is used. */
export const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));

const INSTALL_STAMP = 'node_modules/.orchestral-installed';
const BUILD_STAMP = '.build/built';
/** `src/schema/api`: what the pages and the server both know. */
const UI_INPUTS = ['ui', 'src/schema/api', 'package-lock.json'];
const BUILD_INPUTS = [
  'src',
  'ui',
  'templates',
  'examples/demo',
  'scripts/build.mjs',
  'scripts/notices.mjs',
  'scripts/declare.mjs',
  'package.json',
  'package-lock.json',
  'tsconfig.json',
  'tsconfig.build.json',
];
const BUILD_OUTPUTS = ['dist/cli.js', 'dist/index.js', 'dist/types/index.d.ts', 'dist/ui/index.html'];

export function isInstalled() {
  return readOr(INSTALL_STAMP) === installStamp();
}

export function stampInstalled() {
  fs.writeFileSync(path.join(root, INSTALL_STAMP), installStamp());
}

export function isBuilt() {
  return BUILD_OUTPUTS.every((file) => fs.existsSync(path.join(root, file))) && readOr(BUILD_STAMP) === sourceHash();
}

/** Taken before a build and written after it, so that a source changed meanwhile means building again. */
export function sourceHash() {
  return hashOf(BUILD_INPUTS);
}

export function uiHash() {
  return hashOf(UI_INPUTS);
}

function hashOf(places) {
  const hash = createHash('sha256');
  for (const file of places.flatMap(filesBelow))
    hash.update(`${file}\0`).update(fs.readFileSync(path.join(root, file)));
  return hash.digest('hex');
}

export function stampBuilt(hash) {
  fs.mkdirSync(path.join(root, '.build'), { recursive: true });
  fs.writeFileSync(path.join(root, BUILD_STAMP), hash);
}

/**
 * True when npm's own record of node_modules agrees with the lock file: what somebody installed by hand, with the same
 * Node as far as is known, needs no network and no second installation.
 */
export function nodeModulesMatchLock() {
  const recorded = readOr('node_modules/.package-lock.json');
  const stamp = readOr(INSTALL_STAMP);
  if (recorded === '' || (stamp !== '' && !stamp.endsWith(nodeStamp()))) return false;
  const present = JSON.parse(recorded).packages;
  const wanted = Object.entries(JSON.parse(readOr('package-lock.json')).packages).filter(([place]) => place !== '');
  return wanted.every(([place, { version, optional }]) =>
    present[place] === undefined ? optional === true : present[place].version === version,
  );
}

function installStamp() {
  const lock = createHash('sha256').update(readOr('package-lock.json')).digest('hex');
  return lock + nodeStamp();
}

function nodeStamp() {
  return ` node ${process.versions.node} ${process.platform}-${process.arch}\n`;
}

function filesBelow(place) {
  const stat = fs.statSync(path.join(root, place), { throwIfNoEntry: false });
  if (stat === undefined) return [];
  if (!stat.isDirectory()) return [place];
  return fs
    .readdirSync(path.join(root, place))
    .sort()
    .flatMap((name) => filesBelow(`${place}/${name}`));
}

function readOr(file) {
  try {
    return fs.readFileSync(path.join(root, file), 'utf8');
  } catch {
    return '';
  }
}
