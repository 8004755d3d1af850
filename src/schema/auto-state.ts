import type * as z from 'zod/mini';
import { amount, choice, flag, group, list, matching, maybe, orNull, record, text, time, whole } from './field.ts';
import type { Finding } from './finding.ts';
import { dependencyMap, taskList } from './graph-fields.ts';

const checkpoint = group(
  {
    completed_at: maybe(time('When the phase was done.')),
    started_at: maybe(time('When the phase began.')),
    tasks_count: maybe(whole('How many tasks the phase has.')),
    tasks: maybe(list(matching('graph-task-id', 'A task.'), 'All tasks of the phase.')),
    progress: maybe(matching('progress', 'Done/all, while the phase runs.')),
    merged: maybe(flag('Whether it reached the base branch.')),
    merge_commit: maybe(matching('short-commit', 'First 7 digits of the merge commit; absent when unmerged.')),
  },
  'One phase.',
);

export const autoStateDocument = group(
  {
    version: matching('auto-version', 'Version of this format: 2.x with the ultra-thin mode, else 1.x.'),
    mode: choice(['normal', 'ultra-thin', 'ralph'], 'How the graph is worked through.'),
    project: text('Name of the project.'),
    execution: group(
      {
        current_phase: whole('The phase being worked on.'),
        worktree: orNull(text('Worktree of the phase, to go to from the project; null while there is none.')),
        started_at: time('When the work began.'),
        last_updated: time('When anything last changed.'),
      },
      'The state of the work.',
    ),
    tasks: group(
      {
        pending: taskList('Tasks whose dependencies are not done, or whose phase has not come.'),
        ready: taskList('Tasks that could run now.'),
        in_progress: taskList('Tasks that run now.'),
        completed: taskList('Tasks that are done.'),
        failed: taskList('Tasks whose retries are used up.'),
        blocked: taskList('Tasks that depend on a failed one.'),
      },
      'Every task, in one list each.',
    ),
    dependencies: dependencyMap('For each task the tasks that must be completed first.'),
    checkpoints: record('phase-key', checkpoint, 'Phases by number: `phase_0`, `phase_1` …'),
    metrics: group(
      {
        total_tasks: whole('All tasks.'),
        completed_count: whole('Tasks that are done.'),
        failed_count: whole('Tasks that failed.'),
        average_task_time_seconds: amount('How long a task took on average.'),
      },
      'Counts, made from the lists on every write.',
    ),
    config: group(
      {
        max_parallel: whole('How many tasks may run at once; 0 for as many as fit.'),
        retry_limit: whole('How often a task is tried again.'),
        slack_webhook_url: orNull(text('Where Slack messages go.')),
      },
      'Settings, yours to edit.',
    ),
  },
  'The task graph of TASKS.md and how far it is.',
);

export type AutoStateDocument = z.output<typeof autoStateDocument>;

/** Ids in several lists and counts that differ are read and put right by `normaliseAutoState`; these are not. */
export function* autoStateRules(state: AutoStateDocument): Iterable<Finding> {
  for (const [key, { progress }] of Object.entries(state.checkpoints)) {
    const [done = 0, all = 0] = (progress ?? '0/0').split('/').map(Number);
    if (done <= all) continue;
    const expected = { kind: 'rule', rule: 'progress-over-total' } as const;
    yield { at: ['checkpoints', key, 'progress'], expected, got: progress };
  }
  const graph = numbered(state);
  yield* graph.unknown;
  yield* cycleIn(graph);
}

/** The graph with a number for each task: looking tasks up by name again and again would take most of the time of a read. */
interface Graph {
  readonly ids: readonly string[];
  /** The needs of all tasks, one after another; task `n` has those from `first[n]` up to `last[n]`. */
  readonly needs: readonly number[];
  readonly first: Uint32Array;
  readonly last: Uint32Array;
  readonly unknown: readonly Finding[];
}

function numbered(state: AutoStateDocument): Graph {
  const numbers = numbersOf(state);
  const needs: number[] = [];
  const first = new Uint32Array(numbers.size);
  const last = new Uint32Array(numbers.size);
  const unknown: Finding[] = [];
  const expected = { kind: 'rule', rule: 'unknown-task' } as const;
  for (const task in state.dependencies) {
    const wanted = state.dependencies[task] ?? [];
    const number = numbers.get(task);
    if (number === undefined) unknown.push({ at: ['dependencies', task], expected, got: task });
    const start = needs.length;
    for (let i = 0; i < wanted.length; i++) {
      const need = numbers.get(wanted[i] ?? '');
      if (need === undefined) unknown.push({ at: ['dependencies', task, i], expected, got: wanted[i] });
      else needs.push(need);
    }
    if (number === undefined) continue;
    first[number] = start;
    last[number] = needs.length;
  }
  return { ids: [...numbers.keys()], needs, first, last, unknown };
}

function numbersOf(state: AutoStateDocument): Map<string, number> {
  const numbers = new Map<string, number>();
  // Tasks of finished phases may stand in their checkpoint only.
  const lists = [...Object.values(state.tasks), ...Object.values(state.checkpoints).map(({ tasks = [] }) => tasks)];
  for (const list of lists) {
    for (const id of list) if (!numbers.has(id)) numbers.set(id, numbers.size);
  }
  return numbers;
}

const unseen = 0;
const onPath = 1;
const finished = 2;

/** Depth first with an own stack: a chain of 100,000 tasks is deeper than the call stack. Names one cycle. */
function* cycleIn({ ids, needs, first, last }: Graph): Iterable<Finding> {
  const seen = new Uint8Array(ids.length);
  const next = first.slice();
  for (let root = 0; root < ids.length; root++) {
    if (seen[root] !== unseen) continue;
    const path = [root];
    seen[root] = onPath;
    for (let task = root; path.length > 0; task = path.at(-1) ?? root) {
      const position = next[task] ?? 0;
      const need = position < (last[task] ?? 0) ? needs[position] : undefined;
      next[task] = position + 1;
      if (need === undefined) {
        seen[task] = finished;
        path.pop();
      } else if (seen[need] === onPath) {
        const cycle = [...path.slice(path.indexOf(need)), need].map((number) => ids[number] ?? '');
        const expected = { kind: 'rule', rule: 'cycle', cycle: shortened(cycle) } as const;
        yield { at: ['dependencies', ids[task] ?? ''], expected, got: ids[need] };
        return;
      } else if (seen[need] === unseen) {
        path.push(need);
        seen[need] = onPath;
      }
    }
  }
}

function shortened(cycle: readonly string[]): string[] {
  return cycle.length <= 20 ? [...cycle] : [...cycle.slice(0, 10), '…', ...cycle.slice(-9)];
}
