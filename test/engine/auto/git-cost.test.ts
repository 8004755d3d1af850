import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { expect, test, vi } from 'vitest';
import { autoProjectWith, scriptFor } from '../../support/auto-project.ts';
import { startAutoIn } from '../../support/conduct-auto.ts';

const IDS = Array.from({ length: 6 }, (_, n) => `T1.${n + 1}`);
/** When so many are merged, everything is there that tasks use again. */
const FIRST = 2;
/** Commands that look at every file of a worktree. */
const SCANS = /^(?:status|clean|reset|add|diff-files|ls-files .*--others|update-index .*--refresh)\b/;

test('a task starts few git processes, and looks through its worktrees seldom', async () => {
  const plan = `# Shop\n\n${IDS.map((id) => `- [ ] ${id}: Add ${id}.txt\n`).join('')}`;
  const project = autoProjectWith(plan, { files: { 'still.txt': 'as it is\n' } });
  const { bin, calls } = countingGit(project.home);
  const env = { ...project.env, PATH: `${bin}${path.delimiter}${project.env['PATH']}` };
  const looks = vi.spyOn(fs, 'lstatSync');
  const played = await startAutoIn(project, { script: scriptFor(IDS), parallel: 2, env });
  const marks: { calls: number; looks: number }[] = [];
  const ownLooks = (): number => looks.mock.calls.filter(([file]) => String(file).endsWith('/still.txt')).length;
  played.open.store.watch(({ event }) => {
    if (event.type === 'task_merged') marks.push({ calls: calls().length, looks: ownLooks() });
  });
  await played.conduct();
  await played.close();
  looks.mockRestore();
  expect(played.listed('completed')).toEqual(IDS);
  const [from, to] = [marks[FIRST - 1], marks.at(-1)];
  const tasks = IDS.length - FIRST;
  const between = calls().slice(from?.calls, to?.calls);
  // The tasks that are merged last began before.
  const scans = between.filter((call) => SCANS.test(call)).length + (to?.looks ?? 0) - (from?.looks ?? 0);
  expect(between.length / tasks).toBeLessThanOrEqual(12);
  expect(scans / tasks).toBeLessThanOrEqual(3);
});

function countingGit(home: string): { readonly bin: string; readonly calls: () => string[] } {
  const [bin, log] = [path.join(home, 'counting'), path.join(home, 'git-calls')];
  const real = execFileSync('sh', ['-c', 'command -v git'], { encoding: 'utf8' }).trim();
  fs.mkdirSync(bin);
  fs.writeFileSync(path.join(bin, 'git'), `#!/bin/sh\necho "$*" >> '${log}'\nexec '${real}' "$@"\n`, { mode: 0o755 });
  return { bin, calls: () => fs.readFileSync(log, 'utf8').split('\n').filter(Boolean) };
}
