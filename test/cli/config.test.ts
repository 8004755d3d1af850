import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { needs } from '../support/needs.ts';
import { orchestral, project, put } from './orchestral.ts';
import { terminal } from './terminal/terminal.ts';

let cwd: string;
let home: string;
let env: Record<string, string>;

beforeEach(() => {
  cwd = project();
  home = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'config-')));
  env = { XDG_CONFIG_HOME: home, XDG_STATE_HOME: path.join(home, 'state') };
});

const config = (...args: string[]) => orchestral(['config', ...args], { cwd, env });
const own = () => path.join(home, 'orchestral/config.json');
const read = (file: string) => fs.readFileSync(file, 'utf8');

interface Setting {
  readonly key: string;
  readonly value: unknown;
  readonly origin: string;
  readonly path: string | null;
}

async function settings(...flags: string[]): Promise<Map<string, Setting>> {
  const said = await config('list', '--json', ...flags);
  expect(said).toMatchObject({ code: 0, stderr: '' });
  const { settings: all } = JSON.parse(said.stdout) as { settings: Setting[] };
  return new Map(all.map((one) => [one.key, one]));
}

describe('config list', () => {
  test('has every value with who says so', async () => {
    const builder = put(cwd, '.orchestral/config/builder.json', '{ "model": "opus" }');
    put(home, 'orchestral/config.json', '{ "builder": { "model": "haiku" }, "global": { "log_level": "warn" } }');
    const all = await settings();
    expect(all.get('builder.model')).toMatchObject({ value: 'opus', origin: 'project', path: builder });
    expect(all.get('global.log_level')).toMatchObject({ value: 'warn', origin: 'user', path: own() });
    expect(all.get('global.max_iterations')).toMatchObject({ value: 3, origin: 'default', path: null });
    expect(all.get('project.test_command')).toMatchObject({ value: null, origin: 'default', places: ['project'] });
    expect(all.get('sandbox.read')).toMatchObject({ value: null, places: ['user'] });
    expect([...all.keys()].filter((key) => key.includes('version'))).toEqual([]);
  });

  test('knows the command line and the environment', async () => {
    put(cwd, '.orchestral/config/agents.json', '{ "roles": { "builder": { "backend": "codex", "model": "gpt-7" } } }');
    env = { ...env, ORCHESTRAL_AGENT: 'claude:opus' };
    const all = await settings();
    expect(all.get('agents.default.backend')).toMatchObject({ value: 'claude', origin: 'environment' });
    expect(all.get('agents.roles.builder.backend')).toMatchObject({ value: 'claude', origin: 'environment' });
    expect(all.get('agents.roles.builder.model')).toMatchObject({ value: 'opus', origin: 'environment' });
    const more = await settings('--agent', 'gemini', '--model', 'haiku');
    expect(more.get('agents.default.backend')).toMatchObject({ value: 'gemini', origin: 'flag' });
    expect(more.get('agents.roles.builder.model')).toMatchObject({ value: 'haiku', origin: 'flag' });
    expect(more.get('agents.roles.planner.backend')).toMatchObject({ value: null });
  });

  test('is a table for people, in their language', async () => {
    const { stdout } = await config('--lang', 'ko');
    expect(stdout).toMatch(/^global\.max_iterations +기본값 +3$/m);
    expect(stdout).toMatch(/^project\.test_command +기본값 +정하지 않음$/m);
  });
});

describe('config get', () => {
  test('prints the bare value', async () => {
    expect(await config('get', 'builder.model')).toMatchObject({ code: 0, stdout: 'sonnet\n', stderr: '' });
    const listed = await config('get', 'refiner.auto_fill.forbidden');
    expect(JSON.parse(listed.stdout)).toEqual(['architecture', 'external_deps', 'security']);
    expect(await config('get', 'project.test_command')).toMatchObject({ code: 0, stdout: '', stderr: 'not set\n' });
  });

  test.each([
    ['global.max_iteration', "did you mean 'global.max_iterations'?"],
    ['agents.limits', "'agents.limits' is not a setting but a group of 5: agents.limits.wall_ms, "],
    ['nothing.at.all', 'orchestral config list'],
  ])('%s is not there', async (key, hint) => {
    const said = await config('get', key);
    expect(said).toMatchObject({ code: 2, stdout: '' });
    expect(said.stderr).toContain(hint);
  });
});

