import { fail, type Failure } from '../../base/failure.ts';
import { ok, type Result } from '../../base/result.ts';
import type { ProjectApi } from '../../engine/door/open-project.ts';
import type { Trust } from '../../engine/door/options.ts';
import { ask, canAsk } from '../ask.ts';
import { showTrust } from '../ask-trust.ts';
import type { Context, Run } from '../context.ts';
import { exit, type ExitCode } from '../exit.ts';
import { projectOf } from '../project.ts';
import { jsonText } from '../terminal/visible.ts';

/** Shows everything first; what is trusted is exactly what was shown. */
export const run: Run = async (context) => {
  const project = projectOf(context);
  if (!project.ok) return project;
  const { words, flags, tell, answer } = context;
  const trust = await project.value.readTrust();
  if (!trust.ok) return trust;
  if (!flags.json) showTrust(trust.value, context);
  const decided = await decide(trust.value, context, project.value);
  if (!decided.ok) return decided;
  const isTrusted = decided.value !== exit.waiting;
  if (flags.json) answer(jsonText({ trusted: isTrusted, items: trust.value.runnables }));
  else if (!isTrusted) tell(words.trust.refused);
  return decided;
};

async function decide(trust: Trust, context: Context, project: ProjectApi): Promise<Result<ExitCode, Failure>> {
  const { words, flags, tell } = context;
  if (trust.isTrusted) return ok(exit.done);
  if (!flags.yes) {
    if (flags.json) return ok(exit.waiting);
    if (!canAsk(context)) return fail('answer.needed', { question: 'trust' });
    if (!(await ask(words.trust.question, context))) return ok(exit.waiting);
  }
  const given = await project.giveTrust(trust);
  if (!given.ok) return given;
  tell(words.trust.given);
  return ok(exit.done);
}
