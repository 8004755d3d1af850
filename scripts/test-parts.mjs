import fs from 'node:fs';
import path from 'node:path';
import { root } from './stamp.mjs';

/** The parts of a full run, each with the paths below which its test files lie. */
const PATHS = JSON.parse(fs.readFileSync(path.join(root, 'test/parts.json'), 'utf8'));

/** Besides them, all tests once more with sampled counts, to see what they run of src/. */
export const COVERAGE_PART = 'coverage';

export const PARTS = [...Object.keys(PATHS), COVERAGE_PART];

/** Undefined for a file of no part. */
export function partOf(file) {
  return Object.keys(PATHS).find((part) => PATHS[part].some((each) => file.startsWith(each)));
}

export function filesOf(part) {
  return fs
    .readdirSync('test', { recursive: true, encoding: 'utf8' })
    .map((file) => `test/${file}`)
    .filter((file) => file.endsWith('.test.ts') && (part === COVERAGE_PART || partOf(file) === part));
}
