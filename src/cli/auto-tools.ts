import type { Failure } from '../base/failure.ts';
import { ok, type Result } from '../base/result.ts';
import type { AutoContext } from '../engine/descriptors/auto.ts';
import type { Context } from './context.ts';
import type { AutoProgress } from './report/auto-stage.ts';
import { runContext } from './run-tools.ts';
import { watchedProgress, type WatchedProgress } from './watched-progress.ts';

/** What operations on a task graph need of the command line. */
export interface AutoCliDeps extends Pick<WatchedProgress<AutoProgress>, 'watchProgress'> {
  readonly tools: AutoContext;
  /** From now on only so many notices are passed on. */
  limitNotices(most: number): void;
}

export function autoCliDeps(context: Context): Result<AutoCliDeps, Failure> {
  const tools = runContext(context);
  if (!tools.ok) return tools;
  const { onProgress, watchProgress } = watchedProgress<AutoProgress>();
  let noticesLeft = Infinity;
  return ok({
    tools: {
      ...tools.value,
      onProgress,
      onNotice: (notice) => {
        if (noticesLeft-- > 0) tools.value.onNotice(notice);
      },
    },
    watchProgress,
    limitNotices: (most) => {
      noticesLeft = most;
    },
  });
}
