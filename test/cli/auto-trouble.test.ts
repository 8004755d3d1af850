import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { afterAll, describe, expect, test, type TestContext } from 'vitest';
import { widthOf } from '../../src/cli/terminal/width.ts';
import { realDisk } from '../../src/files/disk.ts';
import { FileLock } from '../../src/files/lock.ts';
import type { RehearsalStep } from '../../src/schema/rehearsal.ts';
import { autoProjectWith, filesOn, scriptFor } from '../support/auto-project.ts';
import { temporaryFolder } from '../support/auto-store.ts';
import { rehearsedTasks } from '../support/conduct-auto.ts';
import { needs, notRun } from '../support/needs.ts';
import type { ProjectOptions, RunProject } from '../support/run-project.ts';
import { orchestral, type Said } from './orchestral.ts';
import { type Begun, stageFor } from './running.ts';

/* Each case here is a row of docs/guide/auto-trouble.md, which says what must come of it. */

const ONE = '# Shop\n\n- [ ] T1.1: One\n';
const TWO = `${ONE}- [ ] T1.2: Two\n  - deps: [T1.1]\n`;
const THREE = `${TWO}- [ ] T2.1: Three\n`;
const IDS = ['T1.1', 'T1.2', 'T2.1'];
const SLOW = [{ say: 'Thinking.', delay_ms: 600_000 }];
const THIN = ['auto', '--ultra-thin', '--retry-limit', '0'];
const NORMAL = ['auto', '--yes', '--retry-limit', '0'];
const OWNER = '.claude/orchestrate-events.log.owner';
const UNCONFINED = { agents: { version: 1, sandbox: 'off' } };

type Tasks = Readonly<Record<string, RehearsalStep[]>>;

interface Shop {
  readonly project: RunProject;
  say(...args: string[]): Promise<Said>;
  /** With other variables. */
  sayIn(env: Record<string, string>, ...args: string[]): Promise<Said>;
  begin(...args: string[]): Promise<Begun>;
  script(tasks: Tasks): void;
  has(name: string): boolean;
}

/** A project with this list; a task for which nothing is said writes a file of its own. */
function shop(plan = THREE, { tasks = {}, ...options }: ProjectOptions & { readonly tasks?: Tasks } = {}): Shop {
  const project = autoProjectWith(plan, options);
  const script = (now: Tasks) => rehearsedTasks(project.home, scriptFor(IDS, now));
  const stage = stageFor({}, project);
  const agent = ['--agent', script(tasks)];
  return {
    project,
    say: (...args) => stage.say(...agent, ...args),
    sayIn: (env, ...args) =>
      orchestral(['--trust', ...agent, ...args], { cwd: project.folder, env: { ...project.env, ...env } }),
    begin: (...args) => stage.begin(...agent, ...args),
    script: (now) => void script(now),
    has: (name) => fs.existsSync(path.join(project.folder, name)),
  };
}

type Case = (context: TestContext) => Promise<Said>;

/** Refused before anything was written. */
async function refused(shopped: Shop, ...args: string[]): Promise<Said> {
  const said = await shopped.say(...args);
  expect(shopped.has('.claude'), 'something was written').toBe(false);
  return said;
}

