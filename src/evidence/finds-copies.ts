import fs from 'node:fs';
import path from 'node:path';
import type { ProjectCommands } from './project-commands.ts';

/** Runners that look for tests in every folder but `node_modules`, and where a project tells them otherwise. */
const everywhere: Readonly<Record<string, RegExp>> = {
  vitest: /^(vitest|vite)\.config\.\w+$|^vitest\.workspace\.\w+$|^package\.json$/,
  jest: /^jest\.config\.\w+$|^package\.json$/,
  'node-test': /^package\.json$/,
};

/**
 * Whether the project's own tests, run by a person in their checkout, would also find the copies that lie in `place`
 * (`.orchestral`), and fail on what those import. A configuration that names the place is taken to leave it out.
 */
export function findsCopies(tests: ProjectCommands['tests'], root: string, place: string): boolean {
  const configs = tests === undefined ? undefined : everywhere[tests.runner.name];
  if (tests === undefined || configs === undefined) return false;
  if (tests.runner.name === 'node-test' && namesFiles(tests.detected.line)) return false;
  return !fs
    .readdirSync(root)
    .filter((name) => configs.test(name))
    .some((name) => textOf(path.join(root, name)).includes(place));
}

/** `node --test test/` looks there and nowhere else. */
function namesFiles(line: string): boolean {
  return line
    .split(/\s+/)
    .slice(1)
    .some((word) => !word.startsWith('-') && word !== '');
}

function textOf(file: string): string {
  return fs.statSync(file).size > 1024 * 1024 ? '' : fs.readFileSync(file, 'utf8');
}
