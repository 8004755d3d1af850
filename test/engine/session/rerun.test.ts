import { expect, test } from 'vitest';
import { catchFailure } from '../../../src/base/failure.ts';
import { rerunSession } from '../../../src/engine/operations/sessions/decide.ts';
import { openSessionIn, type PlayedSession, startSessionIn } from '../../support/conduct-session.ts';
import { runProject } from '../../support/run-project.ts';
import type { Roles } from '../../support/session-script.ts';
import { SHELL_CASES, shellSessionScript } from '../../support/shell-session.ts';

type RerunStep = Parameters<typeof rerunSession>[1];

test('each step of a session is done again, with all that follows, and what is committed stays', async () => {
  const reopen = await stoppedAfter('implemented', 3);
  const { tip } = (await using(reopen, (session) => session.state())) ?? {};
  expect(await using(reopen, (session) => firstAfter(session, 'implement'))).toBe('T1-S2/implement#2');
  expect(await using(reopen, (session) => firstAfter(session, 'write'))).toBe('T1-S2/write#2');
  expect(await using(reopen, (session) => firstAfter(session, 'design'))).toBe('T1/design#2');
  for (const step of ['implement', 'verify', 'explore', 'plan'] as const)
    expect(await using(reopen, (session) => refusal(session, step)), step).toBe('session.not_now');
  expect(await using(reopen, (session) => session.state().tip)).toEqual(tip);
});

test('exploring and planning are done again until a subtask is committed', async () => {
  const reopen = await stoppedAfter('designed', 1);
  const effects = await using(reopen, async (session) => {
    await rerunSession(session.open, 'plan');
    expect(session.state()).toMatchObject({ status: 'active', stage: { is_planned: false }, tasks: {} });
    const enough = new AbortController();
    session.open.store.watch(({ event }) => event.type === 'designed' && enough.abort());
    await session.conduct(enough.signal);
    return session.effects().slice(0, 3);
  });
  expect(effects).toEqual(['plan#2', 'merge#2', 'T1/design#2']);
});

/** The first effect that comes to an outcome then. */
async function firstAfter(session: PlayedSession, step: RerunStep): Promise<string | undefined> {
  await rerunSession(session.open, step);
  const enough = new AbortController();
  session.open.store.watch(() => session.effects().length > 0 && enough.abort());
  await session.conduct(enough.signal);
  return session.effects()[0];
}

async function refusal(session: PlayedSession, step: RerunStep): Promise<string> {
  const asked = await catchFailure(() => rerunSession(session.open, step));
  return asked.ok ? 'taken' : asked.error.code;
}

/** Each time as another process would. */
async function using<T>(open: () => Promise<PlayedSession>, work: (session: PlayedSession) => T): Promise<Awaited<T>> {
  const session = await open();
  try {
    return await work(session);
  } finally {
    await session.close();
  }
}

/** A person stopped it after so many of these. */
async function stoppedAfter(type: string, nth: number): Promise<() => Promise<PlayedSession>> {
  const project = runProject({ files: SHELL_CASES, config: { agents: { version: 1, sandbox: 'off' } } });
  const twice = (steps: Roles[string]) => [...(steps ?? []), ...(steps ?? []).slice(-1)];
  const roles = Object.fromEntries(Object.entries(shellSessionScript({})).map(([role, steps]) => [role, twice(steps)]));
  const session = await startSessionIn(project, { roles });
  let seen = 0;
  session.open.store.watch(({ event }) => {
    if (event.type === type && ++seen === nth) void session.record({ type: 'stop_requested', data: {} });
  });
  await session.conduct();
  expect(session.state().status).toBe('stopped');
  await session.close();
  return () => openSessionIn(project, { roles });
}
