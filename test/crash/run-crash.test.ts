import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { beforeAll, describe, expect, test } from 'vitest';
import { enginePoints } from '../../src/engine/points.ts';
import { decodeLine } from '../../src/store/line.ts';
import { storePoints } from '../../src/store/points.ts';
import { describeTree } from '../git/fingerprint.ts';
import { temporaryFolder } from '../support/auto-store.ts';
import { bundleDriver } from '../support/bundle.ts';
import { chains, conductFor, type Ended, singles, startConductor } from '../support/killed-conductor.ts';
import { lookUntilOver, problemsIn } from '../support/look-until-over.ts';
import { processesWith } from '../support/processes.ts';
import { randomFrom } from '../support/random.ts';
import { PASS, QUESTION, rehearsed, type RunProject, runProject, SHELL_TESTS } from '../support/run-project.ts';
import { record } from '../support/scorecard.ts';
import { byTier, seed } from '../support/tier.ts';

const conductor = await bundleDriver('test/support/drivers/conductor.ts');

/** Asked once, refuted once, packed, approved, merged into the clean checkout of main. */
const ROUND = ['built', 'tests_written', 'tested', 'gated'];
const USUAL = ['prepared', 'asked', 'answered', 'refined', ...ROUND, ...ROUND, 'packed', 'approved', 'merged'];

/** What an undisturbed run ends with. */
let finalTree = '';

describe('a whole run', () => {
  beforeAll(async () => {
    const scene = prepared();
    const looking = { over: false };
    const looked = lookUntilOver(scene.project.folder, looking);
    const { lines } = await conduct(scene);
    looking.over = true;
    expect((await looked).bad).toEqual([]);
    expect((await looked).documents).toBeGreaterThan(20);
    const types = lines.map((line) => line.split(' ')[0] ?? '').filter((type) => USUAL.includes(type));
    expect(types, lines.join('\n')).toEqual(USUAL);
    expect(lines.at(-1), lines.join('\n')).toBe('end completed');
    finalTree = scene.project.git('rev-parse', 'main^{tree}');
    await expectFinished(scene);
  });

  const kills: string[] = [];

  test.concurrent.each(
    byTier({ usual: chains(points, 4), full: [...chains(points, 4), ...singles(points, [1, 2, 3, 5])] }),
  )('killed at %s and resumed, ends the same, and nothing recorded runs again', async (chain) => {
    const scene = prepared();
    let recorded = new Map<string, number>();
    for (const kill of chain.split(', ')) {
      const { signal, lines } = await conduct(scene, '--die-at', kill);
      expectNotAgain(scene, recorded);
      if (signal !== 'SIGKILL') {
        expect(kill, `never reached\n${lines.join('\n')}`).not.toMatch(/:1$/);
        return expectFinished(scene);
      }
      kills.push(kill);
      recorded = turnsOfRecorded(scene);
    }
    await expectResumed(scene, recorded);
  });

  test('a folder that was copied in the middle of a run goes on by itself', async () => {
    const scene = prepared();
    expect((await conduct(scene, '--die-at', 'agent.ended:4')).signal).toBe('SIGKILL');
    const folder = path.join(temporaryFolder(), 'copy');
    fs.cpSync(scene.project.folder, folder, { recursive: true, preserveTimestamps: true });
    const original = everythingOf(scene.project);
    const copy = { ...scene, project: { ...movedTo(scene.project, folder) } };
    expect((await conduct(copy, '--die-at', 'segment.kept:1')).signal).toBe('SIGKILL');
    kills.push('segment.kept:1');
    await expectResumed(copy);
    expect(everythingOf(scene.project)).toEqual(original);
  });

  test('of a folder without git, killed on its way and while the work is copied back, ends the same', async () => {
    const project = runProject({ hasGit: false });
    const before = everythingOf(project);
    const scene = { project, agent: rehearsed(project.home, {}), witness: '', before };
    const way = ['worktree.made:2', 'work.committed:1', 'checks.ended:1', 'worktree.removed:1', 'work.delivered:1'];
    for (const kill of way) expect((await conduct(scene, '--die-at', kill)).signal, kill).toBe('SIGKILL');
    const { lines } = await conduct(scene);
    expect(lines.at(-1), lines.join('\n')).toBe('end completed');
    expect(fs.readFileSync(path.join(project.folder, 'answer.txt'), 'utf8')).toBe('right\n');
    const { 'answer.txt': _, 'test/answer.check': _test, ...rest } = everythingOf(project);
    expect(rest).toEqual(before);
    expect(await problemsIn(project.folder)).toEqual([]);
  });

  test('killed while an agent works, ends what it left behind', async () => {
    const scene = prepared({ first: '[ -e "$XDG_DATA_HOME/go" ] || { setsid sleep 600 & sleep 600; }' });
    const { env, home } = scene.project;
    const { child, ended } = startConductor(conductor, scene, []);
    await until(() => leftOf(env, '/build#1').length >= 2);
    child.kill('SIGKILL');
    await ended;
    expect(leftOf(env, '/build#1').length).toBeGreaterThanOrEqual(2);
    fs.writeFileSync(path.join(home, 'data/go'), '');
    await expectResumed(scene);
    expect(leftOf(env)).toEqual([]);
  });

  test('every point was passed', () => {
    expect(new Set(kills.map((kill) => kill.split(':')[0]))).toEqual(new Set([...enginePoints, ...storePoints]));
    record({
      promise: 'a run killed at every named point and resumed',
      asked: 'ends the same, nothing recorded runs again, nothing of the user’s differs',
      measured: `${kills.length} kills at ${enginePoints.length + storePoints.length} points, all so`,
    });
  });

  test('killed at any instant, and again, ends the same', async () => {
    const runs = byTier({ usual: 2, full: 60 });
    const random = randomFrom(seed);
    let killed = 0;
    for (let nth = 0; nth < runs; nth++) {
      const scene = prepared({ delayMs: 100 });
      const tasks = { before: new Map<string, number>() };
      for (let kill = 0; kill < 3; kill++) {
        const { signal } = await conductFor(conductor, scene, 200 + random() * 2500);
        if (signal !== 'SIGKILL') break;
        killed += 1;
        expectNotAgain(scene, tasks.before);
        tasks.before = turnsOfRecorded(scene);
      }
      await expectResumed(scene, tasks.before);
    }
    record({
      promise: 'a run killed at random instants and resumed',
      asked: 'ends the same, nothing recorded runs again, nothing of the user’s differs',
      measured: `${killed} kills in ${runs} runs, all so`,
    });
  });
});

