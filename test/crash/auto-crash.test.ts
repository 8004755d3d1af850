import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { beforeAll, describe, expect, test } from 'vitest';
import { enginePoints } from '../../src/engine/points.ts';
import { decodeLine } from '../../src/store/line.ts';
import { storePoints } from '../../src/store/points.ts';
import { describeTree } from '../git/fingerprint.ts';
import { fortyProject, fortyTasks, leftBy, type Story } from '../support/auto-script.ts';
import { bundleDriver } from '../support/bundle.ts';
import { rehearsedTasks } from '../support/conduct-auto.ts';
import { chains, conductFor, type Ended, singles, startConductor } from '../support/killed-conductor.ts';
import { problemsIn } from '../support/look-until-over.ts';
import { processesWith } from '../support/processes.ts';
import { randomFrom } from '../support/random.ts';
import { type RunProject, SHELL_TESTS } from '../support/run-project.ts';
import { record } from '../support/scorecard.ts';
import { byTier, seed } from '../support/tier.ts';

const conductor = await bundleDriver('test/support/drivers/auto-conductor.ts');

const elsewhere = new Set(['files.written', 'pack.written', 'segment.kept']);
/** Those of the end come last, and those of a segment first: only the beginning of a log passes them. */
const last: ReadonlySet<string> = new Set(['work.delivered', 'worktree.removed']);
const points = [
  ...storePoints.filter((point) => point.startsWith('segment.')),
  ...storePoints.filter((point) => !point.startsWith('segment.')),
  ...enginePoints.filter((point) => !last.has(point)),
  ...last,
].filter((point) => !elsewhere.has(point));

/** A conflict, three kinds of failed attempts, a failed task and one that is blocked by it. */
const FEW = ['T1.2', 'T1.3', 'T1.4', 'T1.5', 'T2.1', 'T2.2', 'T2.3'];
const ALL = fortyTasks().ids;

describe('a few tasks', () => {
  let tree = '';
  const kills: string[] = [];

  beforeAll(async () => {
    tree = await undisturbed(FEW);
  });

  test.concurrent.each(
    byTier({ usual: chains(points, 2), full: [...chains(points, 2), ...singles(points, [1, 2, 5, 9])] }),
  )('killed at %s and gone on with, come to the same, and nothing recorded runs again', async (chain) => {
    const scene = prepared({ only: FEW });
    let recorded = new Map<string, number>();
    for (const kill of chain.split(', ')) {
      const { signal, lines } = await conduct(scene, '--die-at', kill);
      expectNotAgain(scene, recorded);
      if (signal !== 'SIGKILL') {
        expect(kill, `never reached\n${lines.join('\n')}`).not.toMatch(/:1$/);
        return expectFinished(scene, tree);
      }
      kills.push(kill);
      recorded = turnsOfRecorded(scene);
    }
    await expectResumed(scene, recorded, tree);
  });

  test('killed while agents work, what they left behind is ended', async () => {
    const scene = prepared({ only: FEW, also: '[ -e "$XDG_DATA_HOME/go" ] || { setsid sleep 600 & sleep 600; }' });
    const { child, ended } = startConductor(conductor, scene, []);
    while (leftOf(scene).length < 2 * 4) await pause(20);
    child.kill('SIGKILL');
    await ended;
    expect(leftOf(scene).length).toBeGreaterThanOrEqual(2 * 4);
    fs.writeFileSync(path.join(scene.project.home, 'data/go'), '');
    await expectResumed(scene, turnsOfRecorded(scene), tree);
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
    const random = randomFrom(seed);
    let [killed, again, lost, runs] = [0, 0, 0, 0];
    // One that comes to its end before it was killed often enough is followed by another.
    while (killed < wanted.kills) {
      runs += 1;
      const scene = prepared({ only: ALL });
      let recorded = new Map<string, number>();
      let left: number[] = [];
      while (killed < Math.min(wanted.kills, (wanted.kills * runs) / wanted.runs)) {
        const { signal, lines } = await conductFor(conductor, scene, 200 + random() * 2800);
        expectEnded(scene, { left, lines });
        again += [...recorded].filter(([effect, turns]) => turnsOf(scene, effect) !== turns).length;
        const outcomes = outcomesOf(scene);
        lost += [...recorded.keys()].filter((effect) => effect.includes('#') && !outcomes.includes(effect)).length;
        expect({ again, lost }).toEqual({ again: 0, lost: 0 });
        if (signal !== 'SIGKILL') break;
        killed += 1;
        // However slow the machine is, later phases have their share.
        if (killed % 7 === 0) await conductUntil(scene, 'phase_entered');
        recorded = turnsOfRecorded(scene);
        left = leftOf(scene);
      }
      await expectResumed(scene, recorded, tree);
    }
    record({
      promise: 'forty tasks in three phases, killed at random instants 0.2–3 s after each start',
      asked: '0 completed tasks run again, 0 lost, the same tree in the end, no process left; 200 kills in 10 runs',
      measured: `${killed} kills in ${runs} runs: ${again} run again, ${lost} lost, all the same tree`,
    });
  });
});

interface Scene {
  readonly project: RunProject;
  readonly agent: string;
  readonly story: Story;
  /** Told by whatever runs, outside our store. */
  readonly witness: string;
  readonly before: Record<string, string>;
}

