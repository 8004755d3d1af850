import path from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { sessionPaths } from '../../src/engine/descriptors/session.ts';
import { bundleDriver } from '../support/bundle.ts';
import { sessionContext } from '../support/conduct-session.ts';
import {
  chains,
  conduct,
  type Conducted,
  HANG,
  killAt,
  killAtAnyInstant,
  killWhileHanging,
  pointsPassed,
  singles,
  type Trial,
} from '../support/killed-conductor.ts';
import { invalidDocuments } from '../support/poll-documents.ts';
import { describeUserFiles, leaveUnfinishedWork, runningProcesses, findLitter } from '../support/user-checkout.ts';
import { rehearsed, type RunProject, runProject } from '../support/run-project.ts';
import { storePoints } from '../support/points.ts';
import { record } from '../support/scorecard.ts';
import { shellSessionScript, SHELL_CASES } from '../support/shell-session.ts';
import { byTier, isFull } from '../support/tier.ts';
import { outcomesIn, RECORD_EFFECT } from '../support/executed-effects.ts';

const trial: Trial<Scene> = {
  driver: await bundleDriver('test/support/drivers/session-conductor.ts'),
  end: 'end completed done',
  recorded: outcomesOf,
  expectFinished,
};
/** A run passes those of the store every day. */
const points = pointsPassed({
  last: ['merge.made', 'work.delivered'],
  elsewhere: ['pack.written', ...byTier({ usual: storePoints, full: ['segment.kept'] })],
});

/** What an undisturbed session comes to: its tree, and the outcomes on the way. */
const usual = { tree: '', outcomes: [] as string[] };

describe('a whole session', () => {
  beforeAll(async () => {
    const scene = prepared();
    const { lines } = await conduct(trial, scene);
    expect(lines.at(-1), lines.join('\n')).toBe(trial.end);
    usual.tree = scene.project.git('rev-parse', 'main^{tree}');
    usual.outcomes = outcomesOf(scene);
    expect(usual.outcomes).toContain('R1/T1-S1/implement#2');
    await expectFinished(scene);
  });

  const kills: string[] = [];

  test.concurrent.each(
    byTier({ usual: chains(points, 1), full: [...chains(points, 2), ...singles(points, [1, 2, 4])] }),
  )('killed at %s and resumed, goes on where it was, and nothing recorded runs again', async (chain) => {
    kills.push(...(await killAt(trial, prepared(), chain)));
  });

  test('killed while an agent works, ends what it left behind', async () => {
    const scene = prepared({ also: `case "$ORCHESTRAL_EFFECT" in */implement*) ${HANG};; esac` });
    await killWhileHanging(trial, scene, { effect: '/implement#1', agents: 1 });
  });

  test('every point was passed', () => {
    expect(new Set(kills.map((kill) => kill.split(':')[0]))).toEqual(new Set(points));
    record({
      promise: 'a session killed at every named point and resumed',
      asked:
        'goes on at the interrupted step, ends the same, nothing recorded runs again, nothing of the user’s differs',
      measured: `${kills.length} kills at ${points.length} points, all so`,
    });
  });

  // A run is killed at any instant every day.
  if (isFull)
    test('killed at any instant, and again, ends the same', async () => {
      const sessions = 20;
      const killed = await killAtAnyInstant(trial, prepared, { scenes: sessions, from: 300, to: 3300 });
      record({
        promise: 'a session killed at random instants and resumed',
        asked: 'ends the same, nothing recorded runs again, nothing of the user’s differs',
        measured: `${killed} kills in ${sessions} sessions, all so`,
      });
    });
});

interface Scene extends Conducted {
  readonly before: Record<string, string>;
}

/** Outside the sandbox, so that agents and tests can tell the witness, and nothing ends them but us. `also`: what every agent runs. */
function prepared({ also = 'true' } = {}): Scene {
  const project = runProject({
    files: { ...SHELL_CASES, 'test/run.sh': `${RECORD_EFFECT}\n${SHELL_CASES['test/run.sh']}` },
    config: { agents: { version: 1, sandbox: 'off' } },
  });
  // Our own documents are not ignored: that they change while an agent works is no agent's doing.
  project.write({ '.gitignore': 'ignored/\n' });
  project.git('commit', '--quiet', '--all', '--amend', '--no-edit');
  leaveUnfinishedWork(project);
  const agent = rehearsed(project.home, shellSessionScript({ run: `${RECORD_EFFECT}; ${also}` }));
  return { project, agent, before: personsIn(project) };
}

function isBeside(outcome: string): boolean {
  return /\/(?:explore|plan|baseline)#/.test(outcome);
}

async function expectFinished(scene: Scene): Promise<void> {
  const { project, before } = scene;
  const { git, folder } = project;
  expect(await invalidDocuments(folder)).toEqual([]);
  // Each outcome once, in the one order there is; but exploring, planning and testing the baseline are side by side.
  const outcomes = outcomesOf(scene);
  expect(outcomes.toSorted()).toEqual(usual.outcomes.toSorted());
  expect(outcomes.filter((one) => !isBeside(one))).toEqual(usual.outcomes.filter((one) => !isBeside(one)));
  expect(git('rev-parse', 'main^{tree}')).toBe(usual.tree);
  expect(git('log', '--format=%s', '--first-parent', 'main').split('\n')).toHaveLength(2);
  expect(git('rev-list', '--count', '--no-merges', 'main')).toBe('3');
  expect(git('branch', '--format=%(refname:short)')).toBe('main\nother');
  expect(personsIn(project)).toEqual(before);
  expect(git('worktree', 'list').split('\n')).toHaveLength(1);
  expect(runningProcesses(project)).toEqual([]);
  expect(findLitter(path.join(folder, '.claude'), project, /\/(?:build|plan|check)\//)).toEqual([]);
}

/** Everything of the person's, but what is ours and what the merge is for. */
function personsIn(project: Pick<RunProject, 'folder'>): Record<string, string> {
  return describeUserFiles(project, /^\.(?:orchestral|claude)\//, /^(?:src|test)\/(?:one|two)\./);
}

function outcomesOf({ project }: Scene): string[] {
  return outcomesIn(sessionPaths(sessionContext(project)).log);
}
