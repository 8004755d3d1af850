import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Worktree } from '../../src/git/git.ts';
import { readGitStatus } from '../../src/git/status.ts';
import { type Scene, scene } from './scene.ts';

function listings({ commands }: Scene): number {
  return commands.filter(({ args }) => args[0] === 'config').length;
}

describe('a configuration that names no program', () => {
  test('is listed once for each place, not for each command', async () => {
    const here = await scene();
    const worktree = await here.worktree('T1');
    await readGitStatus(here.git, worktree);
    const before = listings(here);
    here.user('config', 'branch.main.merge', 'refs/heads/main');
    await readGitStatus(here.git, worktree);
    await readGitStatus(here.git, worktree);
    expect(listings(here)).toBe(before);
  });

  /** A filter that leaves a witness, planted in a different place each time. */
  test.each<[string, (planting: Planting) => void]>([
    ['the shared file', ({ commonDir, filter }) => fs.appendFileSync(path.join(commonDir, 'config'), filter)],
    [
      'one that is included',
      ({ commonDir, filter }) => {
        fs.writeFileSync(path.join(commonDir, 'more'), filter);
        fs.appendFileSync(path.join(commonDir, 'config'), '[core]bare=false\n[INCLUDE] path = more\n');
      },
    ],
    [
      'behind another section in the same line',
      ({ commonDir, filter }) => fs.appendFileSync(path.join(commonDir, 'config'), `[alias]${filter}`),
    ],
    [
      'the worktree’s own file',
      ({ commonDir, gitDir, filter }) => {
        fs.appendFileSync(path.join(commonDir, 'config'), '[extensions] worktreeConfig = true\n');
        fs.writeFileSync(path.join(gitDir, 'config.worktree'), filter);
      },
    ],
    [
      'another folder that is said to be the shared one',
      ({ commonDir, gitDir, filter }) => {
        const other = `${commonDir}-other`;
        fs.cpSync(commonDir, other, { recursive: true });
        fs.appendFileSync(path.join(other, 'config'), filter);
        fs.writeFileSync(path.join(gitDir, 'commondir'), `${other}\n`);
      },
    ],
  ])('is looked at again when it comes to name one: %s', async (_where, plant) => {
    const here = await scene();
    here.commit({ '.gitattributes': '*.ts filter=evil\n' });
    const worktree = await here.worktree('T1');
    await readGitStatus(here.git, worktree);
    const witness = path.join(here.root, 'witness');
    plant({ ...worktree, filter: `[filter "evil"]\nclean = touch ${witness}; cat\n` });
    fs.writeFileSync(path.join(worktree.folder, 'src/a.ts'), 'changed\n');
    await readGitStatus(here.git, worktree);
    expect(fs.existsSync(witness)).toBe(false);
    here.userIn(worktree.folder, 'status', '--short');
    expect(fs.existsSync(witness), 'the user’s own git runs it').toBe(true);
  });
});

interface Planting extends Pick<Worktree, 'gitDir' | 'commonDir'> {
  readonly filter: string;
}
