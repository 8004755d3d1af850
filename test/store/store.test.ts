import fs from 'node:fs';
import { describe, expect, test } from 'vitest';
import { fail } from '../../src/base/failure.ts';
import { ok } from '../../src/base/result.ts';
import { decode } from '../../src/schema/codec.ts';
import { autoProject, commitAll, planOf, started } from '../support/auto-store.ts';

describe('a store', () => {
  test('keeps what was committed and shows it', async () => {
    const project = autoProject();
    const store = await project.open();
    await commitAll(store, planOf(20));
    await commitAll(store, started('T1.1'));
    await commitAll(store, { type: 'task_completed', data: { id: 'T1.1', seconds: 3 } });
    expect(await store.close()).toEqual(ok());

    expect(tasksIn(project.document).completed).toEqual(['T1.1']);
    const again = await project.open();
    expect(again.state).toMatchObject({
      kind: 'graph',
      tasks: { 'T1.1': { status: 'completed' }, 'T1.11': { status: 'ready' } },
    });
    await again.close();
    expect(project.notices).toEqual([]);
  });

  test('leaves nothing behind but log, document and backup', async () => {
    const project = autoProject();
    const store = await project.open();
    await commitAll(store, planOf(3));
    await store.close();
    const second = await project.open();
    await commitAll(second, started('T1.1'));
    await second.close();
    expect(fs.readdirSync(`${project.folder}/.claude`).sort()).toEqual([
      'orchestrate-events.log',
      'orchestrate-state.json',
      'orchestrate-state.json.bak',
    ]);
  });

  test('a decision sees every commit before it, and a refused one records nothing', async () => {
    const project = autoProject();
    const store = await project.open();
    await commitAll(store, planOf(3));
    const claim = () =>
      store.commit((state) =>
        state.kind === 'graph' && state.tasks['T1.1']?.status === 'ready'
          ? ok([started('T1.1')])
          : fail('answer.needed', { question: 'unlock' }),
      );
    const claims = await Promise.all([claim(), claim(), claim()]);
    expect(claims.filter((result) => result.ok)).toHaveLength(1);
    await store.close();
    expect(fs.readFileSync(project.log, 'utf8').match(/effect_started/g)).toHaveLength(1);
  });

  test('two open stores see each other', async () => {
    const project = autoProject();
    const [one, two] = [await project.open(), await project.open()];
    await commitAll(one, planOf(3));
    const seen = new Promise((resolve) => two.watch((recorded) => resolve(recorded.event.type)));
    await commitAll(one, started('T1.1'));
    expect(await seen).toBe('planned');
    await commitAll(two, { type: 'task_completed', data: { id: 'T1.1' } });
    await one.close();
    await two.close();
    expect(tasksIn(project.document).completed).toEqual(['T1.1']);
  });

  test('has one owner', async () => {
    const project = autoProject();
    const [one, two] = [await project.open(), await project.open()];
    expect(one.takeOwnership()).toEqual(ok());
    expect(two.takeOwnership()).toMatchObject({
      ok: false,
      error: { code: 'owner.held', params: { holder: { pid: process.pid, life: 'alive' } } },
    });
    await one.close();
    expect(two.takeOwnership()).toEqual(ok());
    await two.close();
  });
});

function tasksIn(document: string) {
  const decoded = decode('auto-state', fs.readFileSync(document));
  if (!decoded.ok) throw new Error(JSON.stringify(decoded.error));
  return decoded.value.tasks;
}
