import fs from 'node:fs';
import path from 'node:path';
import { expect } from 'vitest';
import { ok } from '../../../src/base/result.ts';
import type { RunEvent } from '../../../src/workflows/run/events.ts';
import { startRunIn, type OpenedRun, type RunScenario } from '../../support/conduct-run.ts';
import { runProject } from '../../support/run-project.ts';
import { oneIn } from '../../support/one-in.ts';

const test = oneIn(2);

const roles = { builder: [{ edit: { 'answer.txt': 'right\n' } }] };
const stop: RunEvent = { type: 'stop_requested', data: {} };
const resume: RunEvent = { type: 'resume_requested', data: { max_iterations: 5 } };

test('a step that was taken back as it began is not done; what it cost meanwhile counts', async () => {
  const { open, events } = await begun();
  once(open, 'refined', () => void open.store.commit(() => ok([stop])));
  await open.conduct(new AbortController().signal);
  expect(open.state()).toMatchObject({ step: { at: 'stopped', before: { at: 'build' } }, in_flight: null });
  const after = events.slice(events.findIndex(({ type }) => type === 'stop_requested') + 1);
  expect(after.filter(({ type }) => type !== 'spent')).toEqual([]);
  await open.close();
});

test('what an agent cost counts even if its step was stopped and resumed in one go', async () => {
  const { open, events } = await begun();
  once(open, 'effect_started', () => void open.store.commit(() => ok([stop, resume])), `${open.id}/build#1`);
  await open.conduct(new AbortController().signal);
  expect(events.filter(({ type }) => type === 'built')).toHaveLength(1);
  expect(open.state().spent['builder']?.calls).toBe(2);
  await open.close();
});

test('an agent that a person interrupts has not failed', async () => {
  const project = runProject();
  const { open, events } = await begun(project, { builder: [{ delay_ms: 60_000 }] });
  const stopping = new AbortController();
  once(open, 'effect_started', () => setTimeout(() => stopping.abort(), 500), `${open.id}/build#1`);
  await open.conduct(stopping.signal);
  await open.close();
  expect(events.map(({ type }) => type)).not.toContain('step_failed');
  expect(fs.existsSync(path.join(project.run(), 'builder/error.flag'))).toBe(false);
});

async function begun(project = runProject(), played: RunScenario['roles'] = roles): Promise<OpenedRun> {
  const started = await startRunIn(project, { roles: played });
  if (!started.ok) throw new Error(started.error.code);
  return started.value;
}

/** `effect`: of which effect it is to be. */
function once({ store }: OpenedRun['open'], type: RunEvent['type'], act: () => void, effect?: string): void {
  const unwatch = store.watch(({ event }) => {
    if (event.type !== type) return;
    if (effect !== undefined && !('effect' in event.data && event.data.effect === effect)) return;
    unwatch();
    act();
  });
}
