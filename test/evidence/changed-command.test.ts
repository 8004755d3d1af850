import { expect, test } from 'vitest';
import { changedCommand } from '../../src/evidence/changed-tests.ts';
import { must, type Scene, scene } from '../git/scene.ts';

test.each([
  ['what the script runs', 'npm test', { test: 'vitest' }, { test: 'echo ok' }],
  ['what runs before it', 'npm test', { test: 'vitest' }, { test: 'vitest', pretest: 'cp fake node_modules' }],
  ['what set-up runs', 'npm test', { test: 'vitest' }, { test: 'vitest', postinstall: 'node fake.js' }],
  ['what set-up runs, of a command of the person’s own', 'sh test.sh', {}, { prepare: 'node fake.js' }],
])('%s is part of how a project is tested', async (_name, command, before, now) => {
  const here = await scene();
  const changed = await between(here, command, [before, now]);
  expect(changed).toEqual({
    before: [command, ...Object.values(before)].join(': '),
    now: expect.stringContaining(command),
  });
  expect(changed?.now).not.toBe(changed?.before);
});

test('other scripts, and a project without a manifest, change nothing', async () => {
  const here = await scene();
  expect(await between(here, 'npm test', [{ test: 'vitest' }, { test: 'vitest', start: 'node x.js' }])).toBe(null);
  const commit = here.commit({ 'package.json': null });
  const at = { commit, command: 'sh test.sh' };
  expect(must(await changedCommand(here.git, here.repository, { base: at, now: at }))).toBe(null);
});

async function between(here: Scene, command: string, scripts: readonly [object, object]) {
  const [base, now] = scripts.map((some) => ({
    commit: here.commit({ 'package.json': JSON.stringify({ scripts: some }) }),
    command,
  }));
  if (base === undefined || now === undefined) throw new Error('two of them');
  return must(await changedCommand(here.git, here.repository, { base, now }));
}
