import { throwFailure, unwrap } from '../../base/failure.ts';
import type { ProjectApi } from '../../engine/door/open-project.ts';
import type { Trust } from '../../engine/door/options.ts';
import { ask, canAsk } from '../ask.ts';
import type { Context, Run } from '../context.ts';
import { exit } from '../exit.ts';
import { projectOf, showTrust, trustWords } from '../project.ts';
import { jsonText } from '../terminal/visible.ts';

/** Shows everything first; what is trusted is exactly what was shown. */
export const run: Run = async (context) => {
  const project = projectOf(context);
  const { words, flags, tell, answer } = context;
  const trust = unwrap(await project.readTrust());
  if (!flags.json) showTrust(trust, context);
  const isTrusted = trust.isTrusted || (await decide(trust, context, project));
  if (flags.json) answer(jsonText({ trusted: isTrusted, items: [...trust.runnables, ...(trust.unconfined ?? [])] }));
  else if (!isTrusted) tell(words.trust.refused);
  return isTrusted ? exit.done : exit.waiting;
};

async function decide(trust: Trust, context: Context, project: ProjectApi): Promise<boolean> {
  const { flags, tell } = context;
  const { question, given } = trustWords(trust, context);
  // `--json` shows, also with `--yes`: a program that lists what would run trusts nothing.
  if (flags.json) return false;
  if (!flags.yes) {
    if (!canAsk(context)) return throwFailure('answer.needed', { question: 'trust' });
    if (!(await ask(question, context))) return false;
  }
  unwrap(await project.giveTrust(trust));
  tell(given);
  return true;
}