/** Outside the sandbox, so that agents and tests can tell the witness, and nothing ends them but us. `also`: what every agent runs. */
function prepared({ only, also = 'true' }: { readonly only: readonly string[]; readonly also?: string }): Scene {
  const tell = 'echo "$ORCHESTRAL_EFFECT" >> "$XDG_DATA_HOME/witness"';
  const story = fortyTasks({ only, delayMs: 20, run: `${tell}; ${also}`, limitedUntil: new Date(Date.now() + 15_000) });
  const project = fortyProject(story, {
    files: { 'test/run.sh': `${tell}\n${SHELL_TESTS['test/run.sh']}` },
    config: { agents: { version: 1, sandbox: 'off' } },
  });
  const { home, git } = project;
  git('branch', 'other');
  project.write({ 'readme.md': 'stashed\n' });
  git('stash', '--quiet');
  project.write({ 'unfinished.txt': 'of the person who works here\n', 'ignored/x': 'x\n' });
  const agent = rehearsedTasks(home, story.script);
  return { project, agent, story, witness: path.join(home, 'data/witness'), before: everythingOf(project) };
}

/** The tree that comes of it when nobody interferes. */
async function undisturbed(only: readonly string[]): Promise<string> {
  const scene = prepared({ only });
  const { lines } = await conduct(scene);
  expect(lines.at(-1), lines.join('\n')).toBe('end done');
  const tree = scene.project.git('rev-parse', 'main^{tree}');
  await expectFinished(scene, tree);
  return tree;
}

function conduct(scene: Scene, ...args: string[]): Promise<Ended> {
  return startConductor(conductor, scene, args).ended;
}

/** Killed as soon as it says so; besides those that are counted. */
async function conductUntil(scene: Scene, type: string): Promise<void> {
  const { child, ended } = startConductor(conductor, scene);
  child.stdout.on('data', (text: string) => text.includes(`${type} `) && child.kill('SIGKILL'));
  await ended;
}

async function expectResumed(scene: Scene, before: ReadonlyMap<string, number>, tree: string): Promise<void> {
  const { lines } = await conduct(scene);
  expect(lines.at(-1), lines.join('\n')).toBe('end done');
  expectNotAgain(scene, before);
  await expectFinished(scene, tree);
}

async function expectFinished(scene: Scene, tree: string): Promise<void> {
  const { project, story, before } = scene;
  const { git, env, folder } = project;
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
  expect(everythingOf(project)).toEqual(before);
  expect(leftOf(scene)).toEqual([]);
  const places = [path.join(folder, '.claude'), env['XDG_STATE_HOME'] ?? ''];
  const left = places.flatMap((place) => Object.keys(describeTree(place)));
  const litter = /tmp-|\.lock|\.owner|\.breaker|\/slot-|\/worktree\/|^processes\//;
  expect(left.filter((name) => litter.test(name))).toEqual([]);
}

/** What the one before left running is gone before anything else runs. */
function expectEnded(
  scene: Scene,
  { left, lines }: { readonly left: readonly number[]; readonly lines: string[] },
): void {
  if (!lines.some((line) => line.startsWith('effect_started'))) return;
  const now = leftOf(scene);
  expect(left.filter((pid) => now.includes(pid))).toEqual([]);
}

/** Processes of an effect, told by the place that no other test's have in their environment. */
function leftOf({ project }: Scene): number[] {
  const ours = processesWith('ORCHESTRAL_EFFECT=');
  return processesWith(`XDG_DATA_HOME=${project.env['XDG_DATA_HOME']}`).filter((pid) => ours.includes(pid));
}

/** Everything of the person's: files, refs, stash, config, hooks; not what the merge is for, nor what is ours. */
function everythingOf({ folder }: Pick<RunProject, 'folder'>): Record<string, string> {
  const ours =
    /^\.(?:orchestral|claude)\/|^\.git\/(?:objects\/|worktrees\/|(?:logs\/)?refs\/orchestral\/)|^\.git\/(?:logs\/)?refs\/heads\/orchestral\//;
  const moved = /^\.git\/(?:index|ORIG_HEAD|logs\/HEAD|(?:logs\/)?refs\/heads\/main)$/;
  const work = /^(?:work\/|src\/api\/|test\/T|shared\.txt|TASKS\.md)/;
  const all = Object.entries(describeTree(folder));
  return Object.fromEntries(all.filter(([name]) => !ours.test(name) && !moved.test(name) && !work.test(name)));
}

/** How often each effect whose outcome is recorded was really carried out so far, and anything for a completed task. */
function turnsOfRecorded(scene: Scene): Map<string, number> {
  const merged = outcomesOf(scene, 'task_merged').map((effect) => effect.replace(/[^/]*$/, ''));
  return new Map([...outcomesOf(scene), ...merged].map((effect) => [effect, turnsOf(scene, effect)]));
}

function expectNotAgain(scene: Scene, before: ReadonlyMap<string, number>): void {
  for (const [effect, turns] of before) expect(turnsOf(scene, effect), effect).toBe(turns);
}

function turnsOf({ witness }: Scene, effect: string): number {
  const text = fs.existsSync(witness) ? fs.readFileSync(witness, 'utf8') : '';
  const isIt = (line: string) => line === effect || line.startsWith(effect.endsWith('/') ? effect : `${effect}@`);
  return text.split('\n').filter(isIt).length;
}

/** As the log has them. */
function outcomesOf({ project }: Scene, only?: string): string[] {
  const log = path.join(project.folder, '.claude/orchestrate-events.log');
  if (!fs.existsSync(log)) return [];
  const lines = fs
    .readFileSync(log, 'utf8')
    .split('\n')
    .flatMap((text) => decodeLine(text) ?? []);
  return lines.flatMap(({ type, data }) => {
    const { effect } = data as { effect?: string };
    return effect === undefined || type.startsWith('effect_') || (only ?? type) !== type ? [] : [effect];
  });
}