/** Those of a segment come first: only the beginning of a log passes them. `segment.kept` is for the copied folder. */
const points = [
  ...storePoints.filter((point) => point === 'segment.written' || point === 'segment.begun'),
  ...storePoints.filter((point) => !point.startsWith('segment.')),
  ...enginePoints,
];

interface Scene {
  readonly project: RunProject;
  readonly agent: string;
  /** Told by whatever runs, outside our store. */
  readonly witness: string;
  readonly before: Record<string, string>;
}

/** Outside the sandbox, so that agents and tests can tell the witness; and so that nothing ends them but us. `first`: what the first build runs. */
function prepared({ delayMs = 0, first = 'true' } = {}): Scene {
  const tell = 'echo "$ORCHESTRAL_EFFECT" >> "$XDG_DATA_HOME/witness"';
  const project = runProject({
    files: { ...SHELL_TESTS, 'test/run.sh': `${tell}\n${SHELL_TESTS['test/run.sh']}` },
    config: { agents: { version: 1, sandbox: 'off' } },
  });
  const { home, git } = project;
  git('branch', 'other');
  git('tag', 'v1');
  project.write({ 'readme.md': 'stashed\n' });
  git('stash', '--quiet');
  project.write({ 'unfinished.txt': 'of the person who works here\n', 'ignored/x': 'x\n' });
  const agent = rehearsed(home, {
    refiner: [
      {
        run: tell,
        answer: { status: 'needs_human', refined: '', clarifications: [], auto_filled: [], crp: QUESTION },
      },
      { run: tell, answer: { status: 'ready', refined: '# Brief\n', clarifications: [], auto_filled: [] } },
    ],
    builder: [
      { run: `${first}; ${tell}`, delay_ms: delayMs, edit: { 'answer.txt': 'wrong\n' } },
      { run: tell, delay_ms: delayMs, edit: { 'answer.txt': 'right\n' } },
    ],
    verifier: [{ run: tell, edit: { 'test/answer.check': 'grep -q right answer.txt\n' } }],
    gatekeeper: [{ run: tell, answer: PASS }],
  });
  return { project, agent, witness: path.join(home, 'data/witness'), before: everythingOf(project) };
}

/** Another state folder, as on another machine. */
function movedTo(project: RunProject, folder: string): RunProject {
  const run = () => path.join(folder, path.relative(project.folder, project.run()));
  return {
    ...project,
    folder,
    env: { ...project.env, XDG_STATE_HOME: temporaryFolder() },
    git: (...args) => project.git('-C', folder, ...args),
    run,
    read: (name) => fs.readFileSync(path.join(run(), name), 'utf8'),
  };
}

function conduct(scene: Scene, ...args: string[]): Promise<Ended> {
  return startConductor(conductor, scene, args).ended;
}

