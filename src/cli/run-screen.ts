import type { Failure } from '../base/failure.ts';
import { ok, type Result } from '../base/result.ts';
import type { OpenRun } from '../engine/open-run.ts';
import type { Context } from './context.ts';
import { exit, type ExitCode } from './exit.ts';

/** Conducts an open run before the person's eyes, asks what only they may answer, and closes it. */
export async function conductOnScreen(context: Context, open: OpenRun): Promise<Result<ExitCode, Failure>> {
  const conducted = await open.conduct(context.io.signal);
  const closed = await open.close();
  if (!conducted.ok) return conducted;
  return closed.ok ? ok(exit.done) : closed;
}
