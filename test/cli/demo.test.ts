import { execFileSync, spawn, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { nameOfCopy } from '../../src/languages/test-surface.ts';
import { ownCommand } from '../../src/cli/own-command.ts';
import { demoScript } from '../../src/engine/operations/demo.ts';
import { needs } from '../support/needs.ts';
import { terminal } from './terminal/terminal.ts';
import { oneIn } from '../support/one-in.ts';

const inTurn = oneIn(3);

/** As it is published: the demo's files lie beside the bundle. */
const PROGRAM = path.resolve('bin/orchestral.js');

describe('without a terminal', () => {
  const world = newWorld();
  let told: ReturnType<typeof play>;
  let demo: { folder: string; project: string; run: string; summary: string; run_id: string; merge: string };
  let base: string;
  let work: string;

  beforeAll(() => {
    told = play(['demo', '--json'], world);
    ({ demo } = JSON.parse(told.stdout.trim().split('\n').at(-1) ?? '') as { demo: typeof demo });
    [base = '', work = ''] = git('rev-parse', `${demo.merge}^1`, `${demo.merge}^2`).split('\n');
  });

  test('it comes to its end, and every line of its JSON is one', () => {
    expect(told.status, told.stderr).toBe(0);
    for (const line of told.stdout.trim().split('\n')) JSON.parse(line);
    expect(stateOf()).toMatchObject({ phase: 'completed', iteration: 2, pending_crp: null });
  });

  test('a person was asked once, and the first build was refuted', () => {
    expect(fs.readdirSync(path.join(demo.run, 'crp'))).toEqual(['crp-001.json']);
    expect(fs.readdirSync(path.join(demo.run, 'vcr'))).toEqual(['vcr-001.json']);
    expect(gates()).toEqual(['FAIL', 'PASS']);
    expect(git('log', '--format=%s', `${base}..${work}`).split('\n')).toHaveLength(4);
  });

  test('the pack names the files that git does', () => {
    expect(json('mrp/evidence.json')).toMatchObject({
      files_changed: git('diff', '--name-only', base, work).split('\n').sort(),
      decisions: ['vcr-001'],
      iterations: 2,
    });
    for (const file of git('diff', '--name-only', base, work).split('\n'))
      expect(fs.readFileSync(path.join(demo.run, 'mrp/code', nameOfCopy(file)), 'utf8')).toBe(
        `${git('show', `${work}:${file}`)}\n`,
      );
  });

  test('the pack has the numbers of the runner itself', () => {
    const checkout = freshCheckout(work);
    const tap = nodeTest(checkout, ['--test-reporter=tap']);
    const counts = { total: countOf('tests', tap), passed: countOf('pass', tap), failed: countOf('fail', tap) };
    expect(counts.total).toBeGreaterThan(10);
    const coverage = coverageOfAdded(nodeTest(checkout, ['--experimental-test-coverage', '--test-reporter=lcov']));
    // Cut after one decimal.
    const shown = Math.floor(coverage * 10) / 10;
    expect(shown).toBeLessThan(100);
    expect(json('mrp/evidence.json')).toMatchObject({ tests: { ...counts, coverage: shown } });
    expect(json('verifier/results.json')).toMatchObject({ ...counts, skipped: 0, exit_code: 0, coverage: shown });
  });

  test('the first build passes the tests there were, and not those of the Verifier', () => {
    const [built = '', tested = ''] = git('rev-list', '--reverse', `${base}..${work}`).split('\n');
    expect(countOf('fail', nodeTest(freshCheckout(built), ['--test-reporter=tap']))).toBe(0);
    expect(countOf('fail', nodeTest(freshCheckout(tested), ['--test-reporter=tap']))).toBeGreaterThan(0);
  });

  test('the merge says what was merged and on what evidence', () => {
    expect(git('rev-parse', 'HEAD')).toBe(demo.merge);
    expect(git('rev-list', '--parents', '-n1', demo.merge).split(' ')).toHaveLength(3);
    const trailers = git('log', '-1', '--format=%(trailers:only)', demo.merge);
    expect(trailers).toContain(
      `Orchestral-Run: ${demo.run_id}\nOrchestral-Evidence: tree ${git('rev-parse', `${work}^{tree}`)}\n`,
    );
    expect(trailers).toMatch(/^Orchestral-Proven: [1-9]/m);
    expect(git('status', '--porcelain')).toBe('');
    expect(git('branch', '--format=%(refname:short)')).toBe('main');
  });

  test('every document of it is valid', () => {
    const { status, stdout } = play(['validate', '--project', demo.project], world);
    expect(status, stdout).toBe(0);
  });

  test('nothing is left outside its folder', () => {
    expect(fs.readdirSync(world.tmp)).toEqual([path.basename(demo.folder)]);
    for (const folder of Object.values(world.homes)) expect(fs.readdirSync(folder), folder).toEqual([]);
  });

  const git = (...args: string[]) => execFileSync('git', ['-C', demo.project, ...args], { encoding: 'utf8' }).trimEnd();
  const json = (file: string) => JSON.parse(fs.readFileSync(path.join(demo.run, file), 'utf8')) as unknown;
  const stateOf = () => json('state.json') as { history: { phase: string; result: string }[] };
  const gates = () =>
    stateOf()
      .history.filter(({ phase }) => phase === 'gate')
      .map(({ result }) => result);

  function freshCheckout(commit: string): string {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'checkout-'));
    execFileSync('git', ['clone', '--quiet', demo.project, folder]);
    execFileSync('git', ['-C', folder, 'checkout', '--quiet', commit]);
    return folder;
  }

  /** Per cent of the lines that the work added to the sources, by the runner's own report. */
  function coverageOfAdded(lcov: string): number {
    const added = new Map<string, Set<number>>();
    let file = '';
    for (const line of git('diff', '-U0', base, work, '--', 'src').split('\n')) {
      file = /^\+\+\+ b\/(.*)$/.exec(line)?.[1] ?? file;
      const [, from, count = '1'] = /^@@ \S+ \+(\d+)(?:,(\d+))? @@/.exec(line) ?? [];
      if (from === undefined) continue;
      const lines = added.get(file) ?? new Set();
      for (let n = 0; n < Number(count); n += 1) lines.add(Number(from) + n);
      added.set(file, lines);
    }
    const hits = lcov.split('end_of_record').flatMap((record) => {
      const lines = added.get(/^SF:(.*)$/m.exec(record)?.[1] ?? '');
      return [...record.matchAll(/^DA:(\d+),(\d+)/gm)].flatMap(([, line, hit]) =>
        lines?.has(Number(line)) === true ? [Number(hit) > 0] : [],
      );
    });
    return (100 * hits.filter(Boolean).length) / hits.length;
  }
});

