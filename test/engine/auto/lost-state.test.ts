import fs from 'node:fs';
import path from 'node:path';
import { describe, expect } from 'vitest';
import { catchFailure } from '../../../src/base/failure.ts';
import { openAuto } from '../../../src/engine/descriptors/auto.ts';
import { judgeTasks } from '../../../src/engine/operations/auto/decide.ts';
import { startAuto } from '../../../src/engine/operations/auto/start.ts';
import { autoProjectWith, filesOn, scriptFor } from '../../support/auto-project.ts';
import { autoContext, type PlayedAuto, startAutoIn } from '../../support/conduct-auto.ts';
import { expectOk } from '../../support/conduct-session.ts';
import { playOnce } from '../../support/play-once.ts';
import type { RunProject } from '../../support/run-project.ts';
import { oneIn } from '../../support/one-in.ts';

const test = oneIn(3);

const PLAN = `# Shop

- [ ] T1.1: One
- [ ] T1.2: Two
  - deps: [T1.1]
- [ ] T2.1: Three
`;
const IDS = ['T1.1', 'T1.2', 'T2.1'];
const FILES = IDS.map((id) => `${id}.txt`);
const script = scriptFor(IDS);

describe('a phase whose tasks are all merged, and which is not', () => {
  test('is merged where the log was lost', async () => {
    const project = await withWholePhase();
    const claude = path.join(project.folder, '.claude');
    const logs = fs.readdirSync(claude).filter((name) => name.startsWith('orchestrate-events'));
    for (const name of logs) fs.rmSync(path.join(claude, name));
    await expectRest(project, await startAutoIn(project, { script }));
  });

  test.each(['', ' though git does not know the list of tasks'])(
    'is merged where the state is rebuilt%s',
    async (how) => {
      const project = await withWholePhase({ isTracked: how === '' });
      await expectRest(project, await startAutoIn(project, { script, rebuilds: true }));
    },
  );

  test.each(['rebuilt', 'deleted'])(
    'is merged though the base has moved meanwhile, where the state is %s',
    async (how) => {
      const project = await withWholePhase();
      project.write({ 'theirs.txt': 'theirs\n' });
      project.git('add', '.');
      project.git('commit', '--quiet', '--message', 'Theirs');
      if (how === 'deleted') fs.rmSync(path.join(project.folder, '.claude'), { recursive: true });
      await expectRest(project, await startAutoIn(project, { script, rebuilds: how === 'rebuilt' }));
      expect(filesOn(project)).toContain('theirs.txt');
    },
  );

  test('is gone on with by its number', async () => {
    const project = await withWholePhase();
    const again = await startAuto({ phase: 1 }, autoContext(project));
    expectOk(await again.open.close());
  });
});

test('what somebody else has begun since we looked is not planned anew', async () => {
  const project = autoProjectWith(PLAN);
  const tools = autoContext(project, { script });
  const [one, other] = await Promise.all([
    catchFailure(() => startAuto({ shares: true }, tools)),
    catchFailure(() => startAuto({ shares: true }, { ...tools, onPoint: () => undefined })),
  ]);
  const { open } = expectOk(one);
  const planned = fs.readFileSync(open.paths.log, 'utf8').match(/"type":"planned"/g);
  expect(planned).toHaveLength(1);
  for (const started of [one, other]) expectOk(await expectOk(started).open.close());
});

describe('where all that was known of a graph was deleted', () => {
  test('what git has of it is done', async () => {
    const project = await withWholePhase();
    fs.rmSync(path.join(project.folder, '.claude'), { recursive: true });
    await expectRest(project, await startAutoIn(project, { script }));
  });

  test('a task that only has the number of one that was merged is still to be done', async () => {
    const project = await withWholePhase();
    fs.rmSync(path.join(project.folder, '.claude'), { recursive: true });
    project.write({ 'TASKS.md': PLAN.replace('One', 'Something else') });
    project.git('commit', '--quiet', '--all', '--message', 'another plan');
    const again = await startAutoIn(project, { script });
    const { order, tasks } = again.graph();
    expect(order.filter((id) => tasks[id]?.status === 'completed')).toEqual(['T1.2']);
    await again.close();
  });
});

