import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { conductAll, playRun, startRunIn } from '../../support/conduct-run.ts';
import { type RunProject, runProject } from '../../support/run-project.ts';

/** As `create-…` does. */
const scaffold = {
  edit: { 'answer.txt': 'right\n', 'app/x.txt': 'x\n', 'app/inner/y.txt': 'y\n' },
  run: 'git init --quiet app && git init --quiet app/inner && git -C app -c user.name=A -c user.email=a@example.com commit --quiet --allow-empty --message Inner',
};

describe.concurrent('a repository that an agent begins inside its worktree', () => {
  test('is work like any other, without its git folder, which is kept', async () => {
    const project = runProject();
    const { run, failure } = await playRun(project, { roles: { builder: [scaffold] } });
    expect([failure, run.step.at]).toEqual([undefined, 'completed']);
    expect(project.git('ls-tree', '-r', '--name-only', 'main', 'app/').split('\n')).toEqual([
      'app/inner/y.txt',
      'app/x.txt',
    ]);
    expect(keptIn(project)).toHaveLength(2);
  });

  test('does not keep a step from being done again', async () => {
    const project = runProject();
    const builder = [{ ...scaffold, fail: 'crash' as const }, { edit: { 'answer.txt': 'right\n' } }];
    const started = await startRunIn(project, { roles: { builder } });
    if (!started.ok) throw new Error(started.error.code);
    const { open } = started.value;
    expect((await conductAll(open)).ok).toBe(true);
    expect(open.state().step.at).toBe('completed');
    expect(fs.existsSync(path.join(project.folder, 'app'))).toBe(false);
    expect(project.git('for-each-ref', '--format=%(refname)', 'refs/orchestral/rescue')).toContain(open.id);
    expect(keptIn(project)).toHaveLength(2);
    await open.close();
  });
});

/** Git folders beside the worktrees. */
function keptIn({ home }: RunProject): string[] {
  return fs
    .readdirSync(path.join(home, 'state'), { recursive: true, encoding: 'utf8' })
    .filter((name) => /-repositories\/\d+\.git$/.test(name));
}
