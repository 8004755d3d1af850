import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { type RunProject, rehearsed, runProject } from '../support/run-project.ts';
import { orchestral } from './orchestral.ts';

/** What a run needs, and no bubblewrap. */
const NEEDED = ['sh', 'git', 'node', 'npm', 'env', 'cat', 'touch', 'true', 'uname'];

/** A project whose set-up and tests say that they ran, on a machine without a sandbox. */
function unconfined({ sandbox }: { readonly sandbox?: string } = {}) {
  const canary = path.join(runProject().home, 'canary');
  const fire = `touch '${canary}'`;
  const manifest = {
    name: 'x',
    version: '1.0.0',
    scripts: { preinstall: fire, pretest: fire, test: 'node --test', lint: 'no' },
  };
  const project = runProject({
    files: {
      'package.json': JSON.stringify(manifest),
      'test/one.test.js': "require('node:test').test('one', () => {});\n",
      'readme.md': 'hello\n',
    },
    config: { project: null, ...(sandbox !== undefined && { agents: { version: 1, sandbox } }) },
  });
  return { project, canary, hasFired: () => fs.existsSync(canary) };
}

function withoutSandbox({ folder, home, env }: RunProject) {
  const bin = path.join(home, 'bin');
  fs.mkdirSync(bin, { recursive: true });
  for (const name of NEEDED) {
    const found = (process.env['PATH'] ?? '').split(':').map((at) => path.join(at, name));
    const program = name === 'node' ? process.execPath : found.find((file) => fs.existsSync(file));
    if (program !== undefined && !fs.existsSync(path.join(bin, name))) fs.symlinkSync(program, path.join(bin, name));
  }
  const agent = rehearsed(home, { refiner: [{ say: 'no' }] });
  const where = { cwd: folder, env: { ...env, PATH: bin, ORCHESTRAL_AGENT: agent } };
  return (...args: string[]) => orchestral(args, where);
}

describe('without a sandbox, set-up and tests of a repository', () => {
  test('run only once it is trusted, and then also when they have changed', async () => {
    const { project, hasFired } = unconfined();
    const cli = withoutSandbox(project);
    const refused = await cli('start', 'Write a greeting');
    expect(refused).toMatchObject({ code: 3, stdout: '' });
    expect(refused.stderr).toMatch(/^error: there is no sandbox here.*\(\d commands?\)\n {2}.*orchestral trust.*\n$/);
    expect(hasFired()).toBe(false);

    const manifest = path.join(project.folder, 'package.json');
    const before = fs.readFileSync(manifest, 'utf8');
    fs.writeFileSync(manifest, before.replace('{', '{"dependencies":{"y":"1.0.0"},'));
    const shown = await cli('trust');
    expect(shown.code).toBe(3);
    for (const text of [
      'npm install',
      'package.json  scripts.preinstall',
      'scripts.pretest',
      'node --test',
      '.  set-up',
    ])
      expect(shown.stdout).toContain(text);
    expect(shown.stdout).not.toContain('scripts.lint');
    const given = await cli('trust', '--yes');
    expect(given).toMatchObject({
      code: 0,
      stderr: 'trusted; you are asked again for another repository in this folder\n',
    });
    fs.writeFileSync(manifest, before.replace('"lint":"no"', '"prepare":"true"'));
    project.git('commit', '-qam', 'change');
    const begun = await cli('start', 'Write a greeting');
    expect(begun.stderr).not.toContain('orchestral trust');
    // Each start says it, in one line.
    expect(begun.stderr.match(/^there is no sandbox here.*$/gm)).toHaveLength(1);
    expect(hasFired()).toBe(true);

    // What lies there another day is another repository.
    fs.cpSync(path.join(project.folder, '.git'), path.join(project.folder, 'copy'), { recursive: true });
    fs.rmSync(path.join(project.folder, '.git'), { recursive: true });
    fs.renameSync(path.join(project.folder, 'copy'), path.join(project.folder, '.git'));
    expect(await cli('start', 'Write another')).toMatchObject({ code: 3 });
  });

  test('run for once with --trust', async () => {
    const { project, hasFired } = unconfined();
    const cli = withoutSandbox(project);
    await cli('--trust', 'start', 'Write a greeting');
    expect(hasFired()).toBe(true);
    expect(await cli('start', 'Write another')).toMatchObject({ code: 3 });
  });

  test('need no trust where nothing runs without one', async () => {
    const { project, hasFired } = unconfined({ sandbox: 'require' });
    const refused = await withoutSandbox(project)('start', 'Write a greeting');
    expect(refused.code).toBe(5);
    expect(refused.stderr).toContain('requires a sandbox');
    expect(hasFired()).toBe(false);
  });

  test('are shown in Korean, too', async () => {
    const { project } = unconfined();
    const { stderr } = await withoutSandbox(project)('--lang', 'ko', 'start', '인사말');
    expect(stderr).toContain('샌드박스가 없어');
  });
});
