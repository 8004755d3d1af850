import fs from 'node:fs';
import path from 'node:path';
import { describe, expect } from 'vitest';
import { catchFailure } from '../../../src/base/failure.ts';
import { startAuto } from '../../../src/engine/operations/auto/start.ts';
import { autoProjectWith, filesOn, scriptFor } from '../../support/auto-project.ts';
import { temporaryFolder } from '../../support/auto-store.ts';
import { autoContext, startAutoIn } from '../../support/conduct-auto.ts';
import type { RunProject } from '../../support/run-project.ts';
import { oneIn } from '../../support/one-in.ts';

const test = oneIn(3);

const PLAN = '# Shop\n\n- [ ] T1.1: One\n';
const script = scriptFor(['T1.1']);

describe('branches of people', () => {
  test.each(['phase-7-login', 'orchestral/task/mine'])('a base called %s is there when all is done', async (base) => {
    const project = autoProjectWith(PLAN);
    project.git('branch', base);
    const played = await startAutoIn(project, { base, script });
    await played.conduct();
    await played.close();
    expect(filesOn(project, base)).toContain('T1.1.txt');
    expect(branches(project)).toEqual(['main', base].toSorted());
  });

  test.each(['orchestral', 'orchestral/task', 'orchestral/auto', 'orchestral/auto/mine'])(
    'one called %s is named before anything is done, and stays as it is',
    async (branch) => {
      const project = autoProjectWith(PLAN);
      project.git('checkout', '--quiet', '-b', branch);
      project.write({ 'private.txt': 'private\n' });
      project.git('add', 'private.txt');
      project.git('commit', '--quiet', '--message', 'Private');
      project.git('checkout', '--quiet', 'main');
      const before = project.git('rev-parse', branch);
      const refused = await catchFailure(() => startAuto({}, autoContext(project, { script })));
      expect(refused).toMatchObject({ error: { code: 'auto.branch_in_the_way', params: { branch } } });
      expect(project.git('rev-parse', branch)).toBe(before);
      expect(branches(project)).toEqual(['main', branch].toSorted());
    },
  );

  test('ours is no base', async () => {
    const project = autoProjectWith(PLAN);
    project.git('checkout', '--quiet', '-b', 'orchestral/auto');
    expect(await catchFailure(() => startAuto({}, autoContext(project, { script })))).toMatchObject({
      error: { code: 'auto.branch_in_the_way' },
    });
  });

  test('what waits for one checkout is nothing that another begins with', async () => {
    const project = autoProjectWith(PLAN);
    const folder = path.join(temporaryFolder(), 'feature');
    project.git('worktree', 'add', '--quiet', '-b', 'feature', folder);
    const first = await startAutoIn(project, { script });
    await first.conduct();
    await first.close();
    project.write({ 'TASKS.md': `${PLAN}- [ ] T2.1: More\n` });
    const played = await startAutoIn(project, { script: scriptFor(['T2.1']) });
    await played.conduct();
    expect(played.graph().left_alone).not.toBeNull();
    await played.close();
    const other = { ...project, folder };
    const begun = await catchFailure(() => startAuto({}, autoContext(other, { script })));
    if (begun.ok) await begun.value.open.close();
    expect(begun).toMatchObject({ error: { code: 'auto.branch_in_the_way', params: { branch: 'orchestral/auto' } } });
    // Where it is waited for, it is gone on with.
    const again = await startAutoIn(project, { script, rebuilds: true });
    await again.conduct();
    await again.close();
  });

  test('nor one that was finished before, and has more to do now', async () => {
    const project = autoProjectWith(PLAN);
    const folder = path.join(temporaryFolder(), 'feature');
    project.git('worktree', 'add', '--quiet', '-b', 'feature', folder);
    const other = { ...project, folder };
    const finished = await startAutoIn(other, { script });
    await finished.conduct();
    await finished.close();
    expect(branches(project)).toEqual(['feature', 'main']);
    const waiting = await startAutoIn(project, { script });
    project.write({ 'TASKS.md': `${PLAN}\nmine\n` });
    await waiting.conduct();
    expect(waiting.graph().left_alone).not.toBeNull();
    await waiting.close();
    fs.writeFileSync(path.join(folder, 'TASKS.md'), `${PLAN.replaceAll('[ ]', '[x]')}- [ ] T2.1: More\n`);
    const begun = await catchFailure(() => startAuto({}, autoContext(other, { script: scriptFor(['T2.1']) })));
    if (begun.ok) await begun.value.open.close();
    expect(begun).toMatchObject({ error: { code: 'auto.branch_in_the_way', params: { branch: 'orchestral/auto' } } });
  });

  test('tasks that come later are worked on what the branch has by then', async () => {
    const project = autoProjectWith(PLAN);
    const played = await startAutoIn(project, { script });
    await played.conduct();
    await played.close();
    project.write({ 'mine.txt': 'mine\n', 'TASKS.md': `${PLAN.replaceAll('[ ]', '[x]')}- [ ] T2.1: More\n` });
    project.git('add', '.');
    project.git('commit', '--quiet', '--message', 'More');
    const later = scriptFor([], { 'T2.1': [{ run: 'cp mine.txt seen.txt' }] });
    const again = await startAutoIn(project, { script: later, retryLimit: 0 });
    await again.conduct();
    await again.close();
    expect(project.git('show', 'main:seen.txt')).toBe('mine');
  });
});

function branches({ git }: RunProject): string[] {
  return git('for-each-ref', '--format=%(refname:short)', 'refs/heads').split('\n').toSorted();
}
