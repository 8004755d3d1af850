import path from 'node:path';
import { readKnowledge } from '../../../knowledge/knowledge-file.ts';
import type { PlanTask } from '../../../plans/plan.ts';
import type { AttemptBrief, FinishedTask, ProjectBrief, TaskText } from '../../../prompts/auto/parts.ts';
import { relevantKnowledge } from '../../../prompts/knowledge.ts';
import type { Graph, FailureHistory } from '../../../workflows/auto/graph-state.ts';
import { retryStrategy } from '../../../workflows/policy/retry.ts';
import type { AgentWorktree } from '../../work/checks.ts';
import { projectPathsOf } from '../../project-paths.ts';
import { withTexts } from '../../../base/redact.ts';
import { readTemplate } from '../agent-step.ts';
import type { AutoJob, AutoServices } from './job.ts';

export function projectBrief({ graph }: AutoJob, { commands }: AgentWorktree): ProjectBrief {
  return {
    name: graph.project,
    testCommand: commands.tests?.detected.line ?? null,
    buildCommand: commands.build ?? null,
    redBefore: graph.red,
  };
}

/** A task that has gone from the file since is known by its name alone. */
export function planTask({ plan }: AutoServices, { tasks }: Graph, id: string): PlanTask {
  const found = plan.tasks.find((task) => task.id === id);
  if (found !== undefined) return found;
  const known = tasks[id];
  return {
    id,
    title: known?.title ?? id,
    phase: known?.phase ?? 0,
    phaseTitle: null,
    needs: known?.needs ?? [],
    completed: false,
    files: known?.files ?? [],
    domain: null,
    risk: null,
    owner: null,
    model: null,
    acceptance: [],
    commands: [],
    needsNoChange: false,
    text: '',
    line: 0,
  };
}

export function taskText({ id, title, text, files, acceptance, commands }: PlanTask): TaskText {
  return { id, title, text, files, acceptance, commands };
}

export function finished({ tasks }: Graph, ids: readonly string[]): FinishedTask[] {
  return ids.map((id) => ({ id, title: tasks[id]?.title ?? '', result: tasks[id]?.result ?? null }));
}

/** How to go about it after what went wrong before, with the project's own words for that where it has some. */
export function attemptBrief(
  { project }: AutoServices,
  mishaps: FailureHistory | null,
): AttemptBrief & { readonly approach: string | undefined } {
  const strategy = retryStrategy(mishaps?.fingerprints ?? []);
  const approach = strategy === 'plain' ? undefined : readTemplate(project, `auto/${strategy}`);
  const { inText } = projectPathsOf(project);
  const failure = mishaps === null ? null : { attempt: mishaps.count, ...withTexts(mishaps.last, inText) };
  return { strategy, failure, approach };
}

/** What cannot be read is said, and does without. */
export function knowledgeFor({ knowledge, project, onNotice }: AutoServices, task: PlanTask): string {
  const read = readKnowledge(path.join(project.root, knowledge));
  if (!read.ok) {
    onNotice({ code: 'document.late', params: { document: knowledge, reason: read.error } });
    return '';
  }
  return read.value === undefined ? '' : relevantKnowledge(read.value, task);
}

/** What is finished of the list, in a line for each task, and what their agents said of it. */
export function finishedWork({ order, tasks }: Graph): { readonly purpose: string; readonly reasons: string } {
  const done = order.flatMap((id) => (tasks[id]?.status === 'completed' ? [{ id, ...tasks[id] }] : []));
  return {
    purpose: done.map(({ id, title }) => `${id}: ${title}`).join('\n'),
    reasons: done.flatMap(({ id, result }) => (result === null ? [] : [`${id}: ${result}`])).join('\n'),
  };
}
