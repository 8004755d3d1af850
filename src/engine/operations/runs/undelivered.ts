import { fail, type Failure } from '../../../base/failure.ts';
import { ok, type Result } from '../../../base/result.ts';
import { openRun, type RunContext } from '../../descriptors/run.ts';
import { listRuns } from './find.ts';

/** Runs whose work is merged and waits for the person's checkout, the latest first; at least one. */
export async function undeliveredRuns(tools: RunContext): Promise<Result<string[], Failure>> {
  const found: string[] = [];
  for (const { id, state } of listRuns(tools.project)) {
    // The document shows the same for what waits for approval.
    if (state.phase !== 'ready_for_merge') continue;
    const open = await openRun(id, tools);
    if (!open.ok) return open;
    const { store } = open.value;
    if (store.state.kind === 'run' && store.state.step.at === 'undelivered') found.push(id);
    const closed = await open.value.close();
    if (!closed.ok) return closed;
  }
  return found.length === 0 ? fail('run.none', { wanted: 'apply' }) : ok(found);
}
