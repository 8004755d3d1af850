import { execFileSync, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { catchFailure, unwrap } from '../../src/base/failure.ts';
import { commitWork } from '../../src/git/commit.ts';
import { copyOut, type CopyPlan, planCopy } from '../../src/git/copy-out.ts';
import { createGit, type Repository } from '../../src/git/git.ts';
import { makeShadow } from '../../src/git/shadow.ts';
import { readGitStatus } from '../../src/git/status.ts';
import { addWorktree } from '../../src/git/add-worktree.ts';
import { bundleDriver } from '../support/bundle.ts';
import { byTier } from '../support/tier.ts';
import { describeTree } from './fingerprint.ts';
import { codeOf, must } from './scene.ts';
import { spawnerTelling } from './spawner.ts';

const driver = 'test/git/shadow-driver.ts';

describe('a shadow', () => {
  test('holds every file byte by byte, in a clean checkout on main, and the folder is only read', async () => {
    const here = aFolder();
    // Attributes of the folder's own that would change content on its way.
    here.write('.gitattributes', '* text=auto eol=lf ident working-tree-encoding=UTF-16\n');
    here.write('줄 끝.txt', 'one\r\ntwo\n$Id$\n');
    const before = describeTree(here.project);
    const shadow = await here.shadow();
    expect(describeTree(here.project)).toEqual(before);
    expect(describeTree(shadow.folder, { skip: /^\.git$/ })).toEqual(before);
    const status = await readGitStatus(here.git, shadow);
    expect(status).toMatchObject({ branch: 'main', staged: [], unstaged: [], untracked: [] });
    const { folder } = await here.worktree(shadow);
    expect(describeTree(folder, { skip: /^\.git$/ })).toEqual(before);
    expect(fs.readFileSync(path.join(folder, '이진 파일.bin'))).toEqual(binary);
    expect(fs.statSync(path.join(folder, 'bin/도구.sh')).mode & 0o111).toBe(0o111 & ~process.umask());
    expect(fs.readlinkSync(path.join(folder, 'out'))).toBe('/etc/hostname');
  });

  test('leaves out what is ours, what is fetched or made, and what .gitignore names', async () => {
    const here = aFolder();
    const out = [
      '.orchestral/runs/run-1/state.json',
      '.claude/orchestrator/sessions/x.json',
      '.claude/orchestrate-state.json',
      'node_modules/a/index.js',
      'packages/b/node_modules/a/index.js',
      '.venv/bin/python',
      'venv/bin/python',
      'target/debug/app',
      'secret.env',
      'nested/.git/HEAD',
    ];
    for (const name of out) here.write(name, 'x\n');
    here.write('Cargo.toml', '[package]\n');
    here.write('.gitignore', '*.env\n');
    here.write('.claude/settings.json', '{}\n');
    here.write('src/target/kept.rs', '\n');
    execFileSync('git', ['init', '--quiet', path.join(here.project, 'nested')]);
    here.write('nested/안/kept.txt', 'kept\n');
    const names = Object.keys(describeTree((await here.shadow()).folder, { skip: /^\.git$/ }));
    const utf8 = names.map((name) => Buffer.from(name, 'latin1').toString());
    expect(utf8.filter((name) => out.includes(name) || name.includes('.git/'))).toEqual([]);
    expect(utf8).toEqual(expect.arrayContaining(['.claude/settings.json', 'src/target/kept.rs', 'nested/안/kept.txt']));
  });

  test('what a set-up fetches into a worktree is left out of the work, too', async () => {
    const here = aFolder();
    const shadow = await here.shadow();
    const worktree = await here.worktree(shadow);
    fs.mkdirSync(path.join(worktree.folder, 'node_modules'));
    fs.writeFileSync(path.join(worktree.folder, 'node_modules/a.js'), '');
    expect(await here.commit(shadow, worktree)).toBeNull();
  });

  test('is committed by whoever the user is, or else by us', async () => {
    const here = aFolder();
    fs.writeFileSync(path.join(here.root, 'home/.gitconfig'), '');
    const shadow = await here.shadow();
    expect(here.log(shadow)).toBe('Orchestral <orchestral@localhost>');
    // And so is all that follows.
    const worktree = await here.worktree(shadow);
    fs.writeFileSync(path.join(worktree.folder, 'new'), '');
    expect(await here.commit(shadow, worktree)).not.toBeNull();
    const known = aFolder();
    expect(known.log(await known.shadow())).toBe('Ann <ann@example.com>');
  });

  test('of an empty folder is an empty commit', async () => {
    const here = aFolder({});
    expect(describeTree((await here.shadow()).folder, { skip: /^\.git$/ })).toEqual({});
  });

  test('is refused where there is too much, and nothing is left of it', async () => {
    const here = aFolder();
    const { git, project: from, to } = here;
    for (const limits of [
      { files: 3, bytes: 2 ** 30 },
      { files: 100, bytes: 100 },
    ]) {
      const refused = await makeShadow(git, { from, to }, limits);
      expect(refused).toMatchObject({
        error: { code: 'shadow.too_large', params: { folder: from, files: 6, limits } },
      });
      expect(fs.readdirSync(path.dirname(to))).toEqual([]);
    }
  });

  test('is never made over something else', async () => {
    const here = aFolder();
    fs.mkdirSync(here.to);
    fs.writeFileSync(path.join(here.to, 'mine'), '');
    expect(await codeOf(makeShadow(here.git, { from: here.project, to: here.to }).then(unwrap))).toBe(
      'git.not_a_repository',
    );
    expect(fs.readdirSync(here.to)).toEqual(['mine']);
  });

  test('killed before any of its commands, it is made anew; once whole, it is taken as it is', async () => {
    const here = aFolder();
    const program = await bundleDriver(driver);
    const half = `${here.to}.half`;
    for (let n = 1, isWhole = false; !isWhole; n++) {
      const { signal, status, stderr } = here.drive([program, 'make', here.project, here.to, String(n)]);
      expect([signal ?? status, stderr]).toEqual([status === 0 ? 0 : 'SIGKILL', '']);
      isWhole = status === 0;
      if (fs.existsSync(half)) fs.writeFileSync(path.join(half, 'of another time'), '');
      // After the last command all that is left is to open it.
      if (fs.existsSync(here.to)) expect((await readGitStatus(here.git, await here.shadow())).head).not.toBeNull();
    }
    expect(describeTree(here.to, { skip: /^\.git$/ })).toEqual(describeTree(here.project));
    const before = describeTree(here.to);
    here.write('later.txt', 'later\n');
    expect((await here.shadow()).folder).toBe(here.to);
    expect(describeTree(here.to)).toEqual(before);
    expect(fs.readdirSync(path.dirname(here.to))).toEqual(['shadow']);
  });
});

describe('copying out', () => {
  test('says what it would do, then does it: files, programs, links, deletions', async () => {
    const here = await work();
    const plan: CopyPlan = {
      written: ['bin/도구.sh', 'link', 'new/깊은 곳/파일 하나.txt', 'out', 'run.sh', 'src/a.ts', '이진 파일.bin'],
      overwritten: ['bin/도구.sh', 'out', 'src/a.ts', '이진 파일.bin'],
      deleted: ['docs/old.md'],
      changedMeanwhile: [],
    };
    const before = describeTree(here.project);
    expect(sorted(await planCopy(here.git, here.made, here.copying))).toEqual(plan);
    expect(describeTree(here.project)).toEqual(before);
    expect(sorted(await copyOut(here.git, here.made, here.copying))).toEqual(plan);
    expect(describeTree(here.project)).toEqual({ ...here.finished, 'kept aside.txt': before['kept aside.txt'] });
    expect(fs.existsSync(path.join(here.project, 'docs'))).toBe(false);
    expect(fs.statSync(path.join(here.project, 'src/a.ts')).mode & 0o777).toBe(0o600);
    expect(fs.statSync(path.join(here.project, 'run.sh')).mode & 0o777).toBe(0o777 & ~process.umask());
    const again = { written: [], overwritten: [], deleted: [], changedMeanwhile: [] };
    expect(await copyOut(here.git, here.made, here.copying)).toEqual(again);
  });

  test.each<[string, (project: string) => void, string]>([
    ['changed', (project) => fs.writeFileSync(path.join(project, 'src/a.ts'), 'mine\n'), 'src/a.ts'],
    ['made executable', (project) => fs.chmodSync(path.join(project, 'src/a.ts'), 0o755), 'src/a.ts'],
    ['removed', (project) => fs.rmSync(path.join(project, 'src/a.ts')), 'src/a.ts'],
    [
      'changed, and to be deleted',
      (project) => fs.appendFileSync(path.join(project, 'docs/old.md'), '!'),
      'docs/old.md',
    ],
    ['made where one arrives', (project) => fs.writeFileSync(path.join(project, 'run.sh'), 'mine\n'), 'run.sh'],
    ['a folder now', (project) => asFolder(path.join(project, 'run.sh')), 'run.sh'],
    ['a link now', (project) => asLink(path.join(project, 'src/a.ts')), 'src/a.ts'],
    ['behind a link now', (project) => asLink(path.join(project, 'src')), 'src/a.ts'],
    ['behind a new link', (project) => fs.symlinkSync('/tmp', path.join(project, 'new')), 'new/깊은 곳/파일 하나.txt'],
    ['behind a new file', (project) => fs.writeFileSync(path.join(project, 'new'), ''), 'new/깊은 곳/파일 하나.txt'],
    ['not to be read', (project) => asFifo(path.join(project, 'run.sh')), 'run.sh'],
  ])('a file that is %s keeps everything as it is', async (_what, meddle, name) => {
    const here = await work();
    meddle(here.project);
    const before = snapshot(here.project);
    expect((await planCopy(here.git, here.made, here.copying)).changedMeanwhile).toEqual([name]);
    const refused = await catchFailure(() => copyOut(here.git, here.made, here.copying));
    expect(refused).toMatchObject({ error: { code: 'copy.conflict', params: { paths: [name] } } });
    expect(snapshot(here.project)).toEqual(before);
  });

  test('a folder comes where a file was, and a file where a folder was', async () => {
    const here = await work((folder) => {
      fs.rmSync(path.join(folder, 'src'), { recursive: true });
      fs.writeFileSync(path.join(folder, 'src'), 'a file now\n');
      fs.rmSync(path.join(folder, 'out'));
      fs.mkdirSync(path.join(folder, 'out'));
      fs.writeFileSync(path.join(folder, 'out/inside'), 'a folder now\n');
    });
    // What git does not know keeps the folder.
    here.write('.gitignore', '*.log\n');
    here.write('src/debug.log', 'mine\n');
    expect((await planCopy(here.git, here.made, here.copying)).changedMeanwhile).toEqual(['src']);
    fs.rmSync(path.join(here.project, 'src/debug.log'));
    await copyOut(here.git, here.made, here.copying);
    expect(fs.readFileSync(path.join(here.project, 'src'), 'utf8')).toBe('a file now\n');
    expect(fs.readFileSync(path.join(here.project, 'out/inside'), 'utf8')).toBe('a folder now\n');
  });

  test('a name of 255 bytes, and more than is read at once', async () => {
    const long = '가'.repeat(85);
    const here = await work((folder) => {
      fs.writeFileSync(path.join(folder, long), 'long\n');
      for (const n of [1, 2, 3]) fs.writeFileSync(path.join(folder, `big ${n}`), Buffer.alloc(20 * 2 ** 20, n));
    });
    await copyOut(here.git, here.made, here.copying);
    expect(describeTree(here.project)).toMatchObject(here.finished);
  });

  test('a name that is not UTF-8 cannot be copied', async () => {
    const here = await work((folder) => {
      fs.writeFileSync(Buffer.concat([Buffer.from(`${folder}/`), Buffer.from([0xff, 0xfe])]), '');
    });
    const refused = await catchFailure(() => copyOut(here.git, here.made, here.copying));
    expect(refused).toMatchObject({ error: { code: 'copy.impossible', params: { why: 'name' } } });
  });

  test('killed at any change, begun again it does the rest', async () => {
    const here = await work((folder) => {
      change(folder);
      fs.rmSync(path.join(folder, 'src'), { recursive: true });
      fs.writeFileSync(path.join(folder, 'src'), 'a file now\n');
    });
    const program = await bundleDriver(driver);
    const untouched = path.join(here.root, 'untouched');
    fs.cpSync(here.project, untouched, { recursive: true, verbatimSymlinks: true });
    const step = byTier({ usual: 3, full: 1 });
    for (let n = 1, isDone = false; !isDone; n += step) {
      const into = path.join(here.root, `into ${n}`);
      fs.cpSync(untouched, into, { recursive: true, verbatimSymlinks: true });
      const { from, to } = here.copying;
      const { signal, status, stderr } = here.drive([program, 'carry', here.to, from, to, into, String(n)]);
      expect([signal ?? status, stderr]).toEqual([status === 0 ? 0 : 'SIGKILL', '']);
      isDone = status === 0;
      await copyOut(here.git, here.made, { from, to, into });
      const before = describeTree(untouched);
      expect(describeTree(into), `killed at change ${n}`).toEqual({
        ...here.finished,
        'kept aside.txt': before['kept aside.txt'],
      });
    }
  });
});

const binary = Buffer.from(Array.from({ length: 512 }, (_, n) => n % 256));

const usual: Record<string, string | Buffer> = {
  'src/a.ts': 'a\n',
  'docs/old.md': 'old\n',
  '이진 파일.bin': binary,
  'bin/도구.sh': '#!/bin/sh\n',
  'spaces in it.txt': 'x\n',
};

/** A folder of a user's that is no repository, and our git beside it. */
function aFolder(files = usual) {
  const root = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'shadow-')));
  onTestFinished(() => fs.rmSync(root, { recursive: true, force: true }));
  const [project, home, to] = [path.join(root, '내 project'), path.join(root, 'home'), path.join(root, 'own/shadow')];
  for (const folder of [project, home, path.dirname(to)]) fs.mkdirSync(folder);
  fs.writeFileSync(path.join(home, '.gitconfig'), '[user]\nname = Ann\nemail = ann@example.com\n');
  const write = (name: string, content: string | Buffer): void => {
    fs.mkdirSync(path.dirname(path.join(project, name)), { recursive: true });
    fs.writeFileSync(path.join(project, name), content);
  };
  for (const [name, content] of Object.entries(files)) write(name, content);
  if (files === usual) {
    fs.chmodSync(path.join(project, 'bin/도구.sh'), 0o755);
    fs.symlinkSync('/etc/hostname', path.join(project, 'out'));
  }
  const env = { PATH: process.env['PATH'], HOME: home, GIT_CONFIG_NOSYSTEM: '1' };
  const git = createGit({ env, spawner: spawnerTelling() });
  const main = (shadow: Repository): string => user(shadow, 'rev-parse', 'main');
  const user = ({ folder }: Repository, ...args: string[]): string =>
    execFileSync('git', args, { cwd: folder, env, encoding: 'utf8' }).trim();
  return {
    root,
    project,
    to,
    git,
    write,
    main,
    shadow: async () =>
      must(await makeShadow(git, { from: project, to, exclude: ['node_modules/', '.venv/', 'venv/', '/target/'] })),
    worktree: async (shadow: Repository) => {
      const place = { folder: path.join(root, 'own/worktree'), owner: 'run-1/builder', branch: 'orchestral/run-1' };
      return await addWorktree(git, shadow, { ...place, at: main(shadow) });
    },
    commit: (shadow: Repository, worktree: Parameters<typeof commitWork>[1]) =>
      commitWork(git, worktree, {
        branch: 'orchestral/run-1',
        onto: main(shadow),
        message: 'work',
        reason: 'orchestral run-1: work',
      }),
    log: (shadow: Repository) => user(shadow, 'log', '-1', '--format=%an <%ae>', 'main'),
    drive: (args: readonly string[]) =>
      spawnSync(process.execPath, args, { env: { ...env, TMPDIR: root }, encoding: 'utf8' }),
  };
}