async function expectResumed(scene: Scene, before = turnsOfRecorded(scene)): Promise<void> {
  const { lines } = await conduct(scene);
  expect(lines.at(-1), lines.join('\n')).toBe('end completed');
  expectNotAgain(scene, before);
  await expectFinished(scene);
}

async function expectFinished(scene: Scene): Promise<void> {
  const { project, before } = scene;
  const { git, env, folder } = project;
  expect(await problemsIn(folder)).toEqual([]);
  expect(JSON.parse(project.read('state.json'))).toMatchObject({ phase: 'completed', iteration: 2 });
  expect(JSON.parse(project.read('mrp/evidence.json'))).toMatchObject({
    tests: { total: 2, passed: 2, failed: 0 },
    files_changed: ['answer.txt', 'test/answer.check'],
    decisions: ['vcr-001'],
    iterations: 2,
  });
  expect(git('rev-parse', 'main^{tree}')).toBe(finalTree);
  expect(git('log', '--format=%s', '--first-parent', 'main').split('\n')).toHaveLength(2);
  expect(git('status', '--porcelain')).toBe('?? unfinished.txt');
  const work = new Set(['answer.txt', 'test/answer.check']);
  expect(Object.fromEntries(Object.entries(everythingOf(project)).filter(([name]) => !work.has(name)))).toEqual(before);
  expect(worktreesOf(project)).toEqual([]);
  expect(leftOf(env)).toEqual([]);
  const left = [project.run(), env['XDG_STATE_HOME'] ?? ''].flatMap((place) => Object.keys(describeTree(place)));
  expect(left.filter((name) => /tmp-|\.lock|\.owner|\.breaker|\/build\/|\/check\/|^processes\//.test(name))).toEqual(
    [],
  );
}

/** A copied folder still lists those of the original. */
function worktreesOf({ git, folder }: RunProject): string[] {
  const listed = git('worktree', 'list', '--porcelain').matchAll(/^worktree (.*)$/gm);
  const places = [...listed].map(([, place = '']) => place).filter((place) => place !== folder);
  return places.filter((place) =>
    git('-C', place, 'rev-parse', '--path-format=absolute', '--git-common-dir').startsWith(folder),
  );
}

/** Processes of an effect, told by the place that no other test's have in their environment. */
function leftOf(env: RunProject['env'], effect = 'ORCHESTRAL_EFFECT='): number[] {
  const marked = processesWith(effect);
  return processesWith(`XDG_DATA_HOME=${env['XDG_DATA_HOME']}`).filter((pid) => marked.includes(pid));
}

async function until(happened: () => boolean): Promise<void> {
  while (!happened()) await pause(20);
}

/** Everything of the person's: files, refs, stash, config, hooks; not what an approved merge is for, nor what is ours. */
function everythingOf({ folder }: Pick<RunProject, 'folder'>): Record<string, string> {
  const ours =
    /^\.orchestral\/|^\.git\/(?:objects\/|worktrees\/|(?:logs\/)?refs\/orchestral\/)|^\.git\/(?:logs\/)?refs\/heads\/orchestral\//;
  const moved = /^\.git\/(?:index|ORIG_HEAD|logs\/HEAD|(?:logs\/)?refs\/heads\/main)$/;
  const all = Object.entries(describeTree(folder));
  return Object.fromEntries(all.filter(([name]) => !ours.test(name) && !moved.test(name)));
}

/** How often each effect whose outcome is recorded was really carried out so far. */
function turnsOfRecorded(scene: Scene): Map<string, number> {
  return new Map(recordedIn(scene).map((effect) => [effect, turnsOf(scene, effect)]));
}

function expectNotAgain(scene: Scene, before: ReadonlyMap<string, number>): void {
  for (const [effect, turns] of before) expect(turnsOf(scene, effect), effect).toBe(turns);
}

function turnsOf({ witness }: Scene, effect: string): number {
  const text = fs.existsSync(witness) ? fs.readFileSync(witness, 'utf8') : '';
  return text.split('\n').filter((line) => line === effect || line.startsWith(`${effect}@`)).length;
}

function recordedIn({ project }: Scene): string[] {
  const runs = path.join(project.folder, '.orchestral/runs');
  const logs = fs.existsSync(runs) ? fs.readdirSync(runs).map((id) => path.join(runs, id, 'events.log')) : [];
  return logs.filter((log) => fs.existsSync(log)).flatMap(outcomesIn);
}

function outcomesIn(log: string): string[] {
  const lines = fs
    .readFileSync(log, 'utf8')
    .split('\n')
    .flatMap((text) => decodeLine(text) ?? []);
  return lines.flatMap(({ type, data }) => {
    const { effect } = data as { effect?: string };
    return effect === undefined || type.startsWith('effect_') ? [] : [effect];
  });
}
