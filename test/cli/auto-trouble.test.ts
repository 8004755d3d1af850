import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { expect } from 'vitest';
import { widthOf } from '../../src/cli/terminal/width.ts';
import { realDisk } from '../../src/files/disk.ts';
import { FileLock } from '../../src/files/lock.ts';
import { filesOn } from '../support/auto-project.ts';
import { temporaryFolder } from '../support/auto-store.ts';
import type { RunProject } from '../support/run-project.ts';
import { orchestral, type CliResult } from './orchestral.ts';
import {
  type Cases,
  eventsOf,
  hasRunningAgent,
  makeReadOnly,
  NORMAL,
  ONE,
  OWNER,
  type TroubleProject,
  shop,
  SLOW,
  smallDisk,
  THIN,
  THREE,
  testCases,
  TWO,
} from './auto-trouble-cases.ts';

/* Each case here is a row of docs/reference/task-list-errors.md, which says what must come of it. */

/** Refused before anything was written. */
async function refused(shopped: TroubleProject, ...args: string[]): Promise<CliResult> {
  const said = await shopped.cli(...args);
  expect(shopped.has('.claude'), 'something was written').toBe(false);
  return said;
}

const cases: Cases = {
  'not a git repository': (): Promise<CliResult> => {
    const bare = shop();
    fs.rmSync(path.join(bare.project.folder, '.git'), { recursive: true });
    return refused(bare, 'auto');
  },
  'a repository without a commit': () => {
    const bare = shop();
    fs.rmSync(path.join(bare.project.folder, '.git'), { recursive: true });
    bare.project.git('init', '--quiet');
    return refused(bare, 'auto');
  },
  'no branch is checked out': () => {
    const detached = shop();
    detached.project.git('checkout', '--quiet', '--detach');
    return refused(detached, 'auto');
  },
  'a branch that there is not': () => refused(shop(), 'auto', '--base', 'mian'),
  'a branch of yours has a name of ours': () => {
    const taken = shop();
    taken.project.git('branch', 'orchestral/auto');
    return refused(taken, 'auto');
  },
  'no agent is installed': () => withoutAgents('auto'),
  'the agent that is named is not installed': () => withoutAgents('auto', '--agent', 'claude'),
  'no agent is called so': () => withoutAgents('auto', '--agent', 'clude'),
  'too little space for worktrees': (context) => {
    const small = shop();
    return small.cliWith({ XDG_STATE_HOME: smallDisk(context, '64m') }, 'auto');
  },
  'the project cannot be written to': (context) => {
    const fixed = shop();
    makeReadOnly(context, fixed.project.folder);
    return refused(fixed, 'auto');
  },
  'git does not know who you are': () => {
    const nobody = shop();
    fs.rmSync(path.join(nobody.project.home, '.gitconfig'));
    return refused(nobody, 'auto');
  },
  'no list of tasks': () => {
    const none = shop();
    none.project.git('rm', '--quiet', 'TASKS.md');
    return refused(none, 'auto');
  },
  'the file that `--tasks` names is not there': () => refused(shop(), 'auto', '--tasks', 'nope.md'),
  'nothing to resume': () => refused(shop(), 'auto', '--resume'),
  'a wrong number': async () => {
    const any = shop();
    for (const value of ['x', '1.5', '', '1e3', '99999999999'])
      expect(await any.cli('auto', '--parallel', value), value).toMatchObject({ code: 2 });
    expect(await any.cli('auto', '--max-iterations', '0')).toMatchObject({ code: 2 });
    return refused(any, 'auto', '--parallel', '-1');
  },
  'a wrong mode': () => refused(shop(), 'auto', '--mode', 'fast'),
  'started by an agent that Orchestral itself runs': () =>
    shop().cliWith({ ORCHESTRAL_EFFECT: 'auto/T1.1/work#1' }, 'auto'),
  'the locale is Korean': () => {
    const none = shop();
    none.project.git('rm', '--quiet', 'TASKS.md');
    return none.cliWith({ LANG: 'ko_KR.UTF-8' }, 'auto');
  },

  'an empty list': () => refused(shop(''), 'auto'),
  'an id such as `T1.3;rm -rf`': async () => {
    const hostile = shop('# Shop\n\n- [ ] T1.3;rm -rf *: One\n');
    const executed = await refused(hostile, 'auto', 'exec', 'T1.3;rm -rf *');
    expect(executed).toMatchObject({ code: 4, stdout: expect.stringMatching(/^ERROR:BAD_ID:/) as unknown });
    expect(await hostile.cli('auto', '--dry-run')).toMatchObject({ code: 4 });
    expect(hostile.has('readme.md')).toBe(true);
    return refused(hostile, 'auto');
  },
  'tasks that wait for each other': async () => {
    const plan =
      '# Shop\n\n- [ ] T1.1: One\n  - deps: [T1.3]\n- [ ] T1.2: Two\n  - deps: [T1.1]\n- [ ] T1.3: Three\n  - deps: [T1.2]\n';
    const round = shop(plan);
    expect((await round.cli('auto', 'next')).stdout).toMatch(/^ERROR:CIRCULAR_DEP:/);
    return refused(round, 'auto');
  },
  'a dependency on a task that there is not': () =>
    refused(shop(`${ONE}\n- [ ] T1.2: Two\n  - deps: [T1.l]\n`), 'auto'),
  '10,000 tasks': async () => {
    const big = shop(tenThousand());
    const foreseen = await big.cli('auto', '--dry-run');
    expect(await big.cli(...THIN, '--max-iterations', '1')).toMatchObject({ code: 1 });
    const shown = await big.cli('auto', 'status');
    expect(shown.stdout).toContain('1/10000 done · 10 ready · 9989 pending');
    return foreseen;
  },
  'line ends as on Windows, and a byte order mark': async () => {
    const windows = shop(`\uFEFF${TWO.replaceAll('\n', '\r\n')}`);
    const before = fs.readFileSync(path.join(windows.project.folder, 'TASKS.md'));
    const said = await windows.cli(...NORMAL);
    const after = fs.readFileSync(path.join(windows.project.folder, 'TASKS.md'));
    expect(after).toHaveLength(before.length);
    expect([...before].flatMap((byte, at) => (byte === after[at] ? [] : [`${byte} ${after[at]}`]))).toEqual([
      '32 120',
      '32 120',
    ]);
    return said;
  },

  'two conductors at once': async () => {
    const { cli, startCli } = shop(THREE, { tasks: { 'T1.1': SLOW } });
    const first = await startCli(...THIN, '--json');
    await first.nextLine(hasRunningAgent);
    expect(await cli('auto', 'next')).toMatchObject({ code: 6 });
    expect((await cli('auto', 'status')).stdout).toContain(`running in process ${first.child.pid} `);
    return cli('auto');
  },
  'a lock whose holder was killed': async () => {
    const { cli, startCli, script, project } = shop(THREE, { tasks: { 'T1.1': SLOW } });
    const first = await startCli(...THIN, '--json');
    await first.nextLine(hasRunningAgent);
    first.child.kill('SIGKILL');
    await first.result();
    expect(fs.existsSync(path.join(project.folder, OWNER))).toBe(true);
    script({});
    return cli('auto', '--resume');
  },
  'a lock of another machine': async () => {
    const { cli, project } = shop();
    expect(await cli('auto', 'next')).toMatchObject({ code: 0, stdout: 'READY:T1.1\n' });
    holdFromElsewhere(path.join(project.folder, OWNER));
    const held = await cli('auto', '--resume');
    expect((await cli('unlock')).stdout).toContain(`orchestral unlock ${OWNER}`);
    expect(await cli('unlock', '--yes')).toMatchObject({ code: 0 });
    expect(fs.existsSync(path.join(project.folder, OWNER)), 'only by name').toBe(true);
    expect(await cli('unlock', '--yes', OWNER)).toMatchObject({ code: 0 });
    expect(await cli('auto', 'next')).toMatchObject({ code: 0 });
    return held;
  },
  '`auto exec` of a task that runs already': async () => {
    const { cli, startCli, project } = shop(THREE, { tasks: { 'T1.1': SLOW } });
    const first = await startCli('auto', 'exec', 'T1.1');
    await recorded(project, '"effect_started"', 'T1.1/work');
    expect(await cli('auto')).toMatchObject({ code: 6 });
    const second = await cli('auto', 'exec', 'T1.1');
    first.child.kill('SIGINT');
    expect((await first.result()).code).toBe(130);
    return second;
  },
  '`auto exec` of a task that has to wait': () => shop().cli('auto', 'exec', 'T1.2'),

  '`retry`, `skip` or `complete` of a task that there is not': async () => {
    const { cli } = shop();
    await cli('auto', 'next');
    for (const word of ['skip', 'complete'])
      expect(await cli('auto', word, 'T1.1', 'T7'), word).toMatchObject({ code: 2 });
    expect((await cli('auto', 'status', '--json')).stdout).toContain('"completed": 0');
    return cli('auto', 'retry', 'T1.9');
  },
  '`retry` of a task that did not fail': async () => {
    const { cli } = shop();
    await cli('auto', 'next');
    return cli('auto', 'retry', 'T1.1');
  },
  'a phase before which others are open': () => refused(shop(), 'auto', '--phase', '2'),
  'a phase that there is not': () => refused(shop(), 'auto', '--phase', '9'),
  'mode normal without a terminal': async () => {
    const { cli, project } = shop();
    const waiting = await cli('auto');
    expect(filesOn(project)).toContain('T1.2.txt');
    expect(await cli('auto', '--yes')).toMatchObject({ code: 0 });
    expect(filesOn(project)).toContain('T2.1.txt');
    return waiting;
  },
  'a terminal of 20 columns': async () => {
    const { cli, cliWith } = shop(`# Shop\n\n- [ ] T1.1: ${'한국어 '.repeat(20)}\n- [ ] T1.2: Two\n`);
    await cli('auto', 'next');
    const narrow = { COLUMNS: '20' };
    for (const args of [['--dry-run'], ['--dry-run', '--lang', 'ko'], ['status', '--lang', 'ko'], ['status']]) {
      const { stdout } = await cliWith(narrow, 'auto', ...args);
      const long = stdout.split('\n').filter((line) => widthOf(line) > 20 && !/\/worktree/.test(line));
      expect(long, args.join(' ')).toEqual([]);
    }
    return cliWith(narrow, 'auto', 'status');
  },
};