inTurn('it says that it is a rehearsal, plays the person and shows where everything lies', () => {
  const world = newWorld();
  const into = path.join(world.tmp, 'here/it is');
  const { status, stdout, stderr } = play(['demo', into], world);
  expect(status, stderr).toBe(0);
  expect(stderr).toMatch(/^This is a rehearsal/);
  expect(stderr).toContain('the demo plays your part: A (Keep them), as recommended');
  expect(stderr).toContain('the demo plays your part and approves');
  expect(stderr).not.toContain('copies of tests');
  expect(stdout).toContain('That was a rehearsal');
  expect(stdout).toContain(`  ${ownCommand(process.env.PATH, PROGRAM)} start "`);
  const places = [...stdout.matchAll(/^ {4}(?:project|run|summary) +(.*)$/gm)].map(([, place = '']) => place);
  expect(places.map((place) => fs.existsSync(path.join(into, place)))).toEqual([true, true, true]);
});

test('interrupted, it does not lead anybody to go on with a real agent', async () => {
  const world = newWorld();
  const child = spawn(process.execPath, [PROGRAM, 'demo'], {
    cwd: os.tmpdir(),
    env: { ...process.env, ...world.env },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let stderr = '';
  child.stderr.on('data', (chunk: Buffer) => {
    stderr += chunk.toString();
    if (stderr.includes('· build') && !child.killed) child.kill('SIGINT');
  });
  const code = await new Promise((resolve) => child.on('close', resolve));
  expect({ code, stderr }).toMatchObject({
    code: 130,
    stderr: expect.stringContaining('To play the demo again'),
  });
  expect(stderr).not.toContain('orchestral resume');
});

test('a folder with something in it is left alone', () => {
  const world = newWorld();
  const file = path.join(world.tmp, 'mine.txt');
  fs.writeFileSync(file, 'mine');
  const { status, stderr } = play(['demo', world.tmp], world);
  expect({ status, stderr }).toMatchObject({ status: 2, stderr: expect.stringContaining('is not an empty folder') });
  expect(fs.readdirSync(world.tmp)).toEqual(['mine.txt']);
});

test('without git it says what to install, and makes nothing', () => {
  const world = newWorld();
  const { status, stderr } = play(['demo'], { ...world, env: { ...world.env, PATH: world.tmp } });
  expect({ status, stderr }).toMatchObject({ status: 5, stderr: expect.stringMatching(/install git/i) });
  expect(fs.readdirSync(world.tmp)).toEqual([]);
});

/** What is typed before it is taken for no answer. */
const isAsking = (screen: string) => /[:>\]]$/.test(screen);

inTurn('a person is asked, their answer is followed, and they merge', async (context) => {
  needs(context, 'tmux');
  const world = newWorld();
  const { until, type, press } = terminal({ columns: 80, run: [PROGRAM, 'demo'], env: world.env });
  for (const [asked, said] of [
    ['choose (A, B', 'b'],
    ['Why?', 'short links'],
    ['later runs? [y/N]', ''],
    ['into main? [y/N]', 'y'],
  ] as const) {
    await until((screen) => screen.includes(asked) && isAsking(screen));
    type(said);
    press('Enter');
  }
  const screen = await until((shown) => /^exit \d/m.test(shown));
  expect(screen).toContain('exit 0');
  const merged = fs.readFileSync(path.join(world.tmp, 'orchestral-demo/project/src/slug.js'), 'utf8');
  expect(merged).toContain('[^a-z0-9]');
});

inTurn('whoever does not merge is told what waits', async (context) => {
  needs(context, 'tmux');
  const world = newWorld();
  const { until, press } = terminal({ columns: 120, run: [PROGRAM, 'demo', '--lang', 'ko'], env: world.env });
  for (const asked of ['선택(A, B', '이유는?', '자동으로 쓸까요', '병합할까요?']) {
    await until((screen) => screen.includes(asked) && isAsking(screen));
    press('Enter');
  }
  const screen = await until((shown) => /^exit \d/m.test(shown));
  expect(screen).toContain('exit 3');
  expect(screen).toContain('병합하지 않았습니다');
  const [run = ''] = fs.readdirSync(path.join(world.tmp, 'orchestral-demo/project/.orchestral/runs'));
  const vcr = path.join(world.tmp, 'orchestral-demo/project/.orchestral/runs', run, 'vcr/vcr-001.json');
  expect(JSON.parse(fs.readFileSync(vcr, 'utf8'))).toMatchObject({ decision: 'A', rationale: '추천대로' });
  // The command may be longer than the screen is wide.
  expect(screen.replaceAll('\n', '')).toContain(
    `${ownCommand(process.env.PATH, PROGRAM)} approve --project ${world.tmp}/orchestral-demo/project`,
  );
});

describe('the script', () => {
  const from = path.resolve('examples/demo');
  const scripts = ['A', 'B'].map((decision) => ({ decision, from, paced: true }));

  test.each(scripts)(
    '$decision: does in Korean what it does in English, and says all of it in Korean',
    async (script) => {
      const english = await demoScript({ ...script, texts: '.' });
      const korean = await demoScript({ ...script, texts: 'ko' });
      for (const [role, steps] of Object.entries(english.roles ?? {})) {
        expect(korean.roles?.[role]?.length).toBe(steps.length);
        for (const [n, step] of steps.entries()) {
          const said = korean.roles?.[role]?.[n];
          expect({ ...said, say: '', answer: '' }).toEqual({ ...step, say: '', answer: '' });
          expect([said?.say, JSON.stringify(said?.answer)]).toEqual([
            expect.stringMatching(HANGUL),
            expect.stringMatching(HANGUL),
          ]);
        }
      }
    },
  );

  test('takes long enough to follow, and no time at all without anybody to', async () => {
    const timeOf = async (paced: boolean) => {
      const { roles = {} } = await demoScript({ from, texts: '.', decision: 'A', paced });
      return Object.values(roles)
        .flat()
        .reduce((sum, { delay_ms = 0 }) => sum + delay_ms, 0);
    };
    expect(await timeOf(true)).toBeGreaterThan(8_000);
    expect(await timeOf(true)).toBeLessThan(20_000);
    expect(await timeOf(false)).toBe(0);
  });
});

const HANGUL = /\p{Script=Hangul}/u;

/** A machine on which nobody has ever told git who they are. */
function newWorld() {
  const root = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'world-')));
  const folder = (name: string) => fs.mkdirSync(path.join(root, name), { recursive: true }) ?? '';
  const names = ['HOME', 'XDG_CONFIG_HOME', 'XDG_STATE_HOME', 'XDG_DATA_HOME', 'XDG_CACHE_HOME', 'XDG_RUNTIME_DIR'];
  const homes = Object.fromEntries(names.map((name) => [name, folder(name)]));
  const tmp = folder('tmp');
  return { tmp, homes, env: { ...homes, TMPDIR: tmp } as Record<string, string> };
}

function play(args: readonly string[], { env }: Pick<ReturnType<typeof newWorld>, 'env'>) {
  return spawnSync(process.execPath, [PROGRAM, ...args], {
    cwd: os.tmpdir(),
    env: { ...process.env, ...env },
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

function nodeTest(cwd: string, args: readonly string[]): string {
  const { NODE_TEST_CONTEXT: _, ...env } = process.env;
  return spawnSync(process.execPath, ['--test', ...args], { cwd, env, encoding: 'utf8' }).stdout;
}

function countOf(what: string, tap: string): number {
  return Number(new RegExp(`^# ${what} (\\d+)$`, 'm').exec(tap)?.[1]);
}
