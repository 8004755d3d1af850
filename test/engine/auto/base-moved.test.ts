import { describe, expect } from 'vitest';
import { deliverAuto, requestRebase } from '../../../src/engine/operations/auto/decide.ts';
import { reportOf } from '../../../src/engine/operations/auto/report.ts';
import type { RehearsalStep } from '../../../src/schema/rehearsal.ts';
import { autoProjectWith, filesOn, scriptFor } from '../../support/auto-project.ts';
import { type PlayedAuto, startAutoIn } from '../../support/conduct-auto.ts';
import type { RunProject } from '../../support/run-project.ts';
import { oneIn } from '../../support/one-in.ts';

const test = oneIn(3);

const PLAN = '# Shop\n\n- [ ] T1.1: Write one\n- [ ] T2.1: Write two\n';

/** Green without the task's file, and red with it unless that is fine. */
const RED_TOGETHER = { 'test/theirs.check': '[ ! -e T1.1.txt ] || grep -q fine T1.1.txt\n' };

const OURS_HOLDS = 'grep -q ours shared.txt\n';

describe('a base that moves while tasks are worked on', () => {
  test('is merged in, and all of it delivered', async () => {
    const { project, played } = await playedWhile({ 'theirs.txt': 'theirs\n' });
    expect(played.graph()).toMatchObject({ stage: { at: 'done' }, left_alone: null });
    expect(filesOn(project)).toEqual(expect.arrayContaining(['theirs.txt', 'T1.1.txt', 'T2.1.txt']));
    expect(project.git('status', '--porcelain')).toBe('');
    expect(project.git('branch', '--format=%(refname:short)')).toBe('main');
    await played.close();
  });

  test('and is checked out no more, is moved without touching a file', async () => {
    const { project, played } = await playedWhile({ 'theirs.txt': 'theirs\n' }, { leaves: true });
    expect(played.graph()).toMatchObject({ stage: { at: 'done' }, left_alone: null });
    expect(filesOn(project)).toEqual(expect.arrayContaining(['theirs.txt', 'T1.1.txt', 'T2.1.txt']));
    expect(project.git('branch', '--show-current')).toBe('elsewhere');
    expect(project.git('status', '--porcelain')).toBe('');
    expect(filesOn(project, 'HEAD')).not.toContain('T1.1.txt');
    await played.close();
  });

  test('so that the two conflict, is left alone with the paths; a person joins them', async () => {
    const task = [{ edit: { 'shared.txt': 'ours\n' } }];
    const { project, played } = await playedWhile({ 'shared.txt': 'theirs\n' }, { tasks: { 'T1.1': task } });
    expect(played.graph()).toMatchObject({
      stage: { at: 'done' },
      left_alone: { why: 'conflict', detail: ['shared.txt'] },
    });
    expect(reportOf(played.graph()).counts.completed).toBe(2);
    expect(project.git('show', 'main:shared.txt')).toBe('theirs');
    expect(project.git('show', 'orchestral/auto:shared.txt')).toBe('ours');
    expect(project.git('log', '-1', '--format=%s', 'main')).toBe('Theirs');
    expect(project.git('status', '--porcelain')).toBe('');

    project.git('merge', '--quiet', '-X', 'ours', '--message', 'Both', 'orchestral/auto');
    await deliverAuto(played.open);
    await played.conduct();
    expect(played.graph().left_alone).toBeNull();
    expect(project.git('log', '-1', '--format=%s', 'main')).toBe('Both');
    expect(project.git('branch', '--format=%(refname:short)')).toBe('main');
    await played.close();
  });

  test('and is red by itself, is nobody’s fault but its own', async () => {
    const { project, played } = await playedWhile({ 'test/theirs.check': 'false\n' });
    expect(played.events.filter(({ type }) => /^phase_red|^repair|_failed$/.test(type))).toEqual([]);
    expect(played.graph()).toMatchObject({ stage: { at: 'done' }, left_alone: null });
    expect(filesOn(project)).toEqual(expect.arrayContaining(['test/theirs.check', 'T1.1.txt', 'T2.1.txt']));
    await played.close();
  });

  test('so that the two together are red, is repaired by an agent', async () => {
    const { project, played } = await playedWhile(RED_TOGETHER, {
      repairs: [{ fail: 'crash' }, { edit: { 'T1.1.txt': 'fine\n' } }],
      retryLimit: 3,
    });
    expect(played.events.filter(({ type }) => /^phase_red|^repair/.test(type)).map(({ type }) => type)).toEqual([
      'phase_red',
      'repair_failed',
      'repaired',
    ]);
    expect(played.graph()).toMatchObject({ stage: { at: 'done' }, left_alone: null });
    expect(project.git('show', 'main:T1.1.txt')).toBe('fine');
    expect(played.prompt('repair-1#1')).toContain('test/theirs.check');
    expect(project.git('branch', '--format=%(refname:short)')).toBe('main');
    await played.close();
  });

  test('so that nobody can repair it, gets stuck and says so; the next start tries again', async () => {
    const { project, played } = await playedWhile(RED_TOGETHER, {
      repairs: [{ edit: { 'other.txt': 'no help\n' } }],
      retryLimit: 1,
    });
    const { stuck } = reportOf(played.graph());
    expect(stuck).toEqual({ phase: 1, reason: expect.stringContaining('test/theirs.check') });
    expect(filesOn(project)).not.toContain('T1.1.txt');
    await played.close();
    expect(played.listed('completed')).toEqual(['T1.1']);

    // As when a repair is interrupted before anybody could record it.
    const stray = project.git('commit-tree', 'phase-1-shop^{tree}', '-p', 'phase-1-shop', '-m', 'Interrupted');
    project.git('update-ref', 'refs/heads/phase-1-shop', stray);
    const script = scriptFor(['T1.1', 'T2.1'], {}, { 'task-executor': [{ edit: { 'T1.1.txt': 'fine\n' } }] });
    const again = await startAutoIn(project, { script });
    await again.conduct();
    expect(again.graph()).toMatchObject({ stage: { at: 'done' }, left_alone: null });
    expect(project.git('show', 'main:T1.1.txt')).toBe('fine');
    expect(project.git('for-each-ref', '--contains', stray, '--format=%(refname)')).toMatch(
      /^refs\/orchestral\/rescue\//,
    );
    await again.close();
  });
});

