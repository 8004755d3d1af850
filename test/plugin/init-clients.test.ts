import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { clientFiles } from '../../src/prompts/clients/client-files.ts';
import { terminal } from '../cli/terminal/terminal.ts';
import { needs } from '../support/needs.ts';
import { orchestral, project, put } from '../cli/orchestral.ts';

const files = (root: string) =>
  fs
    .readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((name) => !name.startsWith('.git') && fs.statSync(path.join(root, name)).isFile())
    .toSorted();

const init = (cwd: string, ...args: string[]) => orchestral(['init', ...args], { cwd, env: { HOME: home(cwd) } });
const home = (cwd: string) => path.join(cwd, '.git/home');
const read = (root: string, place: string) => fs.readFileSync(path.join(root, place), 'utf8');

describe('Claude Code', () => {
  test('gets commands under their own names, agents, a skill and hooks', async () => {
    const root = project();
    const said = await init(root, '--claude');
    expect(said).toMatchObject({ code: 0 });
    expect(said.stderr).toContain('/auto-orchestrate');
    expect(files(root)).toEqual(
      [...clientFiles('claude').map(({ place }) => place), '.claude/settings.json'].toSorted(),
    );
    expect(read(root, '.claude/commands/orchestrator.md')).toContain('`qa-engineer`');
    expect(read(root, '.claude/commands/orchestrator.md')).not.toContain('orchestral:');
    const plugin = JSON.parse(fs.readFileSync('templates/plugin/hooks/hooks.json', 'utf8')) as { hooks: object };
    expect(JSON.parse(read(root, '.claude/settings.json'))).toEqual({ hooks: plugin.hooks });
    const again = await init(root, '--claude');
    expect(again.code).toBe(0);
    expect(again.stdout).not.toMatch(/^[+!]/m);
  });

  test('is left as it was', async () => {
    const root = project({ 'a.txt': '' });
    await init(root, '--claude');
    const before = files(root);
    // Nobody is there to be asked.
    expect(await init(root, '--claude', '--remove')).toMatchObject({ code: 3 });
    expect(files(root)).toEqual(before);
    expect(await init(root, '--claude', '--remove', '--yes')).toMatchObject({ code: 0 });
    expect(files(root)).toEqual(['a.txt']);
    expect(fs.existsSync(path.join(root, '.claude/commands'))).toBe(false);
  });

  test('keeps what a person wrote: commands of the same name, changed ones, other settings', async () => {
    const settings =
      '{\n\t"model": "opus",\n\t"hooks": { "PreToolUse": [{ "matcher": "Bash", "hooks": [{ "type": "command", "command": "mine" }] }] }\n}\n';
    const root = project({ '.claude/commands/orchestral.md': 'my own', '.claude/settings.json': settings });
    const asked = await init(root, '--claude');
    expect(asked.code).toBe(3);
    expect(asked.stdout).toContain('! .claude/settings.json  not changed; --yes changes it');
    expect(read(root, '.claude/settings.json')).toBe(settings);
    expect(await init(root, '--claude', '--yes')).toMatchObject({ code: 0 });
    expect(read(root, '.claude/commands/orchestral.md')).toBe('my own');
    const merged = JSON.parse(read(root, '.claude/settings.json')) as {
      model: string;
      hooks: { PreToolUse: object[] };
    };
    expect(merged.model).toBe('opus');
    expect(merged.hooks.PreToolUse).toHaveLength(2);
    expect(read(root, '.claude/settings.json')).toContain('\t"model": "opus",\n');
    const command = '.claude/commands/orchestrator.md';
    put(root, command, `${read(root, command)}\nAlways answer in rhyme.\n`);
    const removed = await init(root, '--claude', '--remove', '--yes');
    expect(removed.stdout).toContain(`! ${command}  yours, not changed`);
    expect(files(root)).toEqual(['.claude/commands/orchestral.md', command, '.claude/settings.json']);
    expect(JSON.parse(read(root, '.claude/settings.json'))).toEqual(JSON.parse(settings));
  });

  test.for([
    { answer: 'n', code: 3, hooks: 0 },
    { answer: 'y', code: 0, hooks: 2 },
  ])('asks once in a terminal before it changes what is there: $answer', async ({ answer, code, hooks }, context) => {
    needs(context, 'tmux');
    const root = project({ '.claude/settings.json': '{ "model": "opus" }\n' });
    const run = [path.resolve('bin/orchestral.js'), '--project', root, 'init', '--claude'];
    const view = terminal({ columns: 100, rows: 50, run, env: { HOME: home(root) } });
    const asked = await view.until((screen) => screen.includes('Change this file?'));
    expect(asked).toContain('.claude/settings.json');
    view.type(answer);
    view.press('Enter');
    await view.until((screen) => screen.includes(`exit ${code}`));
    const settings = JSON.parse(read(root, '.claude/settings.json')) as { model: string; hooks?: object };
    expect(settings.model).toBe('opus');
    expect(Object.keys(settings.hooks ?? {})).toHaveLength(hooks);
  });

  test('brings files of an older version up to date, once it may', async () => {
    const root = project();
    await init(root, '--claude');
    const place = '.claude/agents/planner.md';
    const own = read(root, place);
    // As another version would have written it: signed for what it holds.
    const { createHash } = await import('node:crypto');
    const older = own.replace(/# orchestral-cli .*\n/, '').replace('planner', 'planer');
    const digest = createHash('sha256').update(older).digest('hex').slice(0, 12);
    put(root, place, older.replace('---\n', `---\n# orchestral-cli ${digest}\n`));
    expect(await init(root, '--claude')).toMatchObject({ code: 3 });
    expect(read(root, place)).toContain('planer');
    expect((await init(root, '--claude', '--yes')).stdout).toContain(`+ ${place}  updated`);
    expect(read(root, place)).toBe(own);
  });

  test('what cannot be read as settings, and links, are left alone', async () => {
    const outside = fs.mkdtempSync(path.join(os.tmpdir(), 'outside-'));
    const root = project({ '.claude/settings.json': '{ // mine\n}', 'mine.md': 'mine' });
    fs.symlinkSync(outside, path.join(root, '.claude/agents'));
    fs.mkdirSync(path.join(root, '.claude/commands'));
    fs.symlinkSync('../../mine.md', path.join(root, '.claude/commands/orchestral.md'));
    const said = await init(root, '--claude', '--yes');
    expect(said.stdout).toContain('! .claude/settings.json  not valid JSON');
    expect(said.stdout).toContain('! .claude/agents/planner.md  yours');
    expect(fs.readdirSync(outside)).toEqual([]);
    expect(read(root, 'mine.md')).toBe('mine');
    expect(read(root, '.claude/settings.json')).toBe('{ // mine\n}');
  });
});

test('Codex gets skills and a section of AGENTS.md, between whatever else it says', async () => {
  const root = project({ 'AGENTS.md': '# Ours\n\nBe kind.\n' });
  expect(await init(root, '--codex', '--yes')).toMatchObject({ code: 0 });
  expect(read(root, 'AGENTS.md')).toMatch(
    /^# Ours\n\nBe kind\.\n\n<!-- orchestral: begin -->\n## Orchestral\n[\s\S]*`\$auto-orchestrate --ultra-thin`[\s\S]*<!-- orchestral: end -->\n$/,
  );
  expect(read(root, '.agents/skills/orchestrator/SKILL.md')).not.toMatch(/\$ARGUMENTS|orchestral:|600000/);
  expect((await init(root, '--codex', '--yes')).stdout).not.toMatch(/^[+!]/m);
  fs.appendFileSync(path.join(root, 'AGENTS.md'), '\nAnd brief.\n');
  await init(root, '--codex', '--remove', '--yes');
  expect(files(root)).toEqual(['AGENTS.md']);
  expect(read(root, 'AGENTS.md')).toBe('# Ours\n\nBe kind.\n\nAnd brief.\n');
});

test('an AGENTS.md that is a link stays one', async () => {
  const root = project({ 'CLAUDE.md': 'mine\n' });
  fs.symlinkSync('CLAUDE.md', path.join(root, 'AGENTS.md'));
  await init(root, '--codex', '--yes');
  expect(fs.readlinkSync(path.join(root, 'AGENTS.md'))).toBe('CLAUDE.md');
  expect(read(root, 'CLAUDE.md')).toBe('mine\n');
});

test('Gemini CLI gets an extension in the home folder, and only when the person agrees', async () => {
  const root = project();
  const own = path.join(home(root), '.gemini/extensions/orchestral');
  expect(await init(root, '--gemini')).toMatchObject({ code: 3 });
  expect(fs.existsSync(own)).toBe(false);
  expect(await init(root, '--gemini', '--yes')).toMatchObject({ code: 0 });
  expect(files(own)).toEqual([
    'GEMINI.md',
    'commands/auto-orchestrate.toml',
    'commands/orchestral.toml',
    'commands/orchestrator.toml',
    'gemini-extension.json',
  ]);
  expect(read(own, 'commands/orchestrator.toml')).toContain('{{args}}');
  expect((await init(root, '--gemini', '--yes')).stdout).not.toMatch(/^[+!]/m);
  await init(root, '--gemini', '--remove', '--yes');
  expect(fs.existsSync(own)).toBe(false);
});

test('opencode gets commands', async () => {
  const root = project();
  expect(await init(root, '--opencode')).toMatchObject({ code: 0 });
  expect(files(root)).toEqual(
    ['auto-orchestrate', 'orchestral', 'orchestrator'].map((name) => `.opencode/commands/${name}.md`),
  );
  expect(read(root, '.opencode/commands/orchestral.md')).toContain('$ARGUMENTS');
  await init(root, '--opencode', '--remove', '--yes');
  expect(files(root)).toEqual([]);
});

test('several at once, as JSON and in Korean; something to remove has to be named', async () => {
  const root = project();
  const said = await init(root, '--claude', '--opencode', '--json');
  const told = JSON.parse(said.stdout) as { files: { client: string; outcome: string }[] };
  expect(new Set(told.files.map(({ client }) => client))).toEqual(new Set(['claude', 'opencode']));
  expect((await init(root, '--claude', '--lang', 'ko')).stdout).toContain('이미 있음');
  expect(await init(root, '--remove')).toMatchObject({ code: 2 });
});

describe('doctor', () => {
  const programs = (...names: string[]) => {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'programs-'));
    for (const name of names) fs.writeFileSync(path.join(folder, name), '#!/bin/sh\necho 9.0.0\n', { mode: 0o755 });
    return `${folder}${path.delimiter}/usr/bin${path.delimiter}/bin`;
  };
  const checks = async (root: string, PATH: string, lang = 'en') => {
    const { stdout } = await orchestral(['doctor', '--json', '--lang', lang], {
      cwd: root,
      env: { HOME: home(root), PATH },
    });
    const told = JSON.parse(stdout) as { checks: { id: string; state: string; detail: string; hint: string | null }[] };
    return told.checks.filter(({ id }) => id.startsWith('in_'));
  };

  test('says whether the commands are in the programs that are here, and what to do', async () => {
    const root = project({ '.claude/settings.json': '{}' });
    const PATH = programs('claude', 'codex');
    expect(await checks(root, PATH)).toMatchObject([
      { id: 'in_claude', state: 'missing', hint: expect.stringContaining('orchestral init --claude') as string },
      { id: 'in_codex', state: 'missing', hint: expect.stringContaining('orchestral init --codex') as string },
    ]);
    await init(root, '--claude', '--yes');
    expect((await checks(root, PATH))[0]).toMatchObject({ state: 'good', detail: '12/12' });
    fs.rmSync(path.join(root, '.claude/agents/planner.md'));
    expect((await checks(root, PATH))[0]).toMatchObject({ state: 'bad', detail: '11/12' });
    const shown = await orchestral(['doctor', '--lang', 'ko'], { cwd: root, env: { HOME: home(root), PATH } });
    expect(shown.stdout).toContain('파일 11/12개가 최신');
  });

  test('knows the plugin, and files that are left of a program that is not', async () => {
    const root = project();
    await init(root, '--opencode');
    put(home(root), '.claude/plugins/installed_plugins.json', '{"version":2,"plugins":{"orchestral@orchestral":[{}]}}');
    expect(await checks(root, programs('claude'))).toMatchObject([
      { id: 'in_claude', state: 'good', detail: 'plugin' },
      { id: 'in_opencode', state: 'good', detail: '3/3' },
    ]);
  });
});
