import path from 'node:path';
import { comparePlans, type PlanChanges } from '../../../plans/compare-plans.ts';
import type { Plan } from '../../../plans/plan.ts';
import { EXPECTED_SECONDS } from '../../../workflows/auto/adopt.ts';
import type { PlannedTask } from '../../../workflows/auto/events.ts';
import type { Graph } from '../../../workflows/auto/graph-state.ts';
import type { AutoPlan } from '../../performers/auto/job.ts';
import type { Project } from '../../project.ts';
import { findPlan, readPlanFile } from './find-plan.ts';

/** TASKS.md of a project: the file that was named, else the one it was begun with, else where such files lie. */
export function readAutoPlan(
  project: Project,
  { named, before }: { named?: string | undefined; before: string | null },
): AutoPlan {
  const known = before === null ? undefined : path.resolve(project.root, before);
  const { file } = findPlan(project, named ?? known);
  const inside = path.relative(project.root, file);
  return {
    ...readPlanFile(file),
    file,
    path: inside.startsWith('..') || path.isAbsolute(inside) ? null : inside.split(path.sep).join('/'),
  };
}

/** As events tell of it. What tasks of a kind took so far is what they are expected to take. */
export function plannedTasks({ tasks }: Plan): PlannedTask[] {
  return tasks.map(({ id, title, phase, needs, completed, domain, files }) => ({
    id,
    title: title.slice(0, LONGEST_TITLE),
    phase,
    needs: [...needs],
    completed,
    // Never the name of something that every object has: it becomes a key.
    kind: domain === null ? 'task' : `domain:${domain}`,
    files: [...files],
    expected: EXPECTED_SECONDS,
  }));
}

const LONGEST_TITLE = 120;

/** What became another since the graph was last planned; null when nothing did. Completed tasks may go from the file. */
export function changesSince(graph: Graph, plan: Plan): PlanChanges | null {
  const known = new Map(graph.order.map((id) => [id, graph.tasks[id]?.needs ?? []]));
  const { added, removed, rewired } = comparePlans(known, plan);
  const gone = removed.filter((id) => graph.tasks[id]?.status !== 'completed');
  return added.length + gone.length + rewired.length === 0 ? null : { added, removed: gone, rewired };
}
