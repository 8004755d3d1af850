import fs from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { fortyProject, fortyTasks, leftBy, type Story } from '../support/auto-script.ts';
import { bundleDriver } from '../support/bundle.ts';
import { rehearsedTasks } from '../support/conduct-auto.ts';
import {
  chains,
  conduct,
  type Conducted,
  conductFor,
  expectResumed,
  HANG,
  killAt,
  killWhileHanging,
  pointsOnTheWay,
  singles,
  startConductor,
  type Trial,
} from '../support/killed-conductor.ts';
import { problemsIn } from '../support/look-until-over.ts';
import { everythingOf, leaveUnfinished, leftRunning, litterIn } from '../support/person-at-work.ts';
import { randomFrom } from '../support/random.ts';
import { type RunProject, SHELL_TESTS } from '../support/run-project.ts';
import { record } from '../support/scorecard.ts';
import { byTier, seed } from '../support/tier.ts';
import { outcomesIn, TELL, type Turns, turnsOf } from '../support/witness.ts';

const driver = await bundleDriver('test/support/drivers/auto-conductor.ts');
const points = pointsOnTheWay({
  last: ['work.delivered', 'worktree.removed'],
  elsewhere: ['files.written', 'pack.written', 'segment.kept'],
});

/** A conflict, three kinds of failed attempts, a failed task and one that is blocked by it. */
const FEW = ['T1.2', 'T1.3', 'T1.4', 'T1.5', 'T2.1', 'T2.2', 'T2.3'];
const ALL = fortyTasks().ids;

describe('a few tasks', () => {
  let tree = '';
  const kills: string[] = [];
  const trial = trialFor(() => tree);

  beforeAll(async () => {
    tree = await undisturbed(FEW);
  });

  test.concurrent.each(
    byTier({ usual: chains(points, 2), full: [...chains(points, 2), ...singles(points, [1, 2, 5, 9])] }),
  )('killed at %s and gone on with, come to the same, and nothing recorded runs again', async (chain) => {
    kills.push(...(await killAt(trial, prepared({ only: FEW }), chain)));
  });

  test('killed while agents work, what they left behind is ended', async () => {
    await killWhileHanging(trial, prepared({ only: FEW, also: HANG }), { effect: '/work#1', agents: 4 });
  });

  test('every point was passed', () => {
    expect(new Set(kills.map((kill) => kill.split(':')[0]))).toEqual(new Set(points));
    record({
      promise: 'a task graph killed at every named point and gone on with',
      asked: 'ends with the same tree, nothing recorded runs again, nothing of the user’s differs',
      measured: `${kills.length} kills at ${points.length} points, all so`,
    });
  });
});

/** Twenty kills and two whole runs take their time. */
const LONG = byTier({ usual: 15, full: 120 }) * 60_000;

describe('forty tasks', () => {
  test('killed again and again at any instant, come to the same', { timeout: LONG }, async () => {
    const wanted = byTier({ usual: { runs: 1, kills: 20 }, full: { runs: 10, kills: 200 } });
    const tree = await undisturbed(ALL);
    const trial = trialFor(() => tree);
    const random = randomFrom(seed);
    let [killed, again, lost, runs] = [0, 0, 0, 0];
    // One that comes to its end before it was killed often enough is followed by another.
    while (killed < wanted.kills) {
      runs += 1;
      const scene = prepared({ only: ALL });
      let recorded: Turns = new Map();
      let left: number[] = [];
      while (killed < Math.min(wanted.kills, (wanted.kills * runs) / wanted.runs)) {
        const { signal, lines } = await conductFor(trial, scene, 200 + random() * 2800);
        expectEnded(scene, { left, lines });
        const now = turnsOf(scene, [...recorded.keys()]);
        again += [...recorded].filter(([effect, turns]) => now.get(effect) !== turns).length;
        const outcomes = outcomesOf(scene);
        lost += [...recorded.keys()].filter((effect) => effect.includes('#') && !outcomes.includes(effect)).length;
        expect({ again, lost }).toEqual({ again: 0, lost: 0 });
        if (signal !== 'SIGKILL') break;
        killed += 1;
        // However slow the machine is, later phases have their share.
        if (killed % 7 === 0) await conductUntil(scene, 'phase_entered');
        recorded = turnsOf(scene, recordedIn(scene));
        left = leftRunning(scene.project);
      }
      await expectResumed(trial, scene, recorded);
    }
    record({
      promise: 'forty tasks in three phases, killed at random instants 0.2–3 s after each start',
      asked: '0 completed tasks run again, 0 lost, the same tree in the end, no process left; 200 kills in 10 runs',
      measured: `${killed} kills in ${runs} runs: ${again} run again, ${lost} lost, all the same tree`,
    });
  });
});

