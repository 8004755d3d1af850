import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { openRun } from '../../src/engine/descriptors/run.ts';
import { stopRun } from '../../src/engine/operations/runs/decide.ts';
import { start, toolsFor } from '../support/conduct-run.ts';
import { QUESTION, runProject, type RunProject } from '../support/run-project.ts';
import { fingerprint } from '../git/fingerprint.ts';
import { asking, type Desk, goOn, packed } from './decider.ts';
import { orchestral } from './orchestral.ts';

interface Item {
  readonly run: string;
  readonly kind: string;
  readonly name: string;
  readonly fate: string;
  readonly why?: string;
}

async function cleaned({ project }: Pick<Desk, 'project'>, ...args: string[]): Promise<string[]> {
  const { code, stdout, stderr } = await orchestral(['clean', '--json', ...args], {
    cwd: project.folder,
    env: { ...project.env },
  });
  expect(code, stderr).toBe(0);
  const { items } = JSON.parse(stdout) as { items: Item[] };
  return items.map(({ kind, fate, why = '' }) => `${fate} ${kind} ${why}`.trim());
}

const refs = ({ project }: Pick<Desk, 'project'>): string[] =>
  project.git('for-each-ref', '--format=%(refname)').split('\n');

const ownOf = ({ home }: RunProject): string => {
  const all = path.join(home, 'state/orchestral');
  return path.join(all, fs.readdirSync(all).find((name) => fs.existsSync(path.join(all, name, 'wishes'))) ?? '');
};

/** A run that was stopped while its Builder's worktree held what nobody committed. */
async function stopped(): Promise<Desk> {
  const desk = await asking(QUESTION);
  const open = await openRun(desk.id, toolsFor(desk.project));
  if (!open.ok) throw new Error(open.error.code);
  expect(await stopRun(open.value)).toMatchObject({ ok: true });
  await open.value.close();
  fs.writeFileSync(path.join(worktreeOf(desk), 'unsaved.txt'), 'precious\n');
  return desk;
}

const worktreeOf = ({ project, id }: Desk): string => path.join(ownOf(project), id, 'build');

test('there is nothing to clean up', async () => {
  const project = runProject();
  const said = await orchestral(['clean'], { cwd: project.folder, env: { ...project.env } });
  expect(said).toMatchObject({ code: 0, stderr: 'there is nothing to clean up\n' });
});

test('a worktree of a stopped run goes after what it held was rescued, and the run can still be resumed', async () => {
  const desk = await stopped();
  const mine = fingerprint(desk.project.folder);
  const would = await cleaned(desk, '--dry-run');
  expect(fingerprint(desk.project.folder)).toEqual(mine);
  expect(fs.existsSync(worktreeOf(desk))).toBe(true);
  expect(would).toContain('removed worktree');
  expect(await cleaned(desk)).toEqual(
    expect.arrayContaining(['removed worktree', 'removed branch', 'kept rescue young']),
  );
  expect(fs.existsSync(worktreeOf(desk))).toBe(false);
  const rescue = refs(desk).find((ref) => ref.includes('/build/')) ?? '';
  expect(desk.project.git('show', `${rescue}:unsaved.txt`)).toBe('precious');
  expect(desk.project.git('status', '--porcelain')).toBe('');
  expect(desk.project.git('worktree', 'list').split('\n')).toHaveLength(1);
  expect(await desk.say('resume', desk.id)).toMatchObject({ code: 3 });
  expect(await goOn(desk)).toBe('waiting');
});

test('runs that are not over are left alone, conducted or not', async () => {
  const waiting = await packed();
  const before = refs(waiting);
  expect(await cleaned(waiting)).toEqual(['kept run unfinished']);
  const conducted = await start(waiting.project, {
    roles: { refiner: [{ delay_ms: 60_000, say: 'slow' }] },
  });
  if (!conducted.ok) throw new Error(conducted.error.code);
  const ending = new AbortController();
  const going = conducted.value.open.conduct(ending.signal);
  expect(await cleaned(waiting)).toEqual(['kept run unfinished', 'kept run conducted']);
  const named = await waiting.say('clean', '--yes', conducted.value.open.id);
  expect(named).toMatchObject({ code: 6, stderr: expect.stringContaining(`pid ${process.pid}`) });
  ending.abort();
  await going;
  await conducted.value.open.close();
  expect(refs(waiting)).toEqual(expect.arrayContaining(before));
  const other = await waiting.say('clean', '--yes', waiting.id);
  expect(other).toMatchObject({ code: 2, stderr: expect.stringContaining('has not ended') });
});