describe('a base that finished phases conflict with', () => {
  const conflicting = { tasks: { 'T1.1': [{ edit: { 'shared.txt': 'ours\n', 'test/ours.check': OURS_HOLDS } }] } };
  const shared = { 'shared.txt': 'theirs\n', 'test/theirs.check': 'grep -q theirs shared.txt\n' };

  test('is taken up: an agent gets both sides, what it makes is judged by the tests of both, and delivered', async () => {
    const { project, played } = await playedWhile(shared, conflicting);
    expect(played.graph().left_alone).toMatchObject({ why: 'conflict', detail: ['shared.txt'] });
    await played.close();
    const again = await goOnWith(project, [{ edit: { 'shared.txt': 'theirs\nours\n' } }]);
    await requestRebase(again.open);
    await again.conduct();
    expect(again.graph()).toMatchObject({ stage: { at: 'done' }, left_alone: null });
    expect(again.graph().rebase).toBeUndefined();
    const prompt = again.prompt('rebase-2#1');
    for (const text of ['+theirs', '+ours', 'T1.1: Write one', 'Theirs', 'shared.txt']) expect(prompt).toContain(text);
    expect(project.git('show', 'main:shared.txt')).toBe('theirs\nours');
    expect(filesOn(project)).toEqual(expect.arrayContaining(['T2.1.txt', 'test/ours.check', 'test/theirs.check']));
    expect(project.git('show', 'main:TASKS.md')).toContain('- [x] T1.1');
    expect(project.git('status', '--porcelain')).toBe('');
    expect(project.git('branch', '--format=%(refname:short)')).toBe('main');
    await again.close();
  });

  test('and that an agent settles by dropping a side, or not at all, is left to the person as it was', async () => {
    const { project, played } = await playedWhile(shared, conflicting);
    const trunk = played.graph().trunk?.commit;
    await played.close();
    const dropping = { edit: { 'shared.txt': 'theirs\n' }, delete: ['test/ours.check'] };
    const again = await goOnWith(project, [dropping, {}]);
    await requestRebase(again.open);
    await again.conduct();
    const refused = again.events.flatMap((event) => (event.type === 'rebase_refused' ? [event.data.why] : []));
    expect(refused).toEqual(['red', 'conflict']);
    expect(again.prompt('rebase-2#2')).toContain('test/ours.check');
    expect(again.graph()).toMatchObject({
      stage: { at: 'done' },
      left_alone: { why: 'conflict' },
      trunk: { commit: trunk },
    });
    expect(project.git('show', 'main:shared.txt')).toBe('theirs');
    expect(project.git('rev-parse', 'orchestral/auto')).toBe(trunk);
    await again.close();
  });

  test('is not taken up where nothing waits for it', async () => {
    const { played } = await playedWhile({ 'theirs.txt': 'theirs\n' });
    await expect(requestRebase(played.open)).rejects.toMatchObject({ failure: { code: 'rebase.not_moved' } });
    await played.close();
  });
});

