import { expect, test } from 'vitest';
import { playRun } from '../../support/conduct-run.ts';
import { runProject, SHELL_TESTS } from '../../support/run-project.ts';

const files = { ...SHELL_TESTS, 'made.lock': 'one\n', 'other.lock': 'one\n' };
const config = {
  project: {
    version: 1,
    test_command: 'sh test/run.sh',
    setup_command: 'echo set up >> made.lock; echo set up >> other.lock',
  },
};

test('what set-up changes is in no commit; what an agent makes of the same file is', async () => {
  const builder = [{ edit: { 'answer.txt': 'right\n', 'made.lock': 'one\ntwo\n' } }];
  const { project, run } = await playRun(runProject({ files, config }), { roles: { builder } });
  expect(run.step.at).toBe('completed');
  expect(project.git('show', 'main:made.lock')).toBe('one\ntwo');
  expect(project.git('show', 'main:other.lock')).toBe('one');
});
