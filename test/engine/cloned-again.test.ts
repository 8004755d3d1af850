import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { claimPrivateFolder } from '../../src/engine/claim-private-folder.ts';
import type { Notice } from '../../src/schema/notice.ts';
import { autoProjectWith, filesOn, scriptFor } from '../support/auto-project.ts';
import { temporaryFolder } from '../support/auto-store.ts';
import { startAutoIn } from '../support/conduct-auto.ts';
import { runProject } from '../support/run-project.ts';

const PLAN = '# Tasks\n\n- [ ] T1.1: Write one\n- [ ] T1.2: Write two\n  - deps: [T1.1]\n';

test.each([
  ['its records are put aside', true],
  ['worktrees of an older version, which knew nothing of identities, do not stand in the way', false],
])('interrupted, deleted and cloned again: %s', async (_, isKnown) => {
  const project = autoProjectWith(PLAN);
  const origin = path.join(temporaryFolder(), 'origin.git');
  project.git('clone', '--quiet', '--bare', project.folder, origin);
  const ids = ['T1.1', 'T1.2'];
  const first = await startAutoIn(project, { script: scriptFor(ids) });
  const stop = new AbortController();
  first.open.store.watch(({ event }) => {
    if (event.type === 'effect_started' && event.data.effect.startsWith('auto/T1.2/')) stop.abort();
  });
  await first.conduct({ signal: stop.signal });
  await first.close();
  fs.rmSync(project.folder, { recursive: true });
  execFileSync('git', ['clone', '--quiet', origin, project.folder], { env: project.env });
  project.write({ '.orchestral/config/project.json': '{"version":1,"test_command":"sh test/run.sh"}' });
  const own = path.join(project.home, 'state/orchestral', first.open.context.project.hash);
  expect(fs.existsSync(path.join(own, 'auto/slot-1'))).toBe(true);
  if (!isKnown) fs.rmSync(path.join(own, 'identity'));

  const notices: Notice[] = [];
  const again = await startAutoIn(project, { script: scriptFor(ids), onNotice: (one) => void notices.push(one) });
  await again.conduct();
  expect(again.listed('completed')).toEqual(ids);
  await again.close();
  expect(filesOn(project)).toEqual(expect.arrayContaining(['T1.1.txt', 'T1.2.txt']));
  const codes = notices.map(({ code }) => code);
  expect(codes.includes('project.replaced')).toBe(isKnown);
  if (isKnown) expect(codes).not.toContain('log.quarantined');
});

test('restored from a backup it is the same project, and nothing of its work is put aside', () => {
  const made = runProject();
  const project = { root: made.folder, hash: '0123abcd' };
  const [own, step] = [path.join(made.home, 'state/orchestral/0123abcd'), 'steps/run-1/build-1'];
  const said: string[] = [];
  const claim = () => claimPrivateFolder({ project, env: made.env, onNotice: ({ code }) => said.push(code) });
  /** Another folder, with the same in it. */
  const restore = () => {
    fs.cpSync(path.join(made.folder, '.git'), path.join(made.home, 'backup'), { recursive: true });
    fs.rmSync(path.join(made.folder, '.git'), { recursive: true });
    fs.renameSync(path.join(made.home, 'backup'), path.join(made.folder, '.git'));
  };
  claim();
  fs.mkdirSync(path.join(own, step), { recursive: true });
  made.write({ '.orchestral/runs/run-1/events.log': '' });
  restore();
  claim();
  expect([fs.existsSync(path.join(own, step)), said]).toEqual([true, []]);
  // Without it, it may be anybody's clone.
  fs.rmSync(path.join(made.folder, '.orchestral/runs'), { recursive: true });
  restore();
  claim();
  expect([fs.existsSync(path.join(own, step)), said]).toEqual([false, ['project.replaced']]);
});
