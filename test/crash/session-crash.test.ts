import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { beforeAll, describe, expect, test } from 'vitest';
import { sessionPlace } from '../../src/engine/open-session.ts';
import { validate } from '../../src/engine/operations/validate.ts';
import { enginePoints } from '../../src/engine/points.ts';
import { decodeLine } from '../../src/store/line.ts';
import { storePoints } from '../../src/store/points.ts';
import { describeTree } from '../git/fingerprint.ts';
import { bundleDriver } from '../support/bundle.ts';
import { sessionTools, taken } from '../support/conduct-session.ts';
import { chains, conductFor, type Ended, singles, startConductor } from '../support/killed-conductor.ts';
import { processesWith } from '../support/processes.ts';
import { randomFrom } from '../support/random.ts';
import { rehearsed, type RunProject, runProject } from '../support/run-project.ts';
import { record } from '../support/scorecard.ts';
import { made, SHELL_CASES } from '../support/shell-session.ts';
import { byTier, seed } from '../support/tier.ts';

const conductor = await bundleDriver('test/support/drivers/session-conductor.ts');

/** What an undisturbed session comes to: its tree, and the outcomes on the way. */
const usual = { tree: '', outcomes: [] as string[] };

const ofMerge: ReadonlySet<string> = new Set(['merge.made', 'work.delivered']);
const elsewhere = new Set(['pack.written', 'segment.kept']);
/** Those of a segment come first: only the beginning of a log passes them. Those of the merge come last, as it does. */
const points = [
  ...storePoints.filter((point) => point.startsWith('segment.')),
  ...storePoints.filter((point) => !point.startsWith('segment.')),
  ...enginePoints.filter((point) => !ofMerge.has(point)),
  ...ofMerge,
].filter((point) => !elsewhere.has(point));

