import fs from 'node:fs';
import path from 'node:path';
import type { ProjectCommands } from './project-commands.ts';

/**
 * Whether the project's own tests, run by a person in their checkout, would also find the copies that lie in `place`
 * (`.orchestral`), and fail on what those import. A configuration that names the place is taken to leave it out.
 */
export function findsCopies(tests: ProjectCommands['tests'], root: string, place: string): boolean {
  const search = tests?.runner.searchesEverywhere;
  if (tests === undefined || search === undefined || search.unless?.(tests.detected.line) === true) return false;
  return !fs
    .readdirSync(root)
    .filter((name) => search.settings.test(name))
    .some((name) => textOf(path.join(root, name)).includes(place));
}

function textOf(file: string): string {
  return fs.statSync(file).size > 1024 * 1024 ? '' : fs.readFileSync(file, 'utf8');
}