/** Goes on with the list where it stands, with these steps for the agent that is called. */
async function goOnWith(project: RunProject, steps: RehearsalStep[]): Promise<PlayedAuto> {
  return startAutoIn(project, { script: scriptFor(['T1.1', 'T2.1'], {}, { 'task-executor': steps }) });
}

test('a phase that was repaired is found again where the state is rebuilt', async () => {
  const { project, played } = await playedWhile(RED_TOGETHER, {
    repairs: [{ edit: { 'T1.1.txt': 'fine\n', 'other.txt': 'other\n' } }],
    endsAt: 'repaired',
  });
  expect(played.events.map(({ type }) => type)).not.toContain('phase_merged');
  await played.close();
  const script = scriptFor(['T2.1'], {}, { 'task-executor': [{}] });
  const again = await startAutoIn(project, { script, rebuilds: true });
  await again.conduct();
  expect(again.graph()).toMatchObject({ stage: { at: 'done' }, left_alone: null });
  expect(project.git('show', 'main:T1.1.txt')).toBe('fine');
  expect(filesOn(project)).toContain('other.txt');
  await again.close();
});

/** While the first task is worked on, the person commits these files. */
async function playedWhile(
  theirs: Readonly<Record<string, string>>,
  {
    tasks = {},
    repairs = [{}],
    retryLimit,
    leaves = false,
    endsAt,
  }: {
    readonly tasks?: Readonly<Record<string, RehearsalStep[]>>;
    readonly repairs?: RehearsalStep[];
    readonly retryLimit?: number;
    /** The person goes on on another branch. */
    readonly leaves?: boolean;
    /** Nothing is conducted any further once this has happened. */
    readonly endsAt?: string;
  } = {},
): Promise<{ project: RunProject; played: PlayedAuto }> {
  const project = autoProjectWith(PLAN);
  const script = scriptFor(['T1.1', 'T2.1'], tasks, { 'task-executor': repairs });
  const played = await startAutoIn(project, { script, retryLimit });
  const unwatch = played.open.store.watch(({ event }) => {
    if (event.type !== 'worked') return;
    unwatch();
    project.write(theirs);
    project.git('add', '.');
    project.git('commit', '--quiet', '--message', 'Theirs');
    if (leaves) project.git('checkout', '--quiet', '-b', 'elsewhere');
  });
  const ending = new AbortController();
  played.open.store.watch(({ event }) => {
    if (event.type === endsAt) ending.abort();
  });
  await played.conduct({ signal: ending.signal });
  return { project, played };
}
