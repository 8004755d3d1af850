import fs from 'node:fs';
import path from 'node:path';
import { describe, expect } from 'vitest';
import { catchFailure } from '../../../src/base/failure.ts';
import { ok } from '../../../src/base/result.ts';
import { openAuto } from '../../../src/engine/descriptors/auto.ts';
import { judgeTasks, stopAuto } from '../../../src/engine/operations/auto/decide.ts';
import { carryOutTask, nextStep, type ProtocolLine } from '../../../src/engine/operations/auto/protocol.ts';
import { readGraph } from '../../../src/engine/operations/auto/read-graph.ts';
import { startAuto } from '../../../src/engine/operations/auto/start.ts';
import { takeTask } from '../../../src/engine/task-locks.ts';
import type { Rehearsal } from '../../../src/schema/rehearsal.ts';
import { autoProjectWith } from '../../support/auto-project.ts';
import { temporaryFolder } from '../../support/auto-store.ts';
import { autoContext, startAutoIn } from '../../support/conduct-auto.ts';
import { expectOk } from '../../support/conduct-session.ts';
import { type RunProject, runProject, SHELL_TESTS } from '../../support/run-project.ts';
import { oneIn } from '../../support/one-in.ts';

const test = oneIn(3);

const PLAN = `# Shop

- [ ] T1.1: One
- [ ] T1.2: Two
- [ ] T1.3: Three
  - deps: [T1.1, T1.2]
- [ ] T2.1: Four
`;

const writes = (name: string) => [{ edit: { [`${name}.txt`]: `${name}\n` } }];
const SCRIPT: Rehearsal = {
  version: 1,
  tasks: { 'T1.1': writes('one'), 'T1.2': writes('two'), 'T1.3': writes('three'), 'T2.1': writes('four') },
};

const never = new AbortController().signal;

function project(): RunProject {
  return runProject({ files: { ...SHELL_TESTS, 'TASKS.md': PLAN, '.claude/.gitignore': '*\n' } });
}

function driven(made: RunProject, script: Rehearsal = SCRIPT) {
  const tools = () => autoContext(made, { script });
  return {
    next: async (): Promise<ProtocolLine> => await nextStep(tools(), { signal: never }),
    exec: async (id: string): Promise<ProtocolLine> => await carryOutTask(id, tools(), { signal: never }),
    tryExec: (id: string, signal = never) => catchFailure(() => carryOutTask(id, tools(), { signal })),
  };
}

