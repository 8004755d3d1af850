import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { catchFailure, type Failure } from '../../src/base/failure.ts';
import type { Result } from '../../src/base/result.ts';
import { exitOf } from '../../src/cli/exit.ts';
import { preflight, type PreflightOptions } from '../../src/engine/preflight.ts';
import { createGit } from '../../src/git/git.ts';
import { openRepository } from '../../src/git/repository.ts';
import { makeShadow } from '../../src/git/shadow.ts';
import { addWorktree } from '../../src/git/add-worktree.ts';
import { formatNotice, formatFailure } from '../../src/i18n/catalogue.ts';
import { en } from '../../src/i18n/en/index.ts';
import { ko } from '../../src/i18n/ko/index.ts';
import { fingerprint } from '../git/fingerprint.ts';
import { must, scene as gitScene, type Scene } from '../git/scene.ts';
import { spawnerTelling } from '../git/spawner.ts';
import { needs, notRun } from '../support/needs.ts';

describe('can begin', () => {
  test('from the branch that is checked out, and nothing is written', async () => {
    const here = await scene();
    const before = fingerprint(here.root);
    const found = must(await here.check());
    expect(found).toEqual({ base: baseOf(here, 'main'), below: '', notices: [] });
    expect(fingerprint(here.root)).toEqual(before);
  });

  test('from the branch that is named, also when HEAD is detached', async () => {
    const here = await scene();
    here.user('branch', '한글/side');
    here.commit({ 'src/a.ts': 'later\n' });
    here.user('checkout', '--quiet', '--detach');
    expect(must(await here.check({ base: '한글/side' })).base).toEqual(baseOf(here, '한글/side'));
    // A tag and a commit are no branches, and neither is a branch of a remote.
    here.user('tag', 'v1');
    for (const base of ['v1', 'HEAD', here.user('rev-parse', 'HEAD'), 'main~1', '']) {
      expect(await here.check({ base })).toMatchObject({ error: { code: 'usage.unknown_branch' } });
    }
  });

  test('although a hook guards the branches: that it is not asked is said', async () => {
    const here = await scene();
    for (const hook of ['reference-transaction', 'pre-commit']) {
      here.write(`.git/hooks/${hook}`, '#!/bin/sh\nexit 1\n');
      fs.chmodSync(path.join(here.project, '.git/hooks', hook), 0o755);
    }
    const { notices } = must(await here.check());
    expect(notices).toEqual([{ code: 'preflight.hooks_not_run', params: { hooks: ['reference-transaction'] } }]);
    for (const notice of notices) expect(formatNotice(en, notice)).toContain('reference-transaction');
  });

  test('in a folder of a repository that has it', async () => {
    const here = await scene();
    expect(must(await here.check({ root: path.join(here.project, 'src') })).below).toBe('src');
  });

  test('in the shadow of a folder without git, with nobody known to git', async () => {
    const here = await scene();
    fs.writeFileSync(path.join(here.root, 'home/.gitconfig'), '');
    const [from, to] = [path.join(here.root, 'plain'), path.join(here.root, 'shadow')];
    fs.mkdirSync(from);
    fs.writeFileSync(path.join(from, '읽어 보기.md'), 'hello\n');
    const repository = must(await makeShadow(here.git, { from, to }));
    const found = must(await here.check({ root: repository.folder, repository }));
    expect(found).toMatchObject({ base: { branch: 'main' }, below: '', notices: [] });
  });

  test('in a shallow clone, whose worktrees are whole', async () => {
    const here = await scene();
    here.commit({ 'src/a.ts': 'second\n' });
    here.userIn(here.root, 'clone', '--quiet', '--depth=1', `file://${here.project}`, 'shallow');
    const root = path.join(here.root, 'shallow');
    const repository = must(await openRepository(here.git, root));
    const { base } = must(await here.check({ root, repository }));
    const place = { folder: path.join(here.root, 'worktrees/shallow'), owner: 'run-1/x', branch: 'x', at: base.commit };
    const { folder } = await addWorktree(here.git, repository, place);
    expect(fs.readFileSync(path.join(folder, 'src/a.ts'), 'utf8')).toBe('second\n');
  });
});

