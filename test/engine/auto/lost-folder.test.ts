import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { catchFailure } from '../../../src/base/failure.ts';
import type { Notice } from '../../../src/schema/notice.ts';
import { startAutoIn } from '../../support/conduct-auto.ts';
import { runProject, SHELL_TESTS } from '../../support/run-project.ts';

const PLAN = `# TASKS: Notes

- [ ] T1.1: Write one
- [ ] T1.2: Write two
  - deps: [T1.1]
`;

test('all files lost in the middle: --resume goes on, and does again only what git does not have', async () => {
  const made = runProject({ files: { ...SHELL_TESTS, 'TASKS.md': PLAN }, ignores: '.claude/' });
  const [log, folder] = ['.claude/orchestrate-events.log', '.claude'].map((name) => path.join(made.folder, name));
  const script = {
    version: 1 as const,
    tasks: { 'T1.1': [{ edit: { 'one.txt': 'one\n' } }], 'T1.2': [{ edit: { 'two.txt': 'two\n' } }] },
  };
  const none = await catchFailure(() => startAutoIn(made, { script, resumes: true }));
  expect(none).toMatchObject({ error: { code: 'auto.none' } });

  const first = await startAutoIn(made, { script });
  const unwatch = first.open.store.watch(({ event }) => {
    if (event.type === 'effect_started' && event.data.effect.startsWith('auto/T1.2/'))
      fs.rmSync(`${folder}`, { recursive: true, force: true });
  });
  await catchFailure(() => first.conduct());
  unwatch();
  await first.open.close();
  fs.rmSync(`${folder}`, { recursive: true, force: true });
  expect(fs.existsSync(`${log}`)).toBe(false);

  const notices: Notice[] = [];
  const again = await startAutoIn(made, { script, resumes: true, onNotice: (notice) => void notices.push(notice) });
  expect(notices).toContainEqual({ code: 'auto.lost', params: { folder: '.claude' } });
  expect(again.graph().tasks['T1.1']?.status).toBe('completed');
  await again.conduct();
  expect(again.listed('completed')).toEqual(['T1.1', 'T1.2']);
  await again.close();
});
