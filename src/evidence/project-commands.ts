import fs from 'node:fs';
import path from 'node:path';
import { detectSetup } from '../languages/manifests.ts';
import { detectRunner, type FoundRunner, runnerFor } from '../languages/known-runners.ts';
import type { SetUpSteps } from '../languages/packages.ts';
import type { ConfigProject } from '../schema/config/settings.ts';
import { projectFiles } from './report-files.ts';

/** How a project is set up, built and tested. */
export interface ProjectCommands {
  /** Makes a fresh worktree usable. */
  readonly setup?: string;
  /** How, where the command is the package manager's own. */
  readonly setupSteps?: SetUpSteps;
  readonly build?: string;
  /** `configured`: by the person, rather than found. */
  readonly tests?: FoundRunner & { readonly configured: boolean };
  /** Runs the tests and measures coverage. */
  readonly coverage?: string;
  /** Ignored files that worktrees need. */
  readonly copy: readonly string[];
}

/** What is configured, and what the folder tells of the rest. The same folder always gives the same commands. */
export function findCommands(folder: string, config: ConfigProject | undefined): ProjectCommands {
  const project = projectFiles(folder);
  const detected = detectSetup(project);
  const setup = config?.setup_command ?? detected?.line;
  const command = config?.test_command;
  const found = command === undefined ? detectRunner(project) : runnerFor(project, command);
  return {
    ...(setup !== undefined && { setup }),
    ...(detected !== undefined && setup === detected.line && { setupSteps: detected }),
    ...(config?.build_command !== undefined && { build: config.build_command }),
    ...(found !== undefined && { tests: { ...found, configured: command !== undefined } }),
    ...(config?.coverage_command !== undefined && { coverage: config.coverage_command }),
    copy: config?.copy ?? [],
  };
}

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
