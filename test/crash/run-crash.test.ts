import fs from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { temporaryFolder } from '../support/auto-store.ts';
import { bundleDriver } from '../support/bundle.ts';
import {
  chains,
  conduct,
  type Conducted,
  expectResumed,
  HANG,
  killAt,
  killAtAnyInstant,
  killWhileHanging,
  pointsPassed,
  singles,
  type Trial,
} from '../support/killed-conductor.ts';
import { pollDocuments, invalidDocuments } from '../support/poll-documents.ts';
import { describeUserFiles, leaveUnfinishedWork, runningProcesses, findLitter } from '../support/user-checkout.ts';
import { PASS, QUESTION, rehearsed, type RunProject, runProject, SHELL_TESTS } from '../support/run-project.ts';
import { record } from '../support/scorecard.ts';
import { byTier } from '../support/tier.ts';
import { outcomesIn, RECORD_EFFECT } from '../support/executed-effects.ts';
import { oneIn } from '../support/one-in.ts';

const inTurn = oneIn(2);

const trial: Trial<Scene> = {
  driver: await bundleDriver('test/support/drivers/run-conductor.ts'),
  end: 'end completed',
  recorded: recordedIn,
  expectFinished,
};
/** `segment.kept` is for the copied folder. */
const points = pointsPassed({ last: ['merge.made', 'work.delivered'], elsewhere: ['segment.kept'] });

/** Asked once, refuted once, packed, approved, merged into the clean checkout of main. */
const ROUND = ['built', 'tests_written', 'tested', 'gated'];
const USUAL = ['prepared', 'asked', 'answered', 'refined', ...ROUND, ...ROUND, 'packed', 'approved', 'merged'];

/** What an undisturbed run ends with. */
let finalTree = '';

describe('a whole run', () => {
  beforeAll(async () => {
    const scene = prepared();
    const looking = { over: false };
    const looked = pollDocuments(scene.project.folder, looking);
    const { lines } = await conduct(trial, scene);
    looking.over = true;
    expect((await looked).bad).toEqual([]);
    expect((await looked).documents).toBeGreaterThan(20);
    const types = lines.map((line) => line.split(' ')[0] ?? '').filter((type) => USUAL.includes(type));
    expect(types, lines.join('\n')).toEqual(USUAL);
    expect(lines.at(-1), lines.join('\n')).toBe(trial.end);
    finalTree = scene.project.git('rev-parse', 'main^{tree}');
    await expectFinished(scene);
  });

  const kills: string[] = [];

  test.concurrent.each(
    byTier({ usual: chains(points, 1), full: [...chains(points, 4), ...singles(points, [1, 2, 3, 5])] }),
  )('killed at %s and resumed, ends the same, and nothing recorded runs again', async (chain) => {
    kills.push(...(await killAt(trial, prepared(), chain)));
  });

  test('a folder that was copied in the middle of a run goes on by itself', async () => {
    const scene = prepared();
    expect((await conduct(trial, scene, '--die-at', 'agent.ended:4')).signal).toBe('SIGKILL');
    const folder = path.join(temporaryFolder(), 'copy');
    fs.cpSync(scene.project.folder, folder, { recursive: true, preserveTimestamps: true });
    const original = personsIn(scene.project);
    const copy = { ...scene, project: { ...movedTo(scene.project, folder) } };
    expect((await conduct(trial, copy, '--die-at', 'segment.kept:1')).signal).toBe('SIGKILL');
    kills.push('segment.kept:1');
    await expectResumed(trial, copy);
    expect(personsIn(scene.project)).toEqual(original);
  });

  inTurn('of a folder without git, killed on its way and while the work is copied back, ends the same', async () => {
    const project = runProject({ hasGit: false });
    const before = personsIn(project);
    const scene = { project, agent: rehearsed(project.home, {}), before };
    const way = ['worktree.made:2', 'work.committed:1', 'checks.ended:1', 'worktree.removed:1', 'work.delivered:1'];
    for (const kill of way) expect((await conduct(trial, scene, '--die-at', kill)).signal, kill).toBe('SIGKILL');
    const { lines } = await conduct(trial, scene);
    expect(lines.at(-1), lines.join('\n')).toBe(trial.end);
    expect(fs.readFileSync(path.join(project.folder, 'answer.txt'), 'utf8')).toBe('right\n');
    const { 'answer.txt': _, 'test/answer.check': _test, ...rest } = personsIn(project);
    expect(rest).toEqual(before);
    expect(await invalidDocuments(project.folder)).toEqual([]);
  });

  inTurn('killed while the hunks of its pack are checked, checks them once more', async () => {
    const answer = 'export const answer = 42;\n';
    const project = runProject({
      files: { ...SHELL_TESTS, 'answer.mjs': '' },
      config: { agents: { version: 1, sandbox: 'off' } },
    });
    const check = `node -e "import('./answer.mjs').then(({ answer }) => process.exit(answer === 42 ? 0 : 1))"\n`;
    const agent = rehearsed(project.home, {
      builder: [{ edit: { 'answer.mjs': answer } }],
      verifier: [{ edit: { 'test/answer.check': check } }],
    });
    const scene = { project, agent, before: personsIn(project) };
    for (const kill of ['pack.written:2', 'worktree.made:1'])
      expect((await conduct(trial, scene, '--die-at', kill)).signal, kill).toBe('SIGKILL');
    const { lines } = await conduct(trial, scene);
    expect(lines.at(-1), lines.join('\n')).toBe(trial.end);
    const types = lines.map((line) => line.split(' ')[0] ?? '');
    expect(types.filter((type) => ['packed', 'hunks_checked', 'merged'].includes(type))).toEqual([
      'hunks_checked',
      'merged',
    ]);
    expect(JSON.parse(project.read('mrp/proof.json'))).toMatchObject({ hunks: { percent: 100 } });
    expect(await invalidDocuments(project.folder)).toEqual([]);
    expect(worktreesOf(project)).toEqual([]);
    expect(runningProcesses(project)).toEqual([]);
  });

  test('killed while an agent works, ends what it left behind', async () => {
    await killWhileHanging(trial, prepared({ first: HANG }), { effect: '/build#1', agents: 1 });
  });

  test('every point was passed', () => {
    expect(new Set(kills.map((kill) => kill.split(':')[0]))).toEqual(new Set([...points, 'segment.kept']));
    record({
      promise: 'a run killed at every named point and resumed',
      asked: 'ends the same, nothing recorded runs again, nothing of the user’s differs',
      measured: `${kills.length} kills at ${points.length + 1} points, all so`,
    });
  });

  test('killed at any instant, and again, ends the same', async () => {
    const runs = byTier({ usual: 1, full: 60 });
    const killed = await killAtAnyInstant(trial, () => prepared({ delayMs: 100 }), {
      scenes: runs,
      from: 200,
      to: 2700,
    });
    record({
      promise: 'a run killed at random instants and resumed',
      asked: 'ends the same, nothing recorded runs again, nothing of the user’s differs',
      measured: `${killed} kills in ${runs} runs, all so`,
    });
  });
});