describe('a state that is rebuilt', () => {
  test.each(['', ', and all that was known was deleted'])(
    'finds what was delivered to a branch that is not checked out%s',
    async (how) => {
      const project = autoProjectWith(PLAN);
      project.git('branch', 'work');
      const played = await startAutoIn(project, { script, base: 'work' });
      await played.conduct();
      await played.close();
      expect(filesOn(project, 'work')).toEqual(expect.arrayContaining(FILES));
      if (how !== '') fs.rmSync(path.join(project.folder, '.claude'), { recursive: true });
      const again = await startAutoIn(project, { script, rebuilds: true, base: 'work', retryLimit: 0 });
      await again.conduct();
      expect(again.events.filter(({ type }) => type === 'worked')).toEqual([]);
      expect(again.graph()).toMatchObject({ stage: { at: 'done' } });
      await again.close();
    },
  );

  test('takes what another list delivered there under the same number for something else', async () => {
    const project = autoProjectWith(PLAN);
    project.git('branch', 'work');
    const played = await startAutoIn(project, { script, base: 'work' });
    await played.conduct();
    await played.close();
    project.write({ 'TASKS.md': PLAN.replace('One', 'Something else') });
    project.git('commit', '--quiet', '--all', '--message', 'another plan');
    fs.rmSync(path.join(project.folder, '.claude'), { recursive: true });
    const again = await startAutoIn(project, { script, rebuilds: true, base: 'work' });
    const { order, tasks } = again.graph();
    expect(order.filter((id) => tasks[id]?.status === 'completed')).toEqual(['T1.2', 'T2.1']);
    await again.close();
  });

  test('still knows what a person skipped', async () => {
    const project = autoProjectWith(PLAN);
    await (await startAutoIn(project, { script })).close();
    const open = await openAuto(autoContext(project));
    await judgeTasks(open, { verdict: 'skip', tasks: ['T1.1'], isConfirmed: false });
    expectOk(await open.close());
    const again = await startAutoIn(project, { script, rebuilds: true });
    await again.conduct();
    await again.close();
    expect(project.git('show', 'main:TASKS.md')).toBe(
      PLAN.replaceAll('[ ]', '[x]').replace('[x] T1.1', '[ ] T1.1').trim(),
    );
    expect(filesOn(project)).not.toContain('T1.1.txt');
  });

  test('may be that of another base, where nothing of the old one is done', async () => {
    const project = autoProjectWith(PLAN);
    project.git('branch', 'other');
    const played = await startAutoIn(project, { script });
    await played.conduct();
    await played.close();
    project.git('checkout', '--quiet', 'other');
    expect(await catchFailure(() => startAuto({ base: 'other' }, autoContext(project)))).toMatchObject({
      error: { code: 'auto.other_base' },
    });
    const again = await startAutoIn(project, { script, rebuilds: true, base: 'other' });
    await again.conduct();
    await again.close();
    expect(filesOn(project, 'other')).toEqual(expect.arrayContaining(FILES));
  });
});

/** All of the first phase is on its branch; then everything stops. */
async function withWholePhase({ isTracked = true } = {}): Promise<RunProject> {
  const { project: played } = await playOnce(`tracked: ${isTracked}`, async () => {
    const project = autoProjectWith(PLAN);
    if (!isTracked) {
      project.git('rm', '--quiet', '--cached', 'TASKS.md');
      project.git('commit', '--quiet', '--message', 'Keep the list to myself');
    }
    const onPoint = (point: string): void => {
      if (point !== 'effect.recorded') return;
      if (auto.graph().tasks['T1.2']?.status === 'completed') throw new Error('power cut');
    };
    const auto: PlayedAuto = await startAutoIn(project, { script, onPoint });
    await expect(auto.conduct()).rejects.toThrow('power cut');
    await auto.close();
    expect(filesOn(project, 'orchestral/auto')).not.toContain('T1.1.txt');
    return { project };
  });
  return played;
}

async function expectRest(project: RunProject, again: PlayedAuto): Promise<void> {
  await again.conduct();
  expect(again.graph()).toMatchObject({ stage: { at: 'done' }, left_alone: null });
  await again.close();
  expect(filesOn(project)).toEqual(expect.arrayContaining(FILES));
  const worked = again.events.flatMap(({ type, data }) => (type === 'worked' && 'id' in data ? [data.id] : []));
  expect(worked).toEqual(['T2.1']);
}

test('the checkpoints of finished phases are there again where the state is rebuilt', async () => {
  const project = autoProjectWith(PLAN);
  const played = await startAutoIn(project, { script });
  await played.conduct();
  // Documents may trail the log until then.
  await played.close();
  const before = checkpoints(project);
  expect(before).toMatchObject({ phase_1: { merged: true }, phase_2: { merged: true } });
  expect(worktreeIn(project)).toBeNull();
  fs.rmSync(path.join(project.folder, '.claude'), { recursive: true });
  const again = await startAutoIn(project, { script, rebuilds: true });
  await again.close();
  const [one, two] = [before['phase_1'], before['phase_2']].map((each) => each?.['merge_commit']);
  expect(checkpoints(project)).toMatchObject({ phase_1: { merge_commit: one }, phase_2: { merge_commit: two } });
});

test('the state file names a worktree that one can go to, and none before there is one', async () => {
  const project = autoProjectWith(PLAN);
  const played = await startAutoIn(project, { script });
  const seen = new Map<string, boolean>();
  // By the time a phase is merged, its document was written at least once since its first task was.
  played.open.store.watch(({ event }) => {
    const worktree = worktreeIn(project);
    if (event.type === 'phase_merged' && worktree !== null)
      seen.set(path.basename(worktree), path.isAbsolute(worktree) && fs.existsSync(worktree));
  });
  const before = worktreeIn(project);
  await played.conduct();
  await played.close();
  expect(before).toBeNull();
  expect([...seen]).toEqual([
    ['phase-1-shop', true],
    ['phase-2-shop', true],
  ]);
  expect(worktreeIn(project)).toBeNull();
});

interface StateFile {
  readonly execution: { readonly worktree: string | null };
  readonly checkpoints: Readonly<Record<string, Readonly<Record<string, unknown>> | undefined>>;
}

function stateFile(project: RunProject): StateFile {
  return JSON.parse(fs.readFileSync(path.join(project.folder, '.claude/orchestrate-state.json'), 'utf8')) as StateFile;
}

function worktreeIn(project: RunProject): string | null {
  return fs.existsSync(path.join(project.folder, '.claude/orchestrate-state.json'))
    ? stateFile(project).execution.worktree
    : null;
}

function checkpoints(project: RunProject): StateFile['checkpoints'] {
  return stateFile(project).checkpoints;
}
