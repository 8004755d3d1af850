import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { createRehearsal } from '../../src/agents/rehearsal/rehearsal.ts';
import { systemClock } from '../../src/base/clock.ts';
import { unrecordedSpawner } from '../../src/engine/ask-program.ts';
import type { JobResult, StepJob } from '../../src/schema/fleet.ts';

/** The agent of one worker: says a sentence and changes a file. */
export function rehearsing(delayMs: number): (job: StepJob, onEvent: (event: unknown) => void) => Promise<JobResult> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'fleet-worker-'));
  const steps = [{ say: 'I change the file and am done.', edit: { 'data.txt': 'new\n' }, delay_ms: delayMs }];
  const script = { version: 1 as const, roles: { 'task-executor': steps } };
  const backend = createRehearsal({ script, finished: () => 0, spawner: unrecordedSpawner(), clock: systemClock });
  const limits = { wallMs: 60_000, idleMs: 60_000, outputBytes: 2 ** 20 };
  const { signal } = new AbortController();
  return async ({ effect, role: by, prompt }, onEvent) => {
    const call = { effect, role: by, prompt, folder, stepFolder: folder, limits, env: {}, signal };
    const outcome = await backend.run(call, onEvent);
    const { conversation: _conversation, ...rest } = outcome;
    return { kind: 'done', work: null, outcome: { ...rest, tries: 1, by: { backend: 'rehearsal', model: null } } };
  };
}