describe('a whole session', () => {
  beforeAll(async () => {
    const scene = prepared();
    const { lines } = await conduct(scene);
    expect(lines.at(-1), lines.join('\n')).toBe('end completed done');
    usual.tree = scene.project.git('rev-parse', 'main^{tree}');
    usual.outcomes = outcomesOf(scene);
    expect(usual.outcomes).toContain('R1/T1-S1/implement#2');
    await expectFinished(scene);
  });

  const kills: string[] = [];

  test.concurrent.each(
    byTier({ usual: chains(points, 2), full: [...chains(points, 2), ...singles(points, [1, 2, 4])] }),
  )('killed at %s and resumed, goes on where it was, and nothing recorded runs again', async (chain) => {
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

  test('killed while an agent works, ends what it left behind', async () => {
    const hang = 'case "$ORCHESTRAL_EFFECT" in */implement*) setsid sleep 600 & sleep 600;; esac';
    const scene = prepared({ also: `[ -e "$XDG_DATA_HOME/go" ] || ${hang}` });
    const { child, ended } = startConductor(conductor, scene, []);
    while (turnsOf(scene, 'R1/T1-S1/implement#1') === 0 || leftOf(scene).length < 2) await pause(20);
    child.kill('SIGKILL');
    await ended;
    expect(leftOf(scene).length).toBeGreaterThanOrEqual(2);
    fs.writeFileSync(path.join(scene.project.home, 'data/go'), '');
    await expectResumed(scene, turnsOfRecorded(scene));
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

  test('killed at any instant, and again, ends the same', async () => {
    const sessions = byTier({ usual: 1, full: 20 });
    const random = randomFrom(seed);
    let killed = 0;
    for (let nth = 0; nth < sessions; nth++) {
      const scene = prepared();
      let recorded = new Map<string, number>();
      for (let kill = 0; kill < 3; kill++) {
        const { signal } = await conductFor(conductor, scene, 300 + random() * 3000);
        if (signal !== 'SIGKILL') break;
        killed += 1;
        expectNotAgain(scene, recorded);
        recorded = turnsOfRecorded(scene);
      }
      await expectResumed(scene, recorded);
    }
    record({
      promise: 'a session killed at random instants and resumed',
      asked: 'ends the same, nothing recorded runs again, nothing of the user’s differs',
      measured: `${killed} kills in ${sessions} sessions, all so`,
    });
  });
});

interface Scene {
  readonly project: RunProject;
  readonly agent: string;
  /** Told by whatever runs, outside our store. */
  readonly witness: string;
  readonly before: Record<string, string>;
}

/** Outside the sandbox, so that agents and tests can tell the witness, and nothing ends them but us. `also`: what every agent runs. */
function prepared({ also = 'true' } = {}): Scene {
  const tell = 'echo "$ORCHESTRAL_EFFECT" >> "$XDG_DATA_HOME/witness"';
  const project = runProject({
    files: { ...SHELL_CASES, 'test/run.sh': `${tell}\n${SHELL_CASES['test/run.sh']}` },
    config: { agents: { version: 1, sandbox: 'off' } },
  });
  const { home, git } = project;
  // Our own documents are not ignored: that they change while an agent works is no agent's doing.
  project.write({ '.gitignore': 'ignored/\n' });
  git('commit', '--quiet', '--all', '--amend', '--no-edit');
  git('branch', 'other');
  project.write({ 'readme.md': 'stashed\n' });
  git('stash', '--quiet');
  project.write({ 'unfinished.txt': 'of the person who works here\n', 'ignored/x': 'x\n' });
  const agent = rehearsed(home, made({ run: `${tell}; ${also}` }));
  return { project, agent, witness: path.join(home, 'data/witness'), before: everythingOf(project) };
}

function conduct(scene: Scene, ...args: string[]): Promise<Ended> {
  return startConductor(conductor, scene, args).ended;
}

async function expectResumed(scene: Scene, before: ReadonlyMap<string, number>): Promise<void> {
  const { lines } = await conduct(scene);
  expect(lines.at(-1), lines.join('\n')).toBe('end completed done');
  expectNotAgain(scene, before);
  await expectFinished(scene);
}

async function expectFinished(scene: Scene): Promise<void> {
  const { project, before } = scene;
  const { git, env } = project;
  expect(await problemsIn(project)).toEqual([]);
  // Each outcome once, in the one order there is; but exploring and planning are side by side.
  const [, , ...after] = usual.outcomes;
  expect(outcomesOf(scene).slice(2)).toEqual(after);
  expect(git('rev-parse', 'main^{tree}')).toBe(usual.tree);
  expect(git('log', '--format=%s', '--first-parent', 'main').split('\n')).toHaveLength(2);
  expect(git('rev-list', '--count', '--no-merges', 'main')).toBe('3');
  expect(git('branch', '--format=%(refname:short)')).toBe('main\nother');
  expect(everythingOf(project)).toEqual(before);
  expect(git('worktree', 'list').split('\n')).toHaveLength(1);
  expect(leftOf(scene)).toEqual([]);
  const places = [path.join(project.folder, '.claude'), env['XDG_STATE_HOME'] ?? ''];
  const left = places.flatMap((place) => Object.keys(describeTree(place)));
  const litter = /tmp-|\.lock|\.owner|\.breaker|\/build\/|\/plan\/|\/check\/|^processes\//;
  expect(left.filter((name) => litter.test(name))).toEqual([]);
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
  const work = /^(?:src|test)\/(?:one|two)\./;
  const all = Object.entries(describeTree(folder));
  return Object.fromEntries(all.filter(([name]) => !ours.test(name) && !moved.test(name) && !work.test(name)));
}

/** How often each effect whose outcome is recorded was really carried out so far. */
function turnsOfRecorded(scene: Scene): Map<string, number> {
  return new Map(outcomesOf(scene).map((effect) => [effect, turnsOf(scene, effect)]));
}

function expectNotAgain(scene: Scene, before: ReadonlyMap<string, number>): void {
  for (const [effect, turns] of before) expect(turnsOf(scene, effect), effect).toBe(turns);
}

function turnsOf({ witness }: Scene, effect: string): number {
  const text = fs.existsSync(witness) ? fs.readFileSync(witness, 'utf8') : '';
  return text.split('\n').filter((line) => line === effect || line.startsWith(`${effect}@`)).length;
}

/** As the log has them. */
function outcomesOf({ project }: Scene): string[] {
  const { log } = taken(sessionPlace(sessionTools(project)));
  if (!fs.existsSync(log)) return [];
  const lines = fs
    .readFileSync(log, 'utf8')
    .split('\n')
    .flatMap((text) => decodeLine(text) ?? []);
  return lines.flatMap(({ type, data }) => {
    const { effect } = data as { effect?: string };
    return effect === undefined || type.startsWith('effect_') ? [] : [effect];
  });
}

async function problemsIn(project: RunProject) {
  const { project: place, cwd } = sessionTools(project);
  const { signal } = new AbortController();
  const checked = taken(await validate({ project: place, cwd, paths: [], as: undefined, signal }));
  return checked.filter(({ ailment }) => ailment !== null);
}
