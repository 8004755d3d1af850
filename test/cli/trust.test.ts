import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { needs } from '../support/needs.ts';
import { orchestral, programFile, project, put } from './orchestral.ts';
import { terminal } from './terminal/terminal.ts';

let canary: string;
let env: Record<string, string>;

beforeEach(() => {
  const own = fs.mkdtempSync(path.join(os.tmpdir(), 'trust-'));
  canary = path.join(own, 'canary');
  // What one test trusts the next does not.
  env = { XDG_STATE_HOME: path.join(own, 'state') };
});

const agents = '.orchestral/config/agents.json';

/** A repository that would have us run everything it can. */
function hostile(change: object = {}): string {
  const fire = `touch '${canary}'`;
  return project({
    [agents]: JSON.stringify({
      version: 1,
      default: { backend: 'command' },
      roles: { builder: { backend: 'acp' } },
      backends: {
        acp: { command: ['sh', '-c', fire] },
        command: { command: ['sh', '-c', `${fire}; echo pong`] },
        rehearsal: { script: 'script.yaml' },
      },
      sandbox: 'off',
      ...change,
    }),
    '.orchestral/config/project.json': JSON.stringify({
      version: 1,
      setup_command: fire,
      build_command: fire,
      test_command: fire,
      coverage_command: fire,
      copy: ['.env'],
      worktree_root: '/elsewhere',
      userns: 'on',
      network: 'off',
    }),
    'script.yaml': JSON.stringify({ version: 1, roles: { builder: [{ say: 'hi' }, { run: fire }] } }),
  });
}

const hasFired = () => fs.existsSync(canary);

describe('nothing of a repository’s configuration runs before it is trusted', () => {
  test.each([
    ['agents'],
    ['agents', '--json'],
    ['agents', 'test', '--yes'],
    ['agents', 'test', 'acp'],
    ['agents', 'test', 'command'],
    ['agents', 'test', 'rehearsal'],
    ['agents', 'test', 'claude'],
    ['--agent', 'acp', 'agents', 'test'],
    ['trust'],
    ['trust', '--json'],
    ['trust', '--trust'],
    ['doctor'],
    ['status'],
    ['validate'],
  ])('%s %s %s', async (...args) => {
    const said = await orchestral(args, { cwd: hostile(), env });
    if (args.includes('test')) expect(said).toMatchObject({ code: 3, stdout: '' });
    if (args.includes('test')) expect(said.stderr).toMatch(/^error: .* 12 .*\n {2}.*orchestral trust/);
    expect(hasFired()).toBe(false);
  });

  test('the person who names a program needs no trust for it', async () => {
    const said = await orchestral(['agents', 'test', 'command:echo pong'], { cwd: hostile({ sandbox: 'auto' }), env });
    expect(said).toMatchObject({ code: 0 });
    expect(hasFired()).toBe(false);
  });
});