interface Scene extends Conducted {
  readonly story: Story;
  readonly before: Record<string, string>;
}

function trialFor(tree: () => string): Trial<Scene> {
  return { driver, end: 'end done', recorded: recordedIn, expectFinished: (scene) => expectFinished(scene, tree()) };
}

/** Outside the sandbox, so that agents and tests can tell the witness, and nothing ends them but us. `also`: what every agent runs. */
function prepared({ only, also = 'true' }: { readonly only: readonly string[]; readonly also?: string }): Scene {
  const story = fortyTasks({ only, delayMs: 20, run: `${TELL}; ${also}`, limitedUntil: new Date(Date.now() + 15_000) });
  const project = fortyProject(story, {
    files: { 'test/run.sh': `${TELL}\n${SHELL_TESTS['test/run.sh']}` },
    config: { agents: { version: 1, sandbox: 'off' } },
  });
  leaveUnfinished(project);
  const agent = rehearsedTasks(project.home, story.script);
  return { project, agent, story, before: personsIn(project) };
}

/** The tree that comes of it when nobody interferes. */
async function undisturbed(only: readonly string[]): Promise<string> {
  const scene = prepared({ only });
  const { lines } = await conduct({ driver }, scene);
  expect(lines.at(-1), lines.join('\n')).toBe('end done');
  const tree = scene.project.git('rev-parse', 'main^{tree}');
  await expectFinished(scene, tree);
  return tree;
}

/** Killed as soon as it says so; besides those that are counted. */
async function conductUntil(scene: Scene, type: string): Promise<void> {
  const { child, ended } = startConductor({ driver }, scene);
  child.stdout.on('data', (text: string) => text.includes(`${type} `) && child.kill('SIGKILL'));
  await ended;
}

async function expectFinished(scene: Scene, tree: string): Promise<void> {
  const { project, story, before } = scene;
  const { git, folder } = project;
  expect(await problemsIn(folder)).toEqual([]);
  const { tasks } = JSON.parse(fs.readFileSync(path.join(folder, '.claude/orchestrate-state.json'), 'utf8'));
  const { completed, failed, blocked } = story;
  expect(tasks).toEqual({ pending: [], ready: [], in_progress: [], completed, failed, blocked });
  expect(git('rev-parse', 'main^{tree}')).toBe(tree);
  for (const id of completed) expect(git('show', `main:${leftBy(id).file}`)).toBe(`line of ${id}`);
  const phases = new Set(story.ids.map((id) => id.split('.')[0])).size;
  expect(git('log', '--format=%s', '--first-parent', 'main').split('\n')).toHaveLength(phases + 1);
  const merged = git('log', '--format=%(trailers:key=Orchestral-Task,valueonly,separator=)', '--merges', 'main');
  expect(
    merged
      .split('\n')
      .filter((id) => id !== '')
      .toSorted(),
  ).toEqual(completed.toSorted());
  expect(git('branch', '--format=%(refname:short)')).toBe('main\norchestral/task/T2.2\nother');
  expect(git('worktree', 'list').split('\n')).toHaveLength(1);
  expect(personsIn(project)).toEqual(before);
  expect(leftRunning(project)).toEqual([]);
  expect(litterIn(path.join(folder, '.claude'), project, /\/slot-|\/worktree\//)).toEqual([]);
}

/** What the one before left running is gone before anything else runs. */
function expectEnded(
  scene: Scene,
  { left, lines }: { readonly left: readonly number[]; readonly lines: string[] },
): void {
  if (!lines.some((line) => line.startsWith('effect_started'))) return;
  const now = leftRunning(scene.project);
  expect(left.filter((pid) => now.includes(pid))).toEqual([]);
}

/** Everything of the person's, but what is ours and what the merge is for. */
function personsIn(project: Pick<RunProject, 'folder'>): Record<string, string> {
  return everythingOf(project, /^\.(?:orchestral|claude)\//, /^(?:work\/|src\/api\/|test\/T|shared\.txt|TASKS\.md)/);
}

/** Effects, and with a merged task whatever is done for it. */
function recordedIn(scene: Scene): string[] {
  return [...outcomesOf(scene), ...outcomesOf(scene, 'task_merged').map((effect) => effect.replace(/[^/]*$/, ''))];
}

function outcomesOf({ project }: Scene, only?: string): string[] {
  return outcomesIn(path.join(project.folder, '.claude/orchestrate-events.log'), only);
}
