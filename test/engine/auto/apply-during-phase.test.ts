import fs from 'node:fs';
import path from 'node:path';
import { describe, expect } from 'vitest';
import { openAuto } from '../../../src/engine/descriptors/auto.ts';
import { conductAuto } from '../../../src/engine/descriptors/conduct-auto.ts';
import { applyAuto, deliverAuto, isDelivery } from '../../../src/engine/operations/auto/decide.ts';
import { nextStep } from '../../../src/engine/operations/auto/protocol.ts';
import { readAuto } from '../../../src/engine/operations/auto/status.ts';
import { autoProjectWith, filesOn, scriptFor } from '../../support/auto-project.ts';
import { autoContext, type PlayedAuto, startAutoIn } from '../../support/conduct-auto.ts';
import { expectOk } from '../../support/conduct-session.ts';
import type { RunProject } from '../../support/run-project.ts';
import { oneIn } from '../../support/one-in.ts';

const test = oneIn(2);

const PLAN = '# Shop\n\n- [ ] T1.1: One\n- [ ] T2.1: Two\n';
const never = new AbortController().signal;

describe('finished phases that wait for the checkout are applied', () => {
  test('in the middle of the next one, which nobody works on for now', async () => {
    const project = await leftInSecond();
    await apply(project);
    expect(filesOn(project)).toContain('T1.1.txt');
    expect(project.git('status', '--porcelain')).toBe('M readme.md');
    await toTheEnd(project);
  });

  test('by whoever asks what comes next, for whom no phase is over then', async () => {
    const project = await leftInSecond();
    const open = await openAuto(autoContext(project));
    await deliverAuto(open);
    expectOk(await open.close());
    expect(await nextStep(autoContext(project), { signal: never })).toEqual({ kind: 'ready', tasks: ['T2.1'] });
    expect(filesOn(project)).toContain('T1.1.txt');
  });

  test('not on a branch that went on: the end of that phase joins them', async () => {
    const project = await leftInSecond();
    project.write({ 'mine.txt': 'mine\n' });
    project.git('add', 'mine.txt');
    project.git('commit', '--quiet', '--message', 'Mine', 'mine.txt');
    await apply(project);
    expect((await readAuto(autoContext(project))).left_alone).toMatchObject({ why: 'phase_open' });
    expect(filesOn(project)).not.toContain('T1.1.txt');
    await toTheEnd(project);
  });

  test('while the next one is worked on, and its agents go on', async () => {
    const project = dirty();
    const go = path.join(project.home, 'data/go');
    const hangs = { run: 'while [ ! -e "$XDG_DATA_HOME/go" ]; do sleep 0.2; done', edit: { 'T2.1.txt': 'T2.1\n' } };
    const played = await startAutoIn(project, { script: scriptFor(['T1.1'], { 'T2.1': [hangs] }) });
    const conducted = played.conduct();
    await expect.poll(() => played.graph().tasks['T2.1']?.status).toBe('in_progress');
    const other = await openAuto(autoContext(project));
    await deliverAuto(other);
    expectOk(await other.close());
    await expect.poll(() => filesOn(project)).toContain('T1.1.txt');
    fs.writeFileSync(go, '');
    await conducted;
    expect(played.events.filter(({ type }) => type === 'effect_interrupted')).toEqual([]);
    await played.close();
  });
});

function dirty(): RunProject {
  const project = autoProjectWith(PLAN, { config: { agents: { version: 1, sandbox: 'off' } } });
  project.write({ 'readme.md': 'changed\n' });
  return project;
}

/** The first phase is done and waits, and the second was begun. */
async function leftInSecond(): Promise<RunProject> {
  const project = dirty();
  const played: PlayedAuto = await startAutoIn(project, {
    script: scriptFor(['T1.1'], { 'T2.1': [{ fail: 'crash' }] }),
  });
  const stop = new AbortController();
  played.open.store.watch(({ event }) => event.type === 'attempt_failed' && stop.abort());
  await played.conduct({ signal: stop.signal });
  expect(played.graph()).toMatchObject({ stage: { at: 'tasks' }, left_alone: { why: 'changed_files' } });
  await played.close();
  return project;
}

async function apply(project: RunProject): Promise<void> {
  const { open, plan } = await applyAuto(autoContext(project));
  await conductAuto(open, { plan, signal: never, isMine: isDelivery });
  expectOk(await open.close());
}

async function toTheEnd(project: RunProject): Promise<void> {
  project.git('checkout', '--quiet', 'readme.md');
  const again = await startAutoIn(project, { script: scriptFor(['T1.1', 'T2.1']) });
  await again.conduct();
  expect(again.graph()).toMatchObject({ stage: { at: 'done' }, left_alone: null });
  await again.close();
  expect(filesOn(project)).toEqual(expect.arrayContaining(['T1.1.txt', 'T2.1.txt']));
}
