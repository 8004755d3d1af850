import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { orchestral, project, put, sample, shell } from './orchestral.ts';

const configs = ['global', 'refiner', 'builder', 'verifier', 'gatekeeper'];

test('writes the defaults, which validate, and says what it did', async () => {
  const root = project({ 'sub/file': '' });
  const said = await orchestral(['init'], { cwd: path.join(root, 'sub') });
  expect(said.code).toBe(0);
  for (const name of configs) {
    expect(said.stdout).toContain(`+ ../.orchestral/config/${name}.json  written`);
    const written = fs.readFileSync(path.join(root, `.orchestral/config/${name}.json`), 'utf8');
    expect(JSON.parse(written)).toEqual(JSON.parse(sample(`config-${name}.json`)));
  }
  // What people look for first is there to be filled in.
  for (const name of ['agents', 'project'])
    expect(JSON.parse(fs.readFileSync(path.join(root, `.orchestral/config/${name}.json`), 'utf8'))).toEqual({
      version: 1,
    });
  expect(await orchestral(['validate'], { cwd: root })).toMatchObject({ code: 0, stderr: '7 documents are valid\n' });
});

test('overwrites nothing, and can be done again', async () => {
  const root = project();
  put(root, '.orchestral/config/global.json', 'mine, and broken');
  fs.symlinkSync('nowhere', path.join(root, '.orchestral/config/refiner.json'));
  await orchestral(['init'], { cwd: root });
  expect(fs.readFileSync(path.join(root, '.orchestral/config/global.json'), 'utf8')).toBe('mine, and broken');
  expect(fs.readlinkSync(path.join(root, '.orchestral/config/refiner.json'))).toBe('nowhere');
  const files = () => new Set(fs.readdirSync(root, { recursive: true, encoding: 'utf8' }));
  const before = files();
  const again = await orchestral(['init'], { cwd: root });
  expect(again.code).toBe(0);
  expect(again.stdout).not.toMatch(/^\+/m);
  expect(files()).toEqual(before);
});

test('what is not for sharing is ignored, what is for sharing is not', async () => {
  const root = project();
  fs.rmSync(path.join(root, '.git'), { recursive: true });
  execFileSync('git', ['init', '-q', root]);
  await orchestral(['init'], { cwd: root });
  for (const place of [
    '.orchestral/runs/run-20240115-143022/state.json',
    '.orchestral/config/global.json.bak',
    '.orchestral/config/global.json.rejected-20240115T000000Z',
    '.claude/orchestrate-state.json',
    '.claude/orchestrate-state.json.lock',
    '.claude/orchestrate-events.log',
    '.claude/orchestrate-events.log.owner',
    '.claude/orchestrator/sessions/a1b2c3d4/events.log',
    '.claude/orchestrator/sessions/a1b2c3d4/state.json.corrupt-20240115T000000Z',
    '.claude/orchestrator/knowledge/a1b2c3d4/knowledge.yaml',
    '.claude/settings.json',
  ])
    put(root, place, 'x');
  const listed = execFileSync('git', ['-C', root, 'ls-files', '--others', '--exclude-standard'], { encoding: 'utf8' });
  expect(listed.trimEnd().split('\n')).toEqual([
    '.claude/orchestrator/knowledge/a1b2c3d4/knowledge.yaml',
    '.claude/settings.json',
    ...[...configs, 'agents', 'project'].toSorted().map((name) => `.orchestral/config/${name}.json`),
  ]);
});

test("a person's own .claude/.gitignore is left alone, and they are told", async () => {
  const root = project({ '.claude/.gitignore': 'settings.local.json\n' });
  const said = await orchestral(['init'], { cwd: root });
  expect(said.code).toBe(0);
  expect(said.stdout).toMatch(/^! \.claude\/\.gitignore {2}has its own rules; .*orchestrate-state\.json/m);
  expect(fs.readFileSync(path.join(root, '.claude/.gitignore'), 'utf8')).toBe('settings.local.json\n');
  const json = await orchestral(['init', '--json'], { cwd: root });
  expect(JSON.parse(json.stdout)).toMatchObject({
    files: expect.arrayContaining([expect.objectContaining({ outcome: 'lacks' })]) as object,
  });
});

test('something in the way is one line that names it', async () => {
  const root = project({ '.orchestral': 'a file' });
  const said = await orchestral(['init'], { cwd: root });
  expect(said.code).toBe(5);
  expect(said.stderr).toMatch(/^error: \.orchestral\/config\/global\.json: could not replace \((ENOTDIR|EEXIST)\)/);
  expect((await shell('orchestral init --lang ko', { cwd: root })).stderr).toContain('폴더가 있어야 할 자리에');
});

test('there is no project at the top of the file system, in a home folder, or in a bare repository', async () => {
  const home = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'home-')));
  const bare = path.join(home, 'bare.git');
  execFileSync('git', ['init', '-q', '--bare', bare]);
  for (const [folder, said] of [
    ['/', 'top of the file system'],
    [home, 'your home folder'],
    [bare, 'bare repository'],
  ] as const) {
    const told = await orchestral(['init', '--project', folder], { cwd: home, env: { HOME: home } });
    expect(told).toMatchObject({ code: 2, stdout: '' });
    expect(told.stderr).toContain(said);
    expect(fs.existsSync(path.join(folder, '.orchestral'))).toBe(false);
  }
});
