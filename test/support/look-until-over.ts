import { setTimeout as pause } from 'node:timers/promises';
import { validate } from '../../src/engine/operations/validate.ts';
import { findProject } from '../../src/engine/project.ts';
import { taken } from './conduct-session.ts';

export interface Looking {
  over: boolean;
}

/** Reads every document of a project again and again, as somebody who looks on would. */
export async function lookUntilOver(folder: string, looking: Looking) {
  const bad: unknown[] = [];
  let documents = 0;
  while (!looking.over) {
    const looked = await checkedIn(folder);
    const checked = looked.ok ? looked.value : [];
    documents += checked.length;
    // A file may go between being listed and being read.
    bad.push(...checked.filter(({ ailment }) => ailment !== null && !JSON.stringify(ailment).includes('missing')));
    await pause(1);
  }
  return { bad, documents };
}

export async function problemsIn(folder: string) {
  return taken(await checkedIn(folder)).filter(({ ailment }) => ailment !== null);
}

function checkedIn(folder: string) {
  const project = taken(findProject({ cwd: folder, named: folder }));
  const { signal } = new AbortController();
  return validate({ project, cwd: folder, paths: [], as: undefined, signal });
}
