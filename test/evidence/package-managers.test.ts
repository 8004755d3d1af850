import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { setUp } from '../../src/evidence/set-up.ts';
import { must } from '../git/scene.ts';
import { needs } from '../support/needs.ts';
import { type CheckScene, checkScene } from './check-scene.ts';

/*
 * Programs that cannot be had everywhere are played by one that notes how it was called. Poetry and Pipenv are tried for
 * real where they are installed.
 */

const CALLED = `echo "\${0##*/} $* venv=\${VIRTUAL_ENV##*/} target=$UV_PROJECT_ENVIRONMENT home=$HOME" >> called.txt\n`;

async function sceneWith(program: string, files: Record<string, string>): Promise<CheckScene> {
  const here = await checkScene({ ...files, '.gitignore': 'called.txt\n.venv\n' });
  const bin = path.join(here.root, 'bin');
  fs.mkdirSync(bin);
  fs.writeFileSync(path.join(bin, program), `#!/bin/sh\n${CALLED}`, { mode: 0o755 });
  const env = { ...here.checking.env, PATH: `${bin}:${here.checking.env['PATH'] ?? ''}` };
  return { ...here, checking: { ...here.checking, env } };
}

async function ready(here: CheckScene): Promise<void> {
  must(await setUp(here.checking, { worktree: here.checkout, projectRoot: here.project, commands: here.own }));
}

const LOCKED = { 'package.json': '', 'pyproject.toml': '[project]\nname = "x"\nversion = "1"\n' };
const GO = { 'go.mod': 'module x\nrequire a.org/b v1.0.0\n', 'go.sum': '' };

describe('each is called in the way that changes nothing of the person', () => {
  test.each<[string, Record<string, string>, RegExp[]]>([
    [
      'uv',
      { ...LOCKED, 'uv.lock': '' },
      [/^uv sync --locked --no-build --no-install-project .* target=\.venv/, /^uv sync --locked venv= target=\.venv/],
    ],
    ['pdm', { ...LOCKED, 'pdm.lock': '' }, [/^pdm install --check venv=\.venv/]],
    ['poetry', { ...LOCKED, 'poetry.lock': '' }, [/^poetry install venv=\.venv/]],
    ['pipenv', { ...LOCKED, Pipfile: '', 'Pipfile.lock': '{}' }, [/^pipenv install --deploy --dev venv=\.venv/]],
    ['go', GO, [/^go mod download /]],
    ['cargo', { 'Cargo.toml': '', 'Cargo.lock': 'source = "registry"\n' }, [/^cargo fetch --locked /]],
    ['mvn', { 'pom.xml': '' }, [/^mvn --batch-mode --quiet dependency:go-offline /]],
    ['gradle', { 'build.gradle': '' }, [/^gradle --no-daemon --quiet dependencies /]],
    ['dotnet', { 'app.csproj': '' }, [/^dotnet restore /]],
  ])('%s', async (program, files, calls) => {
    const here = await sceneWith(program, files);
    await ready(here);
    const called = fs.readFileSync(path.join(here.checkout.folder, 'called.txt'), 'utf8').trim().split('\n');
    expect(called).toHaveLength(calls.length);
    for (const [nth, call] of calls.entries()) expect(called[nth]).toMatch(call);
    // A home folder of the check's own.
    expect(called.join('\n')).not.toContain(`home=${here.checking.env['HOME']}`);
  });
});

const POETRY = {
  'pyproject.toml': `[tool.poetry]
name = "app"
version = "0.1.0"
description = ""
authors = []
packages = [{ include = "app" }]

[tool.poetry.dependencies]
python = "^3.9"
`,
  'poetry.lock': `package = []

[metadata]
lock-version = "2.0"
python-versions = "^3.9"
content-hash = "c595a0588c25d58f3e3834ad7169126836d262b925fe6ca9b5d540dcf301d254"
`,
  'app/__init__.py': 'VALUE = 1\n',
};

test('poetry, for real: the project is installed into an environment of the check', async (context) => {
  needs(context, 'poetry', 'python3');
  const here = await checkScene({ ...POETRY, '.gitignore': '.venv\n' });
  await ready(here);
  const python = path.join(here.checkout.folder, '.venv/bin/python');
  const place = execFileSync(python, ['-c', 'import app; print(app.__file__)'], { cwd: here.root, encoding: 'utf8' });
  expect(place.trim()).toBe(path.join(fs.realpathSync(here.checkout.folder), 'app/__init__.py'));
});