describe('config set', () => {
  test('changes one value and leaves the rest as it is written', async () => {
    const file = put(
      cwd,
      '.orchestral/config/global.json',
      '{\n    "log_level": "warn",\n\n    "timeouts": { "builder": 5 },\n    "max_iterations":   4\n}\n',
    );
    const said = await config('set', 'global.max_iterations', '7');
    expect(said).toMatchObject({ code: 0, stdout: '' });
    expect(said.stderr).toBe('global.max_iterations is set in .orchestral/config/global.json\n');
    expect(read(file)).toBe(
      '{\n    "log_level": "warn",\n\n    "timeouts": { "builder": 5 },\n    "max_iterations":   7\n}\n',
    );
    await config('set', 'global.notifications.system_notify', 'true');
    expect(read(file)).toContain('    "notifications": {\n        "system_notify": true\n    }');
    expect(await config('get', 'global.notifications.system_notify')).toMatchObject({ stdout: 'true\n' });
    await config('unset', 'global.max_iterations');
    expect(JSON.parse(read(file))).not.toHaveProperty('max_iterations');
  });

  test('makes the file where there is none', async () => {
    await config('set', 'agents.default.model', 'opus');
    await config('set', 'agents.limits.total_cost_usd', '20', '--user');
    expect(JSON.parse(read(path.join(cwd, '.orchestral/config/agents.json')))).toEqual({ default: { model: 'opus' } });
    expect(JSON.parse(read(own()))).toEqual({ agents: { limits: { total_cost_usd: 20 } } });
  });

  test('takes text as it is, and lists as JSON', async () => {
    await config('set', 'project.test_command', 'true');
    await config('set', 'builder.style.prefer_libraries', '["zod"]');
    expect(JSON.parse(read(path.join(cwd, '.orchestral/config/project.json')))).toEqual({ test_command: 'true' });
    expect(await config('get', 'builder.style.prefer_libraries')).toMatchObject({ stdout: '["zod"]\n' });
  });

  test('says when it does not count', async () => {
    put(cwd, '.orchestral/config/builder.json', '{ "model": "opus" }');
    const said = await config('set', 'builder.model', 'haiku', '--user');
    expect(said).toMatchObject({ code: 0 });
    expect(said.stderr).toContain('but builder.model is opus, from: project');
    const runs = await config('set', 'project.test_command', 'make test');
    expect(runs.stderr).toContain('orchestral trust');
  });

  test('writes through a link of the person’s', async () => {
    const kept = put(home, 'dotfiles/orchestral.json', '{}\n');
    fs.mkdirSync(path.dirname(own()), { recursive: true });
    fs.symlinkSync(kept, own());
    expect(await config('set', 'builder.model', 'opus', '--user')).toMatchObject({ code: 0 });
    expect(fs.lstatSync(own()).isSymbolicLink()).toBe(true);
    expect(JSON.parse(read(kept))).toEqual({ builder: { model: 'opus' } });
  });

  test.each([
    [['global.max_iterations', 'five'], 'global.max_iterations: must be a number, not "five"'],
    [['global.max_iterations', '0'], 'global.max_iterations: must be a number of at least 1, not 0'],
    [['global.log_level', 'loud'], 'global.log_level: must be one of "debug"'],
    [['refiner.auto_fill.allowed', 'naming'], 'refiner.auto_fill.allowed: must be a list, not "naming"'],
    [['agents.backends.codex.env', '["A B"]', '--user'], 'must be the name of a variable like HTTPS_PROXY, not "A B"'],
    [['fleet.label', 'a b', '--user'], 'fleet.label: must be a label like gpu, not "a b"'],
    [['project.test_command', 'x', '--user'], 'can only be set per project'],
    [['sandbox.read', '["~"]'], 'add --user'],
    [['global.max_iterations'], 'config set'],
  ])('%j changes nothing', async (args, why) => {
    const said = await config('set', ...args);
    expect(said).toMatchObject({ code: 2, stdout: '' });
    expect(said.stderr).toContain(why);
    expect(fs.existsSync(path.join(cwd, '.orchestral/config'))).toBe(false);
    expect(fs.existsSync(own())).toBe(false);
  });

  test('leaves a broken file alone, and says what is wrong in it', async () => {
    const text = '{\n  "max_iterations": 5,\n}\n';
    const file = put(cwd, '.orchestral/config/global.json', text);
    const said = await config('set', 'global.log_level', 'warn');
    expect(said).toMatchObject({ code: 4, stdout: '' });
    expect(said.stderr).toBe(
      'error: .orchestral/config/global.json:2:22: max_iterations: remove the comma after the last value\n' +
        '  fix it, then check it: orchestral validate\n',
    );
    expect(read(file)).toBe(text);
  });

  test('is nothing for an agent', async () => {
    env = { ...env, ORCHESTRAL_EFFECT: 'run-20260101-000000/build#1' };
    expect(await config('set', 'agents.sandbox', 'off')).toMatchObject({ code: 2 });
    expect(fs.existsSync(path.join(cwd, '.orchestral/config'))).toBe(false);
    expect(await config('get', 'agents.sandbox')).toMatchObject({ code: 0, stdout: 'auto\n' });
  });
});