describe('a graph that an agent drives itself', () => {
  test('is prepared for whoever did not ask what comes first', async () => {
    const { next, exec } = driven(project());
    expect(await exec('T1.1')).toEqual({ kind: 'done', task: 'T1.1' });
    expect(await next()).toEqual({ kind: 'ready', tasks: ['T1.2'] });
  });

  test('is carried out line by line, several tasks at the same time', async () => {
    const made = project();
    const { next, exec } = driven(made);
    expect(await next()).toEqual({ kind: 'ready', tasks: ['T1.1', 'T1.2'] });
    expect(await Promise.all([exec('T1.1'), exec('T1.2')])).toEqual([
      { kind: 'done', task: 'T1.1' },
      { kind: 'done', task: 'T1.2' },
    ]);
    expect(await next()).toEqual({ kind: 'ready', tasks: ['T1.3'] });
    expect(await exec('T1.3')).toEqual({ kind: 'done', task: 'T1.3' });
    expect(await next()).toEqual({ kind: 'phase_done', phase: 1 });
    expect(await next()).toEqual({ kind: 'ready', tasks: ['T2.1'] });
    expect(await exec('T2.1')).toEqual({ kind: 'done', task: 'T2.1' });
    expect(await next()).toEqual({ kind: 'phase_done', phase: 2 });
    expect(await next()).toEqual({ kind: 'all_done' });
    expect(fs.readFileSync(path.join(made.folder, 'TASKS.md'), 'utf8')).toBe(PLAN.replaceAll('[ ]', '[x]'));
    expect(made.git('status', '--porcelain')).toBe('');
    // Asked again, a task is not carried out again.
    expect(await exec('T1.1')).toEqual({ kind: 'done', task: 'T1.1' });
    expect(fs.readdirSync(path.join(made.folder, '.claude')).filter((name) => name.includes('.owner'))).toEqual([]);
  });

  test('says what cannot be carried out, and why', async () => {
    const made = project();
    const { next, tryExec } = driven(made);
    await next();
    expect(await tryExec('T1.3')).toMatchObject({ error: { code: 'auto.task_not_now' } });
    for (const none of ['T1.9', 'constructor', '__proto__'])
      expect(await tryExec(none)).toMatchObject({ error: { code: 'auto.unknown_task' } });
  });

  test('has its attempts, and says why the last one failed', async () => {
    const made = project();
    const played = await startAutoIn(made, { script: SCRIPT, mode: 'ultra-thin', retryLimit: 1 });
    await played.close();
    const { next, exec } = driven(made, { version: 1, tasks: { 'T1.1': [{ fail: 'crash' }] } });
    await next();
    expect(await exec('T1.1')).toMatchObject({ kind: 'failed', task: 'T1.1', reason: expect.stringMatching(/^crash/) });
  });

  test('honours its flags, and leaves the mode as it is', async () => {
    const made = project();
    await (await startAutoIn(made, { script: SCRIPT, mode: 'normal' })).close();
    const tools = () => autoContext(made, { script: { version: 1, tasks: { 'T2.1': [{ fail: 'crash' }] } } });
    const next = (mode?: 'ultra-thin') => nextStep(tools(), { signal: never, mode });
    expect(await next()).toMatchObject({ kind: 'ready' });
    const other = await openAuto(tools());
    await judgeTasks(other, { verdict: 'complete', tasks: ['T1.1', 'T1.2', 'T1.3'], isConfirmed: true });
    await other.close();
    expect(await next()).toEqual({ kind: 'phase_done', phase: 1 });
    // Of what a person began, they are asked about every phase.
    expect(await next()).toEqual({ kind: 'phase_waits', phase: 2 });
    expect(readGraph(tools())?.mode).toBe('normal');
    expect(await next('ultra-thin')).toMatchObject({ kind: 'ready' });
    const failed = await carryOutTask('T2.1', tools(), { signal: never, retryLimit: 0 });
    expect(failed).toMatchObject({ kind: 'failed', task: 'T2.1' });
    expect(readGraph(tools())?.tasks['T2.1']?.mishaps).toMatchObject({ count: 1 });
  });

  test('that a person has stopped goes on when a person says so', async () => {
    const made = project();
    const { next } = driven(made);
    await next();
    const other = await openAuto(autoContext(made));
    await stopAuto(other);
    await other.close();
    expect(await catchFailure(next)).toMatchObject({ error: { code: 'auto.stopped' } });
    expect(await nextStep(autoContext(made), { signal: never, resumes: true })).toMatchObject({ kind: 'ready' });
  });

  test('is one for all of it, or one for each task, never both', async () => {
    const made = project();
    const played = await startAutoIn(made, { script: SCRIPT, mode: 'ultra-thin' });
    expect(await driven(made).tryExec('T1.1')).toMatchObject({ error: { code: 'owner.held' } });
    await played.close();
    const { next, tryExec } = driven(made, { version: 1, tasks: { 'T1.1': [{ delay_ms: 60_000 }] } });
    await next();
    const stop = new AbortController();
    const working = tryExec('T1.1', stop.signal);
    const lock = path.join(made.folder, '.claude/orchestrate-events.log.task-T1.1.owner');
    await expect.poll(() => fs.existsSync(lock)).toBe(true);
    expect(await catchFailure(() => startAuto({}, autoContext(made, { script: SCRIPT })))).toMatchObject({
      error: { code: 'owner.held' },
    });
    expect(await tryExec('T1.1')).toMatchObject({ error: { code: 'owner.held' } });
    stop.abort();
    expect(await working).toMatchObject({ error: { code: 'work.cancelled' } });
    // What was interrupted is ready again.
    const again = driven(made);
    expect(await again.next()).toMatchObject({ kind: 'ready', tasks: expect.arrayContaining(['T1.1']) });
    expect(await again.exec('T1.1')).toEqual({ kind: 'done', task: 'T1.1' });
  });

  test('is checked by one process at a time, where there is one worktree for that', async () => {
    const worked = path.join(temporaryFolder(), 'worked');
    const plan = `# Shop

- [ ] T1.1: One
- [ ] T1.2: Look
  - changes: none
  - acceptance: \`touch here; while [ ! -e "${worked}" ]; do sleep 0.2; done; sleep 3; test -e here\` passes
`;
    const config = { agents: { version: 1, sandbox: 'off' } } as const;
    const made = autoProjectWith(plan, { config });
    const script: Rehearsal = {
      version: 1,
      tasks: {
        'T1.1': [{ run: `touch "${worked}"`, edit: { 'one.txt': 'one\n' } }],
        'T1.2': [{ say: 'Looked.' }],
      },
    };
    await (await startAutoIn(made, { script, mode: 'ultra-thin', retryLimit: 0 })).close();
    const { next, exec } = driven(made, script);
    await next();
    const looking = exec('T1.2');
    const checks = path.join(made.home, 'state');
    await expect
      .poll(() => fs.readdirSync(checks, { recursive: true }).some((name) => String(name).endsWith('/here')))
      .toBe(true);
    const working = exec('T1.1');
    expect(await Promise.all([looking, working])).toMatchObject([{ kind: 'done' }, { kind: 'done' }]);
  });

  test('goes on where somebody died whom others wait for', async () => {
    const made = project();
    await (await startAutoIn(made, { script: SCRIPT, mode: 'ultra-thin', parallel: 1 })).close();
    const { next, exec } = driven(made);
    await next();
    const open = await openAuto(autoContext(made));
    const lock = expectOk(takeTask(open, 'T1.1'));
    const started = { type: 'effect_started', data: { effect: 'auto/T1.1/work#1', slot: 1 } } as const;
    expectOk(await open.store.commit(() => ok([started])));
    const log = open.paths.log;
    const waiting = exec('T1.2');
    await expect.poll(() => fs.existsSync(`${log}.task-T1.2.owner`)).toBe(true);
    // As if it had been killed: the lock is nobody's, and nothing is recorded.
    lock.close();
    expect(await waiting).toEqual({ kind: 'done', task: 'T1.2' });
    expect(await exec('T1.1')).toEqual({ kind: 'done', task: 'T1.1' });
    expectOk(await open.close());
  });
});

