import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { catchFailure } from '../../src/base/failure.ts';
import { worktreePlace } from '../../src/engine/work/worktrees.ts';

test('in the private folder, by the hash of the project', async () => {
  const here = aProject();
  expect(await here.place()).toEqual({ ok: true, value: path.join(here.privateFolder, 'a1b2c3d4') });
});

test('where project.json says, from the project on', async () => {
  const here = aProject();
  expect(await here.place('../../elsewhere')).toEqual({ ok: true, value: path.join(here.root, 'elsewhere') });
  expect(await here.place('/mnt/big')).toEqual({ ok: true, value: '/mnt/big' });
});

test('never in the project, its repository or its git folder, by whatever way', async () => {
  const here = aProject();
  fs.symlinkSync(here.repository, path.join(here.root, 'link'));
  const inside = ['', '.', 'trees', '..', '../beside', path.join(here.root, 'link/trees'), here.commonDir];
  for (const configured of inside) {
    expect(await here.place(configured), configured).toMatchObject({
      error: { code: 'git.worktree_inside_repository' },
    });
  }
  // A home that is a repository itself.
  const home = await here.place(undefined, path.join(here.repository, '.local/state/orchestral'));
  expect(home).toMatchObject({ error: { code: 'git.worktree_inside_repository' } });
});

/** In a folder of a repository whose git folder lies elsewhere. */
function aProject() {
  const root = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'place-')));
  const [repository, commonDir] = [path.join(root, 'repository'), path.join(root, 'git')];
  const privateFolder = path.join(root, 'private');
  const project = { root: path.join(repository, 'project'), hash: 'a1b2c3d4' };
  fs.mkdirSync(project.root, { recursive: true });
  const place = (configured?: string, home = privateFolder) =>
    catchFailure(async () =>
      worktreePlace({ project, repository: { folder: repository, commonDir }, privateFolder: home, configured }),
    );
  return { root, repository, commonDir, privateFolder, place };
}
