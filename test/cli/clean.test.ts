import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { expect, vi } from 'vitest';
import { catchFailure } from '../../src/base/failure.ts';
import { openRun } from '../../src/engine/descriptors/run.ts';
import { stopRun } from '../../src/engine/operations/runs/decide.ts';
import { startRunIn, runContext } from '../support/conduct-run.ts';
import { QUESTION, runProject, type RunProject } from '../support/run-project.ts';
import { fingerprint } from '../git/fingerprint.ts';
import { runWithQuestion, type WaitingRun, conductInProcess, runWithPack } from './waiting-run.ts';
import { orchestral } from './orchestral.ts';
import { oneIn } from '../support/one-in.ts';

const test = oneIn(3);

interface Item {
  readonly run: string;
  readonly kind: string;
  readonly name: string;
  readonly fate: string;
  readonly why?: string;
}

async function cleaned({ project }: Pick<WaitingRun, 'project'>, ...args: string[]): Promise<string[]> {
  const { code, stdout, stderr } = await orchestral(['clean', '--json', ...args], {
    cwd: project.folder,
    env: { ...project.env },
  });
  expect(code, stderr).toBe(0);
  const { items } = JSON.parse(stdout) as { items: Item[] };
  return items.map(({ kind, fate, why = '' }) => `${fate} ${kind} ${why}`.trim());
}

const refs = ({ project }: Pick<WaitingRun, 'project'>): string[] =>
  project.git('for-each-ref', '--format=%(refname)').split('\n');

const ownOf = ({ home }: RunProject): string => {
  const all = path.join(home, 'state/orchestral');
  return path.join(all, fs.readdirSync(all).find((name) => fs.existsSync(path.join(all, name, 'wishes'))) ?? '');
};

/** A run that was stopped while its Builder's worktree held what nobody committed. */
async function stopped(): Promise<WaitingRun> {
  const waitingRun = await runWithQuestion(QUESTION);
  const open = await catchFailure(() => openRun(waitingRun.id, runContext(waitingRun.project)));
  if (!open.ok) throw new Error(open.error.code);
  expect(await catchFailure(() => stopRun(open.value))).toMatchObject({ ok: true });
  await open.value.close();
  fs.writeFileSync(path.join(worktreeOf(waitingRun), 'unsaved.txt'), 'precious\n');
  return waitingRun;
}

const worktreeOf = ({ project, id }: WaitingRun): string => path.join(ownOf(project), id, 'build');

test('there is nothing to clean up', async () => {
  const project = runProject();
  const said = await orchestral(['clean'], { cwd: project.folder, env: { ...project.env } });
  expect(said).toMatchObject({ code: 0, stderr: 'there is nothing to clean up\n' });
});

test('a worktree of a stopped run goes after what it held was rescued, and the run can still be resumed', async () => {
  const waitingRun = await stopped();
  const mine = fingerprint(waitingRun.project.folder);
  const would = await cleaned(waitingRun, '--dry-run');
  expect(fingerprint(waitingRun.project.folder)).toEqual(mine);
  expect(fs.existsSync(worktreeOf(waitingRun))).toBe(true);
  expect(would).toContain('removed worktree');
  expect(await cleaned(waitingRun)).toEqual(
    expect.arrayContaining(['removed worktree', 'removed branch', 'kept rescue young']),
  );
  expect(fs.existsSync(worktreeOf(waitingRun))).toBe(false);
  const rescue = refs(waitingRun).find((ref) => ref.includes('/build/')) ?? '';
  expect(waitingRun.project.git('show', `${rescue}:unsaved.txt`)).toBe('precious');
  expect(waitingRun.project.git('status', '--porcelain')).toBe('');
  expect(waitingRun.project.git('worktree', 'list').split('\n')).toHaveLength(1);
  expect(await waitingRun.cli('resume', waitingRun.id)).toMatchObject({ code: 3 });
  expect(await conductInProcess(waitingRun)).toBe('waiting');
});

test('runs that are not over are left alone, conducted or not', async () => {
  const waiting = await runWithPack();
  const before = refs(waiting);
  expect(await cleaned(waiting)).toEqual(['kept run unfinished']);
  const conducted = await startRunIn(waiting.project, {
    roles: { refiner: [{ delay_ms: 60_000, say: 'slow' }] },
  });
  if (!conducted.ok) throw new Error(conducted.error.code);
  const ending = new AbortController();
  const going = conducted.value.open.conduct(ending.signal);
  expect(await cleaned(waiting)).toEqual(['kept run unfinished', 'kept run conducted']);
  await vi.waitUntil(() => fs.existsSync(path.join(waiting.project.run(), 'state.json')), { timeout: 300_000 });
  const named = await waiting.cli('clean', '--yes', conducted.value.open.id);
  expect(named).toMatchObject({ code: 6, stderr: expect.stringContaining(`process ${process.pid}`) });
  ending.abort();
  await going;
  await conducted.value.open.close();
  expect(refs(waiting)).toEqual(expect.arrayContaining(before));
  const other = await waiting.cli('clean', '--yes', waiting.id);
  expect(other).toMatchObject({ code: 2, stderr: expect.stringContaining('has not ended') });
});

