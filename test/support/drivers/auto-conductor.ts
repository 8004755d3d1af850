import { conductAuto } from '../../../src/engine/descriptors/conduct-auto.ts';
import { startAuto } from '../../../src/engine/operations/auto/start.ts';
import { autoTools } from '../conduct-auto.ts';
import { driven, say, sayEvent, taken } from './driven.ts';

/* A face for a task graph: begins with it or goes on, prints every event, and ends with where it stands. */
const { project, given } = driven();
const tools = autoTools(project, given);
const { open, plan } = taken(await startAuto({ mode: 'ultra-thin', parallel: 6, retryLimit: 1 }, tools));
open.store.watch(sayEvent);
const ended = await conductAuto(open, { plan, signal: new AbortController().signal });
const { state } = open.store;
taken(await open.close());
say(ended.ok && state.kind === 'graph' ? `end ${state.stage.at}` : `failed ${JSON.stringify(ended)}`);
