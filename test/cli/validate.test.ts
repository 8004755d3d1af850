import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { visible } from '../../src/cli/terminal/visible.ts';
import { documentNames } from '../../src/schema/documents.ts';
import { busyProject, changed, orchestral, project, put, sample } from './orchestral.ts';

describe('all documents of a project', () => {
  test('are found by their place, from any folder of it', async () => {
    const root = busyProject();
    put(root, '.orchestral/runs/run-20240115-143022/builder/output/.orchestral/config/global.json', 'not a document');
    put(root, 'src/deep/file', '');
    const said = await orchestral(['validate'], { cwd: path.join(root, 'src/deep') });
    expect(said).toMatchObject({ code: 0, stdout: '', stderr: '5 documents are valid\n' });
  });

  test('and your own settings, without which nothing works', async () => {
    const root = project();
    put(root, 'mine/orchestral/config.json', '{');
    const said = await orchestral(['validate'], { cwd: root, env: { XDG_CONFIG_HOME: path.join(root, 'mine') } });
    expect(said).toMatchObject({ code: 4, stderr: '1 problem in 1 of 1 document\n' });
    expect(said.stdout).toMatch(/^mine\/orchestral\/config\.json:1:\d: the text ends too early/);
  });

  test('none is fine', async () => {
    expect(await orchestral(['validate'], { cwd: project() })).toMatchObject({
      code: 0,
      stderr: 'no documents found\n',
    });
  });

  test('every problem is a line with file, place, what belongs there and what is there', async () => {
    const root = busyProject();
    put(root, '.orchestral/config/global.json', changed('config-global.json', { log_level: 'loud', web_prot: 1 }));
    put(root, '.claude/orchestrate-state.json', '{\n  "version": }');
    const said = await orchestral(['validate'], { cwd: root });
    expect(said.code).toBe(4);
    expect(said.stderr).toBe('3 problems in 2 of 6 documents\n');
    const lines = said.stdout.trimEnd().split('\n');
    expect(lines[0]).toMatch(/^\.claude\/orchestrate-state\.json:2:14: version: is not valid here /);
    expect(lines[1]).toMatch(
      /^\.orchestral\/config\/global\.json:1:\d+: web_prot: is not a field; did you mean 'web_port'\?/,
    );
    expect(lines[2]).toMatch(/global\.json:1:\d+: log_level: must be one of .*"info".*, not "?loud"?$/);
  });

  test('as JSON', async () => {
    const root = busyProject();
    put(root, '.orchestral/config/global.json', changed('config-global.json', { log_level: 'loud' }));
    const said = await orchestral(['validate', '--json', '--lang', 'ko'], { cwd: root });
    expect(said.code).toBe(4);
    const report = JSON.parse(said.stdout) as { documents: { document: string }[] };
    expect(report).toMatchObject({ valid: false, counts: { documents: 6, bad: 1, problems: 1 } });
    expect(report.documents.find(({ document }) => document === 'config-global')).toMatchObject({
      path: path.join(root, '.orchestral/config/global.json'),
      valid: false,
      problems: [
        {
          path: 'log_level',
          line: 1,
          kind: 'one_of',
          message: expect.stringContaining('중 하나만 쓸 수 있습니다(현재 값: "loud")') as string,
        },
      ],
    });
  });
});

describe('named files', () => {
  test('are known by their place, in whatever project they lie', async () => {
    const root = busyProject();
    const file = path.join(root, '.claude/orchestrate-state.json');
    expect(await orchestral(['validate', file], { cwd: '/' })).toMatchObject({
      code: 0,
      stderr: '1 document is valid\n',
    });
    const folder = path.join(root, '.orchestral');
    expect(await orchestral(['validate', folder], { cwd: '/' })).toMatchObject({ stderr: '2 documents are valid\n' });
  });

  test('are checked as what they are said to be', async () => {
    const root = project({ 'answer.json': sample('crp.json') });
    expect(await orchestral(['validate', '--as', 'crp', 'answer.json'], { cwd: root })).toMatchObject({ code: 0 });
    expect(await orchestral(['validate', '--as', 'vcr', 'answer.json'], { cwd: root })).toMatchObject({ code: 4 });
    const unknown = await orchestral(['validate', 'answer.json'], { cwd: root });
    expect(unknown).toMatchObject({ code: 2, stdout: '' });
    expect(unknown.stderr).toBe(
      'error: answer.json: cannot tell from its path which document it is\n  add --as NAME; for the names: orchestral schema\n',
    );
  });

  test('may be links that the person named', async () => {
    const root = project({ 'real.json': sample('crp.json') });
    fs.symlinkSync('real.json', path.join(root, 'link.json'));
    expect(await orchestral(['validate', '--as', 'crp', 'link.json'], { cwd: root })).toMatchObject({ code: 0 });
  });
});

