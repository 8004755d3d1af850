import fs from 'node:fs';
import path from 'node:path';
import { fail, type Failure } from '../base/failure.ts';
import { ok, type Result } from '../base/result.ts';
import type { SessionTools } from '../engine/open-session.ts';
import type { Context, Input } from './context.ts';
import { runTools } from './run-tools.ts';

type OnProgress = NonNullable<SessionTools['onProgress']>;

/** What operations on sessions need of the command line. */
export interface SessionDesk {
  readonly tools: SessionTools;
  /** Hears what agents do; until the function that it gives back is called. */
  watchProgress(watcher: OnProgress): () => void;
}

export function sessionDesk(context: Context, { lists }: Input): Result<SessionDesk, Failure> {
  const tools = runTools(context);
  if (!tools.ok) return tools;
  const references = (lists['reference'] ?? []).map((folder) => path.resolve(context.cwd, folder));
  const none = references.find((folder) => fs.statSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true);
  if (none !== undefined) return fail('usage.not_a_choice', { option: '--reference', value: none, choices: ['DIR'] });
  const watchers = new Set<OnProgress>();
  return ok({
    tools: {
      ...tools.value,
      references,
      onProgress: (progress) => {
        for (const watcher of watchers) watcher(progress);
      },
    },
    watchProgress: (watcher) => {
      watchers.add(watcher);
      return () => void watchers.delete(watcher);
    },
  });
}
