import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { needs, notRun } from '../support/needs.ts';
import { busyProject, orchestral, project, put } from './orchestral.ts';

/** A folder of programs that is the whole PATH. */
function programs(scripts: Readonly<Record<string, string>>): string {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'bin-'));
  for (const [name, script] of Object.entries(scripts))
    fs.writeFileSync(path.join(folder, name), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  return folder;
}

async function examined(PATH: string, cwd = project(), more: Readonly<Record<string, string>> = {}) {
  const env = { PATH, ANTHROPIC_API_KEY: 'sk-ant-for-nothing', ...more };
  const { code, stdout } = await orchestral(['doctor', '--json'], { cwd, env });
  const { checks } = JSON.parse(stdout) as { checks: { id: string; state: string; detail: string }[] };
  return { code, of: (id: string) => checks.find((check) => check.id === id) };
}

test('what is installed, with its version', async () => {
  const { code, of } = await examined(
    programs({
      git: 'echo git version 2.39.5',
      claude: 'echo "2.1.98 (Claude Code)"',
      codex: 'echo codex-cli 0.130.0',
      tmux: 'echo tmux 3.3a',
      gemini: 'exit 3',
    }),
  );
  expect(code).toBe(0);
  expect(of('git')).toMatchObject({ state: 'good', detail: '2.39.5' });
  expect(of('claude')).toMatchObject({ state: 'good', detail: '2.1.98', signed_in: true });
  expect(of('codex')).toMatchObject({
    state: 'bad',
    detail: '0.130.0',
    signed_in: false,
    hint: expect.stringContaining('codex login') as string,
  });
  expect(of('tmux')).toMatchObject({ state: 'good', detail: '3.3a' });
  expect(of('sandbox')).toMatchObject({ state: 'missing', hint: expect.stringContaining('install bubblewrap') });
  expect(of('gemini')).toMatchObject({ state: 'bad' });
  expect(of('opencode')).toMatchObject({ state: 'missing' });
  expect(of('agents')).toBeUndefined();
});

test('an agent that is too old says which version is needed, and how to get it', async () => {
  const { of } = await examined(programs({ git: 'echo 2.40.0', claude: 'echo "1.0.98 (Claude Code)"' }));
  expect(of('claude')).toMatchObject({
    state: 'bad',
    detail: '1.0.98',
    hint: expect.stringMatching(/^too old, 2\.\d+\.\d+ or newer is needed: claude update$/) as string,
  });
  expect(of('agents')).toBeDefined();
});

test.each([
  ['missing', {}],
  ['too old', { git: 'echo git version 2.37.9' }],
  ['broken', { git: 'exit 1' }],
])('git %s: exit 5, and what to do', async (_how, scripts) => {
  const { code, of } = await examined(programs(scripts));
  expect(code).toBe(5);
  expect(of('git')).toMatchObject({ state: 'needed', hint: expect.stringContaining('2.38') as string });
  expect(of('agents')).toMatchObject({ state: 'missing' });
});

test('whether pull requests can be opened: of the host that the project is on, and bad only where it wants them', async () => {
  const wants = (cwd: string, address: string) => {
    put(cwd, '.orchestral/config/project.json', '{"version":1,"delivery":"pull-request"}');
    execFileSync('git', ['init', '--quiet'], { cwd });
    execFileSync('git', ['remote', 'add', 'origin', address], { cwd });
    return cwd;
  };
  const git = 'exec /usr/bin/git "$@"';
  const gh = 'case "$1 $2" in --version*) echo gh version 2.23.0;; "auth token") test -n "$GH_TOKEN" && echo it;; esac';
  const glab = 'case "$1" in --version) echo Current glab version: 1.53.0;; config) echo;; esac';
  const none = await examined(programs({ git }));
  expect([none.of('gh'), none.of('glab')]).toMatchObject([{ state: 'missing' }, { state: 'missing' }]);
  const onGithub = wants(project(), 'https://github.com/acme/app.git');
  const signedIn = await examined(programs({ git, gh }), onGithub, { GH_TOKEN: 'gho_secret' });
  expect(signedIn.of('gh')).toMatchObject({ state: 'good', detail: '2.23.0, github.com', signed_in: true });
  expect(signedIn.of('glab')).toBeUndefined();
  const signedOut = await examined(programs({ git, gh }), onGithub);
  expect(signedOut.of('gh')).toMatchObject({
    state: 'bad',
    hint: expect.stringMatching(/^only needed for [^:]+: gh auth login$/),
  });
  const onGitlab = wants(project(), 'git@gitlab.com:acme/app.git');
  expect((await examined(programs({ git, glab }), onGitlab)).of('glab')).toMatchObject({
    state: 'bad',
    signed_in: false,
    hint: expect.stringContaining('glab auth login'),
  });
  const onOwn = wants(project(), 'git@code.example.com:acme/app.git');
  const own = await examined(programs({ git, gh, glab }), onOwn, { GH_TOKEN: 'gho_secret' });
  expect([own.of('gh'), own.of('glab')]).toMatchObject([{ state: 'good' }, undefined]);
});

