import fs from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import type { Failure } from '../../../src/base/failure.ts';
import type { Result } from '../../../src/base/result.ts';
import { type OpenRun, openRun } from '../../../src/engine/open-run.ts';
import { startRun } from '../../../src/engine/operations/runs/start.ts';
import { conductAll, toolsFor } from '../conduct-run.ts';

/*
 * A face for a run: starts it, or takes up the one that is there, prints every event, answers every question with what
 * is recommended and approves the pack, and ends with the step it came to. `--die-at POINT:N` is its end at that place.
 */
const { values } = parseArgs({
  options: {
    project: { type: 'string', default: '' },
    agent: { type: 'string' },
    briefing: { type: 'string', default: 'Do it.' },
    'die-at': { type: 'string' },
  },
});
const [dieAt, nth = '1'] = (values['die-at'] ?? '').split(':');
let visits = 0;

const tools = toolsFor(
  { folder: values.project, env: process.env as Record<string, string> },
  {
    wishes: values.agent === undefined ? {} : { agent: values.agent },
    onNotice: ({ code, params }) => say(`notice ${code} ${JSON.stringify(params)}`),
    onPoint: (point) => {
      if (point === dieAt && ++visits === Number(nth)) process.kill(process.pid, 'SIGKILL');
    },
  },
);
const run = (await latestRun()) ?? taken(await startRun({ briefing: values.briefing }, tools));
run.store.watch(
  ({ event }) => event.type !== 'shown' && say(`${event.type} ${JSON.stringify(event.data).slice(0, 2000)}`),
);
say(`open ${run.id}`);
const ended = await conductAll(run);
const { step } = run.state();
taken(await run.close());
say(ended.ok ? `end ${step.at}` : `failed ${JSON.stringify(ended.error)}`);

/** One that was killed before it was recorded never was. */
async function latestRun(): Promise<OpenRun | undefined> {
  const runs = path.join(tools.project.root, '.orchestral/runs');
  const ids = fs.existsSync(runs) ? fs.readdirSync(runs).sort() : [];
  const id = ids.findLast((name) => fs.existsSync(path.join(runs, name, 'events.log')));
  if (id === undefined) return undefined;
  const open = taken(await openRun(id, tools));
  if (open.store.state.kind === 'run') return open;
  taken(await open.close());
  return undefined;
}

function taken<T>(result: Result<T, Failure>): T {
  if (result.ok) return result.value;
  say(`failed ${JSON.stringify(result.error)}`);
  process.exit(1);
}

function say(line: string): void {
  fs.writeSync(1, `${line}\n`);
}
