import fs from 'node:fs';
import path from 'node:path';
import { describe, expect } from 'vitest';
import { playRun } from '../support/conduct-run.ts';
import { SHELL_TESTS } from '../support/run-project.ts';
import { describeUserFiles, commitOf, runWithPack, cliOutput } from './waiting-run.ts';
import { oneIn } from '../support/one-in.ts';

const test = oneIn(2);

describe('a checkout with changes', () => {
  test('is left alone until the person says apply, and keeps its changes', async () => {
    const waitingRun = await runWithPack();
    const { project, id } = waitingRun;
    project.write({ 'readme.md': 'being edited\n', 'untracked.txt': 'mine\n' });
    const before = describeUserFiles(waitingRun);
    const { code, all } = await cliOutput(waitingRun, 'approve', '--commit', await commitOf(waitingRun));
    expect(code, all).toBe(3);
    expect(all).toContain('it has changed files');
    expect(all).toContain(`orchestral apply ${id}`);
    expect(describeUserFiles(waitingRun)).toEqual(before);
    expect((await cliOutput(waitingRun, 'review')).all).toContain('merged, but not in your checkout of main yet');
    expect(await cliOutput(waitingRun, 'approve', id)).toMatchObject({
      code: 3,
      all: expect.stringContaining('orchestral apply'),
    });

    const applied = await cliOutput(waitingRun, 'apply');
    expect(applied.code, applied.all).toBe(0);
    expect(project.git('rev-parse', 'main^2')).toBe(waitingRun.run.work?.commit);
    expect(project.git('status', '--porcelain').split('\n')).toEqual(['M readme.md', '?? untracked.txt']);
    expect(fs.readFileSync(path.join(project.folder, 'answer.txt'), 'utf8')).toBe('right\n');
    const nothing = await cliOutput(waitingRun, 'apply');
    expect([nothing.code, nothing.all]).toEqual([2, expect.stringContaining('no run here has merged work')]);
  });

  test.for([
    ['an untracked file', { 'answer.txt': 'mine\n' }, 'answer.txt'],
    ['a changed file', { 'readme.md': 'mine\n' }, 'readme.md'],
  ] as const)('%s in the way is named, and nothing is lost', async ([, files, named]) => {
    const waitingRun = await runWithPack({
      roles: { builder: [{ edit: { 'answer.txt': 'right\n', 'readme.md': 'theirs\n' } }] },
    });
    waitingRun.project.write({
      'readme.md': 'hello\n',
      ...files,
      'test/base.check': `${SHELL_TESTS['test/base.check']}\n`,
    });
    const before = describeUserFiles(waitingRun);
    expect(await cliOutput(waitingRun, 'approve', '--commit', await commitOf(waitingRun))).toMatchObject({ code: 3 });
    const { code, all } = await cliOutput(waitingRun, 'apply', waitingRun.id);
    expect(code, all).toBe(3);
    expect(all).toContain(named);
    expect(describeUserFiles(waitingRun)).toEqual(before);
    waitingRun.project.git('checkout', '--quiet', 'readme.md');
    fs.rmSync(path.join(waitingRun.project.folder, 'answer.txt'), { force: true });
    const then = await cliOutput(waitingRun, 'apply', waitingRun.id);
    expect(then.code, then.all).toBe(0);
    expect(waitingRun.project.git('rev-parse', 'main^2')).toBe(waitingRun.run.work?.commit);
  });

  test.for([
    ['', []],
    [', though the base moved meanwhile', ['commit', '--quiet', '--message', 'Go on', '--', 'readme.md']],
  ] as const)('gets the merge that waited, and nothing of it is left%s', async ([, moves]) => {
    const { project, id, ...waitingRun } = await runWithPack();
    const cli = (...args: string[]) => cliOutput({ project, id, ...waitingRun }, ...args);
    project.write({ 'readme.md': 'being edited\n', 'answer.txt': 'mine\n' });
    await cli('approve', '--commit', waitingRun.run.work?.commit ?? '');
    const waits = project.git('rev-parse', `orchestral/${id}`);
    // Commits of one second are alike.
    await new Promise((resolve) => setTimeout(resolve, 1_100));
    expect(await cli('apply')).toMatchObject({ code: 3 });
    expect(project.git('rev-parse', `orchestral/${id}`)).toBe(waits);
    fs.rmSync(path.join(project.folder, 'answer.txt'));
    if (moves.length > 0) project.git(...moves);
    const applied = await cli('apply');
    expect(applied.code, applied.all).toBe(0);
    if (moves.length === 0) expect(project.git('rev-parse', 'main')).toBe(waits);
    expect(project.git('for-each-ref', '--format=%(refname)').split('\n')).toEqual(['refs/heads/main']);
  });
});

test('of several runs the latest is applied, and that is said', async () => {
  const first = await runWithPack();
  const { project } = first;
  project.write({ 'readme.md': 'being edited\n' });
  const roles = {
    builder: [{ edit: { 'other.txt': 'right\n' } }],
    verifier: [{ edit: { 'test/other.check': 'true\n' } }],
  };
  const { run } = await playRun(project, { approves: true, roles });
  expect(run.step.at).toBe('undelivered');
  expect(await cliOutput(first, 'approve', first.id, '--commit', first.run.work?.commit ?? '')).toMatchObject({
    code: 3,
  });
  const listed = await cliOutput(first, 'runs');
  expect(listed.all).toContain(`merged; to update your checkout: orchestral apply ${run.run_id}`);
  const latest = await cliOutput(first, 'apply');
  expect(latest.all).toContain(`applied ${run.run_id}; 1 other run waits to be applied`);
  expect(latest.code, latest.all).toBe(0);
  const older = await cliOutput(first, 'apply');
  expect(older.code, older.all).toBe(0);
  expect(project.git('ls-files').split('\n')).toEqual(expect.arrayContaining(['answer.txt', 'other.txt']));
  expect(project.git('status', '--porcelain')).toBe('M readme.md');
});
