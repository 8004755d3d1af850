import type { Read } from '../status.ts';
import { type AutoStateDocument, normaliseAutoState } from '../../../schema/auto-state.ts';

export interface AutoStatus {
  readonly project: string;
  readonly mode: AutoStateDocument['mode'];
  readonly phase: number;
  readonly worktree: string | null;
  readonly counts: Readonly<Record<keyof AutoStateDocument['tasks'] | 'total', number>>;
  readonly in_progress: readonly string[];
  readonly failed: readonly string[];
  readonly average_task_time_seconds: number;
  readonly started_at: string;
  readonly updated_at: string;
}

export function autoStatus(read: Read): AutoStatus | undefined {
  const written = read('.claude/orchestrate-state.json', 'auto-state');
  if (written === undefined) return undefined;
  const state = normaliseAutoState(written);
  const { tasks, execution, metrics } = state;
  const { pending, ready, in_progress, completed, failed, blocked } = tasks;
  return {
    project: state.project,
    mode: state.mode,
    phase: execution.current_phase,
    worktree: execution.worktree,
    counts: {
      total: metrics.total_tasks,
      pending: pending.length,
      ready: ready.length,
      in_progress: in_progress.length,
      completed: completed.length,
      failed: failed.length,
      blocked: blocked.length,
    },
    in_progress,
    failed,
    average_task_time_seconds: metrics.average_task_time_seconds,
    started_at: execution.started_at,
    updated_at: execution.last_updated,
  };
}
