import { catchFailure } from '../../../src/base/failure.ts';
import { conductAuto } from '../../../src/engine/descriptors/conduct-auto.ts';
import { startAuto } from '../../../src/engine/operations/auto/start.ts';
import { autoContext } from '../conduct-auto.ts';
import { readDriverOptions, printLine, printEvent, okOrExit } from './driver-options.ts';

/* A face for a task graph: begins with it or goes on, prints every event, and ends with where it stands. */
const { project, given } = readDriverOptions();
const tools = autoContext(project, given);
const { open, plan } = okOrExit(
  await catchFailure(() => startAuto({ mode: 'ultra-thin', parallel: 6, retryLimit: 1 }, tools)),
);
open.store.watch(printEvent);
const ended = await catchFailure(() => conductAuto(open, { plan, signal: new AbortController().signal }));
const { state } = open.store;
okOrExit(await open.close());
printLine(ended.ok && state.kind === 'graph' ? `end ${state.stage.at}` : `failed ${JSON.stringify(ended)}`);
