import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import type { ProjectCommands } from '../../src/evidence/project-commands.ts';
import { type SetUpOutcome, setUp } from '../../src/evidence/set-up.ts';
import { must } from '../git/scene.ts';
import { type CheckScene, checkScene, SECRET, sandboxOf } from './check-scene.ts';

const LOCK = { 'package-lock.json': '{"lockfileVersion":3}\n', '.gitignore': 'made\n.env\nsecrets/\n' };

test('set-up runs once, again when the lock file changes, and again when a failed one was in between', async () => {
  const here = await checkScene(LOCK, { config: { setup_command: 'echo run >> made' } });
  const runs = () => fs.readFileSync(path.join(here.checkout.folder, 'made'), 'utf8').split('\n').length - 1;
  expect(await ready(here)).toMatchObject({ status: 'ready', artifacts: { made: [], changed: [] } });
  await ready(here);
  expect(runs()).toBe(1);
  write(here, 'package-lock.json', '{"lockfileVersion":3,"more":1}\n');
  await ready(here);
  await ready(here);
  expect(runs()).toBe(2);
  write(here, 'package-lock.json', '{"broken":1}\n');
  const broken = await setUp(here.checking, unready(here, { ...here.own, setup: 'echo run >> made; exit 1' }));
  expect(broken).toMatchObject({ ok: false, error: { code: 'checks.setup_failed' } });
  write(here, 'package-lock.json', '{"lockfileVersion":3,"more":1}\n');
  await ready(here);
  expect(runs()).toBe(4);
});

test('another command is another set-up', async () => {
  const here = await checkScene(LOCK, { config: { setup_command: 'echo one >> made' } });
  await ready(here);
  await ready(here, { ...here.own, setup: 'echo two >> made' });
  expect(fs.readFileSync(path.join(here.checkout.folder, 'made'), 'utf8')).toBe('one\ntwo\n');
});

test('a failing set-up says how it ended and what it printed last, without secrets', async () => {
  const here = await checkScene(LOCK, { config: { setup_command: `echo no network ${SECRET} >&2; exit 7` } });
  expect(await setUp(here.checking, unready(here))).toMatchObject({
    ok: false,
    error: { code: 'checks.setup_failed', params: { ending: 'exit 7', tail: 'no network ***' } },
  });
  const slow = await setUp(
    { ...here.checking, limits: { ...here.checking.limits, wallMs: 200 } },
    unready(here, { ...here.own, setup: 'sleep 600' }),
  );
  expect(slow).toMatchObject({ ok: false, error: { params: { ending: 'timed_out' } } });
});

test('what set-up made is known, so that the tree can still be proved, and made again when it was cleaned away', async () => {
  const here = await checkScene(LOCK, {
    config: { setup_command: 'mkdir cache; echo x > cache/x; echo >> readme.md' },
  });
  const done = await readyFor(here);
  const changed = [['readme.md', expect.any(String)]];
  expect(done).toMatchObject({ status: 'ready', artifacts: { made: ['cache/'], changed } });
  expect(await here.prove({ artifacts: done.status === 'ready' ? done.artifacts : undefined })).toMatchObject({
    ending: 'not_run',
    setup_made: ['cache/'],
  });
  await expect(here.prove()).rejects.toThrow('checks.stale_tree');
  fs.rmSync(path.join(here.checkout.folder, 'cache'), { recursive: true });
  await readyFor(here);
  expect(fs.existsSync(path.join(here.checkout.folder, 'cache/x'))).toBe(true);
});

test('a file of the project that set-up changed is restored where the tree is to be checked, and listed', async () => {
  const here = await checkScene(
    { ...LOCK, 'gone.txt': 'here\n', 'run.sh': 'true\n' },
    { config: { setup_command: 'echo made > readme.md; rm gone.txt; chmod +x run.sh' } },
  );
  const kept = await ready(here);
  expect(fs.readFileSync(path.join(here.checkout.folder, 'readme.md'), 'utf8')).toBe('made\n');
  for (const name of ['gone.txt', 'readme.md', 'run.sh']) {
    expect(kept.status === 'ready' && kept.artifacts.changed.map(([changed]) => changed)).toContain(name);
  }
  const other = await here.worktree('more');
  const done = must(await setUp(here.checking, { ...unready(here), worktree: other, tree: here.tree }));
  const artifacts = done.status === 'ready' ? done.artifacts : undefined;
  const proof = await here.prove({ worktree: other, artifacts });
  expect(proof.tracked_changes).toEqual(
    ['gone.txt', 'readme.md', 'run.sh'].map((name) => ({ path: name, by: 'set-up', kind: 'changed' })),
  );
  expect(fs.readFileSync(path.join(other.folder, 'readme.md'), 'utf8')).toBe('hello\n');
});

