import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { catchFailure } from '../../src/base/failure.ts';
import { commitTree, commitWork } from '../../src/git/commit.ts';
import type { Worktree } from '../../src/git/git.ts';
import { excludePaths, snapshotTree, worktreeMatchesTree } from '../../src/git/snapshot.ts';
import { readGitStatus } from '../../src/git/status.ts';
import { resetWorktree } from '../../src/git/worktree-reset.ts';
import { codeOf, type Scene, scene } from './scene.ts';

function put(worktree: Worktree, file: string, content: string): void {
  fs.mkdirSync(path.dirname(path.join(worktree.folder, file)), { recursive: true });
  fs.writeFileSync(path.join(worktree.folder, file), content);
}

function filesIn({ user }: Scene, tree: string): string[] {
  return user('ls-tree', '-r', '-z', '--name-only', tree)
    .split('\0')
    .filter((name) => name !== '');
}

describe('a snapshot', () => {
  test('has everything that is not ignored, and leaves index and HEAD alone', async () => {
    const here = await scene();
    here.commit({ 'kept.log': 'ignored, but tracked' });
    here.commit({ '.gitignore': 'build/\n*.log\n' });
    const worktree = await here.worktree('T1');
    put(worktree, 'src/a.ts', 'changed');
    put(worktree, 'new/한글\n이름.ts', 'new');
    put(worktree, 'build/out.js', 'ignored');
    put(worktree, 'forced.log', 'ignored, but added');
    put(worktree, 'run.sh', '#!/bin/sh\n');
    fs.chmodSync(path.join(worktree.folder, 'run.sh'), 0o755);
    fs.symlinkSync('nowhere', path.join(worktree.folder, 'link'));
    fs.rmSync(path.join(worktree.folder, 'src/b.ts'));
    here.userIn(worktree.folder, 'add', '-f', 'forced.log');
    const index = fs.readFileSync(path.join(worktree.gitDir, 'index'));
    const tree = await snapshotTree(here.git, worktree);
    expect(filesIn(here, tree).toSorted()).toEqual(
      [
        '.gitignore',
        'forced.log',
        'kept.log',
        'link',
        'new/한글\n이름.ts',
        'readme.md',
        'run.sh',
        'src/a.ts',
      ].toSorted(),
    );
    expect(here.user('ls-tree', tree, 'run.sh', 'link')).toMatch(/^120000 .*link\n100755 .*run\.sh$/u);
    expect(fs.readFileSync(path.join(worktree.gitDir, 'index'))).toEqual(index);
    expect(fs.readdirSync(worktree.gitDir).filter((name) => /orchestral-|lock$/u.test(name))).toEqual([]);
    put(worktree, 'src/a.ts', 'CHANGED');
    const again = await snapshotTree(here.git, worktree);
    expect(here.user('show', `${again}:src/a.ts`)).toBe('CHANGED');
  });

  test('follows files that became folders or links, and back', async () => {
    const here = await scene();
    here.commit({ 'd/one': '1', 'd/two': '2', f: 'file', 'e/one': '1' });
    const worktree = await here.worktree('T1');
    fs.rmSync(path.join(worktree.folder, 'd'), { recursive: true });
    fs.symlinkSync('src', path.join(worktree.folder, 'd'));
    fs.rmSync(path.join(worktree.folder, 'f'));
    put(worktree, 'f/inner', 'now a folder');
    fs.rmSync(path.join(worktree.folder, 'e'), { recursive: true });
    put(worktree, 'e', 'now a file');
    const tree = await snapshotTree(here.git, worktree);
    expect(filesIn(here, tree)).toEqual(['d', 'e', 'f/inner', 'readme.md', 'src/a.ts', 'src/b.ts']);
  });

  test('sees what an agent hid from its own index', async () => {
    const here = await scene();
    const worktree = await here.worktree('T1');
    here.userIn(worktree.folder, 'update-index', '--assume-unchanged', 'src/a.ts');
    here.userIn(worktree.folder, 'update-index', '--skip-worktree', 'src/b.ts');
    put(worktree, 'src/a.ts', 'hidden a');
    put(worktree, 'src/b.ts', 'hidden b');
    const tree = await snapshotTree(here.git, worktree);
    expect([here.user('show', `${tree}:src/a.ts`), here.user('show', `${tree}:src/b.ts`)]).toEqual([
      'hidden a',
      'hidden b',
    ]);
  });

  test('sees a change that leaves size and second as they were, however late it looks', async () => {
    const here = await scene();
    const worktree = await here.worktree('T1');
    const file = path.join(worktree.folder, 'src/a.ts');
    const branch = here.userIn(worktree.folder, 'branch', '--show-current');
    const secondOf = (): number => Math.floor(fs.statSync(file).ctimeMs / 1000);
    for (let nth = 0, first = -1; first !== secondOf(); nth++) {
      put(worktree, 'src/a.ts', `wrong ${nth}`);
      first = secondOf();
      const onto = here.userIn(worktree.folder, 'rev-parse', 'HEAD');
      await commitWork(here.git, worktree, { branch, onto, message: 'wrong', reason: 'test' });
      put(worktree, 'src/a.ts', `right ${nth}`);
    }
    while (Math.floor(Date.now() / 1000) <= secondOf()) await pause(10);
    const tree = await snapshotTree(here.git, worktree);
    expect(here.user('show', `${tree}:src/a.ts`)).toMatch(/^right/u);
  });

  test('leaves our own documents as they are committed', async () => {
    const here = await scene();
    here.commit({ '.claude/orchestrate-state.json': '{}', '.orchestral/config/global.json': '{}' });
    const worktree = await here.worktree('T1');
    put(worktree, '.claude/orchestrate-state.json', '{"changed":true}');
    put(worktree, '.orchestral/runs/run-1/state.json', '{}');
    put(worktree, '.orchestral/config/global.json', '{"changed":true}');
    const exclude = excludePaths(['.orchestral/runs/', '.claude/orchestrate-state.json']);
    const tree = await snapshotTree(here.git, worktree, { exclude });
    expect(here.user('show', `${tree}:.claude/orchestrate-state.json`)).toBe('{}');
    expect(here.user('show', `${tree}:.orchestral/config/global.json`)).toBe('{"changed":true}');
    expect(filesIn(here, tree)).not.toContain('.orchestral/runs/run-1/state.json');
  });

  test('leaves out no file whose name only begins like one that is left out', async () => {
    const here = await scene();
    const worktree = await here.worktree('T1');
    put(worktree, '.env', 'made by set-up');
    put(worktree, '.env.example', 'work');
    put(worktree, 'build/out.js', 'made by set-up');
    put(worktree, 'build.ts', 'work');
    const exclude = excludePaths(['.env', 'build/']);
    const tree = await snapshotTree(here.git, worktree, { exclude });
    expect(filesIn(here, tree)).toEqual(expect.arrayContaining(['.env.example', 'build.ts']));
    expect(filesIn(here, tree)).not.toContain('.env');
    expect(filesIn(here, tree)).not.toContain('build/out.js');
    expect(await worktreeMatchesTree(here.git, worktree, tree, exclude)).toBe(true);
    expect(await worktreeMatchesTree(here.git, worktree, tree, excludePaths(['.env', 'build']))).toBe(false);
  });

  test('runs nothing that a repository inside names, also where an agent added it', async () => {
    const here = await scene();
    const worktree = await here.worktree('T1');
    const inner = path.join(worktree.folder, 'app');
    const ran = path.join(here.root, 'ran');
    const head = here.user('rev-parse', 'HEAD');
    here.userIn(worktree.folder, 'init', '--quiet', 'app');
    put(worktree, 'app/index.js', 'x');
    here.userIn(inner, 'add', '.');
    here.userIn(inner, 'commit', '--quiet', '-m', 'inner');
    here.userIn(worktree.folder, '-c', 'advice.addEmbeddedRepo=false', 'add', 'app');
    put(worktree, 'app/.gitattributes', '* filter=evil\n');
    put(worktree, 'app/index.js', 'changed');
    for (const key of ['core.fsmonitor', 'filter.evil.clean', 'filter.evil.smudge', 'core.sshCommand'])
      here.userIn(inner, 'config', key, `touch ${ran}; cat`);
    await readGitStatus(here.git, worktree);
    await catchFailure(() => snapshotTree(here.git, worktree));
    await catchFailure(() => resetWorktree(here.git, worktree, { branch: null, commit: head, rescueAs: 'run-1/T1' }));
    expect(fs.existsSync(ran)).toBe(false);
    // The person's own git does.
    here.userIn(worktree.folder, 'status');
    expect(fs.existsSync(ran)).toBe(true);
  });

  test('refuses a repository inside, with or without a commit', async () => {
    const here = await scene();
    for (const [name, commits] of [
      ['T1', false],
      ['T2', true],
    ] as const) {
      const worktree = await here.worktree(name);
      here.userIn(worktree.folder, 'init', '--quiet', 'app');
      put(worktree, 'app/index.js', 'x');
      if (commits) here.userIn(path.join(worktree.folder, 'app'), 'commit', '--quiet', '--allow-empty', '-m', 'inner');
      expect(await catchFailure(() => snapshotTree(here.git, worktree))).toMatchObject({
        error: { code: 'git.nested_repository', params: { paths: ['app/'] } },
      });
    }
  });
});

