import fs from 'node:fs';
import path from 'node:path';
import { describe, expect } from 'vitest';
import { catchFailure } from '../../src/base/failure.ts';
import { openRun } from '../../src/engine/descriptors/run.ts';
import { approveRun } from '../../src/engine/operations/runs/decide.ts';
import { runContext } from '../support/conduct-run.ts';
import { needs } from '../support/needs.ts';
import { describeUserFiles, commitOf, type WaitingRun, runWithPack, cliOutput } from './waiting-run.ts';
import { oneIn } from '../support/one-in.ts';

const test = oneIn(3);

test('review shows the pack and the exact commit; approving merges that', async () => {
  const waitingRun = await runWithPack();
  const { project, id } = waitingRun;
  const before = describeUserFiles(waitingRun);
  const shown = await cliOutput(waitingRun, 'review');
  const { work } = waitingRun.run;
  expect(shown.code).toBe(0);
  for (const part of [
    `Ready to merge: ${id}`,
    'Looks fine.',
    `commit ${work?.commit}`,
    `on orchestral/${id}, to be merged into main`,
  ])
    expect(shown.all).toContain(part);
  expect(shown.all).toContain(`orchestral approve ${id} --commit ${work?.commit.slice(0, 12)}`);
  expect(shown.all).not.toMatch(/`|\*\*|^#/m);
  const json: unknown = JSON.parse((await waitingRun.cli('review', id, '--json')).stdout);
  expect(json).toMatchObject({
    run_id: id,
    phase: 'ready_for_merge',
    ...work,
    base: { branch: 'main' },
    branch: `orchestral/${id}`,
    evidence: { tests: { total: 2, passed: 2, failed: 0 }, files_changed: ['answer.txt', 'test/answer.check'] },
    issues: [],
    findings: [],
    decisions: [],
    paths: { code: path.join(project.run(), 'mrp/code') },
  });
  expect(describeUserFiles(waitingRun)).toEqual(before);

  const merged = await cliOutput(waitingRun, 'approve', id, '--commit', work?.commit.slice(0, 12) ?? '');
  expect(merged.code, merged.all).toBe(0);
  expect(merged.all).toMatch(new RegExp(`merged into main as ${project.git('rev-parse', '--short=12', 'main')}`));
  expect(project.git('rev-parse', 'main^2')).toBe(work?.commit);
  expect(project.git('status', '--porcelain')).toBe('');
  expect(fs.readFileSync(path.join(project.folder, 'answer.txt'), 'utf8')).toBe('right\n');
  expect(project.git('for-each-ref', '--format=%(refname)')).toBe('refs/heads/main');

  const again = await cliOutput(waitingRun, 'approve', id, '--commit', work?.commit ?? '');
  expect(again).toMatchObject({
    code: 2,
    all: expect.stringContaining('does not wait for approval (now: done)'),
  });
  const reviewed = await cliOutput(waitingRun, 'review');
  expect(reviewed.all).toContain('already merged');
  expect(reviewed.all).not.toContain('orchestral approve');
});

test('without a terminal, without the commit, or with another, nothing is merged', async () => {
  const waitingRun = await runWithPack();
  const before = describeUserFiles(waitingRun);
  const commit = await commitOf(waitingRun);
  for (const args of [['approve'], ['approve', '--yes'], ['approve', waitingRun.id, '--json']]) {
    const { code, all } = await cliOutput(waitingRun, ...args);
    expect([code, all]).toEqual([3, expect.stringContaining(`orchestral approve ${waitingRun.id} --commit ${commit}`)]);
  }
  for (const other of [waitingRun.run.base.commit, commit.slice(0, 6), 'HEAD', '']) {
    const { code, all } = await cliOutput(waitingRun, 'approve', '--commit', other);
    expect([code, all], other).toEqual([3, expect.stringContaining('nothing was merged')]);
  }
  Object.assign(waitingRun.project.env, { ORCHESTRAL_EFFECT: 'x' });
  expect(await cliOutput(waitingRun, 'approve', '--commit', commit)).toMatchObject({ code: 2 });
  expect(describeUserFiles(waitingRun)).toEqual(before);
});

test('what has to be allowed is listed with its numbers, and merged once all of it is named', async () => {
  const waitingRun = await runWithPack({
    briefing: 'Say right.',
    roles: { builder: [{ edit: { 'guide.md': 'right\n' } }], verifier: [{ say: 'Nothing to test.' }] },
  });
  const { id } = waitingRun;
  const commit = await commitOf(waitingRun);
  const shown = await cliOutput(waitingRun, 'review');
  expect(shown.all).toContain('only documents or tests changed, although code was asked for');
  expect(shown.all).toContain(`--commit ${commit.slice(0, 12)} --allow all`);
  const refused = await cliOutput(waitingRun, 'approve', '--commit', commit);
  expect([refused.code, refused.all]).toEqual([3, expect.stringContaining('1. not_testable')]);
  const other = await cliOutput(waitingRun, 'approve', '--commit', commit, '--allow', '2');
  expect([other.code, other.all]).toEqual([2, expect.stringContaining('--allow all')]);
  expect(waitingRun.project.git('rev-list', '--count', 'main')).toBe('1');
  const merged = await cliOutput(waitingRun, 'approve', id, '--commit', commit, '--allow', '1');
  expect(merged.code, merged.all).toBe(0);
  expect(waitingRun.project.git('rev-parse', 'main^2')).toBe(commit);
});

test('in a terminal the essentials are shown, and only a yes merges', async (context) => {
  needs(context, 'tmux');
  const waitingRun = await runWithPack();
  const no = await waitingRun.cliInTerminal('approve');
  const asked = await no.until((screen) => screen.includes('into main? [y/N]'));
  for (const part of [
    `commit ${waitingRun.run.work?.commit}`,
    '2 files change',
    'answer.txt',
    'tests: 2 of 2 passed',
    'coverage: not measured',
  ])
    expect(asked).toContain(part);
  no.press('Enter');
  await no.until((screen) => screen.includes('exit 3'));
  expect(waitingRun.project.git('rev-list', '--count', 'main')).toBe('1');
  const yes = await waitingRun.cliInTerminal('approve', waitingRun.id);
  await yes.until((screen) => screen.includes('[y/N]'));
  yes.type('y');
  yes.press('Enter');
  await yes.until((screen) => screen.includes('exit 0'));
  expect(waitingRun.project.git('rev-parse', 'main^2')).toBe(waitingRun.run.work?.commit);
});

test('of two who approve at once, and of one that was interrupted, comes one merge', async () => {
  const waitingRun = await runWithPack();
  const commit = await commitOf(waitingRun);
  const both = await Promise.all([1, 2].map(() => cliOutput(waitingRun, 'approve', '--commit', commit)));
  const codes = both.map(({ code }) => code);
  expect(codes, both.map(({ all }) => all).join('')).toContain(0);
  expect(waitingRun.project.git('rev-list', '--count', '--merges', 'main')).toBe('1');

  const killed = await runWithPack();
  const open = await catchFailure(() => openRun(killed.id, runContext(killed.project)));
  if (!open.ok) throw new Error(open.error.code);
  await catchFailure(() => approveRun(open.value, { commit: killed.run.work?.commit ?? '' }));
  await open.value.close();
  const again = await cliOutput(killed, 'approve', '--commit', await commitOf(killed));
  expect(again.code, again.all).toBe(0);
  expect(killed.project.git('rev-parse', 'main^2')).toBe(killed.run.work?.commit);
});

test('a base that moved is merged in, and the checks run on that tree', async () => {
  const waitingRun = await runWithPack();
  waitingRun.project.write({ 'new.txt': 'x\n', 'test/new.check': 'test -e new.txt\n' });
  waitingRun.project.git('add', 'new.txt', 'test/new.check');
  waitingRun.project.git('commit', '--quiet', '-m', 'Meanwhile');
  const meanwhile = waitingRun.project.git('rev-parse', 'main');
  const { code, all } = await cliOutput(waitingRun, 'approve', '--commit', await commitOf(waitingRun));
  expect(code, all).toBe(0);
  expect(waitingRun.project.git('rev-parse', 'main^1')).toBe(meanwhile);
  expect(waitingRun.project.git('ls-files')).toContain('new.txt');
  const proofs = path.join(waitingRun.project.home, 'state/orchestral', hashOf(waitingRun), 'proofs');
  const tree = waitingRun.project.git('rev-parse', 'main^{tree}');
  expect(fs.readdirSync(proofs).some((name) => name.startsWith(tree))).toBe(true);
});

function hashOf({ project }: WaitingRun): string {
  const own = path.join(project.home, 'state/orchestral');
  return fs.readdirSync(own).find((name) => fs.existsSync(path.join(own, name, 'proofs'))) ?? '';
}

test('a base that conflicts is refused with the paths, and the way on', async () => {
  const waitingRun = await runWithPack();
  waitingRun.project.write({ 'answer.txt': 'mine\n' });
  waitingRun.project.git('add', 'answer.txt');
  waitingRun.project.git('commit', '--quiet', '-m', 'Mine');
  const before = describeUserFiles(waitingRun);
  const { code, all } = await cliOutput(waitingRun, 'approve', '--commit', await commitOf(waitingRun));
  expect(code, all).toBe(1);
  expect(all).toContain(`conflict with ${waitingRun.id} in answer.txt: nothing was merged`);
  expect(all).toContain(`orchestral rebase ${waitingRun.id}`);
  expect(describeUserFiles(waitingRun)).toEqual(before);
  expect((await cliOutput(waitingRun, 'review')).all).toContain('conflict with');
});

test('a base with which tests turn red is refused', async () => {
  const waitingRun = await runWithPack();
  waitingRun.project.write({ 'test/lonely.check': '! test -e answer.txt\n' });
  waitingRun.project.git('add', 'test/lonely.check');
  waitingRun.project.git('commit', '--quiet', '-m', 'Lonely');
  const before = describeUserFiles(waitingRun);
  const { code, all } = await cliOutput(waitingRun, 'approve', '--commit', await commitOf(waitingRun));
  expect(code, all).toBe(1);
  expect(all).toContain('is merged with them (test/lonely.check): nothing was merged');
  expect(describeUserFiles(waitingRun)).toEqual(before);
});

test('a base that is gone is refused', async () => {
  const waitingRun = await runWithPack();
  waitingRun.project.git('switch', '--quiet', '-c', 'elsewhere');
  waitingRun.project.git('branch', '-D', 'main');
  const { code, all } = await cliOutput(waitingRun, 'approve', '--commit', await commitOf(waitingRun));
  expect([code, all]).toEqual([1, expect.stringContaining('the branch main that')]);
});

test('a base that is not checked out moves; the checkout stays as it is', async () => {
  const waitingRun = await runWithPack();
  waitingRun.project.git('switch', '--quiet', '-c', 'elsewhere');
  waitingRun.project.write({ 'readme.md': 'being edited\n' });
  const before = describeUserFiles(waitingRun);
  const { code, all } = await cliOutput(waitingRun, 'approve', '--commit', await commitOf(waitingRun));
  expect(code, all).toBe(0);
  expect(waitingRun.project.git('rev-parse', 'main^2')).toBe(waitingRun.run.work?.commit);
  const moved = ['.git/refs/heads/main', '.git/logs/refs/heads/main'];
  const without = (all: Record<string, string>) =>
    Object.fromEntries(Object.entries(all).filter(([name]) => !moved.includes(name)));
  expect(without(describeUserFiles(waitingRun))).toEqual(without(before));
});

describe('a folder without git', () => {
  const change = { builder: [{ edit: { 'answer.txt': 'right\n', 'readme.md': 'changed\n' } }] };

  test('gets a copy of the work', async (context) => {
    const waitingRun = await runWithPack({ roles: change }, { hasGit: false });
    const shown = await cliOutput(waitingRun, 'review');
    expect(shown.all).toContain('to be copied into .');
    needs(context, 'tmux');
    const view = await waitingRun.cliInTerminal('approve');
    const asked = await view.until((screen) => screen.includes('into your folder? [y/N]'));
    expect(asked).toMatch(/overwritten:\n +readme\.md/);
    view.type('y');
    view.press('Enter');
    await view.until((screen) => screen.includes('exit 0'));
    expect(fs.readFileSync(path.join(waitingRun.project.folder, 'readme.md'), 'utf8')).toBe('changed\n');
    expect(fs.readFileSync(path.join(waitingRun.project.folder, 'answer.txt'), 'utf8')).toBe('right\n');
  });

  test('that was changed meanwhile gets nothing', async () => {
    const waitingRun = await runWithPack({ roles: change }, { hasGit: false });
    waitingRun.project.write({ 'readme.md': 'mine\n' });
    const before = describeUserFiles(waitingRun);
    const { code, all } = await cliOutput(waitingRun, 'approve', '--commit', await commitOf(waitingRun));
    expect([code, all]).toEqual([1, expect.stringContaining('readme.md')]);
    expect(describeUserFiles(waitingRun)).toEqual(before);
  });
});
