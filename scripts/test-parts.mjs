import fs from 'node:fs';
import path from 'node:path';
import { root } from './stamp.mjs';

/** The parts of a full run, each with the paths below which its test files lie. */
const PATHS = JSON.parse(fs.readFileSync(path.join(root, 'test/parts.json'), 'utf8'));

export const PARTS = Object.keys(PATHS);

/** Undefined for a file of no part. */
export function partOf(file) {
  return PARTS.find((part) => PATHS[part].some((each) => file.startsWith(each)));
}

export function filesOf(part) {
  return fs
    .readdirSync('test', { recursive: true, encoding: 'utf8' })
    .map((file) => `test/${file}`)
    .filter((file) => file.endsWith('.test.ts') && partOf(file) === part);
}
