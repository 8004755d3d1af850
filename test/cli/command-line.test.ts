import fs from 'node:fs';
import { describe, expect, test } from 'vitest';
import { orchestral, project, sample, shell } from './orchestral.ts';

const cwd = project();

describe('help', () => {
  test('without a command it is the whole answer', async () => {
    const said = await orchestral([], { cwd });
    expect(said).toMatchObject({ code: 0, stderr: '' });
    expect(said.stdout).toMatch(/^Usage: orchestral <command> \[options\]\n/);
    for (const command of ['status', 'init', 'validate', 'schema', 'agents', 'trust', 'doctor', 'unlock'])
      expect(said.stdout).toContain(`\n  ${command} `);
    expect(await orchestral(['--help'], { cwd })).toEqual(said);
    expect(await orchestral(['help'], { cwd })).toEqual(said);
    expect(await orchestral(['--json'], { cwd })).toEqual(said);
  });

  test('of a command, in Korean, lines up', async () => {
    const said = await orchestral(['--lang', 'ko', 'unlock', '--help'], { cwd });
    expect(said).toMatchObject({ code: 0, stderr: '' });
    expect(said.stdout).toMatchInlineSnapshot(`
      "사용법: orchestral unlock [옵션] [LOCK...]

      이 프로젝트의 잠금을 보여 주고, 잠근 프로세스가 이미 종료된 잠금을 제거

      인자:
        LOCK        잠근 프로세스가 실행 중인지 알 수 없어도 제거할 잠금

      옵션:
        -h, --help  도움말 보기

      예:
        orchestral unlock
            잠금을 보여 주고, 제거하기 전에 확인
        orchestral unlock --yes
            종료된 프로세스의 잠금을 묻지 않고 제거

      공통 옵션: orchestral --help
      "
    `);
  });

  test('says the same with help before the command', async () => {
    const before = await orchestral(['help', 'status'], { cwd });
    expect(before.stdout).toContain('orchestral status --json');
    expect(await orchestral(['status', '-h'], { cwd })).toEqual(before);
  });

  test.each(['en', 'ko'])('stays within 20 columns but for what people copy (%s)', async (lang) => {
    const { widthOf } = await import('../../src/cli/terminal/width.ts');
    const helpOf = async (...args: string[]) =>
      (await orchestral(['--lang', lang, ...args, '--help'], { cwd, env: { COLUMNS: '20' } })).stdout;
    const lines = [await helpOf(), await helpOf('start')].flatMap((help) => help.split('\n'));
    const wide = lines.filter((line) => widthOf(line) > 20);
    expect(wide.filter((line) => !line.startsWith('  ') || !line.includes('orchestral'))).toEqual([]);
  });
});

describe('the language', () => {
  test.each([
    [{ LANG: 'ko_KR.UTF-8' }, '사용법'],
    [{ LC_ALL: 'ko', LANG: 'en_US.UTF-8' }, '사용법'],
    [{ LC_ALL: 'C', LANG: 'ko_KR.UTF-8' }, 'Usage'],
    [{ LANG: 'kok_IN' }, 'Usage'],
  ])('of %o', async (env, word) => {
    expect((await orchestral([], { cwd, env })).stdout.startsWith(word)).toBe(true);
  });

  test('a flag overrules it, before or after the command', async () => {
    const env = { LANG: 'ko_KR.UTF-8' };
    expect((await orchestral(['status', '--lang=en'], { cwd, env })).stdout).toContain('nothing has been started');
    expect((await orchestral(['--lang', 'ko', 'status'], { cwd })).stdout).toContain('아직');
  });
});

