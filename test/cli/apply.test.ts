import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { play } from '../support/conduct-run.ts';
import { SHELL_TESTS } from '../support/run-project.ts';
import { belongings, commitOf, packed, said } from './decider.ts';

describe('a checkout with changes', () => {
  test('is left alone until the person says apply, and keeps its changes', async () => {
    const desk = await packed();
    const { project, id } = desk;
    project.write({ 'readme.md': 'being edited\n', 'untracked.txt': 'mine\n' });
    const before = belongings(desk);
    const { code, all } = await said(desk, 'approve', '--commit', await commitOf(desk));
    expect(code, all).toBe(3);
    expect(all).toContain('it has changed files');
    expect(all).toContain(`orchestral apply ${id}`);
    expect(belongings(desk)).toEqual(before);
    expect((await said(desk, 'review')).all).toContain('merged, but not in your checkout of main yet');
    expect(await said(desk, 'approve', id)).toMatchObject({
      code: 3,
      all: expect.stringContaining('orchestral apply'),
    });

    const applied = await said(desk, 'apply');
    expect(applied.code, applied.all).toBe(0);
    expect(project.git('rev-parse', 'main^2')).toBe(desk.run.work?.commit);
    expect(project.git('status', '--porcelain').split('\n')).toEqual(['M readme.md', '?? untracked.txt']);
    expect(fs.readFileSync(path.join(project.folder, 'answer.txt'), 'utf8')).toBe('right\n');
    const nothing = await said(desk, 'apply');
    expect([nothing.code, nothing.all]).toEqual([2, expect.stringContaining('no run here has finished work')]);
  });

  test.for([
    ['an untracked file', { 'answer.txt': 'mine\n' }, 'answer.txt'],
    ['a changed file', { 'readme.md': 'mine\n' }, 'readme.md'],
  ] as const)('%s in the way is named, and nothing is lost', async ([, files, named]) => {
    const desk = await packed({ roles: { builder: [{ edit: { 'answer.txt': 'right\n', 'readme.md': 'theirs\n' } }] } });
    desk.project.write({ 'readme.md': 'hello\n', ...files, 'test/base.check': `${SHELL_TESTS['test/base.check']}\n` });
    const before = belongings(desk);
    expect(await said(desk, 'approve', '--commit', await commitOf(desk))).toMatchObject({ code: 3 });
    const { code, all } = await said(desk, 'apply', desk.id);
    expect(code, all).toBe(3);
    expect(all).toContain(named);
    expect(belongings(desk)).toEqual(before);
    desk.project.git('checkout', '--quiet', 'readme.md');
    fs.rmSync(path.join(desk.project.folder, 'answer.txt'), { force: true });
    const then = await said(desk, 'apply', desk.id);
    expect(then.code, then.all).toBe(0);
    expect(desk.project.git('rev-parse', 'main^2')).toBe(desk.run.work?.commit);
  });
});

test('of several runs the latest is applied, and that is said', async () => {
  const first = await packed();
  const { project } = first;
  project.write({ 'readme.md': 'being edited\n' });
  const roles = {
    builder: [{ edit: { 'other.txt': 'right\n' } }],
    verifier: [{ edit: { 'test/other.check': 'true\n' } }],
  };
  const { run } = await play(project, { approves: true, roles });
  expect(run.step.at).toBe('undelivered');
  expect(await said(first, 'approve', first.id, '--commit', first.run.work?.commit ?? '')).toMatchObject({ code: 3 });
  const latest = await said(first, 'apply');
  expect(latest.all).toContain(`${run.run_id} is the latest; 1 other run waits to be applied, too`);
  expect(latest.code, latest.all).toBe(0);
  const older = await said(first, 'apply');
  expect(older.code, older.all).toBe(0);
  expect(project.git('ls-files').split('\n')).toEqual(expect.arrayContaining(['answer.txt', 'other.txt']));
  expect(project.git('status', '--porcelain')).toBe('M readme.md');
});
