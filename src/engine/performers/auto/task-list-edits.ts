import path from 'node:path';
import { readTreeFile } from '../../../git/tree-file.ts';
import type { PlanTask } from '../../../plans/plan.ts';
import { readPlan } from '../../../plans/read-plan.ts';
import type { ProofFinding } from '../../../schema/proof-finding.ts';
import { readRegularFile } from '../../read-file.ts';
import type { AgentWorktree } from '../../work/checks.ts';
import type { AutoServices } from './job.ts';
import { planPath } from './tick-plan.ts';

const LIMIT = 4 * 1024 * 1024;
const MOST_LINES = 20;

/**
 * What an agent did to the list of tasks that it cannot decide: which tasks are done, and what must hold then. Null: nothing.
 * Whatever else it wrote there is left out of its commit.
 */
export async function findTaskListEdits(
  services: AutoServices,
  { worktree }: AgentWorktree,
  commit: string,
): Promise<ProofFinding | null> {
  const file = planPath(services);
  const was =
    file === null ? null : await readTreeFile(services.git, services.repository, { tree: commit, path: file });
  if (file === null || was === null) return null;
  const read = readRegularFile(path.join(worktree.folder, file), { limit: LIMIT, followLinks: false });
  if (read.ok && was.equals(read.value)) return null;
  const before = readPlan(was.toString('utf8'));
  const after = readPlan(read.ok ? Buffer.from(read.value).toString('utf8') : '');
  if (!before.ok) return null;
  const now = new Map(after.ok ? after.value.tasks.map((task) => [task.id, task]) : []);
  const lines = before.value.tasks.flatMap((task) => changedLines(task, now.get(task.id)));
  return lines.length === 0 ? null : { code: 'task_list_changed', lines: lines.slice(0, MOST_LINES) };
}

function changedLines(was: PlanTask, now: PlanTask | undefined): string[] {
  if (now === undefined) return [was.id];
  const tick = was.completed === now.completed ? [] : [`[${now.completed ? 'x' : ' '}] ${was.id}`];
  const demands = (task: PlanTask): string[] => [...task.acceptance, ...task.commands];
  const differs = (lines: readonly string[], others: readonly string[]): string[] =>
    lines.filter((line) => !others.includes(line)).map((line) => `${was.id}: ${line}`);
  const [old, own] = [demands(was), demands(now)];
  return [...new Set([...tick, ...differs(old, own), ...differs(own, old)])];
}
