import fs from 'node:fs';
import path from 'node:path';
import { catchFailure } from '../../../src/base/failure.ts';
import { type OpenRun, openRun } from '../../../src/engine/descriptors/run.ts';
import { startRun } from '../../../src/engine/operations/runs/start.ts';
import { conductAll, runContext } from '../conduct-run.ts';
import { readDriverOptions, printLine, printEvent, okOrExit } from './driver-options.ts';

/*
 * A face for a run: starts it, or takes up the one that is there, prints every event, answers every question with what
 * is recommended, has the hunks of the pack checked and approves it, and ends with the step it came to.
 */
const { project, given } = readDriverOptions();
const tools = runContext(project, given);
const run = (await latestRun()) ?? okOrExit(await catchFailure(() => startRun({ briefing: 'Do it.' }, tools)));
run.store.watch(printEvent);
printLine(`open ${run.id}`);
const ended = await conductAll({ ...run, conduct: run.conductWithHunks });
const { step } = run.state();
okOrExit(await run.close());
printLine(ended.ok ? `end ${step.at}` : `failed ${JSON.stringify(ended.error)}`);

/** One that was killed before it was recorded never was. */
async function latestRun(): Promise<OpenRun | undefined> {
  const runs = path.join(tools.project.root, '.orchestral/runs');
  const ids = fs.existsSync(runs) ? fs.readdirSync(runs).sort() : [];
  const id = ids.findLast((name) => fs.existsSync(path.join(runs, name, 'events.log')));
  if (id === undefined) return undefined;
  const open = okOrExit(await catchFailure(() => openRun(id, tools)));
  if (open.store.state.kind === 'run') return open;
  okOrExit(await open.close());
  return undefined;
}
