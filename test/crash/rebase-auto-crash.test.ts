import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { requestRebase } from '../../src/engine/operations/auto/decide.ts';
import { autoProjectWith, filesOn, scriptFor } from '../support/auto-project.ts';
import { bundleDriver } from '../support/bundle.ts';
import { rehearsedTasks, startAutoIn } from '../support/conduct-auto.ts';
import { outcomesIn, RECORD_EFFECT } from '../support/executed-effects.ts';
import { type Conducted, killAt, type Trial } from '../support/killed-conductor.ts';
import { playOnce } from '../support/play-once.ts';
import { invalidDocuments } from '../support/poll-documents.ts';
import { SHELL_TESTS } from '../support/run-project.ts';
import { byTier } from '../support/tier.ts';
import { runningProcesses } from '../support/user-checkout.ts';

interface Scene extends Conducted {
  readonly log: string;
}

const trial: Trial<Scene> = {
  driver: await bundleDriver('test/support/drivers/auto-conductor.ts'),
  end: 'end done',
  recorded: ({ log }) => outcomesIn(log),
  expectFinished,
};

const PLAN = '# Shop\n\n- [ ] T1.1: Write one\n- [ ] T2.1: Write two\n';

/** On the way of the step that takes up the base, in their order; and of the delivery after it. */
const points = [
  'effect.recorded:1',
  'worktree.made:1',
  'agent.ended:1',
  'work.committed:1',
  'merge.made:1',
  'checks.ended:1',
  'effect.performed:1',
  'outcome.recorded:1',
  'effect.recorded:2',
  'work.delivered:1',
  'effect.performed:2',
];

describe('finished phases that take up their base over a conflict', () => {
  test.each([...byTier({ usual: points.filter((_, n) => n % 5 === 2), full: points }), points.join(', ')])(
    'killed at %s and resumed, take it up once, and lose neither side',
    async (chain) => {
      expect(await killAt(trial, await prepared(), chain)).not.toEqual([]);
    },
  );
});

/** The list is worked through, and not delivered: the base moved, and a person asked for it to be taken up. */
async function prepared(): Promise<Scene> {
  return playOnce('conflict', async () => {
    const project = autoProjectWith(PLAN, {
      files: { 'test/run.sh': `${RECORD_EFFECT}\n${SHELL_TESTS['test/run.sh']}` },
      config: { agents: { version: 1, sandbox: 'off' } },
    });
    const ours = [{ edit: { 'shared.txt': 'ours\n', 'test/ours.check': 'grep -q ours shared.txt\n' } }];
    const resolves = [{ run: RECORD_EFFECT, edit: { 'shared.txt': 'theirs\nours\n' } }];
    const script = scriptFor(['T1.1', 'T2.1'], { 'T1.1': ours }, { 'task-executor': resolves });
    const played = await startAutoIn(project, { script });
    const unwatch = played.open.store.watch(({ event }) => {
      if (event.type !== 'worked') return;
      unwatch();
      project.write({ 'shared.txt': 'theirs\n', 'test/theirs.check': 'grep -q theirs shared.txt\n' });
      project.git('add', '.');
      project.git('commit', '--quiet', '--message', 'Theirs');
    });
    await played.conduct();
    expect(played.graph().left_alone).toMatchObject({ why: 'conflict' });
    await requestRebase(played.open);
    await played.close();
    const log = path.join(project.folder, '.claude/orchestrate-events.log');
    return { project, agent: rehearsedTasks(project.home, script), log };
  });
}

async function expectFinished({ project, log }: Scene): Promise<void> {
  expect(await invalidDocuments(project.folder)).toEqual([]);
  expect(project.git('show', 'main:shared.txt')).toBe('theirs\nours');
  expect(filesOn(project)).toEqual(expect.arrayContaining(['T2.1.txt', 'test/ours.check', 'test/theirs.check']));
  expect(project.git('show', 'main:TASKS.md')).toBe(PLAN.replaceAll('[ ]', '[x]').trim());
  expect(project.git('status', '--porcelain')).toBe('');
  expect(project.git('branch', '--format=%(refname:short)')).toBe('main');
  expect(outcomesIn(log, 'rebased')).toHaveLength(1);
  expect(runningProcesses(project)).toEqual([]);
}
