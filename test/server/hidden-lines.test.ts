import { expect, test } from 'vitest';
import { openProject } from '../../src/index.ts';
import { conductAll, startRunIn } from '../support/conduct-run.ts';
import { expectOk } from '../support/conduct-session.ts';
import { runProject, SHELL_TESTS } from '../support/run-project.ts';
import { serving } from './serving.ts';

const LINES = Array.from({ length: 5_000 }, (_, index) => `line ${index + 1}`);
const text = (changed: string) => `${LINES.with(2_499, changed).join('\n')}\n`;

test('a review gets as many lines around a change as it asks for, up to a thousand, and only of changed files', async () => {
  const repository = runProject({ files: { ...SHELL_TESTS, 'long.txt': text('as it was') } });
  const builder = [{ edit: { 'answer.txt': 'right\n', 'long.txt': text('as it is') } }];
  const { open } = expectOk(await startRunIn(repository, { roles: { builder } }));
  expectOk(await conductAll(open, { approves: false }));
  const { run_id: run, base, work } = open.state();
  expectOk(await open.close());
  const project = expectOk(openProject(repository.folder, { env: repository.env, trust: true }));
  expectOk(await project.remember());
  const { call } = await (await serving(repository.env)).browser();
  const ask = async (path: string, context?: string) => {
    const query = { from: base.commit, to: work?.commit ?? '', path, ...(context !== undefined && { context }) };
    const answered = await call('runs.fileDiff', { params: { project: project.project.hash, run }, query });
    return answered.ok ? answered.value.hunks.flatMap(({ lines }) => lines).length : answered.error.code;
  };
  expect(await ask('long.txt')).toBe(8);
  expect(await ask('long.txt', '1000')).toBe(2_002);
  expect(await ask('long.txt', '1000000')).toBe(2_002);
  for (const path of ['readme.md', '../long.txt', '/etc/passwd', ':(top)long.txt', ''])
    expect(await ask(path, '1000')).toBe('http.unknown');
});
