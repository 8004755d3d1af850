import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';
import { needs } from '../support/needs.ts';
import { processesWith } from '../support/processes.ts';
import { orchestral as run, programFile, project, put } from './orchestral.ts';

const agents = '.orchestral/config/agents.json';

/** A folder that is the whole PATH: no agent of this machine is in it. */
function tools(...names: string[]): string {
  const bin = fs.mkdtempSync(path.join(os.tmpdir(), 'bin-'));
  for (const name of ['sh', 'cat', 'ls', 'sleep', 'setsid', 'true', ...names]) {
    const found = ['/usr/bin', '/bin'].map((folder) => path.join(folder, name)).find((file) => fs.existsSync(file));
    if (found !== undefined) fs.symlinkSync(found, path.join(bin, name));
  }
  return bin;
}

const PATH = tools('bwrap');

/** A Claude Code that has said all this before. */
function claudeThatSays(recording: string, exit = 0): string {
  const bin = tools('bwrap');
  // Beside it: a sandbox shows of /tmp only what is named, and the project may lie there.
  const stream = path.join(bin, 'stream.jsonl');
  fs.copyFileSync(path.resolve('test/fixtures/streams/claude', recording), stream);
  const script = `#!/bin/sh\ncase "$*" in *--version*) echo "2.1.325 (Claude Code)"; exit;; esac\ncat '${stream}'; exit ${exit}\n`;
  fs.writeFileSync(path.join(bin, 'claude'), script, { mode: 0o755 });
  return bin;
}

const orchestral: typeof run = (args, { cwd, env }) => run(args, { cwd, env: { PATH, ...env } });

function withAgents(config: object): string {
  return project({ [agents]: JSON.stringify({ version: 1, ...config }) });
}

describe('agents', () => {
  test('lists what is there, who is signed in, and who does what', async () => {
    const cwd = withAgents({
      default: { backend: 'claude', model: 'opus' },
      roles: { planner: { backend: 'codex', model: 'gpt-6-luna' }, architect: { backend: 'acp' } },
      backends: { acp: { command: ['my-agent', '--stdio'] } },
    });
    const env = { PATH: claudeThatSays('ok-text.jsonl'), ANTHROPIC_API_KEY: 'sk-ant-for-nothing' };
    const { code, stdout } = await orchestral(['agents', '--json'], { cwd, env });
    expect(code).toBe(0);
    const { backends, sandbox, roles } = JSON.parse(stdout) as Record<string, unknown>;
    expect(backends).toEqual([
      { kind: 'program', backend: 'claude', state: 'good', version: '2.1.325', signed_in: true, oldest: null },
      ...['codex', 'gemini', 'opencode'].map((backend) => ({
        kind: 'program',
        backend,
        state: 'missing',
        version: null,
        signed_in: null,
        oldest: null,
      })),
      { kind: 'configured', backend: 'acp', runs: 'my-agent --stdio', is_trusted: false },
      { kind: 'configured', backend: 'command', runs: null, is_trusted: false },
      { kind: 'configured', backend: 'rehearsal', runs: null, is_trusted: false },
    ]);
    expect(sandbox).toMatchObject({ mode: 'auto' });
    expect(roles).toContainEqual({ role: 'refiner', backend: 'claude', model: 'opus', error: null });
    expect(roles).toContainEqual({ role: 'planner', backend: 'codex', model: 'gpt-6-luna', error: null });
    expect(roles).toContainEqual({ role: 'architect', backend: 'acp', model: 'opus', error: null });
    expect(roles).toContainEqual({ role: 'task-executor', backend: 'claude', model: 'opus', error: null });
    expect(roles).toHaveLength(11);
  });

  test('says what to do, in both languages', async () => {
    const env = { PATH: claudeThatSays('ok-text.jsonl') };
    const { stdout } = await orchestral(['agents'], { cwd: project(), env });
    expect(stdout).toMatch(
      /^claude {9}2\.1\.325, not signed in — run claude and sign in, or set\n +ANTHROPIC_API_KEY$/m,
    );
    expect(stdout).toMatch(/^codex {10}not found — Codex: npm install/m);
    expect(stdout).toMatch(/^planner {8}claude {2}default model$/m);
    const korean = await orchestral(['agents', '--lang', 'ko'], { cwd: project(), env });
    expect(korean.stdout).toMatch(/^샌드박스 {7}\S/m);
    expect(korean.stdout).toContain('로그인하지 않음');
  });

  test.each([
    [['agents', 'tset'], 2, "did you mean 'agents test'?"],
    [['agents', 'test', 'cluade'], 2, 'claude, codex, gemini'],
    [['agents', 'test', 'acp'], 2, '--agent acp:PROGRAM'],
    [['agents', 'test', 'claude', 'codex'], 2, 'too many arguments'],
  ])('%j is a mistake', async (args, code, said) => {
    const { stderr, ...rest } = await orchestral(args, { cwd: project() });
    expect(rest).toMatchObject({ code, stdout: '' });
    expect(stderr).toContain(said);
  });
});

