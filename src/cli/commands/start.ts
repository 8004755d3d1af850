import path from 'node:path';
import { fail, type Failure } from '../../base/failure.ts';
import type { Result } from '../../base/result.ts';
import type { ProjectApi } from '../../engine/door/open-project.ts';
import type { NewRun, RunConductor } from '../../engine/door/runs.ts';
import { briefingFrom } from '../briefing.ts';
import type { Context, Run } from '../context.ts';
import type { ExitCode } from '../exit.ts';
import { conductRun } from '../live-view/run.ts';
import { projectOf } from '../project.ts';
import { failureLines } from '../report/failure.ts';
import { visible } from '../terminal/visible.ts';

export const run: Run = async (context, { args, options, flags }) => {
  const project = projectOf(context);
  if (!project.ok) return project;
  const briefing = await briefingFrom(args, context);
  if (!briefing.ok) return briefing;
  if (briefing.value.trim() === '') return fail('briefing.empty', {});
  const wanted = { briefing: briefing.value, base: options['base'] };
  return context.finishing(begin(context, project.value, { wanted, showsTmux: flags.has('tmux') }));
};

async function begin(
  context: Context,
  project: ProjectApi,
  { wanted, showsTmux }: { readonly wanted: NewRun; readonly showsTmux: boolean },
): Promise<Result<ExitCode, Failure>> {
  const started = await project.runs.start(wanted);
  if (!started.ok) return started;
  if (showsTmux) await showInTmux(context, started.value);
  return conductRun(context, project, { conductor: started.value });
}

/** Only another window on the run: without it the work goes on as well. */
async function showInTmux(context: Context, conductor: RunConductor): Promise<void> {
  const { words, cwd, tell } = context;
  const command = [process.execPath, path.resolve(process.argv[1] ?? '')];
  const opened = await conductor.showInTmux({ command });
  if (opened.ok) tell(words.runScreen.tmux(visible(opened.value.session)));
  else tell(failureLines(opened.error, { words, colours: context.stderrView().colours, cwd }).join('\n'));
}
