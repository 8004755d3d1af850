import fs from 'node:fs';
import { parseArgs } from 'node:util';
import type { Failure } from '../../../src/base/failure.ts';
import type { Result } from '../../../src/base/result.ts';
import { conductAuto } from '../../../src/engine/conduct-auto.ts';
import { startAuto } from '../../../src/engine/operations/auto/start.ts';
import { autoTools } from '../conduct-auto.ts';

/*
 * A face for a task graph: begins with it or goes on, prints every event, and ends with where it stands.
 * `--die-at POINT:N` is its end at that place.
 */
const { values } = parseArgs({
  options: {
    project: { type: 'string', default: '' },
    agent: { type: 'string', default: '' },
    'die-at': { type: 'string' },
  },
});
const [dieAt, nth = '1'] = (values['die-at'] ?? '').split(':');
let visits = 0;

const env = process.env as Record<string, string>;
const tools = autoTools(
  { folder: values.project, env, home: env['HOME'] ?? '' },
  {
    wishes: { agent: values.agent },
    onNotice: ({ code, params }) => say(`notice ${code} ${JSON.stringify(params)}`),
    onPoint: (point) => {
      if (point === dieAt && ++visits === Number(nth)) process.kill(process.pid, 'SIGKILL');
    },
  },
);
const { open, plan } = taken(await startAuto({ mode: 'ultra-thin', parallel: 6, retryLimit: 1 }, tools));
open.store.watch(
  ({ event }) => event.type !== 'shown' && say(`${event.type} ${JSON.stringify(event.data).slice(0, 2000)}`),
);
const ended = await conductAuto(open, { plan, signal: new AbortController().signal });
const { state } = open.store;
taken(await open.close());
say(ended.ok && state.kind === 'graph' ? `end ${state.stage.at}` : `failed ${JSON.stringify(ended)}`);

function taken<T>(result: Result<T, Failure>): T {
  if (result.ok) return result.value;
  say(`failed ${JSON.stringify(result.error)}`);
  process.exit(1);
}

function say(line: string): void {
  fs.writeSync(1, `${line}\n`);
}