describe('a state that is found again', () => {
  test('knows what was merged, though nothing was delivered and both files are gone or garbled', async () => {
    const made = project();
    fs.writeFileSync(path.join(made.folder, 'readme.md'), 'changed\n');
    const script: Rehearsal = { version: 1, tasks: { ...SCRIPT.tasks, 'T2.1': [{ fail: 'crash' }] } };
    const played = await startAutoIn(made, { script, mode: 'ultra-thin', retryLimit: 0 });
    await played.conduct();
    expect(played.graph().left_alone).not.toBeNull();
    await played.close();
    const claude = path.join(made.folder, '.claude');
    fs.writeFileSync(path.join(claude, 'orchestrate-state.json'), '{"version": "2.0", "mo');
    for (const name of fs.readdirSync(claude))
      if (name.startsWith('orchestrate-events') || name.endsWith('.bak')) fs.rmSync(path.join(claude, name));
    expect(await catchFailure(() => startAuto({}, autoContext(made, { script: SCRIPT })))).toMatchObject({ ok: false });
    const again = await startAutoIn(made, { script: SCRIPT, rebuilds: true });
    const { order, tasks } = again.graph();
    expect(order.map((id) => tasks[id]?.status)).toEqual(['completed', 'completed', 'completed', 'pending']);
    made.git('checkout', '--quiet', 'readme.md');
    await again.conduct();
    await again.close();
    expect(again.events.filter(({ type }) => type === 'worked')).toHaveLength(1);
    expect(fs.readFileSync(path.join(made.folder, 'TASKS.md'), 'utf8')).toBe(PLAN.replaceAll('[ ]', '[x]'));
    expect(fs.readFileSync(path.join(made.folder, 'one.txt'), 'utf8')).toBe('one\n');
  });
});
