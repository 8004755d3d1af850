import { expect, test } from 'vitest';
import { answerHeldTask } from '../../src/engine/operations/auto/questions.ts';
import { openProject } from '../../src/index.ts';
import { autoProjectWith, scriptFor } from '../support/auto-project.ts';
import { startAutoIn } from '../support/conduct-auto.ts';
import { conductAll, startRunIn } from '../support/conduct-run.ts';
import { expectOk } from '../support/conduct-session.ts';
import { runProject } from '../support/run-project.ts';
import { serving } from './serving.ts';

const PLAN = `# Shop

- [ ] T1.1: Break it
- [ ] T1.2: Write it
  - acceptance: \`no-such-program up -d\` passes
`;

async function dashboardOf({ folder, env }: Pick<ReturnType<typeof runProject>, 'folder' | 'env'>, language = 'en') {
  const project = expectOk(openProject(folder, { env, trust: true }));
  expectOk(await project.remember());
  const { call } = await (await serving(env, { language })).browser();
  return { project: project.project.hash, call };
}

test('Home says why a task failed and what to do; the timeline knows how long another waits for a person', async () => {
  const shop = autoProjectWith(PLAN, { config: { agents: { version: 1, sandbox: 'off' } } });
  const wrong = { edit: { 'test/T1.1.check': 'false\n' } };
  const script = scriptFor(['T1.1', 'T1.2'], { 'T1.1': [wrong] });
  const played = await startAutoIn(shop, { retryLimit: 1, script });
  await played.conduct();
  await played.close();
  const { project, call } = await dashboardOf(shop);
  const home = await call('home', {});
  const needs = home.ok ? home.value.needs : [];
  expect(needs.filter(({ kind }) => kind === 'failure')).toMatchObject([
    {
      task: 'T1.1',
      code: 'tests_red',
      says: expect.stringMatching(/^tests fail: .*T1\.1/),
      hint: 'try again: orchestral auto retry T1.1, then orchestral auto --resume',
    },
  ]);
  const attempts = await call('auto.attempts', { params: { project } });
  expect(attempts).toMatchObject({ value: { held: [{ task: 'T1.2', until: null }] } });
  const again = await startAutoIn(shop, { script: scriptFor(['T1.1', 'T1.2'], {}) });
  await answerHeldTask(again.open, 'T1.2', { allow: 'all', refuse: false, reason: 'Not here.' });
  await again.close();
  const later = await call('auto.attempts', { params: { project } });
  expect(later).toMatchObject({ value: { held: [{ task: 'T1.2', until: expect.any(String) }] } });
});

test('Home says why a run failed, in one line', async () => {
  const repository = runProject();
  const { open } = expectOk(await startRunIn(repository, { roles: { refiner: [{ fail: 'auth', say: 'No key.' }] } }));
  await conductAll(open);
  const { run_id } = open.state();
  expectOk(await open.close());
  const { call } = await dashboardOf(repository);
  const home = await call('home', {});
  const [need] = home.ok ? home.value.needs.filter(({ kind }) => kind === 'failure') : [];
  expect(need).toMatchObject({
    id: run_id,
    code: 'auth',
    says: expect.stringContaining('the agent cannot be used'),
    hint: expect.stringContaining(`orchestral resume ${run_id}`),
  });
  expect(need?.kind === 'failure' ? need.says : '\n').not.toContain('\n');
});

test('what was found about a pack is said in the language of the page, not of the run', async () => {
  const repository = runProject({ files: { 'readme.md': 'hello\n', 'test/run.sh': 'echo 1..0\n' } });
  const { open } = expectOk(await startRunIn(repository, {}));
  expectOk(await conductAll(open, { approves: false }));
  const { run_id } = open.state();
  expectOk(await open.close());
  const inRun = JSON.parse(repository.read('mrp/proof.json')).findings.map(({ says }: { says: string }) => says);
  const { project, call } = await dashboardOf(repository, 'ko');
  const pack = await call('review.read', { params: { project, run: run_id } });
  const shown = pack.ok ? (pack.value.proof?.findings ?? []) : [];
  expect(inRun).not.toEqual([]);
  expect(inRun.join()).not.toMatch(/[가-힣]/);
  expect(shown).toHaveLength(inRun.length);
  for (const { says } of shown) expect(says).toMatch(/[가-힣]/);
});
