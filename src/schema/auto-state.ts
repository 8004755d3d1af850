import type * as z from 'zod/mini';
import { amount, choice, flag, group, list, matching, maybe, orNull, record, text, time, whole } from './field.ts';
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
        worktree: orNull(text('Worktree of the phase.')),
        started_at: time('When the work began.'),
        last_updated: time('When anything last changed.'),
      },
      'Where the work stands.',
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
