import type { Failure } from '../base/failure.ts';
import { ok, type Result } from '../base/result.ts';
import type { AutoTools } from '../engine/open-auto.ts';
import type { Context } from './context.ts';
import type { AutoProgress } from './report/auto-stage.ts';
import { runTools } from './run-tools.ts';
import { watchedProgress, type WatchedProgress } from './watched-progress.ts';

/** What operations on a task graph need of the command line. */
export interface AutoDesk extends Pick<WatchedProgress<AutoProgress>, 'watchProgress'> {
  readonly tools: AutoTools;
  /** From now on only so many notices are passed on. */
  limitNotices(most: number): void;
}

export function autoDesk(context: Context): Result<AutoDesk, Failure> {
  const tools = runTools(context);
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
