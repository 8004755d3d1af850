import fs from 'node:fs';
import { parseArgs } from 'node:util';
import { fail } from '../../../src/base/failure.ts';
import { ok } from '../../../src/base/result.ts';
import type { Graph } from '../../../src/workflows/auto/graph-state.ts';
import { autoProject } from '../auto-store.ts';

/*
 * Completes the tasks of a planned graph, one commit each, in a few lanes at once, and writes the id of each into a
 * witness file outside the store as soon as the commit was acknowledged. `--die-at POINT:N` is its end at that place.
 */
const { values } = parseArgs({
  options: {
    folder: { type: 'string', default: '' },
    witness: { type: 'string', default: '' },
    commits: { type: 'string', default: '1000000' },
    lanes: { type: 'string', default: '1' },
    'die-at': { type: 'string' },
  },
});
const [dieAt, nth = '1'] = (values['die-at'] ?? '').split(':');
let visits = 0;

const store = await autoProject(values.folder).open({
  onPoint: (point) => {
    if (point === dieAt && ++visits === Number(nth)) process.kill(process.pid, 'SIGKILL');
  },
});
const witness = fs.openSync(values.witness, 'a');
fs.writeSync(1, 'open\n');
let left = Number(values.commits);
await Promise.all(Array.from({ length: Number(values.lanes) }, completeOneAfterTheOther));
await store.close();
fs.writeSync(1, 'closed\n');

async function completeOneAfterTheOther(): Promise<void> {
  while (left > 0) {
    left -= 1;
    let id: string | undefined;
    const done = await store.commit((state) => {
      if (state.kind === 'graph') id = nextTask(state);
      if (id === undefined) return fail('answer.needed', { question: 'unlock' });
      return ok([{ type: 'task_completed', data: { id, seconds: 1 } }]);
    });
    if (!done.ok) return;
    fs.writeSync(witness, `${id}\n`);
  }
}

function nextTask(state: Graph): string | undefined {
  return state.order.find((id) => state.tasks[id]?.status === 'ready');
}
