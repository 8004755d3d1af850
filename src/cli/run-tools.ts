import type { Failure } from '../base/failure.ts';
import { ok, type Result } from '../base/result.ts';
import type { RunContext } from '../engine/descriptors/run.ts';
import { formatNotice } from '../i18n/catalogue.ts';
import type { Context } from './context.ts';
import { projectOf } from './project.ts';
import { visible } from './terminal/visible.ts';
import { wrap } from './terminal/width.ts';

/** What operations on runs need of the command line. */
export function runContext(context: Context): Result<RunContext, Failure> {
  const project = projectOf(context);
  if (!project.ok) return project;
  const { io, cwd, words, flags, tell } = context;
  const { agent, model } = flags;
  return ok({
    project: project.value,
    env: io.env,
    cwd,
    words,
    options: { ...(agent !== undefined && { agent }), ...(model !== undefined && { model }) },
    trusts: flags.trust,
    onNotice: (notice) => {
      const columns = io.stderr.isTTY ? context.columns : Infinity;
      // Paths as they are named from here.
      const text = formatNotice(words, notice).replaceAll(`${cwd}/`, '');
      for (const line of text.split('\n')) tell(wrap(visible(line), columns).join('\n'));
    },
  });
}
