import { describe, expect } from 'vitest';
import { catchFailure } from '../../../src/base/failure.ts';
import { approveRun, rejectRun } from '../../../src/engine/operations/runs/decide.ts';
import type { OpenRun } from '../../../src/engine/descriptors/run.ts';
import { conductAll, startRunIn } from '../../support/conduct-run.ts';
import { type RunProject, runProject, SHELL_TESTS } from '../../support/run-project.ts';
import { oneIn } from '../../support/one-in.ts';

const test = oneIn(2);

const signal = new AbortController().signal;

describe.concurrent('a person who looks at the work in their own checkout', () => {
  test('still has it there when it is merged', async () => {
    const { project, open, branch } = await ready();
    project.git('checkout', '--quiet', branch);
    await approve(open);
    expect(open.state().step.at).toBe('completed');
    expect(project.git('show', 'main:answer.txt')).toBe('right');
    expect(project.git('status', '--porcelain')).toBe('');
    expect(project.git('rev-parse', '--abbrev-ref', 'HEAD')).toBe(branch);
    await open.close();
  });

  test('finds it untouched when it is to be built again', async () => {
    const { project, open, branch } = await ready();
    project.git('checkout', '--quiet', branch);
    const theirs = commitOf(project, 'theirs.txt');
    await rejectRun(open, 'Not so.');
    expect(await catchFailure(() => open.conduct(signal))).toMatchObject({
      ok: false,
      error: { code: 'git.branch_checked_out', params: { branch, folder: project.folder } },
    });
    expect(project.git('rev-parse', 'HEAD')).toBe(theirs);
    expect(project.git('status', '--porcelain')).toBe('');
    await open.close();
  });
});

describe.concurrent('what a person committed on top of the work', () => {
  test('stays on the branch when the work is merged', async () => {
    const { project, open, branch } = await ready();
    const theirs = committedOn(project, branch);
    await approve(open);
    expect(open.state().step.at).toBe('completed');
    expect(project.git('rev-parse', branch)).toBe(theirs);
    await open.close();
  });

  test('is kept when the branch has to hold a merge that waits', async () => {
    const { project, open, branch } = await ready();
    const theirs = committedOn(project, branch);
    project.write({ 'readme.md': 'changed meanwhile\n' });
    await approve(open);
    expect(open.state().step).toMatchObject({ at: 'undelivered', why: 'changed_files' });
    expect(project.git('show', `${branch}:answer.txt`)).toBe('right');
    expect(project.git('for-each-ref', '--format=%(refname)', '--contains', theirs)).toContain(
      'refs/orchestral/rescue/',
    );
    await open.close();
  });
});

test('a test that the work renamed is not missed when the base has moved', async () => {
  const long = `${'# one more line\n'.repeat(20)}test -e readme.md\n`;
  const { project, open } = await ready({
    files: { ...SHELL_TESTS, 'test/long.check': long },
    builder: { edit: { 'answer.txt': 'right\n', 'test/longer.check': long }, run: 'rm test/long.check' },
  });
  commitOf(project, 'other.txt');
  await approve(open);
  expect(open.state().step).toMatchObject({ at: 'completed' });
  expect(project.git('ls-tree', '--name-only', 'main', 'test/')).not.toContain('test/long.check');
  await open.close();
});

interface Ready {
  readonly project: RunProject;
  readonly open: OpenRun;
  readonly branch: string;
}

async function ready({
  files = SHELL_TESTS,
  builder = { edit: { 'answer.txt': 'right\n' } },
}: { files?: Record<string, string>; builder?: { edit: Record<string, string>; run?: string } } = {}): Promise<Ready> {
  const project = runProject({ files });
  const started = await startRunIn(project, { roles: { builder: [builder] } });
  if (!started.ok) throw new Error(started.error.code);
  const { open } = started.value;
  const conducted = await conductAll(open, { approves: false });
  expect([conducted.ok, open.state().step.at]).toEqual([true, 'ready_for_merge']);
  return { project, open, branch: `orchestral/${open.id}` };
}

async function approve(open: OpenRun): Promise<void> {
  const { step } = open.state();
  if (step.at !== 'ready_for_merge') throw new Error(step.at);
  await approveRun(open, { commit: step.work.commit });
  await open.conduct(signal);
}

/** A commit of the person's on the branch that they are on. */
function commitOf(project: RunProject, name: string): string {
  project.write({ [name]: 'theirs\n' });
  project.git('add', name);
  project.git('commit', '--quiet', '--message', 'Theirs');
  return project.git('rev-parse', 'HEAD');
}

function committedOn(project: RunProject, branch: string): string {
  project.git('checkout', '--quiet', branch);
  const theirs = commitOf(project, 'theirs.txt');
  project.git('checkout', '--quiet', 'main');
  return theirs;
}
