import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, vi } from 'vitest';
import { openAuto } from '../../../src/engine/descriptors/auto.ts';
import { realDisk } from '../../../src/files/disk.ts';
import type { Notice } from '../../../src/schema/notice.ts';
import { judgeTasks, type Verdict } from '../../../src/engine/operations/auto/decide.ts';
import { nextStep } from '../../../src/engine/operations/auto/protocol.ts';
import { autoProjectWith, filesOn, scriptFor } from '../../support/auto-project.ts';
import { autoContext, startAutoIn } from '../../support/conduct-auto.ts';
import { expectOk } from '../../support/conduct-session.ts';
import { playOnce } from '../../support/play-once.ts';
import type { RunProject } from '../../support/run-project.ts';
import { oneIn } from '../../support/one-in.ts';

const test = oneIn(3);

const PLAN = `# Shop

- [ ] T1.1: One
- [ ] T1.2: Two
- [ ] T2.1: Three
`;
const ALL = PLAN.replaceAll('[ ]', '[x]');
const SCRIPT = scriptFor(['T1.1', 'T2.1'], { 'T1.2': [{ fail: 'crash' }] });

describe('a failed task that a person completes after the end is ticked', () => {
  test('by the next start, with one commit and nobody asked for more', async () => {
    const project = await ended();
    const before = project.git('rev-parse', 'main');
    await say(project, 'complete');
    const again = await startAutoIn(project, { mode: 'normal' });
    await again.conduct();
    expect(again.graph()).toMatchObject({ stage: { at: 'done' }, left_alone: null });
    await again.close();
    expect(planOf(project)).toBe(ALL);
    expect(project.git('status', '--porcelain')).toBe('');
    expect(project.git('log', '--format=%P', '-1')).toBe(before);
    expect(again.events.filter(({ type }) => type === 'worked')).toEqual([]);
    const third = await startAutoIn(project);
    await third.conduct();
    await third.close();
    expect(third.events.filter(({ type }) => type !== 'started')).toEqual([]);
  });

  test('on top of what the branch got meanwhile', async () => {
    const project = await ended();
    await say(project, 'complete');
    project.write({ 'mine.txt': 'mine\n' });
    project.git('add', 'mine.txt');
    project.git('commit', '--quiet', '--message', 'Mine');
    const before = project.git('rev-parse', 'main');
    const again = await startAutoIn(project);
    await again.conduct();
    await again.close();
    expect(planOf(project)).toBe(ALL);
    expect(project.git('log', '--format=%P', '-1')).toBe(before);
    expect(project.git('status', '--porcelain')).toBe('');
  });

  test('in the file itself, where git does not know it', async () => {
    const project = await ended({ isTracked: false });
    const before = project.git('rev-parse', 'main');
    await say(project, 'complete');
    const again = await startAutoIn(project);
    await again.conduct();
    await again.close();
    expect(planOf(project)).toBe(ALL);
    expect(project.git('rev-parse', 'main')).toBe(before);
  });

  test('not where the person has changed files: that waits for them like any work', async () => {
    const project = await ended();
    await say(project, 'complete');
    project.write({ 'readme.md': 'changed\n' });
    const again = await startAutoIn(project);
    await again.conduct();
    expect(again.graph()).toMatchObject({ stage: { at: 'done' }, left_alone: { why: 'changed_files' } });
    await again.close();
    expect(planOf(project)).toContain('- [ ] T1.2');
    expect(project.git('show', 'orchestral/auto:TASKS.md')).toBe(ALL.trim());
  });

  test('not when it was skipped, nor a second time when the person ticked it in the file', async () => {
    const skipped = await ended();
    await say(skipped, 'skip');
    const before = skipped.git('rev-parse', 'main');
    const again = await startAutoIn(skipped);
    await again.conduct();
    await again.close();
    expect(skipped.git('rev-parse', 'main')).toBe(before);

    const ticked = await ended();
    ticked.write({ 'TASKS.md': ALL });
    ticked.git('commit', '--quiet', '--all', '--message', 'Done by me');
    const theirs = ticked.git('rev-parse', 'main');
    const after = await startAutoIn(ticked);
    await after.conduct();
    expect(after.graph().tasks['T1.2']?.status).toBe('completed');
    await after.close();
    expect(ticked.git('rev-parse', 'main')).toBe(theirs);
  });

  test('by whoever asks what comes next', async () => {
    const project = await ended();
    await say(project, 'complete');
    const next = async () => await nextStep(autoContext(project), { signal: new AbortController().signal });
    expect(await next()).toEqual({ kind: 'phase_done', phase: 2 });
    expect(await next()).toEqual({ kind: 'all_done' });
    expect(planOf(project)).toBe(ALL);
  });
});

