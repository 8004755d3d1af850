import { taskEffect } from './due.ts';
import type { AutoEvent } from './events.ts';
import {
  type AttemptFailure,
  type FailureHistory,
  type Graph,
  NOTHING,
  type Task,
  taskOf,
  type TaskStep,
  type Took,
} from './graph-state.ts';
import { allowedItemsOf, type FindingAnswer, openFindings } from '../proof/finding-answers.ts';
import { judgeTask } from './judge-task.ts';
import { goOn } from './phases.ts';
import { learnFrom } from './ranks.ts';
import { move } from './settle.ts';
import type { CallRecord } from '../policy/calls.ts';
import { isUsedUp } from '../policy/retry.ts';

export type TaskEvent = Extract<AutoEvent, { data: { id: string } }>;

export function isOfTask(event: AutoEvent): event is TaskEvent {
  return 'id' in event.data;
}

export function applyToTask(state: Graph, event: TaskEvent, at: string): void {
  const { id } = event.data;
  const task = taskOf(state, id);
  switch (event.type) {
    case 'worked': {
      const { work, seconds, result, probe = false, other_side } = event.data;
      Object.assign(task, { work, result: result ?? task.result, seconds: task.seconds + seconds });
      task.attempt = sumOf(task.attempt, event.data);
      delete task.findings;
      delete task.let_pass;
      delete task.refused;
      if (other_side !== undefined) task.other_side = other_side;
      if (probe) task.next = 'probe';
      else queue(state, id);
      return;
    }
    case 'probed':
      task.attempt = sumOf(task.attempt, event.data);
      if (event.data.findings.length > 0) task.findings = event.data.findings;
      return queue(state, id);
    case 'task_judged': {
      leaveQueue(state, id);
      const { findings, policy } = event.data;
      const { verdict, reasons } = judgeTask(state, task, { findings, policy });
      task.findings = [...reasons];
      task.next = verdict === 'send_back' ? 'work' : verdict === 'review' ? 'review' : 'hold';
      if (verdict === 'send_back') task.sent_back = [...(task.sent_back ?? []), ...reasons.map(({ code }) => code)];
      return;
    }
    case 'task_reviewed':
      task.attempt = sumOf(task.attempt, event.data);
      return answer(state, id, { answers: event.data.answers, by: 'reviewer' });
    case 'review_failed':
      task.attempt = sumOf(task.attempt, event.data);
      task.next = 'hold';
      return;
    case 'task_answered':
      if (task.next !== 'hold' || task.status !== 'in_progress') return;
      answer(state, id, { answers: event.data.answers, by: 'person' });
      return goOn(state);
    case 'waited':
      task.next = 'work';
      return;
    case 'conflicted':
      leaveQueue(state, id);
      Object.assign(task, { conflict: event.data.paths, next: 'resolve' });
      return;
    case 'attempt_failed': {
      const { calls, seconds, mishap } = event.data;
      const isLast = isLastAttempt(task.mishaps, event.data);
      leaveQueue(state, id);
      state.wasted = sumOf(sumOf(state.wasted, task.attempt), { calls, seconds });
      task.seconds += seconds;
      task.mishaps = addFailure(task.mishaps, mishap, at);
      Object.assign(task, { work: null, conflict: null, attempt: NOTHING, next: isLast ? 'work' : 'wait' });
      delete task.findings;
      delete task.refused;
      delete task.other_side;
      return isLast ? move(state, id, 'failed') : undefined;
    }
    case 'task_merged':
      state.tip = event.data.tip;
      forget(state, id);
      if (event.data.listed !== undefined && event.data.listed.length > 0) task.findings = event.data.listed;
      learnFrom(state, task);
      task.ticked = true;
      return move(state, id, 'completed');
    case 'task_completed':
      // What an agent still does for it is of no interest any more.
      forget(state, id);
      task.result = event.data.result ?? task.result;
      task.ticked = true;
      if (event.data.effect === undefined && event.data.ticked !== true) state.unticked = true;
      if (event.data.seconds !== undefined) {
        task.seconds += event.data.seconds;
        learnFrom(state, task);
      }
      move(state, id, 'completed');
      return goOn(state);
    case 'task_skipped':
      forget(state, id);
      task.skipped = true;
      move(state, id, 'completed');
      return goOn(state);
    case 'task_failed':
      forget(state, id);
      return move(state, id, 'failed');
    case 'task_reopened':
      forget(state, id);
      Object.assign(task, { mishaps: null, skipped: false });
      move(state, id, 'pending');
      return goOn(state);
    default:
      return event satisfies never;
  }
}

