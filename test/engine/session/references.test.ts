import fs from 'node:fs';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../support/auto-store.ts';
import { openSessionIn, type PlayedSession, startSessionIn } from '../../support/conduct-session.ts';
import { calculator, oneSubtask } from '../../support/session-script.ts';

const roles = oneSubtask();

test('the projects that a session was to look at are remembered; one that is gone is said, and others may be given', async () => {
  const [old, gone, other] = [temporaryFolder(), temporaryFolder(), temporaryFolder()];
  const project = calculator();
  const first = await startSessionIn(project, { roles, references: [old, gone] });
  await conductUntil(first, 'effect_started');
  await first.close();
  fs.rmSync(gone, { recursive: true });

  const notices: unknown[] = [];
  const second = await openSessionIn(project, { roles, onNotice: (notice) => notices.push(notice) });
  await conductUntil(second, 'explored');
  expect(second.prompt('explore#1')).toContain(old);
  expect(second.prompt('explore#1')).not.toContain(gone);
  expect(notices).toContainEqual({ code: 'reference.gone', params: { folder: gone } });
  await second.record({ type: 'stop_requested', data: {} });
  await second.close();

  fs.rmSync(second.file('contracts/R1/explored.yaml'));
  const third = await openSessionIn(project, { roles, references: [other] });
  await third.record({ type: 'resume_requested', data: {} });
  await conductUntil(third, 'explored');
  const [explored = ''] = third.effects().filter((effect) => effect.startsWith('explore'));
  expect(third.prompt(explored)).toContain(other);
  expect(third.prompt(explored)).not.toContain(old);
  await third.close();
});

/** Interrupted as soon as this is recorded. */
async function conductUntil(session: PlayedSession, type: string): Promise<void> {
  const over = new AbortController();
  session.open.store.watch(({ event }) => {
    if (event.type === type) over.abort();
  });
  await session.conduct(over.signal);
}