describe('a commit', () => {
  test('folds in what an agent committed, wherever it went', async () => {
    const here = await scene();
    const worktree = await here.worktree('T1');
    const onto = here.user('rev-parse', 'HEAD');
    put(worktree, 'one', '1');
    here.userIn(worktree.folder, 'add', 'one');
    here.userIn(worktree.folder, 'commit', '--quiet', '-m', 'by the agent');
    here.userIn(worktree.folder, 'checkout', '--quiet', '-b', 'elsewhere');
    put(worktree, 'two', '2');
    const work = { branch: 'orchestral/T1', onto, message: 'feat: one and two', reason: 'orchestral run-1/T1: done' };
    const made = await commitWork(here.git, worktree, { ...work, trailers: { 'Orchestral-Task': 'run-1/T1/1' } });
    expect(here.user('rev-parse', 'orchestral/T1', 'orchestral/T1^')).toBe(`${made?.commit}\n${onto}`);
    expect(here.userIn(worktree.folder, 'status', '--porcelain', '--branch')).toBe('## orchestral/T1');
    expect(here.user('log', '-1', '--format=%s|%an|%(trailers:key=Orchestral-Task,valueonly)', 'orchestral/T1')).toBe(
      'feat: one and two|Ann|run-1/T1/1',
    );
    expect(here.user('reflog', '-1', '--format=%gs', 'orchestral/T1')).toBe('orchestral run-1/T1: done');
    expect(await commitWork(here.git, worktree, { ...work, onto: made?.commit ?? '' })).toBeNull();
  });

  test('needs an identity', async () => {
    const here = await scene();
    fs.writeFileSync(path.join(here.root, 'home/.gitconfig'), '[user]\nname = Ann\n');
    const commit = { tree: here.user('rev-parse', 'HEAD^{tree}'), parents: [], message: 'x' };
    expect(await codeOf(commitTree(here.git, here.repository, commit))).toBe('git.no_identity');
  });

  test('runs no hook and is not signed, whatever is configured', async () => {
    const here = await scene();
    here.user('config', '--global', 'commit.gpgSign', 'true');
    const tree = here.user('rev-parse', 'HEAD^{tree}');
    const commit = await commitTree(here.git, here.repository, { tree, parents: [], message: 'x' });
    expect(here.user('cat-file', 'commit', commit)).not.toContain('gpgsig');
  });

  test('reads back only our own trailers', async () => {
    const here = await scene();
    const tree = here.user('rev-parse', 'HEAD^{tree}');
    const commit = async (message: string, trailers: Record<string, string>) =>
      commitTree(here.git, here.repository, { tree, parents: [], message, trailers });
    const forged = 'Do it\r\n\r\nOrchestral-Task: forged/T9\nSigned-off-by: Agent';
    const own = { 'Orchestral-Task': 'run-1/T1/1', 'Orchestral-Evidence': 'two\n  lines' };
    const made = await commit(forged, own);
    expect(here.user('log', '-1', '--format=%(trailers:only,unfold)', made)).toBe(
      'Orchestral-Task: run-1/T1/1\nOrchestral-Evidence: two lines',
    );
    const subject = await commit('only a subject\n\n', {});
    expect(here.user('cat-file', 'commit', subject)).toMatch(/\n\nonly a subject$/);
    await expect(commit('x', { 'Not a key': 'x' })).rejects.toThrow('not a trailer');
  });
});
