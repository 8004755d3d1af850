import { fail, type Failure } from '../../base/failure.ts';
import { parseJson } from '../../base/json.ts';
import { ok, type Result } from '../../base/result.ts';
import { readPlan } from '../read-plan.ts';
import { writePlan } from '../write-plan.ts';
import { readChecklist } from './checklist.ts';
import type { ForeignList } from './foreign-list.ts';
import { isIssueList, readGithubIssues } from './github-issues.ts';
import { readTaskMaster } from './task-master.ts';

export interface ImportedPlan extends ForeignList {
  /** A TASKS.md that can be worked on. */
  readonly markdown: string;
}

/** Another program's list as a TASKS.md: Task Master's, GitHub's issues, Kiro's, or any checklist. */
export function importPlan(text: string): Result<ImportedPlan, Failure> {
  const source = readList(text);
  if (!source.ok) return source;
  const markdown = writePlan(source.value);
  const plan = readPlan(markdown);
  if (plan.ok) return ok({ ...source.value, markdown });
  return fail('plan.import_bad', { reason: 'bad_graph', place: '', problems: plan.error.slice(0, MOST_PROBLEMS) });
}

const MOST_PROBLEMS = 100;

function readList(text: string): Result<ForeignList, Failure> {
  if (readPlan(text).ok) return fail('plan.import_bad', { reason: 'is_plan', place: '', problems: [] });
  const json = parseJson(text);
  if (json !== undefined) return isIssueList(json) ? readGithubIssues(json) : readTaskMaster(json);
  // What begins like JSON and is none was not meant as a checklist.
  const list = /^\s*[[{](?![ xX]?\])/.test(text) ? null : readChecklist(text);
  return list === null ? fail('plan.import_bad', { reason: 'no_list', place: '', problems: [] }) : ok(list);
}
