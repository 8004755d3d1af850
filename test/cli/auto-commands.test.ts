import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { ALL, IDLE, shop, SMALL, stateOf } from './shop.ts';

describe('what people say of tasks', () => {
  test('each is confirmed, with what can be begun because of it', async () => {
    const { cli, project } = shop({ ...ALL, 'T1.1': IDLE });
    await cli('auto', '--ultra-thin', '--retry-limit', '0', '--phase', '1');
    expect(await cli('auto', 'complete', 'T1.1', '--json')).toMatchObject({ code: 0 });
    expect(stateOf(project).tasks['ready']).toEqual(['T1.2']);
    const logs = await cli('logs', 'T1.3');
    expect(logs).toMatchObject({ code: 0, stdout: expect.stringMatching(/^task-executor · auto\/T1\.3\/work#1 · /) });
    expect(logs.stdout).not.toContain('T1.1');
    expect((await cli('logs', 'auto')).stdout).toContain('task-executor · auto/T1.1/work#1');
    // There is nothing else here.
    expect((await cli('logs')).stdout).toContain('task-executor · auto/T1.1/work#1');
    const refused = [
      [['retry'], "'auto retry' needs an argument"],
      [['complete', 'T1.1'], 'T1.1 is completed already'],
      [['skip', 'T1.2', 'T9.9'], 'there is no task T9.9'],
      [['skip', 'T1.22'], 'did you mean T1.2?'],
      [['retry', 'T1.2'], 'T1.2 has nothing to retry (it is ready)'],
      [['skip', 'T1.2;rm -rf'], 'there is no task T1.2;rm -rf'],
      [['exec'], "'auto exec' needs an argument"],
      [['status', 'T1'], "too many arguments for 'auto'"],
      [['stauts'], "did you mean 'auto status'?"],
    ] as const;
    for (const [args, message] of refused) {
      const said = await cli('auto', ...args);
      expect(said, args.join(' ')).toMatchObject({ code: 2, stderr: expect.stringContaining(message) as unknown });
    }
    expect(stateOf(project).tasks['ready']).toEqual(['T1.2']);
    expect(await cli('auto', 'skip', 'T1.2', 'T1.2', 'T2.2')).toMatchObject({ stdout: 'skipped: T1.2, T2.2\n' });
  });
});

describe('a dry run', () => {
  test('foresees what would be done, before anything was begun, and writes nothing', async () => {
    const { cli, project } = shop();
    const before = project.git('status', '--porcelain', '--ignored');
    const said = await cli('auto', '--dry-run', '--parallel', '2');
    expect(said.code, said.stderr).toBe(0);
    expect(said.stdout).toMatchInlineSnapshot(`
      "Shop: 5 tasks
        TASKS.md · normal · 2 at once

      phase 1 · 3 tasks · 10 min
        0:00 · T1.1, T1.3
        5:00 · T1.2

      phase 2 · 2 tasks · 5 min
        10:00 · T2.1, T2.2

        critical path: T1.1 → T1.2
        expected: 15 min
        cost unknown: no task has reported a cost yet
        start: orchestral auto
      "
    `);
    expect(project.git('status', '--porcelain', '--ignored')).toBe(before);
    expect(fs.existsSync(path.join(project.home, 'state'))).toBe(false);
  });

  test('counts what failed, and what that blocks, as left', async () => {
    const { cli } = shop({ 'T1.1': IDLE }, SMALL);
    await cli('auto', '--ultra-thin', '--retry-limit', '0');
    await cli('auto', 'skip', 'T2.1');
    const { stdout } = await cli('auto', '--dry-run');
    expect(stdout).toMatch(/^Shop: 1 of 2 tasks left\n {2}failed: T1\.1\./);
  });

  test('in the middle knows what tasks took and cost', async () => {
    const { cli } = shop();
    await cli('auto', '--phase', '1');
    const { stdout } = await cli('auto', '--dry-run', '--json', '--mode', 'ralph');
    const forecast = JSON.parse(stdout) as { seconds: number; cost_usd: number };
    expect(forecast).toMatchObject({
      begun: true,
      total: 5,
      left: 2,
      parallel: 1,
      mode: 'ralph',
      phases: [{ phase: 2, groups: [['T2.1'], ['T2.2']] }],
    });
    expect(forecast.cost_usd).toBeCloseTo(0.5);
    expect(forecast.seconds).toBeLessThan(60);
    expect((await cli('auto', '--dry-run')).stdout).toContain('about $0.50');
  });
});

describe('what keeps it from beginning', () => {
  test.each([
    [['--mode', 'fast'], 2, "'--mode' cannot be 'fast'"],
    [['--ultra-thin', '--mode', 'ralph'], 2, 'choose one of: ultra-thin'],
    [['--parallel', 'many'], 2, "'--parallel' needs a whole number of at least 0, not 'many'"],
    [['--retry-limit', '-1'], 2, "'--retry-limit' needs a whole number"],
    [['--max-iterations', '0'], 2, "'--max-iterations' needs a whole number of at least 1"],
    [['--phase', '1.5'], 2, "'--phase' needs a whole number"],
    [['--phase', '2'], 2, 'phase 2 cannot start yet: phase 1 has open tasks'],
    [['--phase', '7'], 2, 'phase 7 has nothing to do'],
    [['--resume'], 2, 'no task list was started here'],
    [['--base', 'mian'], 2, "did you mean 'main'?"],
    [['--tasks', 'no.md'], 2, 'file not found'],
    [['--paralel', '3'], 2, "did you mean '--parallel'?"],
    [['skp', 'T1.1'], 2, "did you mean 'auto skip'?"],
    [['resume'], 2, "did you mean 'auto --resume'?"],
    [['apply'], 2, "did you mean 'apply'?"],
    [['TASKS.md'], 2, "did you mean 'auto --tasks TASKS.md'?"],
    [['frobnicate'], 2, 'see all commands: orchestral auto --help'],
  ] as const)('%j', async (args, code, message) => {
    const { cli } = shop();
    const said = await cli('auto', ...args);
    expect(said, said.stderr).toMatchObject({ code, stderr: expect.stringContaining(message) as unknown });
    expect(said.stderr.split('\n').length).toBeLessThanOrEqual(3);
  });

  test.each([
    [{}, 2, 'there is no task list in '],
    [{ 'TASKS.md': '# Nothing\n' }, 4, 'NO_TASKS'],
    [
      { 'TASKS.md': '- [ ] T1.1: A\n  - deps: [T1.2]\n- [ ] T1.2: B\n  - deps: [T1.1]\n' },
      4,
      'CIRCULAR_DEP: T1.1 → T1.2',
    ],
    [{ 'TASKS.md': '- [ ] T1.1: A\n  - deps: [T1.9]\n' }, 4, 'MISSING_DEP'],
  ] as const)('a list as in %j', async (files, code, message) => {
    const { cli } = shop(ALL, files);
    for (const args of [[], ['--dry-run']]) {
      const said = await cli('auto', ...args);
      expect(said, said.stderr).toMatchObject({ code, stderr: expect.stringContaining(message) as unknown });
    }
  });

  test('agents that are not signed in are no fault of a task', async () => {
    const { cli, project } = shop({ ...ALL, 'T1.1': [{ say: 'sign in first', fail: 'auth' }] });
    const said = await cli('auto', '--ultra-thin');
    expect(said).toMatchObject({ code: 5, stderr: expect.stringContaining('it is not signed in') as unknown });
    expect(said.stderr).toContain('orchestral auto --resume');
    expect(stateOf(project).tasks['failed']).toEqual([]);
  });

  test('a state that nothing tells of any more names the flag that rebuilds it, which works', async () => {
    const { cli, project } = shop(ALL, SMALL);
    await cli('auto', '--phase', '1');
    const claude = path.join(project.folder, '.claude');
    for (const name of fs.readdirSync(claude)) fs.rmSync(path.join(claude, name), { recursive: true });
    fs.writeFileSync(path.join(claude, 'orchestrate-state.json'), '{"version": "2.0", "mo');
    const broken = await cli('auto', '--resume');
    expect(broken).toMatchObject({ code: 4, stderr: expect.stringContaining('auto --rebuild-state') as unknown });
    const rebuilt = await cli('auto', '--rebuild-state', '--yes');
    expect(rebuilt).toMatchObject({ code: 0, stdout: expect.stringContaining('all 2 tasks are done') as unknown });
  });

  test('a provider’s limit is told with until when, in the plain output', async () => {
    const resume_at = new Date(Date.now() + 4_000).toISOString();
    const limited = [{ edit: { 'one.txt': 'one\n' }, fail: 'rate_limit' as const, resume_at }];
    const { cli } = shop({ 'T1.1': limited }, { 'TASKS.md': '# Shop\n\n- [ ] T1.1: Write one\n' });
    const { code, stderr } = await cli('auto');
    expect([code, stderr]).toEqual([0, expect.stringMatching(/limited until \d\d:\d\d \(waiting\)/)]);
  });

  test('another base than the one it was begun on', async () => {
    const { cli, project } = shop();
    project.git('branch', 'other');
    await cli('auto', '--phase', '1');
    expect(await cli('auto', '--base', 'other')).toMatchObject({ code: 2 });
  });
});

describe('import', () => {
  const tasks = JSON.stringify({
    tasks: [
      { id: 1, title: 'A', status: 'pending', dependencies: [] },
      { id: 2, title: 'B', status: 'cancelled', dependencies: [1] },
    ],
  });

  test('writes a TASKS.md and replaces none unasked', async () => {
    const { cli, project } = shop(ALL, { 'tasks.json': tasks });
    const said = await cli('auto', 'import', 'tasks.json');
    expect(said).toMatchObject({
      code: 0,
      stdout: '1 task written to TASKS.md\n',
      stderr: expect.stringContaining('skipped because cancelled, deferred or optional: T2') as unknown,
    });
    expect(await cli('auto', 'import', 'tasks.json')).toMatchObject({ code: 3 });
    project.write({ 'TASKS.md': 'mine\n' });
    expect(await cli('auto', 'import', 'tasks.json', '--tasks', 'docs/other.md')).toMatchObject({ code: 0 });
    expect(fs.readFileSync(path.join(project.folder, 'TASKS.md'), 'utf8')).toBe('mine\n');
    expect(await cli('auto', 'import', 'tasks.json', '--yes', '--json')).toMatchObject({ code: 0 });
    expect(fs.readFileSync(path.join(project.folder, 'TASKS.md'), 'utf8')).toContain('- [ ] T1: A');
    expect(await cli('auto', 'import', 'TASKS.md', '--yes')).toMatchObject({ code: 4 });
    expect(await cli('auto', 'import', 'no.json')).toMatchObject({ code: 2 });
  });
});

describe('the protocol for agents', () => {
  test('is one line each, and nothing else', async () => {
    const { cli } = shop({ ...ALL, 'T1.3': IDLE });
    const lines: string[] = [];
    const ask = async (...args: string[]) => {
      const { stdout, stderr, code } = await cli('auto', ...args);
      expect(stderr).toBe('');
      lines.push(`${code} ${stdout}`);
    };
    await ask('next');
    for (const id of ['T1.1', 'T1.1', 'T1.2', 'T2.1', 'T9']) await ask('exec', id);
    expect(lines).toEqual([
      '0 READY:T1.1,T1.3\n',
      '0 DONE:T1.1\n',
      '0 DONE:T1.1\n',
      '0 DONE:T1.2\n',
      '2 ERROR:AUTO_TASK_NOT_NOW:T2.1 cannot be run now (it is waiting for other tasks)\n',
      '2 ERROR:AUTO_UNKNOWN_TASK:there is no task T9\n',
    ]);
  });

  test('does not say that all is done where something is not', async () => {
    const { cli } = shop({ ...ALL, 'T1.1': IDLE }, { 'TASKS.md': '- [ ] T1.1: A\n- [ ] T1.2: B\n  - deps: [T1.1]\n' });
    await cli('auto', '--ultra-thin', '--retry-limit', '0');
    const said = await cli('auto', 'next');
    expect(said).toMatchObject({ code: 1, stdout: 'ERROR:INCOMPLETE:1 failed, 1 blocked\n' });
  });

  test('also where the list cannot be worked on', async () => {
    const { cli } = shop(ALL, { 'TASKS.md': '- [ ] T1.1: A\n  - deps: [T1.1]\n' });
    const said = await cli('auto', 'next');
    expect(said).toMatchObject({ code: 4, stderr: '' });
    expect(said.stdout).toMatch(/^ERROR:CIRCULAR_DEP:[^\n]{10,200}\n$/);
  });
});
