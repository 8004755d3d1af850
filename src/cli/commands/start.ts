import path from 'node:path';
import { fail, type Failure } from '../../base/failure.ts';
import type { Result } from '../../base/result.ts';
import type { OpenRun, RunContext } from '../../engine/descriptors/run.ts';
import { type NewRun, startRun } from '../../engine/operations/runs/start.ts';
import { watchInTmux } from '../../engine/operations/runs/tmux.ts';
import { briefingFrom } from '../briefing.ts';
import type { Context, Run } from '../context.ts';
import { failureLines } from '../report/failure.ts';
import { conductOnScreen } from '../run-screen.ts';
import { runContext } from '../run-tools.ts';
import { visible } from '../terminal/visible.ts';
import { askForTrust } from './trust.ts';

export const run: Run = async (context, { args, options, flags }) => {
  const tools = runContext(context);
  if (!tools.ok) return tools;
  const briefing = await briefingFrom(args, context);
  if (!briefing.ok) return briefing;
  if (briefing.value.trim() === '') return fail('briefing.empty', {});
  return context.finishing(begin(context, tools.value));

  async function begin(on: Context, given: RunContext) {
    const open = await startTrusted(on, given, { briefing: briefing.ok ? briefing.value : '', base: options['base'] });
    if (!open.ok) return open;
    if (flags.has('tmux')) await showInTmux(on, open.value);
    return conductOnScreen(on, open.value);
  }
};

/** What the configuration would run is shown and asked for where there is somebody to ask. */
async function startTrusted(context: Context, tools: RunContext, wanted: NewRun): Promise<Result<OpenRun, Failure>> {
  const started = await startRun(wanted, tools);
  if (started.ok) return started;
  const trusted = await askForTrust(context, tools.project, started.error);
  return trusted.ok ? startRun(wanted, tools) : trusted;
}

/** Only another window on the run: without it the work goes on as well. */
async function showInTmux(context: Context, open: OpenRun): Promise<void> {
  const { words, cwd, tell } = context;
  const command = [process.execPath, path.resolve(process.argv[1] ?? '')];
  const opened = await watchInTmux(open, { command });
  if (opened.ok) tell(words.runScreen.tmux(visible(opened.value.session)));
  else tell(failureLines(opened.error, { words, colours: context.stderrView().colours, cwd }).join('\n'));
}
