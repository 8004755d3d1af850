import fs from 'node:fs';
import path from 'node:path';
import { describe, expect } from 'vitest';
import { foreseeAuto } from '../../../src/engine/operations/auto/foresee.ts';
import { nextStep } from '../../../src/engine/operations/auto/protocol.ts';
import { autoProjectWith, filesOn, scriptFor } from '../../support/auto-project.ts';
import { autoContext, startAutoIn } from '../../support/conduct-auto.ts';
import { oneIn } from '../../support/one-in.ts';
import { playOnce } from '../../support/play-once.ts';
import type { RunProject } from '../../support/run-project.ts';

const test = oneIn(2);

const FIRST = '# Shop\n\n- [ ] T1.1: One\n- [ ] T1.2: Two\n';
const NEXT = '# Shop\n\n- [ ] T1.1: Another one\n- [ ] T1.2: Two\n';
const wrote = (id: string) => [{ edit: { [`next/${id}.txt`]: `${id}\n` } }];
const SCRIPT = scriptFor([], { 'T1.1': wrote('T1.1'), 'T1.2': wrote('T1.2') });

describe('a list that names its tasks as the one before it, which is done', () => {
  test('is worked through: nothing of it counts as done', async () => {
    const project = await delivered();
    replaceList(project, NEXT);
    const again = await startAutoIn(project, { script: SCRIPT });
    expect(again.started).toMatchObject({ isNew: true, changes: null });
    await again.conduct();
    expect(again.graph()).toMatchObject({ stage: { at: 'done' }, left_alone: null });
    await again.close();
    expect(filesOn(project)).toEqual(expect.arrayContaining(['T1.1.txt', 'next/T1.1.txt', 'next/T1.2.txt']));
    expect(planOf(project)).toBe(NEXT.replaceAll('[ ]', '[x]'));
  });

  test('is foreseen as a whole, and what drives it is told to begin', async () => {
    const project = await delivered();
    replaceList(project, NEXT);
    expect(foreseeAuto({}, autoContext(project))).toMatchObject({ total: 2, left: 2 });
    const line = await nextStep(autoContext(project, { script: SCRIPT }), { signal: new AbortController().signal });
    expect(line).toEqual({ kind: 'ready', tasks: ['T1.1', 'T1.2'] });
  });

  test('is not gone on with: that was the other', async () => {
    const project = await delivered();
    replaceList(project, NEXT);
    await expect(startAutoIn(project, { resumes: true })).rejects.toMatchObject({
      failure: { code: 'auto.list_done', params: { file: 'TASKS.md' } },
    });
  });

  test('only where a box of another task is open: words that were put right are no new list', async () => {
    const project = await delivered();
    replaceList(project, NEXT.replaceAll('[ ]', '[x]'));
    const again = await startAutoIn(project, { script: SCRIPT });
    await again.conduct();
    await again.close();
    expect(again.events.filter(({ type }) => type === 'planned' || type === 'worked')).toEqual([]);
  });
});

async function delivered(): Promise<RunProject> {
  const { project: played } = await playOnce('delivered', async () => {
    const project = autoProjectWith(FIRST);
    const auto = await startAutoIn(project, { script: scriptFor(['T1.1', 'T1.2']) });
    await auto.conduct();
    expect(auto.graph()).toMatchObject({ stage: { at: 'done' }, left_alone: null });
    await auto.close();
    return { project };
  });
  return played;
}

function replaceList(project: RunProject, plan: string): void {
  project.write({ 'TASKS.md': plan });
  project.git('commit', '--quiet', '--all', '--message', 'Another plan');
}

function planOf({ folder }: RunProject): string {
  return fs.readFileSync(path.join(folder, 'TASKS.md'), 'utf8');
}
