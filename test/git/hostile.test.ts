import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { createGit } from '../../src/git/git.ts';
import type { ProcessCommand } from '../../src/process/command.ts';
import { type Canaries, canaries, hostileAttributes } from './canaries.ts';
import { runEveryOperation } from './every-operation.ts';
import { spawnerTelling } from './spawner.ts';
import { type Scene, scene } from './scene.ts';

/** A repository with a submodule, whose files every planted driver has an interest in. */
async function prepared(): Promise<Scene> {
  const here = await scene();
  here.userIn(here.root, 'clone', '--quiet', here.project, 'library');
  here.user('-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', path.join(here.root, 'library'), 'sub');
  here.commit({ '.gitattributes': hostileAttributes, 'a.txt': 'a\n', 'b.inc': 'b\n' });
  return here;
}

describe('what a repository plants', () => {
  test('runs in none of our commands: from its configuration, a worktree, a submodule, or the environment', async () => {
    const here = await prepared();
    const { steps, fired, planted } = await amongCanaries(here, (command) => command);
    expect(fired).toEqual([]);
    expect(planted).toBeGreaterThan(150);
    // Everything else was really done; removal, too, although the worktree's `.git` leads elsewhere.
    expect(steps.filter(({ code }) => code !== 'ok').map(({ name, code }) => `${name}: ${code}`)).toEqual([
      'changedFiles of a missing object: git.failed',
      'mergeCommits: git.untrusted_driver',
    ]);
    expect(new Set(here.commands.map(({ args }) => args[0]))).toEqual(new Set(EVERY_COMMAND));
  });

  // Why the planted remote is now and then not asked for the missing object is not known; that it can be is what counts.
  test('would run in the same commands without the hardening', { retry: 3 }, async () => {
    const { fired } = await amongCanaries(await prepared(), (command) => ({
      ...command,
      env: Object.fromEntries(Object.entries(command.env).filter(([name]) => !HARDENED.test(name))),
    }));
    expect(fired).toEqual(
      expect.arrayContaining(
        `main_core_fsmonitor main_clean_of_planted main_smudge_of_planted main_filter__proc__process main_remote_url
        main_clean_of_included main_hooksPath_post-checkout main_hooksPath_reference-transaction
        main_hooksPath_post-index-change worktree_fsmonitor`.split(/\s+/u),
      ),
    );
  });
});

const HARDENED = /^GIT_(?:CONFIG|ALLOW_PROTOCOL|NO_LAZY_FETCH|OPTIONAL_LOCKS)/u;

/** Plants everything everywhere, and does everything. */
async function amongCanaries(here: Scene, change: (command: ProcessCommand) => ProcessCommand) {
  const base = here.user('rev-parse', 'HEAD');
  here.user('branch', 'other');
  here.user('checkout', '--quiet', '-b', 'ours');
  const ours = here.commit({ 'src/a.ts': 'ours\n' });
  here.user('checkout', '--quiet', 'main');
  const birds = canaries(here);
  birds.plant(path.join(here.project, '.git'), 'main');
  birds.plant(path.join(here.project, '.git/modules/sub'), 'sub');
  // Git looks only at files whose content may have changed.
  for (const file of ['readme.md', 'src/a.ts', 'src/b.ts', 'a.txt', 'b.inc', 'sub/readme.md']) {
    fs.utimesSync(path.join(here.project, file), 1, 1);
  }
  const variables = ['EXTERNAL_DIFF', 'SSH', 'SSH_COMMAND', 'ASKPASS', 'EDITOR', 'PAGER', 'PROXY_COMMAND'];
  const hostile = {
    ...Object.fromEntries(variables.map((name) => [`GIT_${name}`, birds.program(`GIT_${name}`)])),
    GIT_CONFIG_PARAMETERS: `'core.fsmonitor'='${birds.program('GIT_CONFIG_PARAMETERS')}'`,
  };
  const spawner = spawnerTelling((command) => here.commands.push(command));
  const git = createGit({
    env: { PATH: process.env['PATH'], HOME: path.join(here.root, 'home'), ...hostile },
    spawner: {
      run: (command) => spawner.run(change(command)),
      start: (command, on) => spawner.start(change(command), on),
    },
  });
  const deliverTo = ['other', 'main'];
  const onWorktree = (folder: string): void => takeOver(here, folder, birds);
  const steps = await runEveryOperation({ ...here, git }, { base, ours, branch: 'T1', deliverTo, onWorktree });
  return { steps, fired: birds.fired(), planted: birds.count };
}

/** An agent has the run of its own worktree: its configuration, and the `.git` that says where it belongs. */
function takeOver(here: Scene, folder: string, birds: Canaries): void {
  const evil = path.join(here.root, 'evil/.git');
  here.userIn(here.root, 'init', '--quiet', 'evil');
  birds.plant(evil, 'evil');
  fs.writeFileSync(path.join(folder, '.git'), `gitdir: ${evil}\n`);
  fs.appendFileSync(path.join(here.project, '.git/config'), '[extensions]\n\tworktreeConfig = true\n');
  fs.writeFileSync(
    path.join(here.project, '.git/worktrees/T1/config.worktree'),
    [
      `[core]\n\tfsmonitor = ${birds.program('worktree fsmonitor')}\n`,
      `[filter "conditional"]\n\tclean = ${birds.program('worktree clean')}\n`,
    ].join(''),
  );
}

const EVERY_COMMAND = `cat-file clean config diff-tree for-each-ref ls-files merge
  merge-base merge-tree read-tree reset rev-list rev-parse status update-index update-ref var version
  worktree write-tree`.split(/\s+/u);

describe('each method runs its own commands alone', () => {
  const forbidden = `reset --hard|checkout main|clean -fdx|stash|rebase main|gc|prune|push -f|config a.b c|add -A|commit
    |merge main|branch -D x|switch x|restore .|worktree prune|rm x|mv a b|update-index --refresh|apply x|am x|fetch
    |cherry-pick x|pull|submodule update|tag x|read-tree HEAD|write-tree|symbolic-ref HEAD refs/heads/x`
    .split('|')
    .map((command) => command.trim());
  test('in the checkout of the user', async () => {
    const { git, repository, commands } = await scene();
    const before = commands.length;
    for (const command of [...forbidden, 'read-tree --dry-run HEAD', 'update-ref x y']) {
      expect(() => git.read(repository, command.split(' ')), command).toThrow(/git/u);
    }
    for (const command of forbidden) {
      expect(() => git.record(repository, command.split(' ')), command).toThrow(/git/u);
    }
    expect(commands).toHaveLength(before);
  });
});
