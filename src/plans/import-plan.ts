import { fail, type Failure } from '../base/failure.ts';
import { ok, type Result } from '../base/result.ts';
import { readPlan } from './read-plan.ts';
import { readTaskMaster, type TaskMasterPlan } from './task-master.ts';
import { writePlan } from './write-plan.ts';

export interface ImportedPlan extends TaskMasterPlan {
  /** A TASKS.md that can be worked on. */
  readonly markdown: string;
}

/** Task Master's `tasks.json` as a TASKS.md. */
export function importPlan(json: string): Result<ImportedPlan, Failure> {
  const source = readTaskMaster(json);
  if (!source.ok) return source;
  const markdown = writePlan(source.value);
  const plan = readPlan(markdown);
  if (plan.ok) return ok({ ...source.value, markdown });
  return fail('plan.import_bad', { reason: 'bad_graph', place: '', problems: plan.error.slice(0, MOST_PROBLEMS) });
}

const MOST_PROBLEMS = 100;
