import fs from 'node:fs';
import { expect, test } from 'vitest';
import { openProject } from '../../src/index.ts';
import { expectOk } from '../support/conduct-session.ts';
import { QUESTION, rehearsed, runProject } from '../support/run-project.ts';
import { serving } from './serving.ts';

const READY = { status: 'ready', refined: '# Brief\n\nMake it right.\n', clarifications: [], auto_filled: [] };
const ROLES = {
  refiner: [{ answer: { ...READY, status: 'needs_human', crp: QUESTION } }, { answer: READY }],
  builder: [{ edit: { 'answer.txt': 'right\n' } }],
};

/** A run whose question waits, and two browsers that show it. */
async function scene() {
  const { folder, home, env } = runProject();
  const agent = rehearsed(home, ROLES);
  const project = expectOk(openProject(folder, { env, agent, trust: true }));
  expectOk(await project.remember());
  const begun = expectOk(await project.runs.start({ briefing: 'Do it' }));
  await begun.conduct();
  expectOk(await begun.close());
  const server = await serving(env, { agent });
  const { call: one } = await server.browser();
  const { call: other } = await server.browser();
  return { folder, project, one, other, params: { project: project.project.hash, run: begun.id } };
}

test('of two browsers that decide at once one is heard, and the other is told what was decided', async () => {
  const { project, one, other, params } = await scene();
  const answer = (decision: string) => ({
    params: { ...params, crp: 'crp-001' },
    body: { decision, rationale: '', notes: '', future: false },
  });
  const answered = await Promise.all([one('runs.answer', answer('A')), other('runs.answer', answer('B'))]);
  const [heard, late] = answered.toSorted((a, b) => Number(b.ok) - Number(a.ok));
  const decision = answered[0].ok ? 'A' : 'B';
  expect(heard).toMatchObject({ ok: true });
  expect(late).toMatchObject({ ok: false, status: 409, error: { code: 'crp.answered', params: { decision } } });
  expect(expectOk(await project.runs.view(params.run)).consultations).toMatchObject([{ vcr: { decision } }]);

  const resumed = expectOk(await project.runs.resume(params.run));
  await resumed.conduct();
  expectOk(await resumed.close());
  const { commit } = expectOk(await project.runs.review(params.run));
  expect(await one('review.approve', { params, body: { commit } })).toMatchObject({ ok: true });
  expect(await other('review.reject', { params, body: { commit, reason: 'Not yet', comments: [] } })).toMatchObject({
    status: 409,
    error: { code: 'run.not_now', message: expect.stringContaining('(now: approved, being merged)') },
  });
});

test('a project whose folder is deleted while it is shown is said to be gone, and comes back with it', async () => {
  const { folder, one, params } = await scene();
  const aside = `${folder}-aside`;
  expect(await one('runs.read', { params })).toMatchObject({ ok: true });
  fs.renameSync(folder, aside);
  const gone = { ok: false, status: 409, error: { code: 'project.not_a_folder' } };
  expect(await one('runs.read', { params })).toMatchObject(gone);
  expect(await one('worktrees.list', { params })).toMatchObject(gone);
  expect(await one('runs.start', { params, body: { briefing: 'Do it' } })).toMatchObject(gone);
  expect(await one('home', {})).toMatchObject({ value: { needs: [], projects: [{ is_there: false, runs: 0 }] } });
  expect(fs.existsSync(folder)).toBe(false);
  fs.renameSync(aside, folder);
  expect(await one('home', {})).toMatchObject({ value: { needs: [{ kind: 'question' }] } });
});