test('where editors find it, and whether claude-mem answers', async () => {
  const none = await examined(programs({ git: 'echo 2.40.0' }));
  expect(none.of('editors')).toMatchObject({
    state: 'missing',
    hint: expect.stringContaining('docs/guides/editors.md'),
  });
  expect(none.of('claude_mem')).toMatchObject({ state: 'missing', detail: '' });
  const PATH = programs({ git: 'echo 2.40.0', orchestral: 'exit 0' });
  const HOME = fs.mkdtempSync(path.join(os.tmpdir(), 'home-'));
  // A port that nobody can listen on.
  put(HOME, '.claude-mem/worker.pid', '{"port":1}');
  const { of } = await examined(PATH, project(), { HOME });
  expect(of('editors')).toMatchObject({ state: 'good', detail: path.join(PATH, 'orchestral') });
  expect(of('claude_mem')).toMatchObject({ state: 'bad', detail: 'http://127.0.0.1:1' });
  const server = http.createServer((_, response) => response.end('{"version":"13.25.3"}'));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  put(HOME, '.claude-mem/worker.pid', JSON.stringify({ port }));
  expect((await examined(PATH, project(), { HOME })).of('claude_mem')).toMatchObject({
    state: 'good',
    detail: `13.25.3, http://127.0.0.1:${port}`,
  });
});

test.each([
  ['no git user', { git: 'case "$*" in *IDENT*) exit 128;; esac; echo git version 2.39.5' }, 'identity'],
  ['no agent', { git: 'echo git version 2.39.5', claude: 'exit 1' }, 'agents'],
])('%s: exit 1, because no work can start', async (_what, scripts, id) => {
  const { code, of } = await examined(programs({ claude: 'echo "2.1.98 (Claude Code)"', ...scripts }));
  expect(code).toBe(1);
  expect(of(id)?.state).not.toBe('good');
});

test('a program with too much to say is not listened to for ever', async () => {
  const { of } = await examined(programs({ git: 'echo 2.40.0', claude: 'while :; do echo 1.2.3; done' }));
  expect(of('claude')).toMatchObject({ state: 'bad' });
});

test('a program of the project is not run by its relative PATH', async () => {
  const root = project();
  put(root, 'tools/git', '#!/bin/sh\ntouch ran\necho git version 2.40.0\n');
  fs.chmodSync(path.join(root, 'tools/git'), 0o755);
  const { of } = await examined('tools', root);
  expect(of('git')).toMatchObject({ state: 'needed' });
  expect(fs.existsSync(path.join(root, 'ran'))).toBe(false);
});

test('how the project is', async () => {
  const root = busyProject();
  put(root, '.orchestral/config/global.json', '{');
  put(root, '.claude/orchestrate-state.json.lock', 'whose?');
  const { code, of } = await examined(programs({ git: 'echo 2.39', claude: 'echo "2.1.98 (Claude Code)"' }), root);
  expect(code).toBe(1);
  expect(of('documents')).toMatchObject({ state: 'bad', detail: '1/6' });
  expect(of('locks')).toMatchObject({ state: 'bad', detail: '1' });
  expect(of('hash')).toMatchObject({ state: 'bad', detail: 'a1b2c3d4' });
  expect(of('project')).toMatchObject({ detail: root });
});

