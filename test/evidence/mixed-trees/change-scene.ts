import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { changedFiles } from '../../../src/git/diff.ts';
import type { ChangeClass, ChangePart } from '../../../src/languages/change-class.ts';
import { type ChangeTrees, openChange } from '../../../src/evidence/mixed-trees/change-trees.ts';
import { must, scene, type Scene } from '../../git/scene.ts';

export type Files = Readonly<Record<string, string>>;

export interface ChangeScene extends Scene {
  readonly trees: ChangeTrees;
  /** The files of a tree in a folder of its own. */
  checkOut(tree: string): string;
  textIn(tree: string, file: string): string;
  filesIn(tree: string): string[];
}

/** A project before and after a change. `after` has only what changes; null: it is gone. */
export async function changeScene(
  before: Files,
  after: Readonly<Record<string, string | null>>,
  parts: (found: readonly ChangePart[]) => readonly ChangePart[] = (found) => found,
): Promise<ChangeScene> {
  const here = await scene();
  here.commit({ 'readme.md': null, 'src/a.ts': null, 'src/b.ts': null, ...before });
  const baseline = here.user('rev-parse', 'HEAD^{tree}');
  here.commit(after);
  const candidate = here.user('rev-parse', 'HEAD^{tree}');
  const { git, repository: checkout } = here;
  const changed = await changedFiles(git, checkout, { from: baseline, to: candidate });
  const found = changed.map(({ path: file, from, kind }): ChangePart => ({
    path: file,
    ...(kind === 'renamed' && { from }),
    kind: kind === 'renamed' || kind === 'added' || kind === 'deleted' ? kind : 'modified',
    class: classOf(file),
    before: kind === 'added' ? null : 'a',
    after: kind === 'deleted' ? null : 'b',
  }));
  const list = (tree: string): string[] =>
    here
      .user('-c', 'core.quotePath=false', 'ls-tree', '-r', '--name-only', tree)
      .split('\n')
      .filter((one) => one !== '');
  const trees = must(
    await openChange(
      { git, checkout },
      {
        baseline,
        candidate,
        parts: parts(found),
        tests: { baseline: list(baseline).filter(isTest), candidate: list(candidate).filter(isTest) },
      },
    ),
  );
  let folders = 0;
  return {
    ...here,
    trees,
    filesIn: list,
    textIn: (tree, file) => here.user('show', `${tree}:${file}`),
    checkOut(tree) {
      const folder = path.join(here.root, `tree-${folders++}`);
      fs.mkdirSync(folder);
      const archive = execFileSync('git', ['archive', tree], { cwd: here.project, maxBuffer: 2 ** 28 });
      execFileSync('tar', ['-x'], { cwd: folder, input: archive });
      return folder;
    },
  };
}

function isTest(file: string): boolean {
  return /\.test\.[cm]?[jt]sx?$|(?:^|\/)test_\w+\.py$/.test(file);
}

function classOf(file: string): ChangeClass {
  if (isTest(file)) return 'test';
  if (file.endsWith('.snap')) return 'snapshot';
  if (/(?:^|\/)fixtures\//.test(file)) return 'fixture';
  if (/\.config\.[cm]?[jt]s$|conftest\.py$/.test(file)) return 'runner_config';
  return /^tests?\//.test(file) ? 'support' : 'product';
}