const cases: Readonly<Record<string, Case>> = {
  'not a git repository': (): Promise<Said> => {
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
  'no agent is installed': () => withoutAgents('auto'),
  'the agent that is named is not installed': () => withoutAgents('auto', '--agent', 'claude'),
  'no agent is called so': () => withoutAgents('auto', '--agent', 'clude'),
  'too little space for worktrees': (context) => {
    const small = shop();
    return small.sayIn({ XDG_STATE_HOME: smallDisk(context, '64m') }, 'auto');
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
      expect(await any.say('auto', '--parallel', value), value).toMatchObject({ code: 2 });
    expect(await any.say('auto', '--max-iterations', '0')).toMatchObject({ code: 2 });
    return refused(any, 'auto', '--parallel', '-1');
  },
  'a wrong mode': () => refused(shop(), 'auto', '--mode', 'fast'),
  'started by an agent that Orchestral itself runs': () =>
    shop().sayIn({ ORCHESTRAL_EFFECT: 'auto/T1.1/work#1' }, 'auto'),
  'the locale is Korean': () => {
    const none = shop();
    none.project.git('rm', '--quiet', 'TASKS.md');
    return none.sayIn({ LANG: 'ko_KR.UTF-8' }, 'auto');
  },

  'an empty list': () => refused(shop(''), 'auto'),
  'an id such as `T1.3;rm -rf`': async () => {
    const hostile = shop('# Shop\n\n- [ ] T1.3;rm -rf *: One\n');
    const executed = await refused(hostile, 'auto', 'exec', 'T1.3;rm -rf *');
    expect(executed).toMatchObject({ code: 4, stdout: expect.stringMatching(/^ERROR:BAD_ID:/) as unknown });
    expect(await hostile.say('auto', '--dry-run')).toMatchObject({ code: 4 });
    expect(hostile.has('readme.md')).toBe(true);
    return refused(hostile, 'auto');
  },
  'tasks that wait for each other': async () => {
    const plan =
      '# Shop\n\n- [ ] T1.1: One\n  - deps: [T1.3]\n- [ ] T1.2: Two\n  - deps: [T1.1]\n- [ ] T1.3: Three\n  - deps: [T1.2]\n';
    const round = shop(plan);
    expect((await round.say('auto', 'next')).stdout).toMatch(/^ERROR:CIRCULAR_DEP:/);
    return refused(round, 'auto');
  },
  'a dependency on a task that there is not': () =>
    refused(shop(`${ONE}\n- [ ] T1.2: Two\n  - deps: [T1.l]\n`), 'auto'),
  '10,000 tasks': async () => {
    const big = shop(tenThousand());
    const foreseen = await big.say('auto', '--dry-run');
    expect(await big.say(...THIN, '--max-iterations', '1')).toMatchObject({ code: 1 });
    const shown = await big.say('auto', 'status');
    expect(shown.stdout).toContain('1/10000 done · 10 ready · 9989 pending');
    return foreseen;
  },
  'line ends as on Windows, and a byte order mark': async () => {
    const windows = shop(`\uFEFF${TWO.replaceAll('\n', '\r\n')}`);
    const before = fs.readFileSync(path.join(windows.project.folder, 'TASKS.md'));
    const said = await windows.say(...NORMAL);
    const after = fs.readFileSync(path.join(windows.project.folder, 'TASKS.md'));
    expect(after).toHaveLength(before.length);
    expect([...before].flatMap((byte, at) => (byte === after[at] ? [] : [`${byte} ${after[at]}`]))).toEqual([
      '32 120',
      '32 120',
    ]);
    return said;
  },

  'two conductors at once': async () => {
    const { say, begin } = shop(THREE, { tasks: { 'T1.1': SLOW } });
    const first = await begin(...THIN, '--json');
    await first.line(isAtWork);
    expect(await say('auto', 'next')).toMatchObject({ code: 6 });
    expect((await say('auto', 'status')).stdout).toContain(`conducted by process ${first.child.pid} `);
    return say('auto');
  },
  'a lock whose holder was killed': async () => {
    const { say, begin, script, project } = shop(THREE, { tasks: { 'T1.1': SLOW } });
    const first = await begin(...THIN, '--json');
    await first.line(isAtWork);
    first.child.kill('SIGKILL');
    await first.ended();
    expect(fs.existsSync(path.join(project.folder, OWNER))).toBe(true);
    script({});
    return say('auto', '--resume');
  },
  'a lock of another machine': async () => {
    const { say, project } = shop();
    expect(await say('auto', 'next')).toMatchObject({ code: 0, stdout: 'READY:T1.1\n' });
    holdFromElsewhere(path.join(project.folder, OWNER));
    const held = await say('auto', '--resume');
    expect((await say('unlock')).stdout).toContain(`orchestral unlock ${OWNER}`);
    expect(await say('unlock', '--yes')).toMatchObject({ code: 0 });
    expect(fs.existsSync(path.join(project.folder, OWNER)), 'only by name').toBe(true);
    expect(await say('unlock', '--yes', OWNER)).toMatchObject({ code: 0 });
    expect(await say('auto', 'next')).toMatchObject({ code: 0 });
    return held;
  },
  '`auto exec` of a task that runs already': async () => {
    const { say, begin, project } = shop(THREE, { tasks: { 'T1.1': SLOW } });
    const first = await begin('auto', 'exec', 'T1.1');
    await recorded(project, '"effect_started"', 'T1.1/work');
    expect(await say('auto')).toMatchObject({ code: 6 });
    const second = await say('auto', 'exec', 'T1.1');
    first.child.kill('SIGINT');
    expect((await first.ended()).code).toBe(130);
    return second;
  },
  '`auto exec` of a task that has to wait': () => shop().say('auto', 'exec', 'T1.2'),

  '`retry`, `skip` or `complete` of a task that there is not': async () => {
    const { say } = shop();
    await say('auto', 'next');
    for (const word of ['skip', 'complete'])
      expect(await say('auto', word, 'T1.1', 'T7'), word).toMatchObject({ code: 2 });
    expect((await say('auto', 'status', '--json')).stdout).toContain('"completed": 0');
    return say('auto', 'retry', 'T1.9');
  },
  '`retry` of a task that did not fail': async () => {
    const { say } = shop();
    await say('auto', 'next');
    return say('auto', 'retry', 'T1.1');
  },
  'a phase before which others are open': () => shop().say('auto', '--phase', '2'),
  'a phase that there is not': () => shop().say('auto', '--phase', '9'),
  'mode normal without a terminal': async () => {
    const { say, project } = shop();
    const waiting = await say('auto');
    expect(filesOn(project)).toContain('T1.2.txt');
    expect(await say('auto', '--yes')).toMatchObject({ code: 0 });
    expect(filesOn(project)).toContain('T2.1.txt');
    return waiting;
  },
  'a terminal of 20 columns': async () => {
    const { say, sayIn } = shop(`# Shop\n\n- [ ] T1.1: ${'한국어 '.repeat(20)}\n- [ ] T1.2: Two\n`);
    await say('auto', 'next');
    const narrow = { COLUMNS: '20' };
    for (const args of [['--dry-run'], ['--dry-run', '--lang', 'ko'], ['status', '--lang', 'ko'], ['status']]) {
      const { stdout } = await sayIn(narrow, 'auto', ...args);
      const long = stdout.split('\n').filter((line) => widthOf(line) > 20 && !/\/worktree/.test(line));
      expect(long, args.join(' ')).toEqual([]);
    }
    return sayIn(narrow, 'auto', 'status');
  },

  'tests that are red already': () => shop(ONE, { files: { 'test/red.check': 'false\n' } }).say(...NORMAL),
  'another test becomes red by a task': async () => {
    const tasks = { 'T1.1': [{ edit: { 'T1.1.txt': 'x' }, delete: ['readme.md'] }] };
    const { say, project } = shop(ONE, { files: { 'test/red.check': 'false\n' }, tasks });
    const said = await say(...NORMAL);
    expect(filesOn(project)).toContain('readme.md');
    return said;
  },
  'a task changes the lock file': async () => {
    const files = {
      'package.json': '{"name":"shop"}\n',
      'package-lock.json': '{"lockfileVersion":3}\n',
      'test/made.check': 'cmp package-lock.json ignored/made\n',
    };
    const project = {
      version: 1,
      test_command: 'sh test/run.sh',
      setup_command: 'mkdir -p ignored; cp package-lock.json ignored/made',
    };
    // The second: by then there is a worktree that was set up for the first.
    const tasks = { 'T1.2': [{ edit: { 'package-lock.json': '{"lockfileVersion":3,"name":"shop"}\n' } }] };
    return shop(TWO, { files, config: { project }, tasks }).say(...NORMAL);
  },
  'a task breaks the lock file': () => {
    const files = { 'package.json': '{}\n', 'package-lock.json': '{}\n' };
    const project = { version: 1, test_command: 'sh test/run.sh', setup_command: 'grep -q "{" package-lock.json' };
    const tasks = { 'T1.1': [{ edit: { 'package-lock.json': 'broken\n' } }] };
    return shop(ONE, { files, config: { project }, tasks }).say(...NORMAL);
  },
  'no `node_modules`': async (context) => {
    needs(context, 'npm');
    const { say, has } = shop(ONE, { files: NPM_PROJECT, config: { project: null } });
    const said = await say(...NORMAL);
    expect(has('node_modules')).toBe(false);
    return said;
  },
  'set-up fails': async () => {
    const project = { version: 1, test_command: 'sh test/run.sh', setup_command: 'echo no network; exit 3' };
    const { say, project: made } = shop(ONE, { config: { project } });
    const said = await say(...THIN);
    expect(said.stderr).not.toContain('\\n');
    expect(eventsOf(made)).not.toContain('attempt_failed');
    return said;
  },
  'the tests cannot be run': () => {
    const project = { version: 1, test_command: 'nosuchprogram --all' };
    return shop(ONE, { config: { project } }).say(...THIN);
  },

  'Ctrl-C, SIGTERM, or a closed terminal': async () => {
    const { say, begin, script } = shop(THREE, { tasks: { 'T1.2': SLOW } });
    const ends: Said[] = [];
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
      const first = await begin(...THIN, '--verbose', '--json');
      await first.line((line) => isAtWork(line) && line.includes('T1.2'));
      first.child.kill(signal);
      ends.push({ signal: null, ...(await first.ended()) });
    }
    expect(ends.map(({ code }) => code)).toEqual([130, 130, 130]);
    script({});
    expect(await say('auto', '--resume')).toMatchObject({ code: 0 });
    const [first] = ends;
    if (first === undefined) throw new Error('nothing ended');
    return first;
  },
  'a worktree folder is deleted': async () => {
    const { say, begin, script, project } = shop(THREE, { tasks: { 'T1.2': SLOW } });
    const first = await begin(...NORMAL, '--json');
    await first.line((line) => isAtWork(line) && line.includes('T1.2'));
    first.child.kill('SIGINT');
    await first.ended();
    const own = path.join(project.home, 'state/orchestral');
    const projects = fs
      .readdirSync(own)
      .flatMap((name) => ['auto', 'worktree'].map((one) => path.join(own, name, one)));
    const folders = projects.filter((folder) => fs.existsSync(folder));
    expect(folders).toHaveLength(2);
    for (const folder of folders) fs.rmSync(folder, { recursive: true });
    script({});
    const said = await say(...NORMAL, '--resume');
    expect(filesOn(project)).toEqual(expect.arrayContaining(IDS.map((id) => `${id}.txt`)));
    return said;
  },
  'the disk is full': async (context) => {
    const go = path.join(temporaryFolder(), 'go');
    const waits = [{ run: `until [ -e '${go}' ]; do sleep 0.05; done`, edit: { 'T1.1.txt': 'x'.repeat(200_000) } }];
    const { say, begin, project, script } = shop(ONE, { tasks: { 'T1.1': waits }, config: UNCONFINED });
    const mount = smallDisk(context, '4m');
    const folder = path.join(mount, 'app');
    fs.cpSync(project.folder, folder, { recursive: true });
    const first = await begin('--project', folder, ...THIN, '--json');
    await first.line(isAtWork);
    const ballast = fill(mount);
    fs.writeFileSync(go, '');
    const ended = await first.ended();
    fs.rmSync(ballast);
    script({});
    expect(await say('--project', folder, 'auto', '--resume')).toMatchObject({ code: 0 });
    return { signal: null, ...ended };
  },
  'the list becomes unreadable meanwhile': async () => {
    const { say, project } = shop(ONE);
    await say('auto', 'next');
    project.write({ 'TASKS.md': '# Shop\n' });
    const refusal = await say('auto', '--resume');
    project.write({ 'TASKS.md': ONE });
    expect(await say('auto', 'next')).toMatchObject({ code: 0, stdout: 'READY:T1.1\n' });
    return refusal;
  },
  'a webhook fails': async () => {
    const { sayIn, project } = shop();
    const webhook = 'http://127.0.0.1:9/services/T0/B0/secret';
    const said = await sayIn({ ORCHESTRAL_SLACK_WEBHOOK_URL: webhook }, ...NORMAL);
    expect(eventsOf(project) + said.stderr + said.stdout).not.toContain('B0/secret');
    return said;
  },

  'your checkout has changed files': async () => {
    const { say, project } = shop();
    project.write({ 'readme.md': 'mine\n' });
    const left = await say(...THIN);
    expect(left.stderr).toContain('1 file has changes that are not committed: agents do not see them');
    expect(filesOn(project)).not.toContain('T1.1.txt');
    expect(await say('apply')).toMatchObject({ code: 0, stdout: 'the finished work is on main\n' });
    expect(filesOn(project)).toContain('T2.1.txt');
    expect(project.git('status', '--porcelain')).toBe('M readme.md');
    return left;
  },
  'you changed what the work changed, too': async () => {
    const { say, project, has } = shop(ONE, { tasks: { 'T1.1': [{ edit: { 'readme.md': 'ours\n' } }] } });
    project.write({ 'readme.md': 'mine\n' });
    expect(await say(...THIN)).toMatchObject({ code: 3 });
    const refusal = await say('apply');
    expect(fs.readFileSync(path.join(project.folder, 'readme.md'), 'utf8')).toBe('mine\n');
    project.git('stash', '--quiet');
    expect(await say('apply')).toMatchObject({ code: 0 });
    expect(has('readme.md')).toBe(true);
    expect(project.git('show', 'main:readme.md')).toBe('ours');
    return refusal;
  },
  'your branch moved meanwhile': async () => {
    const { say, project } = movedBy({ 'theirs.txt': 'theirs' });
    const said = await say(...NORMAL);
    expect(filesOn(project)).toEqual(expect.arrayContaining(['theirs.txt', 'readme.md']));
    expect(project.git('show', 'main:readme.md')).toBe('ours');
    return said;
  },
  'your branch moved, and conflicts': async () => {
    const { say, project } = movedBy({ 'readme.md': 'theirs' });
    const left = await say(...NORMAL);
    expect(project.git('show', 'main:readme.md')).toBe('theirs');
    expect(await say('apply'), 'nothing is settled yet').toMatchObject({ code: 3 });
    project.git('merge', '--quiet', '-X', 'ours', '--message', 'Both', 'orchestral/auto');
    expect(await say('apply')).toMatchObject({ code: 0 });
    expect(project.git('branch', '--format=%(refname:short)')).toBe('main');
    return left;
  },
};

