import fs from 'node:fs';
import { throwFailure, unwrap } from '../../../base/failure.ts';
import { err } from '../../../base/result.ts';
import { realDisk } from '../../../files/disk.ts';
import { putFile } from '../../../files/put.ts';
import type { Guess } from '../../../plans/import/foreign-list.ts';
import { importPlan } from '../../../plans/import/import-plan.ts';
import { largestPlan } from '../../../plans/read-plan.ts';
import { readRegularFile } from '../../read-file.ts';

export interface Importing {
  /** The file, or the text, of another program's list: Task Master's, GitHub's issues, Kiro's, a checklist. */
  readonly from: string | { readonly text: string };
  /** The list of tasks to write. */
  readonly to: string;
  /** Also where something is already. */
  readonly replaces: boolean;
}

export interface Imported {
  readonly tasks: number;
  /** Cancelled, deferred or optional: they are no tasks. */
  readonly leftOut: readonly string[];
  readonly guesses: readonly Guess[];
  /** The list that was read where the file has several, and those that were not. */
  readonly tag: string | null;
  readonly otherTags: readonly string[];
}

/** Makes a TASKS.md of another program's list. Nothing is written unless it can be worked on. */
export function importTasks({ from, to, replaces }: Importing): Imported {
  const plan = importPlan(typeof from === 'string' ? readList(from) : from.text);
  if (!plan.ok) return unwrap(err(typeof from === 'string' ? { ...plan.error, path: from } : plan.error));
  const isThere = fs.lstatSync(to, { throwIfNoEntry: false }) !== undefined;
  if (isThere && !replaces) throwFailure('auto.file_exists', { file: to }, { path: to });
  unwrap(putFile(realDisk, to, { kind: 'file', bytes: new TextEncoder().encode(plan.value.markdown) }));
  const { tasks, leftOut, guesses, tag, otherTags } = plan.value;
  return { tasks: tasks.length, leftOut, guesses, tag, otherTags };
}

function readList(file: string): string {
  const bytes = unwrap(readRegularFile(file, { limit: largestPlan, followLinks: true }));
  return new TextDecoder('utf-8').decode(bytes);
}
