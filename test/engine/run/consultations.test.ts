import fs from 'node:fs';
import path from 'node:path';
import { expect } from 'vitest';
import { catchFailure } from '../../../src/base/failure.ts';
import { answerQuestion } from '../../../src/engine/operations/runs/decide.ts';
import { startRun } from '../../../src/engine/operations/runs/start.ts';
import type { OpenRun } from '../../../src/engine/descriptors/run.ts';
import { show } from '../../../src/workflows/run/show.ts';
import { conductAll, runContext } from '../../support/conduct-run.ts';
import { QUESTION, rehearsed, type RunProject, runProject } from '../../support/run-project.ts';
import { oneIn } from '../../support/one-in.ts';

const test = oneIn(2);

const ready = { status: 'ready', refined: '# Brief\n', clarifications: [], auto_filled: [] };
const roles = { refiner: [{ answer: { ...ready, status: 'needs_human', crp: QUESTION } }, { answer: ready }] };

test('a question lies in crp/ once it is recorded, and no sooner', async () => {
  const project = runProject();
  const early: string[] = [];
  const open = await begun(project, (now) => {
    if (now.state().consultations.length === 0) early.push(...questionsIn(now));
  });
  await conductAll(open, { answers: () => undefined });
  expect([early, questionsIn(open)]).toEqual([[], ['crp-001.json']]);
  await open.close();
});

test('the folders of questions and answers are there before anybody asks', async () => {
  const open = await begun(runProject(), () => undefined);
  expect(['crp', 'vcr'].map((name) => fs.readdirSync(path.join(open.folder, name)))).toEqual([[], []]);
  await open.close();
});

test('an answer that an earlier run has for it is there before the next step', async () => {
  const project = runProject();
  const first = await begun(project, () => undefined);
  await conductAll(first, { answers: () => ({ decision: 'A', future: true }), approves: false });
  await first.close();
  const answered: boolean[] = [];
  const second = await begun(project, (now) => {
    if (now.state().step.at === 'build') answered.push(fs.existsSync(path.join(now.folder, 'vcr/vcr-001.json')));
  });
  await conductAll(second, { approves: false });
  expect(second.state().consultations).toMatchObject([{ by_precedent: true }]);
  expect(answered).toEqual([true]);
  await second.close();
});

test('several questions are asked at once, each in its own file, and the step goes on once all are answered', async () => {
  const project = runProject();
  const other = { ...QUESTION, question: 'Negative numbers too?' };
  const asks = { ...ready, status: 'needs_human', crp: QUESTION, more_crps: [other, { ...other }] };
  const open = await begun(project, () => undefined, { refiner: [{ answer: asks }, { answer: ready }] });
  await conductAll(open, { answers: () => undefined });
  const pending = () => show(open.state())?.['run-state'].pending_crp;
  expect([questionsIn(open), pending()]).toEqual([['crp-001.json', 'crp-002.json'], 'crp-001']);
  const given = { decision: 'B', rationale: 'so', notes: '', future: false };
  await answerQuestion(open, { ...given, crp: 'crp-001' });
  await conductAll(open, { answers: () => undefined });
  expect([open.state().step, pending()]).toMatchObject([{ at: 'waiting', crp_id: 'crp-002' }, 'crp-002']);
  await answerQuestion(open, { ...given, crp: 'crp-002', decision: 'A' });
  await conductAll(open, { approves: false });
  expect(open.state().step.at).toBe('ready_for_merge');
  const prompt = project.step('refine-2/prompt.md');
  for (const asked of ['Round or not?', 'Negative numbers too?']) expect(prompt).toContain(`Question: ${asked}`);
  for (const [id, decision] of [
    ['001', 'B'],
    ['002', 'A'],
  ])
    expect(JSON.parse(project.read(`vcr/vcr-${id}.json`))).toMatchObject({ crp_id: `crp-${id}`, decision });
  await open.close();
});

test('questions that are asked at once count as one refinement; one with a precedent does not hold up the others', async () => {
  const project = runProject();
  const first = await begun(project, () => undefined);
  await conductAll(first, { answers: () => ({ decision: 'A', future: true }), approves: false });
  await first.close();
  const other = { ...QUESTION, question: 'Negative numbers too?' };
  const asks = { ...ready, status: 'needs_human', crp: QUESTION, more_crps: [other] };
  const third = { ...ready, status: 'needs_human', crp: { ...QUESTION, question: 'Zero too?' } };
  const refiner = [{ answer: asks }, { answer: third }, { answer: ready }];
  const open = await begun(project, () => undefined, { refiner });
  await conductAll(open, { answers: () => undefined });
  expect(open.state().step).toMatchObject({ at: 'waiting', crp_id: 'crp-002' });
  await conductAll(open, { approves: false });
  expect(open.state().step.at).toBe('ready_for_merge');
  expect(open.state().consultations).toMatchObject([
    { by_precedent: true },
    { by_precedent: false },
    { by_precedent: false },
  ]);
  await open.close();
});

/** `look`: when a step was done, and before that is recorded. */
async function begun(
  project: RunProject,
  look: (open: OpenRun) => void,
  played: Parameters<typeof rehearsed>[1] = roles,
): Promise<OpenRun> {
  const hold: { open?: OpenRun } = {};
  const tools = runContext(project, {
    options: { agent: rehearsed(project.home, played) },
    onPoint: (point) => {
      if (point === 'effect.performed' && hold.open !== undefined) look(hold.open);
    },
  });
  const started = await catchFailure(() => startRun({ briefing: 'Do it.' }, tools));
  if (!started.ok) throw new Error(started.error.code);
  hold.open = started.value;
  return started.value;
}

function questionsIn({ folder }: OpenRun): string[] {
  const place = path.join(folder, 'crp');
  return fs.existsSync(place) ? fs.readdirSync(place) : [];
}
