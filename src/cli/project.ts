import { type Failure, unwrap } from '../base/failure.ts';
import { err } from '../base/result.ts';
import { openProjectAt, type ProjectApi } from '../engine/door/open-project.ts';
import type { DoorOptions, Trust } from '../engine/door/options.ts';
import { formatNotice } from '../i18n/catalogue.ts';
import type { Notice } from '../schema/notice.ts';
import { ask, mayAsk } from './ask.ts';
import type { Context } from './context.ts';
import { openNamed } from './open-named.ts';
import { visible } from './terminal/visible.ts';
import { wrap } from './terminal/width.ts';

/** The project a command works on: `--project`, else the one around the current folder. */
export function projectOf(context: Context, more: Partial<DoorOptions> = {}): ProjectApi {
  return openNamed(context, { ...doorOptions(context), ...more });
}

/** Another one, in this folder. */
export function projectAt(context: Context, folder: string): ProjectApi {
  return unwrap(openProjectAt({ cwd: context.cwd, named: folder }, doorOptions(context)));
}

export function doorOptions(context: Context): DoorOptions {
  const { io, cwd, language, flags } = context;
  const { agent, model, fleet, trust } = flags;
  return {
    env: io.env,
    language,
    cwd,
    agent,
    model,
    fleet,
    trust,
    onNotice: (notice) => printNotice(context, notice),
    ...(mayAsk(context) && { confirmTrust: (wanted) => confirmTrust(wanted, context) }),
  };
}

export function printNotice(context: Context, notice: Notice): void {
  const { io, cwd, words, tell } = context;
  const columns = io.stderr.isTTY ? context.columns : Infinity;
  // Paths as they are named from here.
  const text = formatNotice(words, notice).replaceAll(`${cwd}/`, '');
  for (const line of text.split('\n')) tell(wrap(visible(line), columns).join('\n'));
}

/** Shows what work would begin with, and asks for it. */
async function confirmTrust(trust: Trust, context: Context): Promise<boolean> {
  showTrust(trust, context);
  const { question, given } = trustWords(trust, context);
  const isTrusted = await ask(question, context);
  if (isTrusted) context.tell(given);
  return isTrusted;
}

/** Where its files name nothing, what is trusted is the repository, whatever changes in it. */
export function trustWords({ runnables }: Trust, { words: { trust: words } }: Context) {
  if (runnables.length > 0) return { question: words.question, given: words.given };
  return { question: words.questionRepository, given: words.givenRepository };
}

/**
 * Where something failed only for want of trust, and there is somebody to ask: shows what this project would run, and
 * asks for it. A failure, that one or another, unless the person trusts it now.
 */
export async function askForTrust(context: Context, project: ProjectApi, failed: Failure): Promise<void> {
  if (failed.code !== 'trust.needed' || !mayAsk(context)) return unwrap(err(failed));
  const trust = unwrap(await project.readTrust());
  if (trust.isTrusted) return;
  if (!(await confirmTrust(trust, context))) return unwrap(err(failed));
  unwrap(await project.giveTrust(trust));
}

export function showTrust(trust: Trust, { words, colours, columns, answer, tell }: Context): void {
  const { runnables, unconfined, isTrusted } = trust;
  if (runnables.length === 0 && unconfined === null) return tell(words.trust.nothing);
  const show = (all: Trust['runnables']): void => {
    for (const { file, place, text } of all) {
      answer(`${colours.bold(visible(file))}  ${visible(place)}\n  ${visible(text)}`);
    }
  };
  if (runnables.length > 0) answer(words.trust.shown(runnables.length));
  show(runnables);
  if (unconfined !== null) answer(wrap(words.trust.unconfined, columns).join('\n'));
  show(unconfined ?? []);
  if (isTrusted) tell(words.trust.already);
}
