import { describe, expect } from 'vitest';
import { catchFailure } from '../../../src/base/failure.ts';
import { rebaseSession, resumeSession } from '../../../src/engine/operations/sessions/decide.ts';
import type { RehearsalStep } from '../../../src/schema/rehearsal.ts';
import { type PlayedSession, startSessionIn } from '../../support/conduct-session.ts';
import { type RunProject, runProject } from '../../support/run-project.ts';
import { SHELL_CASES, shellSessionScript } from '../../support/shell-session.ts';
import { oneIn } from '../../support/one-in.ts';

const test = oneIn(3);

describe.concurrent('the base of a session that moved', () => {
  test('and conflicts with finished work is brought together by an agent, proved, and merged when asked again', async () => {
    const both = { edit: { 'src/one.txt': 'one is right\nof the base\n' } };
    const { project, session } = await finished([both]);
    moveBase(project, { 'src/one.txt': 'of the base\n' });
    await session.deliver();
    expect(session.state().delivery).toMatchObject({ at: 'refused', why: 'conflict', detail: ['src/one.txt'] });
    await rebaseSession(session.open);
    await session.conduct();
    expect(session.state()).toMatchObject({ status: 'completed', delivery: null });
    expect(session.prompt('rebase#1')).toContain('T1-S1: one');
    expect(session.effects().filter((effect) => effect.startsWith('rebase'))).toEqual(['rebase#1']);
    await session.deliver();
    expect(session.state().delivery, JSON.stringify(session.state().delivery)).toMatchObject({ at: 'done' });
    expect(project.git('show', 'main:src/one.txt')).toBe('one is right\nof the base');
    expect(project.git('status', '--porcelain', '--untracked-files=no')).toBe('');
    await session.close();
  });

  test('and breaks it is repaired by an agent, or left as it is when it does not pass twice', async () => {
    const { project, session } = await finished([{ run: 'true' }]);
    moveBase(project, {
      'test/two-lines.check': 'test "TC-8 two lines"\ntest $(cat src/*.txt | wc -l) -ge 3 || [ ! -e src ]\n',
    });
    const { tip } = session.state();
    await rebaseSession(session.open);
    await session.conduct();
    expect(session.state()).toMatchObject({ tip, delivery: { at: 'refused', why: 'red' } });
    expect(session.prompt('rebase#2')).toContain('two lines');
    await session.close();
  });

  test('drops no test of the work unseen', async () => {
    const dropped = { edit: { 'src/one.txt': 'of the base\n' }, run: 'rm test/one.check' };
    const { project, session } = await finished([dropped]);
    moveBase(project, { 'src/one.txt': 'of the base\n' });
    await rebaseSession(session.open);
    await session.conduct();
    await session.deliver();
    expect(session.state().delivery).not.toMatchObject({ at: 'done' });
    await session.close();
  });

  test('is taken up between subtasks, without throwing an agent’s work away', async () => {
    const { project, session } = await started([]);
    let isAsked = false;
    const asked = new Promise<void>((done) => {
      session.open.store.watch(({ event }) => {
        if (event.type !== 'implemented' || isAsked) return;
        isAsked = true;
        moveBase(project, { 'other.txt': 'other\n' });
        void rebaseSession(session.open).then(done, done);
      });
    });
    await session.conduct();
    await asked;
    const effects = session.effects();
    expect(effects.indexOf('rebase#1')).toBe(effects.indexOf('T1-S1/commit#1') + 1);
    expect(session.state().status).toBe('completed');
    expect(project.git('show', `${session.state().tip?.commit}:other.txt`)).toBe('other');
    await session.deliver();
    expect(session.state().delivery).toMatchObject({ at: 'done' });
    await session.close();
  });

  test('reaches a subtask that was stopped, which begins again on it', async () => {
    const { project, session } = await started([]);
    session.open.store.watch(({ event }) => {
      if (event.type === 'tests_written') void session.record({ type: 'stop_requested', data: {} });
    });
    await session.conduct();
    expect(session.state().status).toBe('stopped');
    const now = moveBase(project, { 'other.txt': 'other\n' });
    await rebaseSession(session.open);
    expect(session.state()).toMatchObject({
      status: 'active',
      tasks: { T1: { subtasks: { 'T1-S1': { work: null } } } },
    });
    await session.conduct();
    expect(session.state()).toMatchObject({ base: { commit: now } });
    await session.close();
  });

  test('and that did not move is nothing to take up', async () => {
    const { session } = await finished([]);
    expect(await catchFailure(() => rebaseSession(session.open))).toMatchObject({
      error: { code: 'rebase.not_moved' },
    });
    expect(await catchFailure(() => resumeSession(session.open))).toMatchObject({ ok: false });
    await session.close();
  });
});

interface Scene {
  readonly project: RunProject;
  readonly session: PlayedSession;
}

/** `more`: what the Implementer does after its own work. */
async function started(more: readonly RehearsalStep[]): Promise<Scene> {
  const project = runProject({ files: SHELL_CASES, config: { agents: { version: 1, sandbox: 'off' } } });
  const roles = shellSessionScript({});
  const session = await startSessionIn(project, {
    roles: { ...roles, implementer: [...(roles['implementer'] ?? []), ...more] },
  });
  return { project, session };
}

async function finished(more: readonly RehearsalStep[]): Promise<Scene> {
  const scene = await started(more);
  await scene.session.conduct();
  expect(scene.session.state().status).toBe('completed');
  return scene;
}

function moveBase(project: RunProject, files: Record<string, string>): string {
  project.write(files);
  project.git('add', ...Object.keys(files));
  project.git('commit', '--quiet', '--message', 'Go on');
  return project.git('rev-parse', 'main');
}