interface Scene extends Conducted {
  readonly before: Record<string, string>;
}

/** Outside the sandbox, so that agents and tests can tell the witness; and so that nothing ends them but us. `first`: what the first build runs. */
function prepared({ delayMs = 0, first = 'true' } = {}): Scene {
  const project = runProject({
    files: { ...SHELL_TESTS, 'test/run.sh': `${RECORD_EFFECT}\n${SHELL_TESTS['test/run.sh']}` },
    config: { agents: { version: 1, sandbox: 'off' } },
  });
  project.git('tag', 'v1');
  leaveUnfinishedWork(project);
  const agent = rehearsed(project.home, {
    refiner: [
      {
        run: RECORD_EFFECT,
        answer: { status: 'needs_human', refined: '', clarifications: [], auto_filled: [], crp: QUESTION },
      },
      { run: RECORD_EFFECT, answer: { status: 'ready', refined: '# Brief\n', clarifications: [], auto_filled: [] } },
    ],
    builder: [
      { run: `${first}; ${RECORD_EFFECT}`, delay_ms: delayMs, edit: { 'answer.txt': 'wrong\n' } },
      { run: RECORD_EFFECT, delay_ms: delayMs, edit: { 'answer.txt': 'right\n' } },
    ],
    verifier: [{ run: RECORD_EFFECT, edit: { 'test/answer.check': 'grep -q right answer.txt\n' } }],
    gatekeeper: [{ run: RECORD_EFFECT, answer: PASS }],
  });
  return { project, agent, before: personsIn(project) };
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

async function expectFinished(scene: Scene): Promise<void> {
  const { project, before } = scene;
  const { git, folder } = project;
  expect(await invalidDocuments(folder)).toEqual([]);
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
  expect(Object.fromEntries(Object.entries(personsIn(project)).filter(([name]) => !work.has(name)))).toEqual(before);
  expect(worktreesOf(project)).toEqual([]);
  expect(runningProcesses(project)).toEqual([]);
  expect(findLitter(project.run(), project, /\/(?:build|check)\//)).toEqual([]);
}

/** A copied folder still lists those of the original. */
function worktreesOf({ git, folder }: RunProject): string[] {
  const listed = git('worktree', 'list', '--porcelain').matchAll(/^worktree (.*)$/gm);
  const places = [...listed].map(([, place = '']) => place).filter((place) => place !== folder);
  return places.filter((place) =>
    git('-C', place, 'rev-parse', '--path-format=absolute', '--git-common-dir').startsWith(folder),
  );
}

/** Everything of the person's, but what is ours. */
function personsIn(project: Pick<RunProject, 'folder'>): Record<string, string> {
  return describeUserFiles(project, /^\.orchestral\//);
}

function recordedIn({ project }: Scene): string[] {
  const runs = path.join(project.folder, '.orchestral/runs');
  const ids = fs.existsSync(runs) ? fs.readdirSync(runs) : [];
  return ids.flatMap((id) => outcomesIn(path.join(runs, id, 'events.log')));
}
