import type { Failure } from '../base/failure.ts';
import type { Result } from '../base/result.ts';
import { openProject, openProjectAt, type ProjectApi } from '../engine/door/open-project.ts';
import type { DoorOptions } from '../engine/door/options.ts';
import { formatNotice } from '../i18n/catalogue.ts';
import type { Notice } from '../schema/notice.ts';
import { mayAsk } from './ask.ts';
import type { Context } from './context.ts';
import { visible } from './terminal/visible.ts';
import { wrap } from './terminal/width.ts';

/** The project a command works on: `--project`, else the one around the current folder. */
export function projectOf(context: Context, more: Partial<DoorOptions> = {}): Result<ProjectApi, Failure> {
  const { cwd, flags } = context;
  const options = { ...doorOptions(context), ...more };
  return flags.project === undefined
    ? openProject(cwd, options)
    : openProjectAt({ cwd, named: flags.project }, options);
}

/** Another one, in this folder. */
export function projectAt(context: Context, folder: string): Result<ProjectApi, Failure> {
  return openProjectAt({ cwd: context.cwd, named: folder }, doorOptions(context));
}

function doorOptions(context: Context): DoorOptions {
  const { io, cwd, language, flags } = context;
  const { agent, model, trust } = flags;
  return {
    env: io.env,
    language,
    cwd,
    agent,
    model,
    trust,
    onNotice: (notice) => printNotice(context, notice),
    ...(mayAsk(context) && {
      confirmTrust: async (wanted) => (await import('./ask-trust.ts')).confirmTrust(wanted, context),
    }),
  };
}

export function printNotice(context: Context, notice: Notice): void {
  const { io, cwd, words, tell } = context;
  const columns = io.stderr.isTTY ? context.columns : Infinity;
  // Paths as they are named from here.
  const text = formatNotice(words, notice).replaceAll(`${cwd}/`, '');
  for (const line of text.split('\n')) tell(wrap(visible(line), columns).join('\n'));
}