describe('trust', () => {
  test('shows exactly what it is about', async () => {
    const cwd = hostile({ backends: { command: { command: ['sh', '-c', 'a b', '\u001b[2J\u202e'] } } });
    const said = await orchestral(['trust'], { cwd, env });
    expect(said.code).toBe(3);
    expect(said.stderr).toMatch(/^error: .*no terminal.*\n {2}.*--yes/);
    expect(said.stdout).toContain('.orchestral/config/agents.json  backends.command.command\n');
    expect(said.stdout).toContain(String.raw`  ["sh","-c","a b","\u001b[2J\u202e"]`);
    for (const hidden of ['\u001b', '\u202e']) expect(said.stdout).not.toContain(hidden);
    expect(said.stdout).toContain('.orchestral/config/project.json  copy\n  [".env"]\n');
    expect(said.stdout).toContain('.orchestral/config/agents.json  sandbox\n  off\n');
  });

  test('tells the commands inside a script', async () => {
    const { stdout } = await orchestral(['trust', '--json'], { cwd: hostile(), env });
    const { trusted, items } = JSON.parse(stdout) as { trusted: boolean; items: object[] };
    expect(trusted).toBe(false);
    expect(items).toContainEqual({ file: 'script.yaml', place: 'roles.builder[1].run', text: `touch '${canary}'` });
  });

  test('is for this content, and asks again for any other', async () => {
    const cwd = hostile();
    const given = await orchestral(['trust', '--yes'], { cwd, env });
    expect(given).toMatchObject({ code: 0 });
    expect(given.stderr).toContain('trusted');
    expect(await orchestral(['trust'], { cwd, env })).toMatchObject({ code: 0 });
    expect(await orchestral(['agents', 'test'], { cwd, env })).toMatchObject({ code: 0 });
    expect(hasFired()).toBe(true);
    fs.rmSync(canary);
    put(cwd, 'script.yaml', JSON.stringify({ version: 1, roles: { builder: [{ run: `touch '${canary}' now` }] } }));
    expect(await orchestral(['agents', 'test', 'rehearsal'], { cwd, env })).toMatchObject({ code: 3 });
    expect(await orchestral(['trust'], { cwd, env })).toMatchObject({ code: 3 });
    expect(hasFired()).toBe(false);
  });

  test('is for this project, not for a copy of it', async () => {
    const cwd = hostile();
    await orchestral(['trust', '--yes'], { cwd, env });
    const copy = project();
    fs.cpSync(cwd, copy, { recursive: true });
    expect(await orchestral(['agents', 'test'], { cwd: copy, env })).toMatchObject({ code: 3 });
    expect(hasFired()).toBe(false);
  });

  test('is given for once by --trust', async () => {
    const cwd = hostile();
    expect(await orchestral(['agents', 'test', '--trust'], { cwd, env })).toMatchObject({ code: 0 });
    expect(hasFired()).toBe(true);
    expect(await orchestral(['agents', 'test'], { cwd, env })).toMatchObject({ code: 3 });
  });

  test('follows no link out of the repository', async () => {
    const cwd = hostile();
    const elsewhere = put(project(), 'agents.json', fs.readFileSync(path.join(cwd, agents), 'utf8'));
    fs.rmSync(path.join(cwd, agents));
    fs.symlinkSync(elsewhere, path.join(cwd, agents));
    expect(await orchestral(['agents', 'test', '--trust'], { cwd, env })).toMatchObject({ code: 4 });
    expect(hasFired()).toBe(false);
  });

  test('has nothing to say about what runs nothing, and says what is wrong with what it cannot read', async () => {
    const confined = project({ [agents]: '{"version": 1, "sandbox": "require"}' });
    const none = await orchestral(['trust', '--json'], { cwd: confined, env });
    expect({ code: none.code, said: JSON.parse(none.stdout) as unknown }).toEqual({
      code: 0,
      said: { trusted: true, items: [] },
    });
    const bad = await orchestral(['trust'], { cwd: project({ [agents]: '{"version": 1, "sandbx": "off"}' }), env });
    expect(bad).toMatchObject({ code: 4 });
    expect(bad.stderr).toBe(
      "error: .orchestral/config/agents.json:1:16: sandbx: is not a field; did you mean 'sandbox'?\n  fix it, then check it: orchestral validate\n",
    );
  });

  test('speaks Korean', async () => {
    const { code, stdout, stderr } = await orchestral(['--lang', 'ko', 'trust', '--yes'], { cwd: hostile(), env });
    expect(code).toBe(0);
    expect(stdout).toContain('다음 12개를 실행하거나 적용합니다:');
    expect(stderr).toContain('신뢰합니다');
  });

  test('asks on a terminal, and only a yes counts', async (context) => {
    needs(context, 'tmux');
    const cwd = hostile();
    const program = await programFile();
    const answered = async (answer: string) => {
      const view = terminal({ columns: 120, rows: 60, run: [program, '--project', cwd, 'trust'], env });
      await view.until((screen) => screen.endsWith('[y/N]'));
      view.type(answer);
      view.press('Enter');
      return view.until((screen) => screen.includes('exit '));
    };
    expect(await answered('n')).toContain('exit 3');
    expect(await orchestral(['agents', 'test'], { cwd, env })).toMatchObject({ code: 3 });
    expect(await answered('y')).toContain('exit 0');
    expect(await orchestral(['trust'], { cwd, env })).toMatchObject({ code: 0 });
  });
});

test('--json shows and trusts nothing, also with --yes', async () => {
  const cwd = hostile();
  const said = await orchestral(['trust', '--yes', '--json'], { cwd, env });
  expect(said.code).toBe(3);
  expect(JSON.parse(said.stdout)).toMatchObject({ trusted: false });
  expect(JSON.parse((await orchestral(['trust', '--json'], { cwd, env })).stdout)).toMatchObject({ trusted: false });
});