/** A conflict is given to an agent once; what it made of it may conflict again. */
export function isFirstConflict({ conflict }: Pick<Task, 'conflict'>): boolean {
  return conflict === null;
}

/** `auto/T1.3/work#2` is of a task, `auto/begin#1` is not. */
export function taskIn(effect: string): string | undefined {
  const [from, to] = ['auto/'.length, effect.lastIndexOf('/')];
  return to < from ? undefined : effect.slice(from, to);
}

/** Effects are numbered by the outcomes that came before. */
export function countOutcome(task: Task, step: TaskStep): void {
  task.outcomes = { ...task.outcomes, [step]: (task.outcomes[step] ?? 0) + 1 };
}

/** What still runs for it has no outcome any more; if the task is wanted again, that is another effect. */
function forget(state: Graph, id: string): void {
  const task = taskOf(state, id);
  const effect = taskEffect(state, id);
  if (state.in_flight[effect] !== undefined) {
    delete state.in_flight[effect];
    countOutcome(task, task.next);
  }
  leaveQueue(state, id);
  task.next = 'work';
  task.work = null;
  task.conflict = null;
  task.attempt = NOTHING;
  delete task.findings;
  delete task.refused;
  delete task.other_side;
}

/** First come, first merged. */
function queue(state: Graph, id: string): void {
  taskOf(state, id).next = 'merge';
  state.merging.push(id);
}

interface Answers {
  readonly answers: readonly FindingAnswer[];
  readonly by: 'reviewer' | 'person';
}

/**
 * What is allowed stays allowed. What a reviewer does not release is left to a person; what a person refuses goes back to
 * an agent.
 */
function answer(state: Graph, id: string, { answers, by }: Answers): void {
  const task = taskOf(state, id);
  const allowed = answers.filter(({ allow }) => allow);
  state.allowed = [...(state.allowed ?? []), ...allowedItemsOf(task.findings ?? [], allowed)];
  task.let_pass = [...(task.let_pass ?? []), ...allowed.filter(({ key }) => key === null).map(({ code }) => code)];
  task.allowed = [...(task.allowed ?? []), ...allowed.map((one) => ({ ...one, by }))];
  task.findings = openFindings(task.findings ?? [], allowed);
  const isRefused = by === 'person' && answers.some(({ allow }) => !allow);
  if (isRefused) {
    task.next = 'work';
    task.refused = [...new Set(answers.filter(({ allow }) => !allow).map(({ reason }) => reason))].filter(Boolean);
  } else if (task.findings.length > 0) task.next = 'hold';
  else queue(state, id);
}

function leaveQueue(state: Graph, id: string): void {
  if (state.merging.includes(id)) state.merging = state.merging.filter((other) => other !== id);
}

function sumOf(before: Took, took: Took | { readonly calls: readonly CallRecord[]; readonly seconds: number }): Took {
  const cost = 'calls' in took ? took.calls.reduce((sum, { cost_usd }) => sum + (cost_usd ?? 0), 0) : took.cost_usd;
  return { cost_usd: before.cost_usd + cost, seconds: before.seconds + took.seconds };
}

const REMEMBERED = 3;

/** What happened before, and this. */
export function addFailure(before: FailureHistory | null, last: AttemptFailure, at: string): FailureHistory {
  const fingerprints = [...(before?.fingerprints ?? []), last.fingerprint].slice(-REMEMBERED);
  return { count: (before?.count ?? 0) + 1, fingerprints, last, at };
}

/** Whether it is not tried again after this failure. */
export function isLastAttempt(
  before: FailureHistory | null,
  { retry_limit, final = false }: { readonly retry_limit?: number | undefined; readonly final?: boolean | undefined },
): boolean {
  return retry_limit === undefined ? final : isUsedUp(before?.count ?? 0, retry_limit);
}

/** A phase that git cannot join to the trunk has no tree that an agent could put right. */
export function isBeyondRepair({ kind }: AttemptFailure): boolean {
  return kind === 'conflict';
}
