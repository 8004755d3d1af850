import { setTimeout as pause } from 'node:timers/promises';
import { catchFailure } from '../../src/base/failure.ts';
import { validate } from '../../src/engine/operations/validate.ts';
import { findProject } from '../../src/engine/project.ts';
import { expectOk } from './conduct-session.ts';

export interface Polling {
  over: boolean;
}

/** Reads every document of a project again and again, as somebody who looks on would. */
export async function pollDocuments(folder: string, looking: Polling) {
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

export async function invalidDocuments(folder: string) {
  return expectOk(await checkedIn(folder)).filter(({ ailment }) => ailment !== null);
}

function checkedIn(folder: string) {
  const project = expectOk(findProject({ cwd: folder, named: folder }));
  const { signal } = new AbortController();
  return catchFailure(() => validate({ project, cwd: folder, paths: [], as: undefined, env: {}, signal }));
}