describe('can begin, and says what agents will not have', () => {
  test('uncommitted changes, each file once, our own documents not at all', async () => {
    const here = await scene();
    here.write('src/a.ts', 'staged\n');
    here.user('add', '.');
    here.write('src/a.ts', 'and changed\n');
    here.write('새 파일', 'new\n');
    here.write('.orchestral/runs/run-1/state.json', '{}');
    here.write('.claude/orchestrate-state.json', '{}');
    expect(await noticesOf(here)).toEqual([{ code: 'preflight.uncommitted', params: { count: 2 } }]);
    here.write('src/.orchestral/config/global.json', '{}');
    expect(await noticesOf(here, { root: path.join(here.project, 'src') })).toEqual([
      { code: 'preflight.uncommitted', params: { count: 2 } },
    ]);
  });

  test('submodules', async () => {
    const here = await scene();
    here.userIn(here.root, 'clone', '--quiet', here.project, 'library');
    const library = path.join(here.root, 'library');
    here.user('-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', library, 'libs/one');
    here.user('commit', '--quiet', '-m', 'submodule');
    expect(await noticesOf(here)).toEqual([{ code: 'preflight.submodules', params: { paths: ['libs/one'] } }]);
  });

  test('files in LFS that are pointers here, too', async () => {
    const here = await scene();
    here.commit({ '.gitattributes': '*.psd filter=lfs\n' });
    expect(await noticesOf(here)).toEqual([{ code: 'preflight.lfs_pointers', params: {} }]);
  });
});

