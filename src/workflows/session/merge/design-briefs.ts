import type { DesignBrief } from '../../../schema/contracts/design-brief.ts';
import type { Explored } from '../../../schema/contracts/explored.ts';
import type { TaskBreakdown } from '../../../schema/contracts/task-breakdown.ts';
import type { ProjectTree } from './assumptions.ts';
import { fileRefsOf } from './file-refs.ts';

/** Plan and exploration, merged: what each task is about, in the order of the plan. */
export function designBriefs({
  breakdown,
  explored,
  tree,
  created_at,
  language,
}: {
  readonly breakdown: TaskBreakdown;
  readonly explored: Explored;
  readonly tree: Pick<ProjectTree, 'paths'>;
  readonly created_at: string;
  readonly language: keyof typeof TESTS_PASS;
}): DesignBrief[] {
  return breakdown.tasks.map((task) => ({
    version: 1,
    request_id: breakdown.request_id,
    task_id: task.id,
    created_at,
    created_by: 'orchestrator',
    task_name: task.name,
    objective: task.objective,
    subtasks: task.subtasks.map(({ id, name }) => ({ id, name })),
    completion_criteria: [task.objective, TESTS_PASS[language]],
    scope_in: unique([task.objective, ...task.subtasks.map(({ description }) => description)]),
    scope_out: unique(breakdown.tasks.filter(({ id }) => id !== task.id).map(({ objective }) => objective)),
    file_refs: fileRefsOf(task, { explored, paths: tree.paths }),
  }));
}

/** Part of the document, not of a message: the brief is written in the language of the request. */
const TESTS_PASS = { en: 'All test contracts pass', ko: '모든 테스트 계약 통과' } as const;

function unique(texts: readonly string[]): string[] {
  return [...new Set(texts)].filter((text) => text.trim() !== '');
}
