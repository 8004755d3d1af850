import path from 'node:path';
import { expect } from 'vitest';
import { runProject, SHELL_TESTS } from '../support/run-project.ts';
import { cliProject } from './cli-project.ts';
import { cliOutput, commitOf, runWithPack, type WaitingRun } from './waiting-run.ts';
import { oneIn } from '../support/one-in.ts';

const test = oneIn(2);

const builder = [
  { edit: { 'answer.txt': 'right\n', 'readme.md': 'of the run\n' } },
  { edit: { 'readme.md': 'of the base and of the run\n' } },
];

test('a conflict names the command that takes up the base, which ends with a pack to approve', async () => {
  const waitingRun = await runWithPack({ roles: { builder } });
  const { project, id } = waitingRun;
  const first = await commitOf(waitingRun);
  expect(await cliOutput(waitingRun, 'rebase')).toMatchObject({
    code: 2,
    all: expect.stringContaining('is up to date with main'),
  });
  moveBase(waitingRun, 'of the base\n');
  const approved = await cliOutput(waitingRun, 'approve', '--commit', first);
  expect([approved.code, approved.all]).toEqual([1, expect.stringContaining(`orchestral rebase ${id}`)]);
  const { code, all } = await cliOutput(waitingRun, 'rebase', id);
  expect(code, all).toBe(3);
  expect(all).toContain('1 conflict was resolved by an agent');
  expect(project.git('status', '--porcelain')).toBe('');
  expect(await cliOutput(waitingRun, 'approve', '--commit', first)).toMatchObject({ code: 3 });
  expect(await cliOutput(waitingRun, 'approve', '--commit', await commitOf(waitingRun))).toMatchObject({ code: 0 });
  expect(project.git('show', 'main:readme.md')).toBe('of the base and of the run');
  expect(await cliOutput(waitingRun, 'rebase', id)).toMatchObject({ code: 2 });
});

test('says what happens as JSON', async () => {
  const waitingRun = await runWithPack({ roles: { builder } });
  moveBase(waitingRun, 'of the base\n');
  const { code, stdout } = await waitingRun.cli('rebase', '--json');
  expect(code).toBe(3);
  const lines = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { type: string });
  expect(lines.map(({ type }) => type)).toContain('rebased');
});

test('reject says that the base has moved, and how it is taken up', async () => {
  const more = [...builder.slice(0, 1), { edit: { 'answer.txt': 'right, and more\n' } }];
  const waitingRun = await runWithPack({ roles: { builder: more } });
  moveBase(waitingRun, 'of the base\n');
  const { code, all } = await cliOutput(waitingRun, 'reject', '--reason', 'say more');
  expect(code, all).toBe(3);
  expect(all).toContain(`main has 1 new commit since ${waitingRun.id} started`);
  expect(all).toContain(`orchestral rebase ${waitingRun.id}`);
});

test('what cannot be set up is mended on the base, and resume says how the run gets it', async () => {
  const config = { project: { version: 1, test_command: 'sh test/run.sh', setup_command: 'sh set-up.sh' } };
  const project = runProject({ files: { ...SHELL_TESTS, 'set-up.sh': 'exit 3\n' }, config });
  const { cli } = cliProject({ builder: builder.slice(0, 1) }, project);
  expect(await cli('start', 'x')).toMatchObject({ code: 5 });
  const id = path.basename(project.run());
  project.write({ 'set-up.sh': 'true\n' });
  project.git('commit', '--quiet', '--all', '--message', 'Mend');
  const resumed = await cli('resume');
  expect(resumed).toMatchObject({ code: 5, stderr: expect.stringContaining(`orchestral rebase ${id}`) as string });
  expect(await cli('rebase', id)).toMatchObject({ code: 3 });
  expect(JSON.parse(project.read('state.json'))).toMatchObject({ phase: 'ready_for_merge' });
});

function moveBase({ project }: WaitingRun, readme: string): void {
  project.write({ 'readme.md': readme });
  project.git('commit', '--quiet', '--all', '--message', 'Go on');
}
