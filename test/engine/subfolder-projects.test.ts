import fs from 'node:fs';
import path from 'node:path';
import { describe, expect } from 'vitest';
import { projectPathsOf } from '../../src/engine/project-paths.ts';
import type { Notice } from '../../src/schema/notice.ts';
import { scriptFor } from '../support/auto-project.ts';
import { startAutoIn } from '../support/conduct-auto.ts';
import { playRun } from '../support/conduct-run.ts';
import { startSessionIn } from '../support/conduct-session.ts';
import { type RunProject, runProject, SHELL_PROJECT, SHELL_TESTS } from '../support/run-project.ts';
import { SHELL_CASES, shellSessionScript } from '../support/shell-session.ts';
import { oneIn } from '../support/one-in.ts';

const test = oneIn(2);

/** A repository with projects in folders of it, each with tests of its own. */
function repositoryWith(packages: Readonly<Record<string, Readonly<Record<string, string>>>>): RunProject {
  const files = Object.entries(packages).flatMap(([folder, own]) =>
    Object.entries({ ...own, '.orchestral/config/project.json': JSON.stringify(SHELL_PROJECT) }).map(
      ([name, text]) => [`${folder}/${name}`, text] as const,
    ),
  );
  // What the root has would fail.
  const root = { 'test/run.sh': 'exit 1\n', 'readme.md': 'all\n' };
  return runProject({
    files: { ...root, ...Object.fromEntries(files) },
    config: { project: null },
    ignores: '.claude/',
  });
}

function projectIn(repository: RunProject, folder: string): RunProject {
  const at = path.join(repository.folder, folder);
  const runs = path.join(at, '.orchestral/runs');
  const run = (): string =>
    path.join(
      runs,
      fs
        .readdirSync(runs)
        .filter((name) => name.startsWith('run-'))
        .sort()
        .at(-1) ?? '',
    );
  return { ...repository, folder: at, run, read: (name) => fs.readFileSync(path.join(run(), name), 'utf8') };
}

const plan = (id: string): string =>
  `# Tasks\n\n## Phase 1: Numbers\n\n### [ ] ${id}: Write a file\n\n- **Files**: ${id}.txt\n`;

describe.concurrent('a project that is a folder of its repository', () => {
  test('a run: its own tests, its own paths, and branches that name it', async () => {
    const repository = repositoryWith({ 'packages/api': SHELL_TESTS });
    const project = projectIn(repository, 'packages/api');
    const builder = [{ edit: { 'answer.txt': 'right\n' }, run: 'pwd > where.txt' }];
    const verifier = [{ edit: { 'test/answer.check': 'grep -q right answer.txt\n' } }];
    const { run, failure } = await playRun(project, { roles: { builder, verifier } });
    expect(failure).toBeUndefined();
    expect(run).toMatchObject({ step: { at: 'completed' } });
    expect(fs.readFileSync(path.join(project.folder, 'where.txt'), 'utf8')).toMatch(/\/packages\/api\n$/);
    expect(repository.git('ls-tree', '-r', '--name-only', 'main', 'packages')).toContain('packages/api/answer.txt');
    expect(project.read('mrp/summary.md')).toContain(`orchestral/packages-api/${run.run_id}`);
    const prompts = stepTexts(repository, 'prompt.md');
    expect(prompts.find((text) => text.includes('+++ b/answer.txt'))).toContain('the folder `packages/api`');
    expect(prompts.join('\n')).not.toContain('packages/api/answer.txt');
  });

  test('a session: contracts name files from its folder, and gates find them', async () => {
    const repository = repositoryWith({ 'packages/api': SHELL_CASES });
    const played = await startSessionIn(projectIn(repository, 'packages/api'), { roles: shellSessionScript({}) });
    await played.conduct();
    expect(played.state()).toMatchObject({ status: 'completed' });
    const branch = `orchestral/packages-api/session-R1`;
    expect(repository.git('ls-tree', '-r', '--name-only', branch)).toContain('packages/api/src/two.txt');
    await played.close();
  });

  test('two of them conduct at the same time', async () => {
    const repository = repositoryWith({
      'packages/api': { ...SHELL_TESTS, 'TASKS.md': plan('T1') },
      'packages/web': { ...SHELL_TESTS, 'TASKS.md': plan('T1') },
    });
    const homes = ['packages/api', 'packages/web'].map((folder) => ({
      ...projectIn(repository, folder),
      home: fs.mkdtempSync(path.join(repository.home, 'script-')),
    }));
    const started = await Promise.all(homes.map((project) => startAutoIn(project, { script: scriptFor(['T1']) })));
    await Promise.all(started.map((one) => one.conduct()));
    for (const one of started) expect(one.graph().tasks['T1']).toMatchObject({ status: 'completed' });
    await Promise.all(started.map((one) => one.close()));
    const files = repository.git('ls-tree', '-r', '--name-only', 'main');
    expect(files).toContain('packages/api/T1.txt');
    expect(files).toContain('packages/web/T1.txt');
  });
});

test('what is said of files names them from the project', () => {
  const repository = repositoryWith({ 'packages/api': SHELL_TESTS, 'packages/web': SHELL_TESTS });
  const { inText, inPatch, toProject, toRepository } = projectPathsOf({
    root: path.join(repository.folder, 'packages/api'),
  });
  expect(inText('`packages/api/src/a.js`, packages/web/b.js > and/or, test/base.check')).toBe(
    '`src/a.js`, ../web/b.js > and/or, test/base.check',
  );
  expect([toProject('readme.md'), toRepository('../web/b.js')]).toEqual(['../../readme.md', 'packages/web/b.js']);
  const text =
    'diff --git a/packages/api/a b/packages/api/a\n--- a/packages/api/a\n+++ b/packages/api/a\n@@ -1 +1 @@\n--- a/packages/api/a';
  expect(inPatch({ text }).text).toBe('diff --git a/a b/a\n--- a/a\n+++ b/a\n@@ -1 +1 @@\n--- a/packages/api/a');
});

test('from inside a package the whole project is worked on, and that is said', async () => {
  const repository = repositoryWith({ 'packages/api': { ...SHELL_TESTS, 'package.json': '{}' } });
  fs.rmSync(path.join(repository.folder, 'packages/api/.orchestral'), { recursive: true });
  const cwd = path.join(repository.folder, 'packages/api/test');
  const notices: Notice[] = [];
  const given = { cwd, onNotice: (notice: Notice) => void notices.push(notice), script: scriptFor(['T1']) };
  repository.write({ 'TASKS.md': plan('T1') });
  const started = await startAutoIn(repository, given);
  await started.close();
  expect(notices).toContainEqual({
    code: 'project.around',
    params: { folder: path.join(repository.folder, 'packages/api'), project: repository.folder },
  });
});

/** Of all steps of the repository's projects. */
function stepTexts({ home }: RunProject, name: string): string[] {
  const state = path.join(home, 'state');
  const found = fs
    .readdirSync(state, { recursive: true, encoding: 'utf8' })
    .filter((one) => path.basename(one) === name);
  return found.map((one) => fs.readFileSync(path.join(state, one), 'utf8'));
}