describe('a mistake on the command line', () => {
  test.each([
    [['statu'], "there is no command 'statu'", "did you mean 'status'?"],
    [['frobnicate'], "there is no command 'frobnicate'", 'orchestral --help'],
    [['help', 'frobnicate'], "there is no command 'frobnicate'", 'orchestral --help'],
    [['status', '--jsno'], "there is no option '--jsno'", "did you mean '--json'?"],
    [['status', '--as', 'crp'], "there is no option '--as'", '--help'],
    [['validate', '--as'], "'--as <NAME>' needs a value", ''],
    [['--project'], "'--project <DIR>' needs a value", ''],
    [['--lang', 'fr', 'status'], "'--lang' cannot be 'fr'", 'en, ko'],
    [['version'], "there is no command 'version'", "did you mean '--version'?"],
    [['status', 'extra'], "too many arguments for 'status'", 'orchestral status --help'],
    [['schema', 'sesion'], "there is no document called 'sesion'", "did you mean 'session'?"],
    [['--project', 'nowhere', 'status'], 'nowhere is not a folder', 'folder that exists'],
    [['--project=', 'status'], 'is not a folder', 'folder that exists'],
  ])('%j', async (args, what, hint) => {
    const said = await orchestral(args, { cwd });
    expect(said).toMatchObject({ code: 2, stdout: '' });
    const lines = said.stderr.trimEnd().split('\n');
    expect(lines[0]).toMatch(/^error: /);
    expect(lines[0]).toContain(what);
    expect(lines[1] ?? '').toContain(hint);
    expect(lines.length).toBeLessThanOrEqual(2);
  });

  test('is said in Korean too', async () => {
    const { code, stderr } = await orchestral(['--lang', 'ko', 'valdate'], { cwd });
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr: "오류: 'valdate' 명령은 없습니다\n  혹시 'validate'를 입력하려던 건가요?\n",
    });
  });

  test('is JSON on stdout for programs', async () => {
    const { code, stdout, stderr } = await orchestral(['--json', 'statu'], { cwd });
    expect(code).toBe(2);
    expect(JSON.parse(stdout)).toEqual({
      error: {
        code: 'usage.unknown_command',
        message: "there is no command 'statu'",
        path: null,
        hint: "did you mean 'status'?",
      },
    });
    expect(stderr).toMatch(/^error: /);
  });

  test('cannot write to the terminal through its echo', async () => {
    const { stderr } = await orchestral(['\u001b[2Jx\u202ey'], { cwd });
    expect(stderr).toContain(String.raw`'\x1b[2Jx\u202ey'`);
  });
});

describe('the streams', () => {
  test('a reader that leaves is no error, and the exit code stays', async () => {
    const broken = project({ '.claude/orchestrate-state.json': '{}' });
    const said = await shell('orchestral status | head -0; echo ${PIPESTATUS[0]}', { cwd });
    expect(said).toMatchObject({ stdout: '0\n', stderr: '' });
    const bad = await shell('orchestral --quiet validate | head -0; echo ${PIPESTATUS[0]}', { cwd: broken });
    expect(bad).toMatchObject({ stdout: '4\n', stderr: '' });
  });

  test('a full disk behind stdout is one line', async () => {
    const said = await shell('orchestral status > /dev/full', { cwd });
    expect(said).toMatchObject({ code: 5, stderr: 'error: the output could not be written (ENOSPC)\n' });
  });

  test('nor is a file taken for whole of which a part could be written', async () => {
    const said = await shell('ulimit -f 1; orchestral --help > help.txt', { cwd });
    expect(said).toMatchObject({ code: 5, stderr: 'error: the output could not be written (EFBIG)\n' });
  });

  test('a removed current folder is one line', async () => {
    const said = await shell('mkdir gone; cd gone; rmdir ../gone; orchestral status', { cwd });
    expect(said.code).toBe(2);
    expect(said.stderr).toMatch(/^error: .*gone is not a folder\n/);
  });

  test('colours come only when wanted', async () => {
    const escape = '\u001b[';
    const bold = (args: string[], env: Record<string, string>) =>
      orchestral(args, { cwd, env }).then(({ stdout }) => stdout.includes(escape));
    expect(await bold(['status'], {})).toBe(false);
    expect(await bold(['status'], { FORCE_COLOR: '1' })).toBe(true);
    expect(await bold(['status'], { FORCE_COLOR: '1', NO_COLOR: '1' })).toBe(false);
    expect(await bold(['status', '--no-color'], { FORCE_COLOR: '1' })).toBe(false);
  });

  test('quiet leaves the answer and nothing else', async () => {
    const valid = project({ '.claude/orchestrate-state.json': sample('auto-state.json') });
    expect(await orchestral(['validate', '--quiet'], { cwd: valid })).toMatchObject({
      code: 0,
      stdout: '',
      stderr: '',
    });
  });
});

test('the project is found from a folder below it, through a link, or by name', async () => {
  const root = project({ '.claude/orchestrate-state.json': sample('auto-state.json'), 'deep/er/file': '' });
  const link = `${root}-link`;
  fs.symlinkSync(root, link);
  const pathOf = async (args: string[], from: string) => {
    const { stdout } = await orchestral([...args, 'status', '--json'], { cwd: from });
    return (JSON.parse(stdout) as { project: { path: string } }).project.path;
  };
  expect(await pathOf([], `${root}/deep/er`)).toBe(root);
  expect(await pathOf([], `${link}/deep`)).toBe(root);
  expect(await pathOf(['--project', link], '/')).toBe(root);
  expect(await pathOf(['--project', 'deep'], root)).toBe(`${root}/deep`);
});
