import { catchFailure, throwFailure, unwrap } from '../../../base/failure.ts';
import { forkPoint, type RevisionRange } from '../../../git/diff.ts';
import { openRepository } from '../../../git/repository.ts';
import type { Catalogue } from '../../../i18n/catalogue.ts';
import { nearestOf } from '../../../schema/nearest.ts';
import type { Graph, Task } from '../../../workflows/auto/graph-state.ts';
import { findTask, isHeldTask } from '../../../workflows/auto/graph-state.ts';
import { type QuestionItem, questionItems } from '../../../workflows/proof/question-items.ts';
import { unrecordedGit } from '../../ask-program.ts';
import type { AutoContext } from '../../descriptors/auto.ts';
import { proofFindingText } from '../../run-documents/finding-text.ts';
import { compareFile, type ComparedText, type ComparedTrees, compareTrees } from '../compare-trees.ts';
import type { AutoAttempt, AutoHistory } from './attempts.ts';
import { readAutoPlan } from './plan.ts';
import { readGraph } from './read-graph.ts';

type Reading = Pick<AutoContext, 'project' | 'env'> & { readonly history: AutoHistory };

/** Everything about one task. */
export interface TaskDetails {
  readonly id: string;
  readonly task: Task;
  /** What the list of tasks says of it; null where the list, or the task in it, is gone. */
  readonly text: string | null;
  readonly acceptance: readonly string[];
  readonly line: number | null;
  readonly history: readonly AutoAttempt[];
  readonly findings: readonly string[];
  readonly items: readonly QuestionItem[];
}

export async function readTask(id: string, tools: Reading, words: Catalogue): Promise<TaskDetails> {
  const { graph, task } = taskIn(id, tools);
  const plan = await catchFailure(async () => readAutoPlan(tools.project, { before: graph.plan }));
  const planned = plan.ok ? plan.value.tasks.find((one) => one.id === id) : undefined;
  const findings = task.findings ?? [];
  return {
    id,
    task,
    text: planned?.text ?? null,
    acceptance: planned?.acceptance ?? [],
    line: planned?.line ?? null,
    history: tools.history.attempts.filter((attempt) => attempt.task === id),
    findings: findings.map((finding) => proofFindingText(finding, words)),
    items: isHeldTask(task) ? questionItems(findings) : [],
  };
}

export async function compareTask(id: string, tools: Reading): Promise<ComparedTrees> {
  const { range, ...place } = await placeOf(id, tools);
  return compareTrees(place, range);
}

export async function compareTaskFile(
  id: string,
  tools: Reading,
  wanted: { readonly path: string; readonly context: number },
): Promise<ComparedText> {
  const { range, ...place } = await placeOf(id, tools);
  return compareFile(place, { ...wanted, ...range });
}

/** What it changed where it was merged; else what was made so far, against where the phase stands. */
async function placeOf(id: string, tools: Reading) {
  const { graph, task } = taskIn(id, tools);
  const git = unrecordedGit(tools.env);
  const repository = unwrap(await openRepository(git, tools.project.root));
  const merged = tools.history.merged.get(id);
  const range = task.work === null ? merged : await unmerged(task.work.commit, graph.tip?.commit);
  return range === undefined ? throwFailure('http.unknown', { name: `work of ${id}` }) : { git, repository, range };

  async function unmerged(to: string, tip: string | undefined): Promise<RevisionRange> {
    return { from: tip === undefined ? `${to}^` : await forkPoint(git, repository, [tip, to]), to };
  }
}

function taskIn(id: string, tools: Reading): { readonly graph: Graph; readonly task: Task } {
  const graph = readGraph(tools);
  if (graph === undefined) return throwFailure('auto.none', { project: tools.project.root });
  const task = findTask(graph, id);
  if (task !== undefined) return { graph, task };
  return throwFailure('auto.unknown_task', { task: id, suggestion: nearestOf(id, graph.order) ?? null });
}
