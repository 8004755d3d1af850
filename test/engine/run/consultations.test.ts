import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { catchFailure } from '../../../src/base/failure.ts';
import { startRun } from '../../../src/engine/operations/runs/start.ts';
import type { OpenRun } from '../../../src/engine/descriptors/run.ts';
import { conductAll, runContext } from '../../support/conduct-run.ts';
import { QUESTION, rehearsed, type RunProject, runProject } from '../../support/run-project.ts';

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

/** `look`: when a step was done, and before that is recorded. */
async function begun(project: RunProject, look: (open: OpenRun) => void): Promise<OpenRun> {
  const hold: { open?: OpenRun } = {};
  const tools = runContext(project, {
    options: { agent: rehearsed(project.home, roles) },
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
