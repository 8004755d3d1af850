import { spawnSync } from 'node:child_process';
import { expect, test, type TestContext } from 'vitest';
import { autoProjectWith, filesOn, scriptFor } from '../../support/auto-project.ts';
import { startAutoIn } from '../../support/conduct-auto.ts';
import { notInstalled } from '../../support/needs.ts';
import type { RunProject } from '../../support/run-project.ts';

const PLAN = '# Shop\n\n- [ ] T1.1: One\n- [ ] T1.2: Two\n- [ ] T2.1: Three\n';

test('a repository whose refs are no files: branches are known as ours, gone on with, and removed', async (context) => {
  const project = autoProjectWith(PLAN);
  migrate(project, context);
  const before = project.git('branch', '--list');
  const script = scriptFor(['T1.1', 'T1.2', 'T2.1']);
  const stopping = new AbortController();
  const played = await startAutoIn(project, { script, parallel: 1 });
  played.open.store.watch(({ event }) => event.type === 'task_merged' && stopping.abort());
  await played.conduct({ signal: stopping.signal });
  await played.close();
  const again = await startAutoIn(project, { script, rebuilds: true });
  await again.conduct();
  expect(again.graph()).toMatchObject({ stage: { at: 'done' } });
  await again.close();
  expect(filesOn(project)).toEqual(expect.arrayContaining(['T1.1.txt', 'T1.2.txt', 'T2.1.txt']));
  expect(project.git('branch', '--list')).toBe(before);
});

function migrate({ folder, env }: RunProject, context: TestContext): void {
  const { status } = spawnSync('git', ['refs', 'migrate', '--ref-format=reftable'], { cwd: folder, env });
  if (status !== 0) notInstalled(context, 'git-refs', 'cannot be run by this git');
}
