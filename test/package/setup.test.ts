import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { beforeEach, expect, test } from 'vitest';

/** `scripts/setup.mjs` in a clone of one source file whose npm, build and apt-get only note that they were called. */
let clone: string;
let programs: string;

beforeEach(() => {
  clone = fs.mkdtempSync(path.join(os.tmpdir(), 'clone-'));
  programs = path.join(clone, 'programs');
  for (const folder of ['scripts', 'src', 'programs']) fs.mkdirSync(path.join(clone, folder));
  for (const script of ['setup.mjs', 'stamp.mjs'])
    fs.copyFileSync(`scripts/${script}`, path.join(clone, 'scripts', script));
  write('package.json', '{ "type": "module" }');
  write('package-lock.json', '{ "packages": { "": {}, "node_modules/a": { "version": "1.0.0" } } }');
  write('src/main.ts', 'export {};');
  write('scripts/build.mjs', FAKE_BUILD);
  program('npm', `mkdir -p node_modules && echo "npm $*" >> calls`);
});

const FAKE_BUILD = `
  import fs from 'node:fs';
  import { sourceHash, stampBuilt } from './stamp.mjs';
  for (const folder of ['dist/types', 'dist/ui']) fs.mkdirSync(folder, { recursive: true });
  for (const file of ['dist/cli.js', 'dist/index.js', 'dist/types/index.d.ts', 'dist/ui/index.html']) fs.writeFileSync(file, '');
  fs.appendFileSync('calls', 'build\\n');
  stampBuilt(sourceHash());
`;

test('a fresh clone is installed and built, each command said first; the second time nothing is done or said', () => {
  const first = setup();
  expect(first).toEqual({
    status: 0,
    stdout: '',
    stderr: '> npm ci --include=dev --no-audit --no-fund\n> node scripts/build.mjs\n',
  });
  expect(calls()).toEqual(['npm ci --include=dev --no-audit --no-fund', 'build']);
  expect(setup()).toEqual({ status: 0, stdout: '', stderr: '' });
  expect(calls()).toHaveLength(2);
});

test('a changed source is built again, a changed lock file installed again', () => {
  setup();
  write('src/main.ts', 'export const changed = 1;');
  expect(setup().stderr).toBe('> node scripts/build.mjs\n');
  write('package-lock.json', '{ "packages": { "": {}, "node_modules/a": { "version": "2.0.0" } } }');
  expect(setup().stderr).toContain('> npm ci');
});

test('a dist that was removed is built again', () => {
  setup();
  fs.rmSync(path.join(clone, 'dist'), { recursive: true });
  expect(setup().stderr).toBe('> node scripts/build.mjs\n');
});

test('dependencies that npm installed before need no second installation', () => {
  write('node_modules/.package-lock.json', '{ "packages": { "node_modules/a": { "version": "1.0.0" } } }');
  expect(setup().stderr).toBe('> node scripts/build.mjs\n');
});

test('dependencies of another version do', () => {
  write('node_modules/.package-lock.json', '{ "packages": { "node_modules/a": { "version": "0.9.0" } } }');
  expect(setup().stderr).toContain('> npm ci');
});

test('a failing installation is one line after what npm said, and nothing is taken for installed', () => {
  program('npm', 'echo "npm error no network" >&2; exit 7');
  const { status, stderr } = setup();
  expect(status).toBe(1);
  expect(stderr.split('\n').slice(1)).toEqual([
    'npm error no network',
    'setup: npm ci --include=dev --no-audit --no-fund failed (exit 7); what it said is above.',
    '',
  ]);
  expect(setup().status).toBe(1);
});

test('an old Node is one line', () => {
  const { status, stderr } = setup({ node: ['--import', `data:text/javascript,${encodeURIComponent(OLD_NODE)}`] });
  expect(status).toBe(1);
  expect(stderr).toMatch(/^setup: Node 20\.19 or newer is needed, this is 18\.20\.0\. .*\n$/);
});

const OLD_NODE = `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '18.20.0' } });`;

test('without a way to install them, each missing program is one line', () => {
  setup();
  const { status, stderr } = setup({ args: ['--for-tests'] });
  expect(status).toBe(0);
  expect(
    stderr
      .trimEnd()
      .split('\n')
      .map((line) => line.split(':').slice(0, 2).join(':')),
  ).toEqual([
    'setup: git 2.38 or newer is missing',
    'setup: bwrap is missing',
    'setup: jq is missing',
    'setup: chromium is missing',
    'setup: tmux is missing',
    'setup: gh is missing',
    'setup: redis-server is missing',
    'setup: ip is missing',
    'setup: sshd is missing',
  ]);
});

test('a git that is too old counts as missing', () => {
  setup();
  for (const name of ['bwrap', 'jq', 'chromium', 'tmux', 'gh', 'sshd', 'redis-server', 'ip']) program(name, 'exit 0');
  program('git', 'echo git version 2.30.2');
  expect(setup({ args: ['--for-tests'] }).stderr).toContain('git 2.38 or newer is missing');
  program('git', 'echo git version 2.38.0');
  expect(setup({ args: ['--for-tests'] }).stderr).toBe('');
});

test('apt-get runs only as root, only for what is missing, and is said first', () => {
  setup();
  program('git', 'echo git version 2.39.5');
  for (const name of ['bwrap', 'chromium', 'tmux', 'gh', 'sshd', 'redis-server', 'ip']) program(name, 'exit 0');
  program(
    'apt-get',
    `echo "apt-get $*" >> calls; [ "$1" = install ] && printf '#!/bin/sh\\n' > programs/jq && chmod +x programs/jq; exit 0`,
  );
  const { stderr } = setup({ args: ['--for-tests'] });
  const aptCalls = calls().filter((call) => call.startsWith('apt-get'));
  if (process.getuid?.() === 0 && fs.existsSync('/etc/debian_version')) {
    const expected = ['apt-get update -q', 'apt-get install -q -y --no-install-recommends jq'];
    expect(aptCalls).toEqual(expected);
    expect(stderr).toBe(expected.map((call) => `> ${call}\n`).join(''));
  } else {
    expect(aptCalls).toEqual([]);
    expect(stderr).toContain('setup: jq is missing');
  }
});

function setup({ args = [], node = [] }: { args?: string[]; node?: string[] } = {}) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [...node, 'scripts/setup.mjs', ...args], {
    cwd: clone,
    encoding: 'utf8',
    env: { PATH: programs, HOME: clone },
  });
  return { status, stdout, stderr };
}

function program(name: string, script: string): void {
  write(`programs/${name}`, `#!/bin/sh\nPATH=/usr/bin:/bin\n${script}\n`);
  fs.chmodSync(path.join(programs, name), 0o755);
}

function write(file: string, text: string): void {
  fs.mkdirSync(path.dirname(path.join(clone, file)), { recursive: true });
  fs.writeFileSync(path.join(clone, file), text);
}

function calls(): string[] {
  return fs.readFileSync(path.join(clone, 'calls'), 'utf8').trimEnd().split('\n');
}