/** A shadow in which an agent worked. */
async function work(by: (folder: string) => void = change) {
  const here = aFolder();
  fs.chmodSync(path.join(here.project, 'src/a.ts'), 0o600);
  const made = await here.shadow();
  // Nobody's business: made after the copy, and touched by none of the work.
  here.write('kept aside.txt', 'mine\n');
  const worktree = await here.worktree(made);
  by(worktree.folder);
  const finished = describeTree(worktree.folder, { skip: /^\.git$/ });
  const done = await here.commit(made, worktree);
  const copying = { from: here.main(made), to: done?.commit ?? '', into: here.project };
  return { ...here, made, finished, copying };
}

function change(folder: string): void {
  const at = (name: string) => path.join(folder, name);
  fs.writeFileSync(at('src/a.ts'), 'changed\n');
  fs.writeFileSync(at('이진 파일.bin'), Buffer.concat([binary, binary]));
  fs.chmodSync(at('bin/도구.sh'), 0o644);
  fs.writeFileSync(at('run.sh'), '#!/bin/sh\n', { mode: 0o755 });
  fs.chmodSync(at('run.sh'), 0o755);
  fs.mkdirSync(at('new/깊은 곳'), { recursive: true });
  fs.writeFileSync(at('new/깊은 곳/파일 하나.txt'), '새 파일\n');
  fs.symlinkSync('../../outside/한글', at('link'));
  fs.rmSync(at('out'));
  fs.symlinkSync('/etc/passwd', at('out'));
  fs.rmSync(at('docs/old.md'));
}

function asFolder(file: string): void {
  fs.mkdirSync(file);
  fs.writeFileSync(path.join(file, 'mine'), '');
}

function asLink(file: string): void {
  fs.renameSync(file, `${file}.moved`);
  fs.symlinkSync(`${file}.moved`, file);
}

function asFifo(file: string): void {
  execFileSync('sh', ['-c', 'mkfifo "$1"', 'sh', file]);
}

/** Also where there are pipes. */
function snapshot(folder: string): string {
  return execFileSync('find', ['.', '-printf', '%p %y %m %s %l %T@\n'], { cwd: folder, encoding: 'utf8' })
    .split('\n')
    .toSorted()
    .join('\n');
}

function sorted(plan: CopyPlan): Record<string, string[]> {
  return Object.fromEntries(
    Object.entries(plan).map(([key, names]: [string, readonly string[]]) => [key, names.toSorted()]),
  );
}
