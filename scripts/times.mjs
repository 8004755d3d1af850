import fs from 'node:fs';
import path from 'node:path';
import { root } from './stamp.mjs';

const NOTED = path.join(root, '.build/times.jsonl');
const MOST_FILES = 30;

/** Where `test/support/isolate.ts` notes the CPU seconds of each test file. */
export function forgetTimes() {
  fs.mkdirSync(path.dirname(NOTED), { recursive: true });
  fs.rmSync(NOTED, { force: true });
  return NOTED;
}

/** CPU seconds of each folder of tests and of the costliest files, with the share of child processes. */
export function times() {
  if (!fs.existsSync(NOTED)) return 'no times: no test file was run';
  const files = fs
    .readFileSync(NOTED, 'utf8')
    .trimEnd()
    .split('\n')
    .map((each) => JSON.parse(each));
  const folders = new Map();
  for (const { test, own, children } of files) {
    const name = test.split('/').slice(0, 2).join('/');
    const sum = folders.get(name) ?? { test: name, own: 0, children: 0 };
    folders.set(name, { test: name, own: sum.own + own, children: sum.children + children });
  }
  return [
    'CPU seconds (of child processes)',
    ...costliest([...folders.values()]),
    '',
    ...costliest(files).slice(0, MOST_FILES),
  ].join('\n');
}

function costliest(entries) {
  return entries
    .toSorted((one, other) => other.own + other.children - one.own - one.children)
    .map(({ test, own, children }) => `${(own + children).toFixed(1).padStart(8)} (${children.toFixed(1)}) ${test}`);
}