describe('docs/guide/auto-trouble.md', () => {
  const rows = rowsOf(fs.readFileSync('docs/guide/auto-trouble.md', 'utf8'));

  test('has a row for every case, and the other way round', () => {
    expect(rows.map(({ situation }) => situation)).toEqual(Object.keys(cases));
  });

  for (const { situation, exit, says } of rows)
    test(`${situation}: exit ${exit}`, async (context) => {
      const said = await cases[situation]?.(context);
      const words = `${said?.stderr}\n${said?.stdout}`;
      expect(said?.code, words).toBe(exit);
      // What a program prints on both streams comes in no certain order.
      const turned = `${said?.stdout}\n${said?.stderr}`;
      expect(
        [words, turned].some((text) => saysAll(text, says)),
        `${says}\n— is not said by —\n${words}`,
      ).toBe(true);
      expect(words).not.toMatch(/ {4}at .*:\d+:\d+/);
    });
});

interface Row {
  readonly situation: string;
  readonly exit: number;
  readonly says: string;
}

function rowsOf(page: string): Row[] {
  return page.split('\n').flatMap((line) => {
    const [, situation = '', exit = '', says = ''] = line.split(' | ').length === 4 ? line.split(/^\| | \| /) : [];
    return /^\d+$/.test(exit) ? [{ situation, exit: Number(exit), says }] : [];
  });
}

