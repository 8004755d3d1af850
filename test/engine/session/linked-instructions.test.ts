import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../support/auto-store.ts';
import { startSessionIn } from '../../support/conduct-session.ts';
import { calculator, oneSubtask } from '../../support/session-script.ts';

test.each([
  ['a file outside the project is not shown to an agent', 'outside', false],
  ['another file of the project is', 'inside', true],
] as const)('CLAUDE.md that is a link: %s', async (_what, where, isShown) => {
  const project = calculator();
  const file = path.join(where === 'inside' ? project.folder : temporaryFolder(), 'words.md');
  fs.writeFileSync(file, 'the words that it leads to');
  fs.rmSync(path.join(project.folder, 'CLAUDE.md'), { force: true });
  fs.symlinkSync(file, path.join(project.folder, 'CLAUDE.md'));
  const session = await startSessionIn(project, { roles: oneSubtask() });
  const over = new AbortController();
  session.open.store.watch(({ event }) => {
    if (event.type === 'planned') over.abort();
  });
  await session.conduct(over.signal);
  const [planned = ''] = session.effects().filter((effect) => effect.startsWith('plan'));
  expect(session.prompt(planned).includes('the words that it leads to')).toBe(isShown);
  await session.close();
});
