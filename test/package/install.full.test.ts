import { spawn, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { npmRegistry, type Registry } from '../support/npm-registry.ts';
import { record } from '../support/scorecard.ts';

/* The three ways to install that the README names, as somebody who has Node 20, npm and git, and nothing else. */

/** Nobody in particular: may not write to npm's global folder. */
const ORDINARY = 65_534;
const LONG = 900_000;

let registry: Registry;
let outside: string;

beforeAll(async () => {
  outside = fs.realpathSync(
    fs.mkdtempSync(path.join(process.env['ORCHESTRAL_TEST_TMPDIR'] ?? os.tmpdir(), 'install-')),
  );
  fs.chmodSync(outside, 0o755);
  const packed = spawnSync('npm', ['pack', '--ignore-scripts', '--json', '--pack-destination', outside], {
    encoding: 'utf8',
  });
  const [{ filename }] = JSON.parse(packed.stdout) as [{ filename: string }];
  const manifest = JSON.parse(fs.readFileSync('package.json', 'utf8')) as { name: string; version: string };
  registry = await npmRegistry(path.join(outside, filename), {
    ...manifest,
    scripts: {},
    devDependencies: {},
  } as typeof manifest);
}, LONG);

afterAll(async () => {
  await registry.close();
  fs.rmSync(outside, { recursive: true, force: true });
});

interface Person {
  readonly home: string;
  readonly shell: (script: string, cwd?: string) => Promise<{ code: number | null; output: string }>;
}

/** A fresh home. Everything runs as this person, with what Debian has in its PATH. */
function person(name: string): Person {
  const home = path.join(outside, name);
  fs.mkdirSync(path.join(home, 'tmp'), { recursive: true });
  const isRoot = process.getuid?.() === 0;
  if (isRoot) for (const folder of [home, path.join(home, 'tmp')]) fs.chownSync(folder, ORDINARY, ORDINARY);
  const env = {
    HOME: home,
    TMPDIR: path.join(home, 'tmp'),
    PATH: `${home}/.local/bin:${path.dirname(process.execPath)}:/usr/bin:/bin`,
    LANG: 'C.UTF-8',
    npm_config_registry: registry.url,
    npm_config_update_notifier: 'false',
  };
  const shell = (script: string, cwd = home) =>
    new Promise<{ code: number | null; output: string }>((resolve) => {
      const as = isRoot ? { uid: ORDINARY, gid: ORDINARY } : {};
      const child = spawn('bash', ['-c', script], { cwd, env, ...as, stdio: ['ignore', 'pipe', 'pipe'] });
      let output = '';
      for (const stream of [child.stdout, child.stderr])
        stream.setEncoding('utf8').on('data', (text) => (output += text));
      child.on('close', (code) => resolve({ code, output }));
    });
  return { home, shell };
}

/** The demo ended with its report, and what it tells people to type works where they are. */
async function expectDemo({ shell, home }: Person, { code, output }: { code: number | null; output: string }) {
  expect(output).toMatch(/^✅ run-/m);
  expect(code, output).toBe(0);
  const [, look = ''] = /^ {2}(git -C .*)$/m.exec(output) ?? [];
  expect((await shell(look)).output).toContain('Merge run-');
  const [, remove = ''] = /^ {2}(rm -rf .*)$/m.exec(output) ?? [];
  expect((await shell(`${remove} && ls -A`)).code).toBe(0);
  expect(fs.readdirSync(path.join(home, 'tmp')).filter((name) => name.startsWith('orchestral-demo'))).toEqual([]);
}

describe('a fresh home: Node 20, no agent, no right to write to the global folder of npm', () => {
  test('npx orchestral-cli demo', { timeout: LONG }, async () => {
    const me = person('npx');
    await expectDemo(me, await me.shell('npx --yes orchestral-cli demo'));
    record({ promise: 'npx orchestral-cli demo in a fresh home', asked: 'works', measured: 'works' });
  });

  test('npm install -g orchestral-cli, as the FAQ says where npm reports EACCES', { timeout: LONG }, async () => {
    const me = person('global');
    if (process.getuid?.() === 0 || !isWritable(globalFolder())) {
      const refused = await me.shell('npm install -g orchestral-cli');
      expect(refused.output).toContain('EACCES');
    }
    const faq = fs.readFileSync('docs/faq.md', 'utf8');
    expect(faq).toContain('`npm config set prefix ~/.local`');
    const installed = await me.shell('npm config set prefix ~/.local && npm install -g orchestral-cli');
    expect(installed.code, installed.output).toBe(0);
    expect((await me.shell('orchestral --version')).output).toMatch(/^\d+\.\d+\.\d+\n$/);
    await expectDemo(me, await me.shell('orchestral demo'));
    const doctor = await me.shell('orchestral doctor');
    expect(doctor.output).toContain('npm install -g @anthropic-ai/claude-code');
    record({ promise: 'npm i -g orchestral-cli in a fresh home', asked: 'works', measured: 'works' });
  });

  test('a clone: npm start, then npm link, or node bin/orchestral.js', { timeout: LONG }, async () => {
    const me = person('clone');
    const clone = path.join(me.home, 'orchestral');
    spawnSync('git', ['clone', '--quiet', process.cwd(), clone]);
    // What npm ci would fetch, and a registry on loopback does not have.
    spawnSync('cp', ['-a', fs.realpathSync('node_modules'), path.join(clone, 'node_modules')]);
    if (process.getuid?.() === 0) spawnSync('chown', ['-R', `${ORDINARY}:${ORDINARY}`, clone]);
    await expectDemo(me, await me.shell('npm start', clone));
    expect((await me.shell('node bin/orchestral.js --version', clone)).code).toBe(0);
    const linked = await me.shell('npm config set prefix ~/.local && npm link', clone);
    expect(linked.code, linked.output).toBe(0);
    expect((await me.shell('orchestral --version')).output).toMatch(/^\d+\.\d+\.\d+\n$/);
    record({ promise: 'a clone: npm start, npm link in a fresh home', asked: 'works', measured: 'works' });
  });
});

function globalFolder(): string {
  return spawnSync('npm', ['root', '-g'], { encoding: 'utf8' }).stdout.trim();
}

function isWritable(folder: string): boolean {
  try {
    fs.accessSync(folder, fs.constants.W_OK);
    return true;
  } catch {
    return false;
  }
}
