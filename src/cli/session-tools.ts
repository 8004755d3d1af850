import fs from 'node:fs';
import path from 'node:path';
import { fail, type Failure } from '../base/failure.ts';
import { ok, type Result } from '../base/result.ts';
import type { SessionContext } from '../engine/descriptors/session.ts';
import type { Context, Input } from './context.ts';
import type { SessionProgress } from './report/session-stage.ts';
import { runContext } from './run-tools.ts';
import { watchedProgress, type WatchedProgress } from './watched-progress.ts';

/** What operations on sessions need of the command line. */
export interface SessionCliDeps extends Pick<WatchedProgress<SessionProgress>, 'watchProgress'> {
  readonly tools: SessionContext;
}

export function sessionCliDeps(context: Context, { lists }: Input): Result<SessionCliDeps, Failure> {
  const tools = runContext(context);
  if (!tools.ok) return tools;
  const references = (lists['reference'] ?? []).map((folder) => path.resolve(context.cwd, folder));
  const none = references.find((folder) => fs.statSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true);
  if (none !== undefined) return fail('usage.not_a_choice', { option: '--reference', value: none, choices: ['DIR'] });
  const { onProgress, watchProgress } = watchedProgress<SessionProgress>();
  return ok({ tools: { ...tools.value, references, onProgress }, watchProgress });
}