test('branches that are merged go; unmerged ones stay and are named, also when one is checked out', async () => {
  const desk = await packed({
    roles: { gatekeeper: [{ answer: { verdict: 'FAIL', reason: 'no', issues: [], triggers: [] } }] },
  });
  expect(desk.run.step.at).toBe('failed');
  const branch = `orchestral/${desk.id}`;
  const said = await desk.say('clean');
  expect(said.stdout).toContain(`kept  branch ${branch}: its work is in no other branch\n      git log -p ${branch}`);
  desk.project.git('switch', '--quiet', branch);
  expect(await cleaned(desk)).toContain('kept branch checked_out');
  desk.project.git('switch', '--quiet', 'main');
  desk.project.git('merge', '--quiet', '--no-edit', branch);
  expect(await cleaned(desk)).toContain('removed branch');
  expect(refs(desk)).not.toContain(`refs/heads/${branch}`);
});

test('rescues go after thirty days, and only those of this project’s runs', async () => {
  const desk = await stopped();
  await cleaned(desk);
  const old = execFileSync('git', ['commit-tree', 'HEAD^{tree}', '-m', 'old'], {
    cwd: desk.project.folder,
    env: { ...desk.project.env, GIT_COMMITTER_DATE: '2020-01-01T00:00:00Z', GIT_AUTHOR_DATE: '2020-01-01T00:00:00Z' },
    encoding: 'utf8',
  }).trim();
  const ours = `refs/orchestral/rescue/${desk.id}/build/99`;
  const others = 'refs/orchestral/rescue/run-20200101-000000/build/1';
  for (const ref of [ours, others]) desk.project.git('update-ref', ref, old);
  expect(await cleaned(desk)).toContain('removed rescue');
  expect(refs(desk)).toContain(others);
  expect(refs(desk)).not.toContain(ours);
  expect(refs(desk).filter((ref) => ref.startsWith(`refs/orchestral/rescue/${desk.id}/`))).not.toEqual([]);
});

test('a run goes only when it is named, has ended, and the person agrees', async () => {
  const desk = await packed({ approves: true });
  expect(desk.run.step.at).toBe('completed');
  expect(await cleaned(desk)).toEqual([]);
  const folder = desk.project.run();
  expect(await desk.say('clean', desk.id)).toMatchObject({ code: 3 });
  expect(await desk.say('clean', 'run-20000101-000000', '--yes')).toMatchObject({ code: 2 });
  expect(fs.existsSync(folder)).toBe(true);
  const main = desk.project.git('rev-parse', 'main');
  expect(await cleaned(desk, '--yes', desk.id)).toEqual(['removed run', 'removed records']);
  expect(fs.readdirSync(path.dirname(folder))).toEqual([]);
  expect(desk.project.git('rev-parse', 'main')).toBe(main);
  expect(execFileSync('find', [ownOf(desk.project), '-name', `*${desk.id}*`], { encoding: 'utf8' })).toBe('');
  expect(await cleaned(desk)).toEqual([]);
});

test('what a run left whose folder is gone goes, but for work that is nowhere else', async () => {
  const desk = await stopped();
  fs.rmSync(desk.project.run(), { recursive: true });
  expect(await cleaned(desk)).toEqual(
    expect.arrayContaining(['removed worktree', 'removed branch', 'kept rescue young', 'removed records']),
  );
  expect(await cleaned(desk)).toEqual(expect.arrayContaining(['kept rescue young']));
});

test('the copy of a folder without git goes once its work is in the folder', async () => {
  const open = await packed({}, { hasGit: false });
  const copy = path.join(ownOf(open.project), 'copies', open.id);
  expect(await cleaned(open)).toEqual(['kept run unfinished']);
  const commit = open.run.work?.commit ?? '';
  expect(await open.say('approve', '--commit', commit)).toMatchObject({ code: 0 });
  expect(fs.existsSync(copy)).toBe(true);
  expect(await cleaned(open)).toEqual(['removed copy']);
  expect(fs.existsSync(copy)).toBe(false);
  const said = await open.say('review', open.id);
  expect(said).toMatchObject({ code: 5, stderr: expect.stringContaining('was cleaned up') });
});

test('the copy of a folder without git stays while it alone holds work', async () => {
  const roles = { gatekeeper: [{ answer: { verdict: 'FAIL', reason: 'no', issues: [], triggers: [] } }] };
  const desk = await packed({ roles }, { hasGit: false });
  expect(desk.run.step.at).toBe('failed');
  expect(await cleaned(desk)).toContain('kept copy young');
  expect(await cleaned(desk, '--yes', desk.id)).toEqual(expect.arrayContaining(['kept copy young', 'removed run']));
  const copy = path.join(ownOf(desk.project), 'copies', desk.id);
  const work = execFileSync('git', ['-C', copy, 'show', `orchestral/${desk.id}:answer.txt`], { encoding: 'utf8' });
  expect(work).toBe('right\n');
});
