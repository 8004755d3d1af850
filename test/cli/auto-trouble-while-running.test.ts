import fs from 'node:fs';
import path from 'node:path';
import { expect } from 'vitest';
import { filesOn } from '../support/auto-project.ts';
import { temporaryFolder } from '../support/auto-store.ts';
import { needs } from '../support/needs.ts';
import type { CliResult } from './orchestral.ts';
import {
  type Cases,
  eventsOf,
  IDS,
  hasRunningAgent,
  NORMAL,
  ONE,
  type TroubleProject,
  shop,
  SLOW,
  smallDisk,
  THIN,
  THREE,
  testCases,
  TWO,
  UNCONFINED,
} from './auto-trouble-cases.ts';

/* Each case here is a row of docs/reference/task-list-errors.md, which says what must come of it. */

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

/** Not only documents: these would have to be reviewed. */
const OURS = { 'readme.md': 'ours\n', 'T1.1.txt': 'T1.1\n' };

const cases: Cases = {
  'tests that are red already': () => shop(ONE, { files: { 'test/red.check': 'false\n' } }).cli(...NORMAL),
  'another test becomes red by a task': async () => {
    const tasks = { 'T1.1': [{ edit: { 'T1.1.txt': 'x' }, delete: ['readme.md'] }] };
    const { cli, project } = shop(ONE, { files: { 'test/red.check': 'false\n' }, tasks });
    const said = await cli(...NORMAL);
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
    return shop(TWO, { files, config: { project }, tasks }).cli(...NORMAL);
  },
  'a task breaks the lock file': () => {
    const files = { 'package.json': '{}\n', 'package-lock.json': '{}\n' };
    const project = { version: 1, test_command: 'sh test/run.sh', setup_command: 'grep -q "{" package-lock.json' };
    const tasks = { 'T1.1': [{ edit: { 'package-lock.json': 'broken\n' } }] };
    return shop(ONE, { files, config: { project }, tasks }).cli(...NORMAL);
  },
  'no `node_modules`': async (context) => {
    needs(context, 'npm');
    const { cli, has } = shop(ONE, { files: NPM_PROJECT, config: { project: null } });
    const said = await cli(...NORMAL);
    expect(has('node_modules')).toBe(false);
    return said;
  },
  'set-up fails': async () => {
    const project = { version: 1, test_command: 'sh test/run.sh', setup_command: 'echo no network; exit 3' };
    const { cli, project: made } = shop(ONE, { config: { project } });
    const said = await cli(...THIN);
    expect(said.stderr).not.toContain('\\n');
    expect(eventsOf(made)).not.toContain('attempt_failed');
    return said;
  },
  'the tests cannot be run': () => {
    const project = { version: 1, test_command: 'nosuchprogram --all' };
    return shop(ONE, { config: { project } }).cli(...THIN);
  },

  'Ctrl-C, SIGTERM, or a closed terminal': async () => {
    const { cli, startCli, script } = shop(THREE, { tasks: { 'T1.2': SLOW } });
    const ends: CliResult[] = [];
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
      const first = await startCli(...THIN, '--verbose', '--json');
      await first.nextLine((line) => hasRunningAgent(line) && line.includes('T1.2'));
      first.child.kill(signal);
      ends.push({ signal: null, ...(await first.result()) });
    }
    expect(ends.map(({ code }) => code)).toEqual([130, 130, 130]);
    script({});
    expect(await cli('auto', '--resume')).toMatchObject({ code: 0 });
    const [first] = ends;
    if (first === undefined) throw new Error('nothing ended');
    return first;
  },
  'a worktree folder is deleted': async () => {
    const { cli, startCli, script, project } = shop(THREE, { tasks: { 'T1.2': SLOW } });
    const first = await startCli(...NORMAL, '--json');
    await first.nextLine((line) => hasRunningAgent(line) && line.includes('T1.2'));
    first.child.kill('SIGINT');
    await first.result();
    const own = path.join(project.home, 'state/orchestral');
    const projects = fs
      .readdirSync(own)
      .flatMap((name) => ['auto', 'worktree'].map((one) => path.join(own, name, one)));
    const folders = projects.filter((folder) => fs.existsSync(folder));
    expect(folders).toHaveLength(2);
    for (const folder of folders) fs.rmSync(folder, { recursive: true });
    script({});
    const said = await cli(...NORMAL, '--resume');
    expect(filesOn(project)).toEqual(expect.arrayContaining(IDS.map((id) => `${id}.txt`)));
    return said;
  },
  'the disk is full': async (context) => {
    const go = path.join(temporaryFolder(), 'go');
    const waits = [{ run: `until [ -e '${go}' ]; do sleep 0.2; done`, edit: { 'T1.1.txt': 'x'.repeat(200_000) } }];
    const { cli, startCli, project, script } = shop(ONE, { tasks: { 'T1.1': waits }, config: UNCONFINED });
    const mount = smallDisk(context, '4m');
    const folder = path.join(mount, 'app');
    fs.cpSync(project.folder, folder, { recursive: true });
    const first = await startCli('--project', folder, ...THIN, '--json');
    await first.nextLine(hasRunningAgent);
    const ballast = fill(mount);
    fs.writeFileSync(go, '');
    const ended = await first.result();
    fs.rmSync(ballast);
    script({});
    expect(await cli('--project', folder, 'auto', '--resume')).toMatchObject({ code: 0 });
    return { signal: null, ...ended };
  },
  'the list becomes unreadable meanwhile': async () => {
    const { cli, project } = shop(ONE);
    await cli('auto', 'next');
    project.write({ 'TASKS.md': '# Shop\n' });
    const refusal = await cli('auto', '--resume');
    project.write({ 'TASKS.md': ONE });
    expect(await cli('auto', 'next')).toMatchObject({ code: 0, stdout: 'READY:T1.1\n' });
    return refusal;
  },
  'a webhook fails': async () => {
    const { cliWith, project } = shop();
    const webhook = 'http://127.0.0.1:9/services/T0/B0/secret';
    const said = await cliWith({ ORCHESTRAL_SLACK_WEBHOOK_URL: webhook }, ...NORMAL);
    expect(eventsOf(project) + said.stderr + said.stdout).not.toContain('B0/secret');
    return said;
  },

  'your checkout has changed files': async () => {
    const { cli, project } = shop();
    project.write({ 'readme.md': 'mine\n' });
    const left = await cli(...THIN);
    expect(left.stderr).toContain('1 file has changes that are not committed: agents do not see them');
    expect(filesOn(project)).not.toContain('T1.1.txt');
    expect(await cli('apply')).toMatchObject({ code: 0, stdout: 'the finished work is on main\n' });
    expect(filesOn(project)).toContain('T2.1.txt');
    expect(project.git('status', '--porcelain')).toBe('M readme.md');
    return left;
  },
  'you changed what the work changed, too': async () => {
    const { cli, project, has } = shop(ONE, { tasks: { 'T1.1': [{ edit: OURS }] } });
    project.write({ 'readme.md': 'mine\n' });
    expect(await cli(...THIN)).toMatchObject({ code: 3 });
    const refusal = await cli('apply');
    expect(fs.readFileSync(path.join(project.folder, 'readme.md'), 'utf8')).toBe('mine\n');
    project.git('stash', '--quiet');
    expect(await cli('apply')).toMatchObject({ code: 0 });
    expect(has('readme.md')).toBe(true);
    expect(project.git('show', 'main:readme.md')).toBe('ours');
    return refusal;
  },
  'your branch moved meanwhile': async () => {
    const { cli, project } = movedBy({ 'theirs.txt': 'theirs' });
    const said = await cli(...NORMAL);
    expect(filesOn(project)).toEqual(expect.arrayContaining(['theirs.txt', 'readme.md']));
    expect(project.git('show', 'main:readme.md')).toBe('ours');
    return said;
  },
  'your branch moved, and conflicts': async () => {
    const { cli, project } = movedBy({ 'readme.md': 'theirs' });
    const left = await cli(...NORMAL);
    expect(project.git('show', 'main:readme.md')).toBe('theirs');
    expect(await cli('apply'), 'nothing is settled yet').toMatchObject({ code: 3 });
    project.git('merge', '--quiet', '-X', 'ours', '--message', 'Both', 'orchestral/auto');
    expect(await cli('apply')).toMatchObject({ code: 0 });
    expect(project.git('branch', '--format=%(refname:short)')).toBe('main');
    return left;
  },
};

testCases('onTheWay', cases);

/** While its only task is worked on, the person commits these files. */
function movedBy(theirs: Readonly<Record<string, string>>): TroubleProject {
  const moved = shop(ONE, { config: UNCONFINED });
  const lines = Object.entries(theirs).map(([name, content]) => `echo ${content} > ${name}`);
  const run = [`cd '${moved.project.folder}'`, ...lines, 'git add .', 'git commit --quiet --message Theirs'].join(
    ' && ',
  );
  moved.script({ 'T1.1': [{ edit: OURS, run }] });
  return moved;
}

/** Leaves no room; gives the file that takes it. */
function fill(mount: string): string {
  const ballast = path.join(mount, 'ballast');
  const { bavail, bsize } = fs.statfsSync(mount);
  fs.writeFileSync(ballast, Buffer.alloc(bavail * bsize));
  return ballast;
}
