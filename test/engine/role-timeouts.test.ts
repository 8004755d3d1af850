import fs from 'node:fs';
import path from 'node:path';
import { describe, expect } from 'vitest';
import type { AutoProgress } from '../../src/engine/performers/auto/job.ts';
import type { SessionProgress } from '../../src/engine/performers/session/job.ts';
import { autoProjectWith, scriptFor } from '../support/auto-project.ts';
import { startAutoIn } from '../support/conduct-auto.ts';
import { startSessionIn } from '../support/conduct-session.ts';
import type { RunProject } from '../support/run-project.ts';
import { calculator, explores, oneSubtask } from '../support/session-script.ts';
import { oneIn } from '../support/one-in.ts';

const test = oneIn(2);

/** Longer than any of these may take. */
const FOR_EVER = 600_000;

function configure({ folder }: RunProject, files: Readonly<Record<string, object>>): void {
  fs.mkdirSync(path.join(folder, '.orchestral/config'), { recursive: true });
  for (const [name, value] of Object.entries(files))
    fs.writeFileSync(path.join(folder, `.orchestral/config/${name}.json`), JSON.stringify(value));
}

describe.concurrent('an agent that takes longer than its role is meant to', () => {
  test('is told of in a session', async () => {
    const project = calculator();
    configure(project, { agents: { timeouts: { 'code-explore': 1_000 } } });
    const late: SessionProgress[] = [];
    const enough = new AbortController();
    const session = await startSessionIn(project, {
      roles: oneSubtask({ 'code-explore': [{ delay_ms: FOR_EVER }] }),
      onProgress: (one) => {
        if (one.kind !== 'overtime') return;
        late.push(one);
        enough.abort();
      },
    });
    await session.conduct(enough.signal);
    expect(late).toEqual([{ kind: 'overtime', effect: 'R1/explore#1', role: 'code-explore', afterMs: 1_000 }]);
    await session.close();
  });

  test.each([
    ['retry', 'explored'],
    ['stop', 'step_failed'],
  ] as const)('is ended in a session, when that means %s', async (timeout_action, last) => {
    const project = calculator();
    configure(project, { global: { timeout_action }, agents: { timeouts: { 'code-explore': 2_000 } } });
    const enough = new AbortController();
    const session = await startSessionIn(project, {
      roles: oneSubtask({ 'code-explore': [{ delay_ms: FOR_EVER }, explores()] }),
    });
    session.open.store.watch(({ event }) => event.type === 'explored' && enough.abort());
    await session.conduct(enough.signal);
    const ends = session.events.filter(({ type }) => type === 'explored' || type === 'step_failed');
    expect(ends[0]).toMatchObject({ type: 'step_failed', data: { effect: 'R1/explore#1', kind: 'timeout' } });
    expect(ends.at(-1)?.type).toBe(last);
    await session.close();
  });

  test('is told of in a task list, and goes on', async () => {
    const progress: AutoProgress[] = [];
    const project = autoProjectWith('- [ ] T1.1: Write it\n');
    configure(project, { agents: { timeouts: { 'task-executor': 1_000 } } });
    const right = { edit: { 'T1.1.txt': 'T1.1\n' } };
    const warned = await startAutoIn(project, {
      script: scriptFor(['T1.1'], { 'T1.1': [{ ...right, delay_ms: 2_000 }] }),
      onProgress: (one) => void progress.push(one),
    });
    await warned.conduct();
    expect(warned.graph().tasks['T1.1']).toMatchObject({ status: 'completed', mishaps: null });
    expect(progress).toContainEqual({
      kind: 'overtime',
      effect: expect.stringMatching(/T1\.1\/work/) as string,
      role: 'task-executor',
      afterMs: 1_000,
    });
    await warned.close();
  });

  test('has failed its attempt in a task list, when that means retry', async () => {
    const project = autoProjectWith('- [ ] T1.1: Write it\n');
    configure(project, { global: { timeout_action: 'retry' }, agents: { timeouts: { 'task-executor': 2_000 } } });
    const right = { edit: { 'T1.1.txt': 'T1.1\n' } };
    const played = await startAutoIn(project, {
      script: scriptFor(['T1.1'], { 'T1.1': [{ delay_ms: FOR_EVER }, right] }),
    });
    await played.conduct();
    expect(played.graph().tasks['T1.1']).toMatchObject({
      status: 'completed',
      mishaps: { count: 1, last: { kind: 'timeout' } },
    });
    await played.close();
  });
});