describe('config explain', () => {
  test('says what a setting means, what holds, and how to change it', async () => {
    const said = await config('explain', 'global.max_iterations');
    expect(said).toMatchObject({ code: 0, stderr: '' });
    expect(said.stdout).toMatchInlineSnapshot(`
      "global.max_iterations
        How many rounds of build, verify and gate a run may take.

        value    3 (default)
        default  3
        set in   the project, your own file (--user)
        change   orchestral config set global.max_iterations VALUE
      "
    `);
    const korean = await config('explain', 'global.max_iterations', '--lang', 'ko');
    expect(korean.stdout).toContain('라운드 수의 상한');
    put(cwd, '.orchestral/config/builder.json', '{ "model": "opus" }');
    expect((await config('explain', 'builder.model')).stdout).toContain(
      'opus (project, .orchestral/config/builder.json)',
    );
  });

  test.each([
    [['explain'], "'config explain' needs an argument: KEY"],
    [['explain', 'builder.modl'], "did you mean 'builder.model'?"],
    [['explain', 'builder.model', 'x'], "too many arguments for 'config explain'"],
    [['explain', 'global'], "'global' is not a setting but a group of 14: global.max_iterations, "],
    [['get', 'verifier.adversarial'], "'verifier.adversarial' is not a setting but a group of"],
    [['edit'], "'config edit' needs an argument: KEY"],
    [['edit', 'builder.modl'], "did you mean 'builder.model'?"],
    [['edit', 'builder.model'], 'orchestral config set builder.model VALUE'],
  ])('%j', async (args, what) => {
    const said = await config(...args);
    expect(said.code).toBe(2);
    expect(said.stderr).toContain(what);
  });

  test('a value that does not fit names the explanation, which works', async () => {
    const said = await config('set', 'global.max_iterations', 'many');
    expect(said.stderr).toContain('orchestral config explain global.max_iterations');
    expect(await config('explain', 'global.max_iterations')).toMatchObject({ code: 0 });
  });
});

test('config edit explains, asks, and saves', async (context) => {
  needs(context, 'tmux');
  const view = terminal({
    columns: 80,
    run: [path.resolve('bin/orchestral.js'), 'config', 'edit', 'builder.model', '--project', cwd],
    env,
  });
  await view.until((screen) => screen.includes('New value') && screen.endsWith('>'));
  view.type('opus\r');
  await view.until((screen) => screen.includes('exit 0'));
  expect((await config('get', 'builder.model')).stdout).toBe('opus\n');
});
