import { setTimeout as pause } from 'node:timers/promises';
import { validate } from '../../src/engine/operations/validate.ts';
import { findProject } from '../../src/engine/project.ts';

export interface Looking {
  over: boolean;
}

/** Reads every document of a project again and again, as somebody who looks on would. */
export async function lookUntilOver(folder: string, looking: Looking) {
  const bad: unknown[] = [];
  let documents = 0;
  while (!looking.over) {
    const checked = await checkedIn(folder);
    documents += checked.length;
    // A file may go between being listed and being read.
    bad.push(...checked.filter(({ ailment }) => ailment !== null && !JSON.stringify(ailment).includes('missing')));
    await pause(1);
  }
  return { bad, documents };
}

export async function problemsIn(folder: string) {
  return (await checkedIn(folder)).filter(({ ailment }) => ailment !== null);
}

async function checkedIn(folder: string) {
  const project = findProject({ cwd: folder, named: folder });
  if (!project.ok) throw new Error(project.error.code);
  const { signal } = new AbortController();
  const checked = await validate({ project: project.value, cwd: folder, paths: [], as: undefined, signal });
  return checked.ok ? checked.value : [];
}
