import { canonicalJson } from '../../base/json.ts';
import { err, ok, type Result } from '../../base/result.ts';
import type { DocumentOf } from '../../schema/documents.ts';
import { normaliseAutoState } from '../../schema/normalise-auto-state.ts';
import type { Problem, Rule } from '../../base/document-problem.ts';
import { isAgentAtWork } from './due.ts';
import type { AutoEvent } from './events.ts';
import type { AutoState, TaskStatus } from './graph-state.ts';
import type { AutoDocuments } from './show.ts';

type AutoDocument = DocumentOf<'auto-state'>;

/** These say what happened; only Orchestral knows. Tasks and dependencies are planned in TASKS.md. */
const ours = ['version', 'mode', 'project', 'execution', 'dependencies', 'checkpoints'] as const;

/**
 * People move tasks between lists: to `completed`, `failed`, or back to be run. The counts are made anew and `config` is
 * theirs, so neither is looked at.
 */
export function absorb(
  state: AutoState,
  before: AutoDocuments,
  edited: AutoDocuments,
): Result<readonly AutoEvent[], readonly Problem[]> {
  const [was, is] = [before['auto-state'], normaliseAutoState(edited['auto-state'])];
  const problems: Problem[] = ours
    .filter((field) => canonicalJson(was[field]) !== canonicalJson(is[field]))
    .map((field) => refuse(field, { rule: 'set-by-orchestral' }, canonicalJson(is[field])));
  const [statusBefore, statusAfter] = [statuses(was), statuses(is)];
  const events: AutoEvent[] = [];
  for (const [id, status] of statusAfter) {
    if (statusBefore.get(id) === status) continue;
    if (state.kind === 'unplanned' || state.tasks[id] === undefined)
      problems.push(refuse(`tasks.${status}`, { rule: 'unknown-task' }, id));
    else if (status === 'in_progress') problems.push(refuse('tasks.in_progress', { rule: 'set-by-orchestral' }, id));
    else if (status === 'completed' && isAgentAtWork(state, id))
      problems.push(refuse('tasks.completed', { rule: 'agent-at-work', id }, id));
    else events.push({ type: EVENTS[status], data: { id } });
  }
  for (const [id, status] of statusBefore) {
    if (!statusAfter.has(id)) problems.push(refuse(`tasks.${status}`, { rule: 'in-no-list', id }, ''));
  }
  return problems.length > 0 ? err(problems) : ok(events);
}

/** What it means to move a task into a list. */
const EVENTS = {
  completed: 'task_completed',
  failed: 'task_failed',
  pending: 'task_reopened',
  ready: 'task_reopened',
  blocked: 'task_reopened',
} as const satisfies Record<Exclude<TaskStatus, 'in_progress'>, AutoEvent['type']>;

function statuses(document: AutoDocument): Map<string, TaskStatus> {
  const statuses = new Map<string, TaskStatus>();
  for (const status of ['pending', 'ready', 'in_progress', 'completed', 'failed', 'blocked'] as const) {
    for (const id of document.tasks[status]) statuses.set(id, status);
  }
  return statuses;
}

function refuse(path: string, rule: Rule, got: string): Problem {
  return { path, expected: { kind: 'rule', ...rule }, got: got.slice(0, 60) };
}
