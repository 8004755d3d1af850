import fs from 'node:fs';
import { describe, expect, test, vi } from 'vitest';
import { ok } from '../../src/base/result.ts';
import { type AutoProject, autoProject, commitAll, planOf, entered, started } from '../support/auto-store.ts';
import { withoutWaiting } from '../support/faulty-disk.ts';
import { documentProblems } from '../support/acknowledged-events.ts';

describe('a refused edit', () => {
  test.each([
    ['that is no document', (text: string) => text.replace('"ready": [', '"raedy": [')],
    ['that is no JSON', (text: string) => text.slice(0, -9)],
    [
      'that says what only Orchestral may say',
      (text: string) => text.replace('"current_phase": 1', '"current_phase": 7'),
    ],
  ])('%s leaves settings and backup as they were', async (_, change) => {
    const project = await configured();
    edit(project, change);
    await (await project.open({ disk: withoutWaiting })).close();
    expect(project.notices).toHaveLength(1);
    expect(JSON.parse(fs.readFileSync(project.document, 'utf8')).config.max_parallel).toBe(3);
    expect(documentProblems(`${project.document}.bak`)).toEqual([]);
    expect(fs.readFileSync(`${project.document}.bak`, 'utf8')).not.toContain('"current_phase": 7');
  });

  test('is refused again when it is saved again', async () => {
    const project = await configured();
    const store = await project.open({ disk: withoutWaiting });
    store.takeOwnership();
    for (const refused of [1, 2]) {
      edit(project, (text) => text.replace('"current_phase": 1', '"current_phase": 7'));
      await vi.waitFor(() => expect(project.notices).toHaveLength(refused), 300_000);
      await vi.waitFor(
        () => expect(fs.readFileSync(project.document, 'utf8')).toContain('"current_phase": 1'),
        300_000,
      );
    }
    await store.close();
    expect(project.notices.map((notice) => notice.code)).toEqual(['edit.refused', 'edit.refused']);
  });
});

describe('an edit that was taken over', () => {
  test('and comes back later is an older version like any other', async () => {
    const project = await configured();
    edit(project, (text) => text.replace('"failed": [', '"failed": ["T1.1"').replace('      "T1.1",\n', ''));
    const edited = fs.readFileSync(project.document, 'utf8');
    for (const id of ['T1.2', 'T1.3', 'T1.4']) {
      const store = await project.open({ disk: withoutWaiting });
      await commitAll(store, { type: 'task_completed', data: { id } });
      await store.close();
    }
    edit(project, () => edited);
    const store = await project.open({ disk: withoutWaiting });
    expect(store.state).toMatchObject({ tasks: { 'T1.3': { status: 'completed' } } });
    await store.close();
    expect(project.notices.map((notice) => notice.code)).toEqual(['edit.taken', 'document.restored']);
  });
});

describe('a decision with a bug', () => {
  test('rejects its own commit, and nothing of it counts', async () => {
    const project = await configured();
    const store = await project.open({ disk: withoutWaiting });
    const thrown = store.commit(() => {
      throw new Error('a bug');
    });
    await expect(thrown).rejects.toThrow('a bug');
    const impossible = commitAll(
      store,
      { type: 'task_completed', data: { id: 'T1.1' } },
      { type: 'task_completed', data: { id: 'T7.7' } },
    );
    await expect(impossible).rejects.toThrow('T7.7');
    expect(store.state).toMatchObject({ tasks: { 'T1.1': { status: 'ready' } } });
    expect(await commitAll(store, { type: 'task_completed', data: { id: 'T1.2' } })).toMatchObject({ ok: true });
    expect(await store.close()).toEqual(ok());
    const again = await project.open({ disk: withoutWaiting });
    expect(again.state).toMatchObject({ tasks: { 'T1.1': { status: 'ready' }, 'T1.2': { status: 'completed' } } });
    await again.close();
    expect(project.notices).toEqual([]);
  });
});

/** With three at a time, which the backup says, too. */
async function configured(): Promise<AutoProject> {
  const project = autoProject();
  const store = await project.open({ disk: withoutWaiting });
  await commitAll(store, planOf(30), entered(1));
  await store.close();
  edit(project, (text) => text.replace('"max_parallel": 0', '"max_parallel": 3'));
  for (const id of ['T1.8', 'T1.9']) {
    const again = await project.open({ disk: withoutWaiting });
    await commitAll(again, started(id));
    await again.close();
  }
  project.notices.length = 0;
  return project;
}

/** A while ago, so that nobody waits for the editor to finish. */
function edit(project: AutoProject, change: (text: string) => string): void {
  const text = fs.readFileSync(project.document, 'utf8');
  expect(change(text)).not.toBe(text);
  fs.writeFileSync(project.document, change(text));
  fs.utimesSync(project.document, new Date(0), new Date(0));
}
