import type { Failure } from '../base/failure.ts';
import { err, ok, type Result } from '../base/result.ts';
import type { ProjectApi } from '../engine/door/open-project.ts';
import type { Trust } from '../engine/door/options.ts';
import { ask, mayAsk } from './ask.ts';
import type { Context } from './context.ts';
import { visible } from './terminal/visible.ts';

/** Shows what work would begin with, and asks for it. */
export async function confirmTrust(trust: Trust, context: Context): Promise<boolean> {
  showTrust(trust, context);
  const isTrusted = await ask(context.words.trust.question, context);
  if (isTrusted) context.tell(context.words.trust.given);
  return isTrusted;
}

/**
 * Where something failed only for want of trust, and there is somebody to ask: shows what this project would run, and
 * asks for it. A failure, that one or another, unless the person trusts it now.
 */
export async function askForTrust(
  context: Context,
  project: ProjectApi,
  failed: Failure,
): Promise<Result<void, Failure>> {
  if (failed.code !== 'trust.needed' || !mayAsk(context)) return err(failed);
  const trust = await project.readTrust();
  if (!trust.ok || trust.value.isTrusted) return trust.ok ? ok() : trust;
  return (await confirmTrust(trust.value, context)) ? project.giveTrust(trust.value) : err(failed);
}

export function showTrust({ runnables, isTrusted }: Trust, { words, colours, answer, tell }: Context): void {
  if (runnables.length === 0) return tell(words.trust.nothing);
  answer(words.trust.shown(runnables.length));
  for (const { file, place, text } of runnables) {
    answer(`${colours.bold(visible(file))}  ${visible(place)}\n  ${visible(text)}`);
  }
  if (isTrusted) tell(words.trust.already);
}
