import fs from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { ok } from '../../../src/base/result.ts';
import { findProject } from '../../../src/engine/project.ts';
import { openRun } from '../../../src/engine/open-run.ts';

/*
 * A face for a run: starts or resumes it, prints every event, ends with the phase it came to. `--die-at POINT:N` is its
 * end at that place.
 */
const { values } = parseArgs({
  options: {
    project: { type: 'string', default: '' },
    base: { type: 'string', default: '' },
    agent: { type: 'string', default: '' },
    'die-at': { type: 'string' },
  },
});
const [dieAt, nth = '1'] = (values['die-at'] ?? '').split(':');
let visits = 0;

const project = findProject({ cwd: process.cwd(), named: values.project });
if (!project.ok) throw new Error(JSON.stringify(project.error));
const opened = await openRun({
  project: project.value,
  runId: 'run-20260115-103000',
  env: process.env,
  agentCommand: ['sh', '-c', values.agent],
  testCommand: ['sh', path.join('test', 'run.sh')],
  onNotice: ({ code }) => say(`notice ${code}`),
  onPoint: (point) => {
    if (point === dieAt && ++visits === Number(nth)) process.kill(process.pid, 'SIGKILL');
  },
});
if (!opened.ok) throw new Error(JSON.stringify(opened.error));
const { store, conduct } = opened.value;
store.watch(({ event }) => event.type !== 'shown' && say(event.type));
await store.commit((state) =>
  ok(
    state.kind === 'unstarted'
      ? [{ type: 'run_started', data: { run_id: 'run-20260115-103000', base: values.base, max_iterations: 3 } }]
      : [],
  ),
);
const conducted = await conduct(new AbortController().signal);
const { state } = store;
await store.close();
say(conducted.ok && state.kind === 'run' ? `end ${state.step.at}` : `failed ${JSON.stringify(conducted)}`);

function say(line: string): void {
  fs.writeSync(1, `${line}\n`);
}