test('branches that are merged go; unmerged ones stay and are named, also when one is checked out', async () => {
  const waitingRun = await runWithPack({
    roles: { gatekeeper: [{ answer: { verdict: 'FAIL', reason: 'no', issues: [], triggers: [] } }] },
  });
  expect(waitingRun.run.step.at).toBe('failed');
  const branch = `orchestral/${waitingRun.id}`;
  const said = await waitingRun.cli('clean');
  expect(said.stdout).toContain(`kept  branch ${branch}: its work is not merged\n      git log -p ${branch}`);
  waitingRun.project.git('switch', '--quiet', branch);
  expect(await cleaned(waitingRun)).toContain('kept branch checked_out');
  waitingRun.project.git('switch', '--quiet', 'main');
  waitingRun.project.git('merge', '--quiet', '--no-edit', branch);
  expect(await cleaned(waitingRun)).toContain('removed branch');
  expect(refs(waitingRun)).not.toContain(`refs/heads/${branch}`);
});

test('rescues go after thirty days, and only those of this project’s runs', async () => {
  const waitingRun = await stopped();
  await cleaned(waitingRun);
  const old = execFileSync('git', ['commit-tree', 'HEAD^{tree}', '-m', 'old'], {
    cwd: waitingRun.project.folder,
    env: {
      ...waitingRun.project.env,
      GIT_COMMITTER_DATE: '2020-01-01T00:00:00Z',
      GIT_AUTHOR_DATE: '2020-01-01T00:00:00Z',
    },
    encoding: 'utf8',
  }).trim();
  const ours = `refs/orchestral/rescue/${waitingRun.id}/build/99`;
  const others = 'refs/orchestral/rescue/run-20200101-000000/build/1';
  for (const ref of [ours, others]) waitingRun.project.git('update-ref', ref, old);
  expect(await cleaned(waitingRun)).toContain('removed rescue');
  expect(refs(waitingRun)).toContain(others);
  expect(refs(waitingRun)).not.toContain(ours);
  expect(refs(waitingRun).filter((ref) => ref.startsWith(`refs/orchestral/rescue/${waitingRun.id}/`))).not.toEqual([]);
});

test('a run goes only when it is named, has ended, and the person agrees', async () => {
  const waitingRun = await runWithPack({ approves: true });
  expect(waitingRun.run.step.at).toBe('completed');
  expect(await cleaned(waitingRun)).toEqual([]);
  const folder = waitingRun.project.run();
  expect(await waitingRun.cli('clean', waitingRun.id)).toMatchObject({ code: 3 });
  expect(await waitingRun.cli('clean', 'run-20000101-000000', '--yes')).toMatchObject({ code: 2 });
  expect(fs.existsSync(folder)).toBe(true);
  const main = waitingRun.project.git('rev-parse', 'main');
  expect(await cleaned(waitingRun, '--yes', waitingRun.id)).toEqual(['removed run', 'removed records']);
  expect(fs.readdirSync(path.dirname(folder))).toEqual([]);
  expect(waitingRun.project.git('rev-parse', 'main')).toBe(main);
  expect(execFileSync('find', [ownOf(waitingRun.project), '-name', `*${waitingRun.id}*`], { encoding: 'utf8' })).toBe(
    '',
  );
  expect(await cleaned(waitingRun)).toEqual([]);
});

test('--older-than removes runs that ended before, and no others', async () => {
  const waitingRun = await stopped();
  expect(await cleaned(waitingRun, '--older-than', '1h', '--yes')).not.toContain('removed run');
  expect(fs.existsSync(waitingRun.project.run())).toBe(true);
  expect(await cleaned(waitingRun, '--older-than', '0s', '--yes')).toContain('removed run');
  expect(fs.readdirSync(path.join(waitingRun.project.folder, '.orchestral/runs'))).toEqual([]);
});

test('what a run left whose folder is gone goes, but for work that is nowhere else', async () => {
  const waitingRun = await stopped();
  fs.rmSync(waitingRun.project.run(), { recursive: true });
  expect(await cleaned(waitingRun)).toEqual(
    expect.arrayContaining(['removed worktree', 'removed branch', 'kept rescue young', 'removed records']),
  );
  expect(await cleaned(waitingRun)).toEqual(expect.arrayContaining(['kept rescue young']));
});

test('the copy of a folder without git goes once its work is in the folder', async () => {
  const open = await runWithPack({}, { hasGit: false });
  const copy = path.join(ownOf(open.project), 'copies', open.id);
  expect(await cleaned(open)).toEqual(['kept run unfinished']);
  const commit = open.run.work?.commit ?? '';
  expect(await open.cli('approve', '--commit', commit)).toMatchObject({ code: 0 });
  expect(fs.existsSync(copy)).toBe(true);
  expect(await cleaned(open)).toEqual(['removed copy']);
  expect(fs.existsSync(copy)).toBe(false);
  const said = await open.cli('review', open.id);
  expect(said).toMatchObject({ code: 5, stderr: expect.stringContaining('was cleaned up') });
});

test('the copy of a folder without git stays while it alone holds work', async () => {
  const roles = { gatekeeper: [{ answer: { verdict: 'FAIL', reason: 'no', issues: [], triggers: [] } }] };
  const waitingRun = await runWithPack({ roles }, { hasGit: false });
  expect(waitingRun.run.step.at).toBe('failed');
  expect(await cleaned(waitingRun)).toContain('kept copy young');
  expect(await cleaned(waitingRun, '--yes', waitingRun.id)).toEqual(
    expect.arrayContaining(['kept copy young', 'removed run']),
  );
  const copy = path.join(ownOf(waitingRun.project), 'copies', waitingRun.id);
  const work = execFileSync('git', ['-C', copy, 'show', `orchestral/${waitingRun.id}:answer.txt`], {
    encoding: 'utf8',
  });
  expect(work).toBe('right\n');
});