test.each(['global', 'project', 'agents'])(
  'what stops work has the sign for it, with a broken %s.json',
  async (name) => {
    const root = project();
    put(root, `.orchestral/config/${name}.json`, '{');
    const { stdout, stderr } = await orchestral(['doctor'], {
      cwd: root,
      env: { PATH: programs({ git: 'echo 2.39' }) },
    });
    const signs = stdout.split('\n').flatMap((line) => (line.startsWith('✗') ? [line.split(/ +/)[1]] : []));
    expect(signs).toEqual(['agents', 'documents']);
    expect(stderr).toContain('work cannot start until this is fixed: agents, documents');
  },
);

test('an agent that the settings name is an agent', async () => {
  const root = project();
  const PATH = programs({ git: 'echo 2.39' });
  const named = '{ "default": { "backend": "command" }, "backends": { "command": { "command": ["./agent"] } } }';
  put(root, '.orchestral/config/agents.json', named);
  expect((await examined(PATH, root)).of('agents')).toBeUndefined();
});

test('lines up in Korean', async () => {
  const PATH = programs({ git: 'printf "git version 2.39.5\\033[2J"' });
  const { stdout } = await orchestral(['doctor', '--lang', 'ko'], { cwd: project(), env: { PATH } });
  expect(stdout).toMatch(/^✓ git {9}2\.39\.5\\x1b\[2J$/m);
  expect(stdout).toMatch(/^✓ 디스크 {6}\d/m);
  expect(stdout).toMatch(/^✓ 언어 {8}한국어$/m);
});

/** The options are in descriptor 3; after `--` comes the command, which is run as if by a sandbox. */
const BWRAP = (then: string) =>
  `case "$1" in --version) echo bubblewrap 0.8.0; exit;; esac\nwhile [ "$1" != -- ]; do shift; done; shift\n${then}`;

describe('the sandbox is tried', () => {
  const wholePath = (bwrap: string): string => `${programs({ bwrap })}:${process.env['PATH']}`;

  test('by ways out of it, of which none is open that is not said', async (context) => {
    needs(context, 'bwrap', 'perl');
    const root = project({ '.orchestral/config/project.json': '{"version":1,"userns":"on"}' });
    const { of } = await examined(process.env['PATH'] ?? '', root);
    const found = of('sandbox');
    if (found?.state === 'bad' && found.detail === '') notRun(context, 'bubblewrap may not make namespaces here');
    expect(found).toMatchObject({ state: 'good', hint: null });
    const [held = 0, tried = 0] = (found?.detail ?? '').split('/').map(Number);
    expect(tried).toBeGreaterThanOrEqual(10);
    expect(tried - held).toBeLessThanOrEqual(2);
    expect(of('loopback')).toMatchObject({ state: 'missing', hint: expect.stringContaining('"network": "off"') });
    expect(of('memory')).toMatchObject({ state: 'missing' });
    expect(of('userns')).toMatchObject({ state: 'missing', hint: expect.stringContaining('project.json') });
    const left = fs.readdirSync(os.tmpdir()).filter((name) => name.startsWith('orchestral-probe-'));
    expect(left).toEqual([]);
  });

  test('and one that holds nothing is said not to hold', async (context) => {
    needs(context, 'perl');
    const { of } = await examined(wholePath(BWRAP('exec "$@"')));
    expect(of('sandbox')).toMatchObject({ state: 'bad', hint: expect.stringContaining('SECURITY.md') });
    for (const way of ['read files', 'write files', 'UNIX sockets', 'change git settings'])
      expect(of('sandbox')?.detail).toContain(way);
    const env = { PATH: wholePath(BWRAP('exec "$@"')) };
    const said = await orchestral(['--lang', 'ko', 'doctor'], { cwd: project(), env });
    expect(said.stdout).toContain('여기서 막지 못함: read files');
  });

  test('and one that runs nothing, or may not, is no sandbox', async () => {
    for (const then of ['exit 0', 'exit 1']) {
      const { of } = await examined(wholePath(BWRAP(then)));
      expect(of('sandbox')).toMatchObject({ state: 'bad', hint: expect.stringContaining('user namespaces') });
      expect(of('loopback')).toBeUndefined();
    }
  });
});