/** One part after the other; line ends count as spaces. */
function saysAll(text: string, says: string): boolean {
  let rest = text.replaceAll(/\s+/g, ' ');
  return says.split('…').every((part) => {
    const at = rest.indexOf(part.trim());
    rest = rest.slice(at + part.trim().length);
    return at >= 0;
  });
}

/** Only git is in PATH. */
async function withoutAgents(...args: string[]): Promise<Said> {
  const { project, has } = shop();
  const folder = temporaryFolder();
  const git = execFileSync('sh', ['-c', 'command -v git'], { encoding: 'utf8' }).trim();
  fs.symlinkSync(git, path.join(folder, 'git'));
  const said = await orchestral(['--trust', ...args], { cwd: project.folder, env: { ...project.env, PATH: folder } });
  expect(has('.claude')).toBe(false);
  return said;
}

/** While its only task is worked on, the person commits these files. */
function movedBy(theirs: Readonly<Record<string, string>>): Shop {
  const moved = shop(ONE, { config: UNCONFINED });
  const lines = Object.entries(theirs).map(([name, content]) => `echo ${content} > ${name}`);
  const run = [`cd '${moved.project.folder}'`, ...lines, 'git add .', 'git commit --quiet --message Theirs'].join(
    ' && ',
  );
  moved.script({ 'T1.1': [{ edit: { 'readme.md': 'ours\n' }, run }] });
  return moved;
}