describe('a box that is ticked in the file', () => {
  test('before the merge was recorded is no word of the person: the work is not lost', async () => {
    const project = autoProjectWith(PLAN);
    untrack(project);
    const script = scriptFor(['T1.1', 'T1.2', 'T2.1']);
    const onPoint = (point: string): void => {
      if (point === 'effect.performed' && planOf(project).includes('[x] T1.1')) throw new Error('power cut');
    };
    const played = await startAutoIn(project, { script, parallel: 1, onPoint });
    await expect(played.conduct()).rejects.toThrow('power cut');
    await played.close();
    const again = await startAutoIn(project, { script });
    await again.conduct();
    await again.close();
    expect(filesOn(project)).toEqual(expect.arrayContaining(['T1.1.txt', 'T1.2.txt', 'T2.1.txt']));
    expect(planOf(project)).toBe(ALL);
  });
});

describe('a list of tasks that git does not know and nobody can write', () => {
  test('is worked through all the same, and the person is told', async () => {
    const project = autoProjectWith(PLAN);
    untrack(project);
    const rename = realDisk.rename;
    const refused = vi.spyOn(realDisk, 'rename').mockImplementation((from, to) => {
      if (to.endsWith('/TASKS.md')) throw Object.assign(new Error('EACCES'), { code: 'EACCES' });
      rename(from, to);
    });
    try {
      const notices: Notice[] = [];
      const script = scriptFor(['T1.1', 'T1.2', 'T2.1']);
      const played = await startAutoIn(project, { script, onNotice: (notice) => notices.push(notice) });
      await played.conduct();
      expect(played.graph().stage).toMatchObject({ at: 'done' });
      await played.close();
      expect(filesOn(project)).toEqual(expect.arrayContaining(['T1.1.txt', 'T1.2.txt', 'T2.1.txt']));
      expect(planOf(project)).toBe(PLAN);
      expect(notices.filter(({ code }) => code === 'tasks.not_ticked')).toHaveLength(1);
    } finally {
      refused.mockRestore();
    }
  });
});

/** All that could be done is; `T1.2` failed. */
async function ended({ isTracked = true } = {}): Promise<RunProject> {
  const { project: played } = await playOnce(`tracked: ${isTracked}`, async () => {
    const project = autoProjectWith(PLAN);
    if (!isTracked) untrack(project);
    const auto = await startAutoIn(project, { script: SCRIPT, retryLimit: 0 });
    await auto.conduct();
    expect(auto.graph()).toMatchObject({ stage: { at: 'done' }, tasks: { 'T1.2': { status: 'failed' } } });
    await auto.close();
    return { project };
  });
  return played;
}

function untrack({ git }: RunProject): void {
  git('rm', '--quiet', '--cached', 'TASKS.md');
  git('commit', '--quiet', '--message', 'Keep the list to myself');
}

async function say(project: RunProject, verdict: Verdict): Promise<void> {
  const other = await openAuto(autoContext(project));
  await judgeTasks(other, { verdict, tasks: ['T1.2'], isConfirmed: true });
  expectOk(await other.close());
}

function planOf({ folder }: RunProject): string {
  return fs.readFileSync(path.join(folder, 'TASKS.md'), 'utf8');
}