describe('agents test', () => {
  test('makes one call, shows what happens, and what it took', async () => {
    const env = { PATH: claudeThatSays('ok-text.jsonl') };
    const said = await orchestral(['agents', 'test', 'claude'], { cwd: project(), env });
    expect(said.code).toBe(0);
    expect(said.stdout).toMatch(/^✓ claude 2\.1\.325 · answered · [\d.]+ m?s · \d+ tokens in, \d+ out · \$0\.\d{4}\n$/);
    expect(said.stderr).toMatch(/^calling claude …\n/);
    expect(said.stderr).toMatch(/^says {9}\S/m);
    const json = await orchestral(['agents', 'test', 'claude', '--json', '--quiet'], { cwd: project(), env });
    expect(json).toMatchObject({ code: 0, stderr: '' });
    expect(JSON.parse(json.stdout)).toEqual({
      backend: 'claude',
      version: '2.1.325',
      outcome: { status: 'answered' },
      usage: { input_tokens: expect.any(Number) as number, output_tokens: expect.any(Number) as number },
      cost_usd: expect.any(Number) as number,
      duration_ms: expect.any(Number) as number,
    });
  });

  test('a call that fails is exit 1, with its kind and what to do', async () => {
    const env = { PATH: claudeThatSays('401.jsonl', 1) };
    const said = await orchestral(['agents', 'test', 'claude'], { cwd: project(), env });
    expect(said.code).toBe(1);
    expect(said.stdout).toMatch(
      /^✗ claude .*\n {2}not signed in, or the key is not accepted: .*\n {2}run claude and sign in/,
    );
    const json = await orchestral(['agents', 'test', '--json', '--agent', 'claude'], { cwd: project(), env });
    expect(json.code).toBe(1);
    expect(JSON.parse(json.stdout)).toMatchObject({ outcome: { status: 'failed', kind: 'auth' } });
  });

  test('one that is not installed is exit 5', async () => {
    const json = await orchestral(['agents', 'test', 'codex', '--json'], { cwd: project() });
    expect(json.code).toBe(5);
    expect(JSON.parse(json.stdout)).toMatchObject({
      version: null,
      outcome: { status: 'failed', kind: 'not_installed' },
      cost_usd: null,
    });
    const none = await orchestral(['agents', 'test'], { cwd: project() });
    expect(none).toMatchObject({ code: 5, stdout: '' });
    expect(none.stderr).toContain('npm install -g @anthropic-ai/claude-code');
  });

  test('a rehearsal says that it is one', async () => {
    const said = await orchestral(['agents', 'test'], { cwd: project(), env: { ORCHESTRAL_AGENT: 'rehearsal' } });
    expect(said).toMatchObject({ code: 0 });
    expect(said.stderr).toContain('this is a rehearsal');
    const korean = await orchestral(['agents', 'test', 'rehearsal', '--lang', 'ko'], { cwd: project() });
    expect(korean.stderr).toContain('리허설입니다');
    expect(korean.stdout).toContain('응답함');
  });

  test('a script that a person names is played, from where the person is', async () => {
    const cwd = project();
    put(cwd, 'here/script.yaml', 'version: 1\nroles:\n  builder:\n    - say: hello\n      fail: overloaded\n');
    const said = await orchestral(['agents', 'test', 'rehearsal:script.yaml', '--json'], {
      cwd: path.join(cwd, 'here'),
    });
    expect(said.code).toBe(1);
    expect(JSON.parse(said.stdout)).toMatchObject({ outcome: { status: 'failed', kind: 'overloaded' } });
    put(cwd, 'here/script.yaml', 'version: 1\nroles:\n  builder:\n    - sya: hello\n');
    const bad = await orchestral(['agents', 'test', 'rehearsal:here/script.yaml'], { cwd });
    expect(bad).toMatchObject({ code: 4 });
    expect(bad.stderr).toContain("here/script.yaml:4:7: roles.builder[0].sya: is not a field; did you mean 'say'?");
  });

  test('works in an empty folder that is gone afterwards, and leaves the project alone', async () => {
    const cwd = project();
    const { stderr } = await orchestral(['agents', 'test', 'command:pwd; ls -A; echo x > left.txt; echo pong'], {
      cwd,
    });
    const [, folder = ''] = /says +(\/.*)/.exec(stderr) ?? [];
    expect(path.basename(folder)).toBe('folder');
    expect(fs.existsSync(path.dirname(folder))).toBe(false);
    expect(stderr).not.toContain('left.txt');
    expect(fs.readdirSync(cwd)).toEqual(['.git']);
  });

  test('neither keys of others nor terminal sequences come through', async () => {
    const env = { GITHUB_TOKEN: 'ghp_0123456789', GEMINI_API_KEY: 'AIza0123456789' };
    const agent = String.raw`command:echo "[$GITHUB_TOKEN] [$GEMINI_API_KEY]"; printf '\033[2J\n'`;
    const { code, stdout, stderr } = await orchestral(['agents', 'test', agent], { cwd: project(), env });
    expect(code).toBe(0);
    expect(stderr).toContain('[] [***]');
    for (const hidden of ['\u001b', '0123456789']) expect(stdout + stderr).not.toContain(hidden);
  });

  test.each(['SIGINT', 'SIGTERM'] as const)('%s ends it, with all that it started: exit 130', async (signal) => {
    const cwd = project();
    // A variable that an agent may see.
    const mark = `LC_MARK=${cwd}`;
    const agent = 'command:setsid sleep 600 & echo begun; sleep 600';
    const child = spawn(process.execPath, [await programFile(), 'agents', 'test', agent], {
      cwd,
      env: { ...process.env, LC_MARK: cwd },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const heard = { stderr: '' };
    child.stderr.on('data', (chunk: Buffer) => (heard.stderr += chunk.toString()));
    while (!heard.stderr.includes('begun')) await once(child.stderr, 'data');
    expect(processesWith(mark).length).toBeGreaterThan(1);
    child.kill(signal);
    const [stdout, [code]] = await Promise.all([text(child.stdout), once(child, 'close')]);
    expect({ code, stdout }).toEqual({ code: 130, stdout: '' });
    expect(heard.stderr).toMatch(/interrupted\n$/);
    expect(processesWith(mark)).toEqual([]);
  });

  test('limits of the configuration hold', async () => {
    const cwd = withAgents({ limits: { wall_ms: 300 } });
    const said = await orchestral(['agents', 'test', 'command:sleep 600', '--json'], { cwd });
    expect(said.code).toBe(1);
    expect(JSON.parse(said.stdout)).toMatchObject({ outcome: { status: 'failed', kind: 'timeout' } });
  });

  test('a limit of money for one that reports no cost is said to mean nothing', async () => {
    const cwd = withAgents({ limits: { max_cost_usd: 1 } });
    const { stderr } = await orchestral(['agents', 'test', 'command:echo pong'], { cwd });
    expect(stderr).toContain('command does not report what a call costs');
    expect((await orchestral(['agents', 'test', 'rehearsal'], { cwd })).stderr).not.toContain('costs');
  });
});

describe('the sandbox', () => {
  test('keeps an agent in its folder', async (context) => {
    needs(context, 'bwrap');
    const cwd = project();
    const agent = `command:echo x > '${cwd}/outside' && echo written`;
    expect(await orchestral(['agents', 'test', agent], { cwd })).toMatchObject({ code: 1 });
    expect(fs.readdirSync(cwd)).toEqual(['.git']);
  });

  test('that is not there is said once, plainly', async () => {
    const env = { PATH: tools() };
    const said = await orchestral(['agents', 'test', 'command:echo pong'], { cwd: project(), env });
    expect(said.code).toBe(0);
    expect(said.stderr.match(/there is no sandbox here/g)).toHaveLength(1);
    const korean = await orchestral(['--lang', 'ko', 'agents', 'test', 'command:echo pong'], { cwd: project(), env });
    expect(korean.stderr).toContain('샌드박스(bubblewrap, bwrap)가 없습니다');
  });

  test('that is required and not there: exit 5, and no call', async () => {
    const cwd = withAgents({ sandbox: 'require' });
    const said = await orchestral(['agents', 'test', `command:echo x > '${cwd}/called'`], {
      cwd,
      env: { PATH: tools() },
    });
    expect(said).toMatchObject({ code: 5, stdout: '' });
    expect(said.stderr).toContain('install bubblewrap');
    expect(fs.existsSync(path.join(cwd, 'called'))).toBe(false);
  });
});
