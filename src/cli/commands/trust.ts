import { fail, type Failure } from '../../base/failure.ts';
import { err, ok, type Result } from '../../base/result.ts';
import { readTrust } from '../../engine/operations/trust.ts';
import type { Trust } from '../../engine/door/options.ts';
import { giveTrust } from '../../engine/trust-gate.ts';
import type { Project } from '../../engine/project.ts';
import { formatNotice } from '../../i18n/catalogue.ts';
import { ask, canAsk, mayAsk } from '../ask.ts';
import type { Context, Run } from '../context.ts';
import { exit, type ExitCode } from '../exit.ts';
import { projectOf } from '../project.ts';
import { jsonText, visible } from '../terminal/visible.ts';

/** Shows everything first; what is trusted is exactly what was shown. */
export const run: Run = async (context) => {
  const project = projectOf(context);
  if (!project.ok) return project;
  const { io, words, flags, tell, answer } = context;
  const trust = await readTrust(project.value, io.env);
  if (!trust.ok) return trust;
  if (!flags.json) show(trust.value, context);
  const decided = await decide(trust.value, context);
  if (!decided.ok) return decided;
  const isTrusted = decided.value !== exit.waiting;
  if (flags.json) answer(jsonText({ trusted: isTrusted, items: trust.value.runnables }));
  else if (!isTrusted) tell(words.trust.refused);
  return decided;
};

/**
 * Where something failed only for want of trust, and there is somebody to ask: shows what this project would run, and
 * asks for it. A failure, that one or another, unless the person trusts it now.
 */
export async function askForTrust(context: Context, project: Project, failed: Failure): Promise<Result<void, Failure>> {
  if (failed.code !== 'trust.needed' || !mayAsk(context)) return err(failed);
  const trust = await readTrust(project, context.io.env);
  if (!trust.ok) return trust;
  show(trust.value, context);
  const decided = await decide(trust.value, { ...context, flags: { ...context.flags, yes: false, json: false } });
  if (!decided.ok) return decided;
  return decided.value === exit.done ? ok() : err(failed);
}

async function decide(trust: Trust, context: Context): Promise<Result<ExitCode, Failure>> {
  const { io, words, flags, tell } = context;
  if (trust.isTrusted) return ok(exit.done);
  if (!flags.yes) {
    if (flags.json) return ok(exit.waiting);
    if (!canAsk(context)) return fail('answer.needed', { question: 'trust' });
    if (!(await ask(words.trust.question, context))) return ok(exit.waiting);
  }
  const given = await giveTrust(trust, { env: io.env, onNotice: (notice) => tell(formatNotice(words, notice)) });
  if (!given.ok) return given;
  tell(words.trust.given);
  return ok(exit.done);
}

function show({ runnables, isTrusted }: Trust, { words, colours, answer, tell }: Context): void {
  if (runnables.length === 0) return tell(words.trust.nothing);
  answer(words.trust.shown(runnables.length));
  for (const { file, place, text } of runnables) {
    answer(`${colours.bold(visible(file))}  ${visible(place)}\n  ${visible(text)}`);
  }
  if (isTrusted) tell(words.trust.already);
}