testCases('before', cases);

/** Only git is in PATH. */
async function withoutAgents(...args: string[]): Promise<CliResult> {
  const { project, has } = shop();
  const folder = temporaryFolder();
  const git = execFileSync('sh', ['-c', 'command -v git'], { encoding: 'utf8' }).trim();
  fs.symlinkSync(git, path.join(folder, 'git'));
  const said = await orchestral(['--trust', ...args], { cwd: project.folder, env: { ...project.env, PATH: folder } });
  expect(has('.claude')).toBe(false);
  return said;
}

/** A line of the log has all of these. */
async function recorded(project: RunProject, ...parts: string[]): Promise<void> {
  const isThere = () =>
    eventsOf(project)
      .split('\n')
      .some((line) => parts.every((part) => line.includes(part)));
  while (!isThere()) await new Promise((resolve) => setTimeout(resolve, 20));
}

function holdFromElsewhere(file: string): void {
  const lock = new FileLock({ disk: realDisk, path: file, command: 'auto', onNotice: () => undefined });
  expect(lock.tryTake()).toEqual({ ok: true, value: true });
  const body = JSON.parse(fs.readFileSync(file, 'utf8')) as object;
  fs.writeFileSync(file, JSON.stringify({ ...body, host: 'elsewhere.example' }));
}

function tenThousand(): string {
  const lines = ['# Big', ''];
  for (let phase = 1; phase <= 10; phase++) {
    lines.push(`## Phase ${phase}: Part ${phase}`, '');
    for (let nth = 1; nth <= 1000; nth++) {
      lines.push(`- [ ] T${phase}.${nth}: Task ${nth}`);
      if (nth > 10) lines.push(`  - deps: [T${phase}.${nth - 10}]`);
    }
    lines.push('');
  }
  return lines.join('\n');
}