describe('what is no file', () => {
  test('is one line each, and nothing hangs', async () => {
    const root = project();
    const runs = path.join(root, '.orchestral/runs/run-20240115-143022');
    fs.mkdirSync(path.join(runs, 'state.json'), { recursive: true });
    fs.mkdirSync(path.join(root, '.claude'));
    execFileSync('sh', ['-c', 'mkfifo "$0"', path.join(root, '.claude/orchestrate-state.json')]);
    fs.mkdirSync(path.join(root, '.orchestral/config'));
    fs.symlinkSync('/etc/passwd', path.join(root, '.orchestral/config/global.json'));
    fs.symlinkSync('builder.json', path.join(root, '.orchestral/config/builder.json'));
    const large = put(root, '.orchestral/config/refiner.json', '');
    fs.truncateSync(large, 2 ** 30);
    const said = await orchestral(['validate'], { cwd: root });
    expect(said.code).toBe(4);
    expect(said.stdout.trimEnd().split('\n')).toEqual([
      '.claude/orchestrate-state.json: is not a regular file: FIFO',
      '.orchestral/config/builder.json: is not a regular file: symbolic link',
      '.orchestral/config/global.json: is not a regular file: symbolic link',
      '.orchestral/config/refiner.json: is too large: 1 GB, at most 256 KB',
      '.orchestral/runs/run-20240115-143022/state.json: is not a regular file: folder',
    ]);
    const named = await orchestral(
      ['validate', '--as', 'crp', '/dev/zero', 'gone', '.orchestral/config/builder.json'],
      { cwd: root },
    );
    expect(named.code).toBe(4);
    expect(named.stdout.trimEnd().split('\n')).toEqual([
      '/dev/zero: is not a regular file: device',
      'gone: file not found',
      '.orchestral/config/builder.json: cannot be read (ELOOP)',
    ]);
  });
});

test('neither names nor contents reach the terminal raw', async () => {
  const root = project();
  put(root, 'a\u001b[31m\u202e\nb.json', changed('crp.json', { status: '\u001b]0;owned\u0007\u202e', '\u009b2J': 1 }));
  const said = await orchestral(['validate', '--as', 'crp', 'a\u001b[31m\u202e\nb.json'], { cwd: root });
  expect(said.code).toBe(4);
  for (const line of said.stdout.split('\n')) expect(visible(line)).toBe(line);
  expect(said.stdout).toContain(String.raw`a\x1b[31m\u202e\nb.json`);
  const json = await orchestral(['validate', '--json', '--as', 'crp', 'a\u001b[31m\u202e\nb.json'], { cwd: root });
  for (const line of json.stdout.split('\n')) expect(visible(line)).toBe(line);
  expect(JSON.parse(json.stdout)).toMatchObject({
    documents: [{ path: path.join(root, 'a\u001b[31m\u202e\nb.json') }],
  });
});

describe('schema', () => {
  test('lists every document', async () => {
    const { code, stdout } = await orchestral(['schema', '--lang', 'ko'], { cwd: project() });
    expect(code).toBe(0);
    expect(stdout.trimEnd().split('\n')).toHaveLength(documentNames.length);
    expect(stdout).toMatch(/^crp {16}사람만 답할 수 있는 질문$/m);
    const json = await orchestral(['schema', '--json'], { cwd: project() });
    expect(JSON.parse(json.stdout)).toContainEqual({ name: 'vcr', description: "a person's answer" });
  });

  test('prints one as JSON Schema', async () => {
    const { code, stdout } = await orchestral(['schema', 'auto-state'], { cwd: project() });
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ $schema: 'https://json-schema.org/draft/2020-12/schema' });
  });
});
