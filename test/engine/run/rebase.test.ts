import { describe, expect } from 'vitest';
import { catchFailure } from '../../../src/base/failure.ts';
import type { OpenRun } from '../../../src/engine/descriptors/run.ts';
import { approveRun, rebaseRun, rejectRun } from '../../../src/engine/operations/runs/decide.ts';
import { conductAll, startRunIn } from '../../support/conduct-run.ts';
import { type RunProject, runProject, SHELL_TESTS } from '../../support/run-project.ts';
import { oneIn } from '../../support/one-in.ts';

const test = oneIn(3);

const FILES = { ...SHELL_TESTS, 'list.txt': 'one\n' };
const OWN = { edit: { 'answer.txt': 'right\n', 'list.txt': 'one\nof the run\n' } };
const BOTH = { edit: { 'list.txt': 'one\nof the base\nof the run\n' } };

describe.concurrent('a base that moved', () => {
  test('is merged in without an agent where git can, and the tests and the gate come again', async () => {
    const { project, open, events } = await ready([{ edit: { 'answer.txt': 'right\n' } }]);
    const before = packOf(open);
    const now = moveBase(project, { 'other.txt': 'other\n' });
    const checkout = project.git('status', '--porcelain');
    await rebaseRun(open);
    await conductAll(open, { approves: false });
    const after = packOf(open);
    expect(after.commit).not.toBe(before.commit);
    expect(open.state()).toMatchObject({ base: { commit: now }, iteration: 1, step: { refusal: null } });
    expect(typesOf(events).slice(-5)).toEqual(['rebase_requested', 'rebased', 'tested', 'gated', 'packed']);
    expect(project.git('show', `${after.commit}:other.txt`)).toBe('other');
    expect(project.git('status', '--porcelain')).toBe(checkout);
    expect(await catchFailure(() => approveRun(open, { commit: before.commit }))).toMatchObject({
      ok: false,
      error: { code: 'run.pack_changed' },
    });
    await conductAll(open);
    expect(open.state().step.at).toBe('completed');
    expect(JSON.parse(project.read('mrp/evidence.json'))).toMatchObject({
      files_changed: ['answer.txt', 'test/answer.check'],
    });
    await open.close();
  });

  test('and conflicts is given to the Builder with both sides and their reasons', async () => {
    const { project, open } = await ready([OWN, BOTH]);
    moveBase(project, { 'list.txt': 'one\nof the base\n' }, 'List what the base has\n\nBecause people asked for it.');
    await approveRun(open, { commit: packOf(open).commit });
    await conductAll(open, { approves: false });
    expect(open.state().step).toMatchObject({ at: 'ready_for_merge', refusal: { why: 'conflict' } });
    await rebaseRun(open);
    await conductAll(open, { approves: false });
    const prompt = project.step('rebase-1/prompt.md');
    for (const part of ['Because people asked for it.', '+of the base', '+of the run', '# Brief', 'list.txt'])
      expect(prompt, part).toContain(part);
    const { commit } = packOf(open);
    expect(project.git('show', `${commit}:list.txt`)).toBe('one\nof the base\nof the run');
    await conductAll(open);
    expect(project.git('show', 'main:list.txt')).toBe('one\nof the base\nof the run');
    expect(project.git('show', 'main:answer.txt')).toBe('right');
    await open.close();
  });

  test('and conflicts shows the pack as it was when two agents leave the conflict', async () => {
    const marked = { edit: { 'note.txt': 'done\n' } };
    const { project, open, events } = await ready([OWN, { run: 'true' }, marked]);
    const before = packOf(open);
    moveBase(project, { 'list.txt': 'one\nof the base\n' });
    await rebaseRun(open);
    await conductAll(open, { approves: false });
    expect(typesOf(events).filter((type) => type === 'conflict_left')).toHaveLength(2);
    expect(open.state().step).toMatchObject({
      at: 'ready_for_merge',
      work: before,
      refusal: { why: 'conflict', detail: ['list.txt'] },
    });
    expect(project.step('rebase-2/prompt.md')).toMatch(/## What was wrong the first time\n\n```\n- list\.txt/);
    await open.close();
  });

  test('does not let an agent drop a test of the work with the conflict', async () => {
    const check = 'grep -q "of the run" list.txt\n';
    const own = { edit: { ...OWN.edit, 'test/list.check': check } };
    const { project, open, events } = await ready([
      own,
      { edit: { 'list.txt': 'one\nof the base\n' }, run: 'rm test/list.check' },
      { edit: { ...BOTH.edit, 'test/list.check': check } },
    ]);
    moveBase(project, { 'list.txt': 'one\nof the base\n' });
    await rebaseRun(open);
    await conductAll(open, { approves: false, answers: () => undefined });
    const gated = events.findLast(({ type }) => type === 'gated');
    const asked = events.findLast(({ type }) => type === 'asked');
    const said = JSON.stringify(asked ?? open.state().step) + JSON.stringify(gated);
    expect(said).toContain('test/list.check');
    await open.close();
  });

  test('is taken up before the next round of a rejected pack, and what was rejected stays rejected', async () => {
    const { project, open } = await ready([
      { edit: { 'answer.txt': 'right\n' } },
      { run: 'true' },
      { edit: { 'answer.txt': 'right, and more\n' } },
    ]);
    moveBase(project, { 'other.txt': 'other\n' });
    await rejectRun(open, 'Say more.');
    await rebaseRun(open);
    await conductAll(open, { approves: false });
    expect(open.state().iteration).toBe(3);
    expect(JSON.stringify(open.state().feedback)).toContain('rejected_before');
    expect(project.git('show', `${packOf(open).commit}:answer.txt`)).toBe('right, and more');
    await open.close();
  });

  test('and one that did not move, is gone, or is of merged work, is refused', async () => {
    const { project, open } = await ready([{ edit: { 'answer.txt': 'right\n' } }]);
    const refused = async () => {
      const asked = await catchFailure(() => rebaseRun(open));
      return asked.ok ? 'taken' : asked.error.code;
    };
    expect(await refused()).toBe('rebase.not_moved');
    project.git('checkout', '--quiet', '-b', 'mine');
    project.git('branch', '--quiet', '-D', 'main');
    expect(await refused()).toBe('rebase.base_gone');
    project.git('branch', '--quiet', 'main');
    await conductAll(open);
    expect(await refused()).toBe('run.not_now');
    await open.close();
  });
});

type Step = { edit?: Record<string, string>; run?: string };

async function ready(builder: Step[]) {
  const project = runProject({ files: FILES });
  const started = await startRunIn(project, { roles: { builder } });
  if (!started.ok) throw new Error(started.error.code);
  const { open, events } = started.value;
  const conducted = await conductAll(open, { approves: false });
  expect([conducted.ok, open.state().step.at]).toEqual([true, 'ready_for_merge']);
  return { project, open, events };
}

function packOf(open: OpenRun) {
  const { step } = open.state();
  if (step.at !== 'ready_for_merge') throw new Error(step.at);
  return step.work;
}

function moveBase(project: RunProject, files: Record<string, string>, message = 'Go on'): string {
  project.write(files);
  project.git('add', ...Object.keys(files));
  project.git('commit', '--quiet', '--message', message);
  return project.git('rev-parse', 'main');
}

function typesOf(events: readonly { readonly type: string }[]): string[] {
  return events.map(({ type }) => type).filter((type) => !/^(?:effect_|hunks)/.test(type));
}
