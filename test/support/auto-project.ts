import type { Rehearsal, RehearsalStep } from '../../src/schema/rehearsal.ts';
import { type ProjectOptions, type RunProject, runProject, SHELL_TESTS } from './run-project.ts';

/** A project with this list of tasks, and without our own files in its status. */
export function autoProjectWith(plan: string, { files, ...options }: ProjectOptions = {}): RunProject {
  return runProject({ files: { ...SHELL_TESTS, 'TASKS.md': plan, ...files }, ignores: '.claude/', ...options });
}

/** Every task, and what agents do for it, call by call; every other task writes a file of its own. */
export function scriptFor(
  ids: readonly string[],
  tasks: Readonly<Record<string, RehearsalStep[]>> = {},
  roles: Readonly<Record<string, RehearsalStep[]>> = {},
): Rehearsal {
  const usual = ids.map((id) => [id, [{ edit: { [`${id}.txt`]: `${id}\n` } }]]);
  return { version: 1, tasks: { ...Object.fromEntries(usual), ...tasks }, roles };
}

/** What is committed on a branch, by name. */
export function filesOn({ git }: RunProject, branch = 'main'): string[] {
  return git('ls-tree', '-r', '--name-only', branch).split('\n');
}