test('ignored files are copied as they are; what is missing is left out', async () => {
  const here = await checkScene(LOCK);
  here.write('.env', 'A=1\n');
  here.write('secrets/key', 'k\n');
  await ready(here, copying('.env', 'secrets/key', 'absent/file'));
  expect(fs.readFileSync(path.join(here.checkout.folder, '.env'), 'utf8')).toBe('A=1\n');
  expect(fs.readFileSync(path.join(here.checkout.folder, 'secrets/key'), 'utf8')).toBe('k\n');
  expect((await here.prove()).ending).toBe('not_run');
});

test('nothing else is copied: not from outside, no links, no folders, nothing that would be committed', async () => {
  const here = await checkScene(LOCK);
  fs.writeFileSync(path.join(here.root, 'outside'), 'x');
  fs.symlinkSync('../outside', path.join(here.project, '.env'));
  fs.mkdirSync(path.join(here.root, 'elsewhere'));
  fs.writeFileSync(path.join(here.root, 'elsewhere/file'), 'x');
  fs.symlinkSync('../elsewhere', path.join(here.project, 'secrets'));
  here.write('loose.txt', 'x');
  const why = async (file: string) => {
    const done = await setUp(here.checking, unready(here, copying(file)));
    return !done.ok && done.error.code === 'checks.copy_refused' ? done.error.params.why : done;
  };
  expect(await why('../outside')).toBe('outside');
  expect(await why(path.join(here.root, 'outside'))).toBe('outside');
  expect(await why('.env')).toBe('not_regular');
  expect(await why('secrets/file')).toBe('outside');
  expect(await why('src')).toBe('not_regular');
  expect(await why('src/a.ts')).toBe('tracked');
  expect(await why('loose.txt')).toBe('not_ignored');
  expect(fs.existsSync(path.join(here.checkout.folder, 'loose.txt'))).toBe(false);
});

test('a link that was planted in the worktree leads no copy out of it', async () => {
  const here = await checkScene(LOCK);
  here.write('secrets/key', 'k\n');
  fs.mkdirSync(path.join(here.root, 'victim'));
  fs.symlinkSync(path.join(here.root, 'victim'), path.join(here.checkout.folder, 'secrets'));
  expect(await setUp(here.checking, unready(here, copying('secrets/key')))).toMatchObject({
    ok: false,
    error: { code: 'checks.copy_refused', params: { why: 'outside' } },
  });
  expect(fs.readdirSync(path.join(here.root, 'victim'))).toEqual([]);
});

test('set-up runs in the sandbox', async (context) => {
  const here = await checkScene(LOCK, {
    config: { setup_command: 'echo x > "$HOME/out"; echo x > "$THEIRS/out"; echo kept > made' },
  });
  const env = { ...here.checking.env, THEIRS: path.join(here.root, 'home') };
  const sandbox = await sandboxOf(context, here);
  must(await setUp({ ...here.checking, env, sandbox }, unready(here)));
  expect(fs.readFileSync(path.join(here.checkout.folder, 'made'), 'utf8')).toBe('kept\n');
  expect(fs.existsSync(path.join(here.root, 'home/out'))).toBe(false);
});