function isAtWork(line: string): boolean {
  return line.includes('"role":"task-executor"');
}

function eventsOf({ folder }: RunProject): string {
  const log = path.join(folder, '.claude/orchestrate-events.log');
  return fs.existsSync(log) ? fs.readFileSync(log, 'utf8') : '';
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

/** Nothing of it comes from a network. */
const NPM_PROJECT = {
  'package.json': JSON.stringify({
    name: 'shop',
    version: '1.0.0',
    scripts: { test: 'node --test test/' },
    dependencies: { dep: 'file:dep' },
  }),
  'package-lock.json': JSON.stringify({
    name: 'shop',
    version: '1.0.0',
    lockfileVersion: 3,
    packages: {
      '': { name: 'shop', version: '1.0.0', dependencies: { dep: 'file:dep' } },
      dep: { version: '1.0.0' },
      'node_modules/dep': { resolved: 'dep', link: true },
    },
  }),
  'dep/package.json': JSON.stringify({ name: 'dep', version: '1.0.0', main: 'dep.js' }),
  'dep/dep.js': 'module.exports = 1;\n',
  'test/dep.test.js': "require('node:test')('dep is there', () => void require('dep'));\n",
  '.gitignore': 'node_modules/\n',
};

const mounts = new Set<string>();

afterAll(() => {
  for (const mount of mounts) execFileSync('umount', ['--lazy', mount]);
});

function smallDisk(context: TestContext, size: string): string {
  needs(context, 'mount', 'umount');
  const mount = temporaryFolder();
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', mount], { stdio: 'pipe' });
  } catch (error) {
    notRun(context, `a small file system cannot be mounted: ${String(error).split('\n')[1] ?? ''}`);
  }
  mounts.add(mount);
  return mount;
}

/** Leaves no room; gives the file that takes it. */
function fill(mount: string): string {
  const ballast = path.join(mount, 'ballast');
  const { bavail, bsize } = fs.statfsSync(mount);
  fs.writeFileSync(ballast, Buffer.alloc(bavail * bsize));
  return ballast;
}