describe('cannot begin', () => {
  test('git is too old', async () => {
    const { root, ...here } = await scene();
    const bin = path.join(root, 'bin');
    fs.mkdirSync(bin);
    fs.writeFileSync(path.join(bin, 'git'), '#!/bin/sh\necho git version 2.37.9\n', { mode: 0o755 });
    const git = createGit({ spawner: spawnerTelling(), env: { PATH: `${bin}:${process.env['PATH']}` } });
    expectFailure(await here.check({ git }), { code: 'git.too_old', exit: 5, says: '2.37.9', hints: '2.38' });
  });

  test('HEAD is detached', async () => {
    const here = await scene();
    here.user('checkout', '--quiet', '--detach');
    expectFailure(await here.check(), { code: 'git.detached', exit: 2, says: here.project, hints: 'git switch' });
  });

  test('no such branch', async () => {
    const here = await scene();
    here.user('branch', 'develop');
    const mistyped = await here.check({ base: 'devlop' });
    expectFailure(mistyped, { code: 'usage.unknown_branch', exit: 2, says: 'devlop', hints: "'develop'" });
    const unheardOf = await here.check({ base: 'something/else' });
    expectFailure(unheardOf, { code: 'usage.unknown_branch', exit: 2, says: 'something/else', hints: 'git branch' });
  });

  test('no commit yet', async () => {
    const here = await scene();
    here.userIn(here.root, 'init', '--quiet', 'fresh');
    const root = path.join(here.root, 'fresh');
    const repository = must(await openRepository(here.git, root));
    const outcome = await here.check({ root, repository });
    expectFailure(outcome, { code: 'git.no_commit', exit: 5, says: root, hints: 'git commit' });
  });

  test('nobody to commit as', async () => {
    const here = await scene();
    fs.writeFileSync(path.join(here.root, 'home/.gitconfig'), '');
    expectFailure(await here.check(), { code: 'git.no_identity', exit: 5, says: 'git', hints: 'user.email' });
  });

  test('too little space where worktrees will lie', async (context) => {
    needs(context, 'mount', 'umount');
    const here = await scene();
    const mount = path.join(here.root, 'small');
    fs.mkdirSync(mount);
    try {
      execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=256k', 'tmpfs', mount], { stdio: 'pipe' });
    } catch (error) {
      notRun(context, `a small file system cannot be mounted: ${String(error).split('\n')[1] ?? ''}`);
    }
    try {
      const outcome = await here.check({ worktrees: path.join(mount, 'worktrees/project') });
      expectFailure(outcome, { code: 'preflight.disk_low', exit: 5, says: '1 GB', hints: 'worktree_root' });
      expect(outcome).toMatchObject({ error: { params: { mount, free: 256 * 1024, needed: 2 ** 30 } } });
    } finally {
      execFileSync('umount', [mount]);
    }
  });

  test('but not where a file system has no size: it is not full', async (context) => {
    if (!fs.existsSync('/proc/self')) notRun(context, 'there is no /proc');
    expect((await (await scene()).check({ worktrees: '/proc/worktrees/project' })).ok).toBe(true);
  });

  test('LFS that git cannot run, or that only the repository asks for', async () => {
    const here = await scene();
    here.commit({ '.gitattributes': '*.psd filter=lfs\n' });
    here.user('config', 'filter.lfs.process', 'git-lfs-for-tests filter-process');
    const untrusted = await here.check();
    expectFailure(untrusted, { code: 'preflight.lfs_untrusted', exit: 5, says: 'Git LFS', hints: 'git lfs install' });
    here.user('config', '--global', 'filter.lfs.process', 'git-lfs-for-tests filter-process');
    const missing = await here.check();
    expectFailure(missing, { code: 'preflight.lfs_missing', exit: 5, says: 'git-lfs-for-tests', hints: 'git-lfs.com' });
    const bin = path.join(here.root, 'bin');
    fs.mkdirSync(bin);
    fs.writeFileSync(path.join(bin, 'git-lfs-for-tests'), '#!/bin/sh\n', { mode: 0o755 });
    expect(must(await here.check({ env: { PATH: bin } })).notices).toEqual([]);
  });

  test('a partial clone without the content of its base', async () => {
    const here = await scene();
    here.user('config', 'uploadpack.allowFilter', 'true');
    const from = `file://${here.project}`;
    here.userIn(here.root, 'clone', '--quiet', '--sparse', '--filter=blob:none', from, 'partial');
    const root = path.join(here.root, 'partial');
    const repository = must(await openRepository(here.git, root));
    const outcome = await here.check({ root, repository });
    expectFailure(outcome, { code: 'preflight.objects_missing', exit: 5, says: 'main', hints: 'git checkout main' });
    // As the hint says.
    execFileSync('git', ['sparse-checkout', 'disable'], { cwd: root, stdio: 'pipe' });
    expect((await here.check({ root, repository })).ok).toBe(true);
  });

  test('a folder that the repository around it does not have', async () => {
    const here = await scene();
    here.write('.gitignore', 'new/\n');
    here.write('new/index.js', 'x\n');
    const root = path.join(here.project, 'new');
    const outcome = await here.check({ root });
    expectFailure(outcome, { code: 'preflight.folder_not_in_base', exit: 5, says: root, hints: 'git init' });
  });
});

async function scene() {
  const here = await gitScene();
  const { git, repository, project, root } = here;
  const usual = { git, repository, root: project, worktrees: path.join(root, 'worktrees'), env: process.env };
  return {
    ...here,
    check: (change: Partial<PreflightOptions> = {}) => catchFailure(() => preflight({ ...usual, ...change })),
  };
}

function baseOf({ user }: Scene, branch: string) {
  return { branch, commit: user('rev-parse', branch), tree: user('rev-parse', `${branch}^{tree}`) };
}

async function noticesOf(here: Awaited<ReturnType<typeof scene>>, change: Partial<PreflightOptions> = {}) {
  const { notices } = must(await here.check(change));
  for (const notice of notices) {
    expect(formatNotice(ko, notice)).not.toBe(formatNotice(en, notice));
  }
  return notices;
}

interface Expected {
  readonly code: Failure['code'];
  readonly exit: number;
  /** In both languages. */
  readonly says: string;
  readonly hints: string;
}

function expectFailure(outcome: Result<unknown, Failure>, { code, exit, says, hints }: Expected): void {
  if (outcome.ok) throw new Error('it can begin');
  expect(outcome.error.code).toBe(code);
  expect(exitOf[outcome.error.code]).toBe(exit);
  for (const words of [en, ko]) {
    const { message, hint } = formatFailure(words, outcome.error);
    expect(message).toContain(says);
    expect(hint).toContain(hints);
  }
}
