import fs from 'node:fs';
import path from 'node:path';
import { catchFailure } from '../../../src/base/failure.ts';
import { ok } from '../../../src/base/result.ts';
import { conductAuto } from '../../../src/engine/descriptors/conduct-auto.ts';
import { openRun } from '../../../src/engine/descriptors/run.ts';
import { openSession, sessionPaths } from '../../../src/engine/descriptors/session.ts';
import { startAuto } from '../../../src/engine/operations/auto/start.ts';
import { approveRun, resumeRun, syncRun } from '../../../src/engine/operations/runs/decide.ts';
import { startRun } from '../../../src/engine/operations/runs/start.ts';
import { startSession } from '../../../src/engine/operations/sessions/start.ts';
import { autoContext } from '../conduct-auto.ts';
import { runContext } from '../conduct-run.ts';
import { sessionContext } from '../conduct-session.ts';
import { okOrExit, printEvent, printLine, readDriverOptions } from './driver-options.ts';

/*
 * Takes a run, a session (where there is a package.json) or a task list (where there is a TASKS.md) to its merged pull
 * request: approves what is shown, and looks after what is published until others have merged it.
 */
const { project, given } = readDriverOptions();
const { signal } = new AbortController();
const has = (name: string) => fs.existsSync(path.join(project.folder, name));
const conducted = await catchFailure(has('TASKS.md') ? playAuto : has('package.json') ? playSession : playRun);
printLine(conducted.ok ? `end ${conducted.value}` : `failed ${JSON.stringify(conducted.error)}`);

async function playRun(): Promise<string> {
  const tools = runContext(project, given);
  const runs = path.join(project.folder, '.orchestral/runs');
  const ids = fs.existsSync(runs) ? fs.readdirSync(runs).sort() : [];
  const id = ids.findLast((name) => fs.existsSync(path.join(runs, name, 'events.log')));
  const open = id === undefined ? await startRun({ briefing: 'Do it.' }, tools) : await openRun(id, tools);
  open.store.watch(printEvent);
  for (;;) {
    const { step } = open.state();
    if (step.at === 'completed') break;
    if (step.at === 'ready_for_merge') await approveRun(open, { commit: step.work.commit, allow: 'all' });
    else if (step.at === 'proposed') await syncRun(open);
    else await resumeRun(open);
    await open.conduct(signal);
  }
  okOrExit(await open.close());
  return 'merged';
}

async function playSession(): Promise<string> {
  const tools = sessionContext(project, given);
  const isThere = fs.existsSync(sessionPaths(tools).log);
  const open = isThere ? await openSession(tools) : await startSession({ request: 'Add functions.' }, tools);
  open.store.watch(printEvent);
  for (;;) {
    await open.conduct(signal);
    const { state } = open.store;
    if (state.kind === 'session' && state.delivery?.at === 'done') break;
    okOrExit(
      await open.store.commit((now) =>
        ok(
          now.kind === 'session' && now.delivery === null
            ? [{ type: 'delivery_requested', data: { asked: false } }]
            : [{ type: 'sync_requested', data: {} }],
        ),
      ),
    );
  }
  okOrExit(await open.close());
  return 'merged';
}

async function playAuto(): Promise<string> {
  const tools = autoContext(project, given);
  const { open, plan } = await startAuto({ mode: 'ultra-thin', parallel: 3 }, tools);
  open.store.watch(printEvent);
  for (;;) {
    await conductAuto(open, { plan, signal });
    const { state } = open.store;
    if (state.kind === 'graph' && state.proposal?.state === 'merged') break;
    okOrExit(await open.store.commit(() => ok([{ type: 'sync_requested', data: {} }])));
  }
  okOrExit(await open.close());
  return 'merged';
}
