import type { Failure } from '../base/failure.ts';
import { ok, type Result } from '../base/result.ts';
import type { AutoTools } from '../engine/open-auto.ts';
import type { Context } from './context.ts';
import { runTools } from './run-tools.ts';

type OnProgress = NonNullable<AutoTools['onProgress']>;

/** What operations on a task graph need of the command line. */
export interface AutoDesk {
  readonly tools: AutoTools;
  /** Hears what agents do; until the function that it gives back is called. */
  watchProgress(watcher: OnProgress): () => void;
  /** From now on only so many notices are passed on. */
  limitNotices(most: number): void;
}

export function autoDesk(context: Context): Result<AutoDesk, Failure> {
  const tools = runTools(context);
  if (!tools.ok) return tools;
  const watchers = new Set<OnProgress>();
  let noticesLeft = Infinity;
  return ok({
    tools: {
      ...tools.value,
      onProgress: (progress) => {
        for (const watcher of watchers) watcher(progress);
      },
      onNotice: (notice) => {
        if (noticesLeft-- > 0) tools.value.onNotice(notice);
      },
    },
    watchProgress: (watcher) => {
      watchers.add(watcher);
      return () => void watchers.delete(watcher);
    },
    limitNotices: (most) => {
      noticesLeft = most;
    },
  });
}
