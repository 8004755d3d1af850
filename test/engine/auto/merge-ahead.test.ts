import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { autoProjectWith, filesOn, scriptFor } from '../../support/auto-project.ts';
import { startAutoIn } from '../../support/conduct-auto.ts';

const IDS = ['T1.1', 'T1.2', 'T1.3', 'T1.4', 'T1.5'];
const PLAN = `# Shop\n\n${IDS.map((id) => `- [ ] ${id}: Add ${id}.txt\n`).join('')}`;

test('the next merge is made while the tests of the one before run, and made once', async () => {
  const project = autoProjectWith(PLAN);
  const { bin, calls } = loggingGit(project.home);
  const env = { ...project.env, PATH: `${bin}${path.delimiter}${project.env['PATH']}` };
  const played = await startAutoIn(project, { script: scriptFor(IDS), parallel: 4, env });
  await played.conduct();
  await played.close();
  const steps = calls().flatMap((call) => {
    if (call.startsWith('merge-tree')) return ['joined'];
    return /^update-ref .*\/merge#1: merged/.test(call) ? ['merged'] : [];
  });
  const ahead = steps.filter((step, n) => step === 'joined' && steps[n - 1] === 'joined');
  expect(ahead.length).toBeGreaterThan(0);
  // One for each task, and one for the phase.
  expect(steps.filter((step) => step === 'joined')).toHaveLength(IDS.length + 1);
  expect(project.git('show', 'main:TASKS.md').match(/- \[x\]/g)).toHaveLength(IDS.length);
});

test('where the one before is not merged, nothing of it is in the next', async () => {
  const project = autoProjectWith(PLAN);
  const script = scriptFor(IDS, {
    'T1.2': [{ edit: { 'test/bad.check': 'false\n' } }, { edit: { 'T1.2.txt': 'T1.2\n' } }],
  });
  const played = await startAutoIn(project, { script, parallel: 4 });
  await played.conduct();
  const failed = IDS.filter((id) => played.graph().tasks[id]?.mishaps !== null);
  expect(failed).toEqual(['T1.2']);
  expect(played.listed('completed')).toEqual(IDS);
  await played.close();
  expect(filesOn(project)).toEqual(expect.arrayContaining(IDS.map((id) => `${id}.txt`)));
  expect(project.git('log', '--format=%s', 'main', '--', 'test/bad.check')).toBe('');
});

function loggingGit(home: string): { readonly bin: string; readonly calls: () => string[] } {
  const [bin, log] = [path.join(home, 'logging'), path.join(home, 'git-calls')];
  const real = execFileSync('sh', ['-c', 'command -v git'], { encoding: 'utf8' }).trim();
  fs.mkdirSync(bin);
  fs.writeFileSync(path.join(bin, 'git'), `#!/bin/sh\necho "$*" >> '${log}'\nexec '${real}' "$@"\n`, { mode: 0o755 });
  return { bin, calls: () => fs.readFileSync(log, 'utf8').split('\n').filter(Boolean) };
}