test('npm sets a project up in the sandbox', async (context) => {
  const manifest = { name: 'sample', version: '1.0.0', dependencies: { dep: 'file:dep' } };
  const lock = {
    name: 'sample',
    version: '1.0.0',
    lockfileVersion: 3,
    requires: true,
    packages: {
      '': manifest,
      dep: { version: '1.0.0' },
      'node_modules/dep': { resolved: 'dep', link: true },
    },
  };
  const here = await checkScene({
    'package.json': JSON.stringify(manifest),
    'package-lock.json': JSON.stringify(lock),
    'dep/package.json': '{"name":"dep","version":"1.0.0"}',
    '.gitignore': 'node_modules\n',
  });
  const sandbox = await sandboxOf(context, here);
  expect(here.own.setup).toBe('npm ci');
  must(await setUp({ ...here.checking, sandbox }, unready(here)));
  expect(fs.existsSync(path.join(here.checkout.folder, 'node_modules/dep/package.json'))).toBe(true);
  expect((await here.prove()).ending).toBe('not_run');
});

test('of another tree nothing is left but what set-up made, as it was made', async () => {
  const ignored = { ...LOCK, '.gitignore': 'made\n.env\nnode_modules/\ndist/\n' };
  const here = await checkScene(ignored, {
    config: {
      setup_command: 'echo run >> made; mkdir -p node_modules/a; echo a > node_modules/a/index.js',
      copy: ['.env'],
    },
  });
  here.write('.env', 'A=1\n');
  const inside = (name: string) => path.join(here.checkout.folder, name);
  const runs = () => fs.readFileSync(inside('made'), 'utf8').split('\n').length - 1;
  const readyFor = async (tree: string) => must(await setUp(here.checking, { ...unready(here), tree }));
  const dirty = () => {
    for (const name of ['dist/old.js', 'node_modules/b/index.js', 'node_modules/a/more.js']) {
      fs.mkdirSync(path.dirname(inside(name)), { recursive: true });
      fs.writeFileSync(inside(name), 'left behind');
    }
  };
  await readyFor('one');
  dirty();
  await readyFor('one');
  expect(fs.existsSync(inside('dist/old.js'))).toBe(true);
  await readyFor('two');
  expect([runs(), fs.readdirSync(inside('node_modules')), fs.readdirSync(inside('node_modules/a'))]).toEqual([
    1,
    ['a'],
    ['index.js'],
  ]);
  expect([fs.existsSync(inside('dist')), fs.readFileSync(inside('.env'), 'utf8')]).toEqual([false, 'A=1\n']);

  dirty();
  const { atime, mtime } = fs.statSync(inside('node_modules/a/index.js'));
  fs.writeFileSync(inside('node_modules/a/index.js'), 'b\n');
  fs.utimesSync(inside('node_modules/a/index.js'), atime, mtime);
  await readyFor('three');
  expect(fs.readFileSync(inside('node_modules/a/index.js'), 'utf8')).toBe('a\n');
  expect([runs(), fs.existsSync(inside('dist')), fs.existsSync(inside('node_modules/b'))]).toEqual([1, false, false]);
});

test('without a set-up of its own, too', async () => {
  const here = await checkScene({ '.gitignore': 'dist/\n' });
  const left = path.join(here.checkout.folder, 'dist/old.js');
  must(await setUp(here.checking, { ...unready(here), tree: 'one' }));
  fs.mkdirSync(path.dirname(left));
  fs.writeFileSync(left, 'left behind');
  must(await setUp(here.checking, { ...unready(here), tree: 'two' }));
  expect(fs.existsSync(left)).toBe(false);
});

test('cancelled', async () => {
  const here = await checkScene(LOCK, { config: { setup_command: 'true' } });
  const done = await setUp({ ...here.checking, signal: AbortSignal.abort() }, unready(here));
  expect(done).toEqual({ ok: true, value: { status: 'cancelled' } });
});

function unready(here: CheckScene, commands: ProjectCommands = here.own) {
  return { worktree: here.checkout, projectRoot: here.project, commands };
}

async function ready(here: CheckScene, commands?: ProjectCommands): Promise<SetUpOutcome> {
  return must(await setUp(here.checking, unready(here, commands)));
}

async function readyFor(here: CheckScene): Promise<SetUpOutcome> {
  return must(await setUp(here.checking, { ...unready(here), tree: here.tree }));
}

function copying(...copy: string[]): ProjectCommands {
  return { copy };
}

function write(here: CheckScene, file: string, content: string): void {
  fs.writeFileSync(path.join(here.checkout.folder, file), content);
}
