import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Rehearsal } from '../../src/schema/rehearsal.ts';
import { rehearsedTasks } from '../support/conduct-auto.ts';
import { needs } from '../support/needs.ts';
import { type RunProject, runProject, SHELL_TESTS } from '../support/run-project.ts';
import { programFile } from './orchestral.ts';
import { type Stage, stageFor } from './running.ts';
import { terminal } from './terminal/terminal.ts';

const PLAN = `# TASKS: Shop

## Phase 1: Basics

- [ ] T1.1: Write one
- [ ] T1.2: Write two
  - deps: [T1.1]
- [ ] T1.3: Write three

## Phase 2: More

- [ ] T2.1: Write four
  - deps: [T1.3]
- [ ] T2.2: Write five
`;

const usage = { input_tokens: 1_000, output_tokens: 100, cost_usd: 0.25 };
const writes = (name: string) => [{ say: `Wrote ${name}.`, edit: { [`${name}.txt`]: `${name}\n` }, usage }];
const ALL: Rehearsal['tasks'] = {
  'T1.1': writes('one'),
  'T1.2': writes('two'),
  'T1.3': writes('three'),
  'T2.1': writes('four'),
  'T2.2': writes('five'),
};
/** Whoever says nothing but this changed nothing. */
const IDLE = [{ say: 'I cannot.', usage }];
const SLOW = [{ say: 'Thinking.', delay_ms: 600_000 }];

interface AutoStage extends Stage {
  script(tasks: Rehearsal['tasks']): void;
}

function shop(tasks: Rehearsal['tasks'] = ALL, files: Record<string, string> = { 'TASKS.md': PLAN }): AutoStage {
  const project = runProject({ files: { ...SHELL_TESTS, ...files } });
  fs.appendFileSync(path.join(project.folder, '.gitignore'), '.claude/\n');
  project.git('commit', '--quiet', '--all', '--amend', '--no-edit');
  const script = (now: Rehearsal['tasks']) => void rehearsedTasks(project.home, { version: 1, tasks: now });
  script(tasks);
  const stage = stageFor({}, project);
  const agent = ['--agent', `rehearsal:${project.home}/tasks.yaml`];
  return {
    ...stage,
    script,
    say: (...args) => stage.say(...agent, ...args),
    begin: (...args) => stage.begin(...agent, ...args),
  };
}

function stateOf({ folder }: RunProject): { tasks: Record<string, string[]>; mode: string; config: object } {
  return JSON.parse(fs.readFileSync(path.join(folder, '.claude/orchestrate-state.json'), 'utf8'));
}

const timeless = (text: string) =>
  text
    .replaceAll(/\b\d+ (?:ms|s)\b/g, 'TIME')
    .replaceAll(/\b[0-9a-f]{12}\b/g, 'COMMIT')
    .replaceAll(/\d{4}-\d\d-\d\d \d\d:\d\d/g, 'WHEN');

describe('orchestral auto', () => {
  test('works through TASKS.md, asks before the next phase, and reports', async () => {
    const { say, project, script } = shop({ ...ALL, 'T1.1': [...IDLE, ...writes('one')], 'T1.3': IDLE });
    const first = await say('auto', '--retry-limit', '1');
    expect(first.code, first.stderr).toBe(3);
    expect(first.stderr).toContain('5 tasks in 2 phases on main');
    expect(first.stderr).toContain('T1.1     attempt 1 failed: nothing was changed: I cannot.');
    expect(first.stderr).toMatch(/✓ T1\.1 {5}Write one · 2 attempts · /);
    expect(first.stderr).toContain('T1.3     failed after 2 attempts: nothing was changed: I cannot.');
    expect(first.stderr).toMatch(/phase 2 waits for you to allow it\n {2}go on: orchestral auto --yes/);
    expect(timeless(first.stdout)).toMatchInlineSnapshot(`
      "
      ❌ 2 of 5 tasks are done
        failed 1
          ✗ T1.3 Write three: nothing was changed: I cannot. (2 attempts)
        blocked 1
          T2.1 by T1.3
        took TIME · agents TIME · 5.5k tokens · $1.25 · failed attempts $0.75, TIME
        1 finished phase is on main
      "
    `);
    expect(stateOf(project)).toMatchObject({ mode: 'normal', config: { retry_limit: 1 } });

    const shown = await say('auto', 'status');
    expect(shown.code).toBe(0);
    expect(shown.stdout).toContain('phase 2 waits to be allowed: orchestral auto --yes');
    const worktree = /worktree (\/\S+)/.exec(shown.stdout)?.[1] ?? '';
    expect(worktree).toMatch(/\/state\/orchestral\/[0-9a-f]{8}\/worktree\/phase-1-basics$/);
    expect(fs.existsSync(worktree)).toBe(true);

    const second = await say('auto', '--yes');
    expect(second.code, second.stderr).toBe(1);
    expect(second.stderr).toContain('not everything is done: 1 failed, 1 blocked');
    expect(second.stdout).toMatch(/✗ T1\.3 Write three: nothing was changed: I cannot\. \(2 attempts\)/);
    expect(second.stdout).toContain('T2.1 by T1.3');

    expect(await say('auto', 'retry', 'T1.3')).toMatchObject({ code: 0, stdout: 'to be done again: T1.3\n' });
    script({ ...ALL, 'T1.3': writes('three') });
    const third = await say('auto', '--resume', '--yes');
    expect(third.code, third.stderr).toBe(0);
    expect(third.stdout).toContain('✅ all 5 tasks are done');
    expect(third.stdout).toContain('delivered to main');
    expect(project.git('show', 'main:four.txt')).toBe('four');
    expect(fs.readFileSync(path.join(project.folder, 'TASKS.md'), 'utf8')).toBe(PLAN.replaceAll('[ ]', '[x]'));
    const again = await say('auto', '--resume');
    expect(again).toMatchObject({ code: 0, stdout: expect.stringContaining('all 5 tasks are done') as unknown });
    expect(JSON.parse((await say('auto', 'status', '--json')).stdout)).toMatchObject({
      stage: 'done',
      counts: { total: 5, completed: 5, failed: 0 },
      conductor: null,
      left_alone: null,
      delivered: [1, 2],
    });
  });

  test('is taken over in one command by whoever pays for every word', async () => {
    const { say, project } = shop();
    const done = await say('auto-orchestrate', '--ultra-thin', '--lang', 'ko');
    expect(done.code, done.stderr).toBe(0);
    expect(done.stderr).toBe('');
    expect(timeless(done.stdout.replaceAll(/\d+(?:밀리초|초)/g, 'TIME'))).toMatchInlineSnapshot(`
      "Phase 2개, 작업 5개, 브랜치 main, 모드 ultra-thin
      1/5 완료 · Phase 1 · 0분
      2/5 완료 · Phase 1 · 0분
      3/5 완료 · Phase 1 · 0분
      4/5 완료 · Phase 2 · 0분
      5/5 완료 · Phase 2 · 0분
      5/5 완료 · 걸린 시간 TIME · 에이전트 TIME · 5.5k 토큰 · $1.25 · main에 반영했습니다
      "
    `);
    expect(stateOf(project).mode).toBe('ultra-thin');
    expect(await say('auto', '--quiet')).toMatchObject({ code: 0, stdout: '', stderr: '' });
  });

  test('leaves a checkout with changes alone, and apply brings it in', async () => {
    const { say, project } = shop({ ...ALL, 'T2.2': IDLE });
    project.write({ 'readme.md': 'mine\n' });
    const left = await say('auto', '--ultra-thin', '--retry-limit', '0');
    expect(left.code, left.stderr).toBe(3);
    expect(left.stderr).toContain('it has changed files');
    expect(left.stderr).toContain('orchestral apply');
    expect(project.git('log', '-1', '--format=%s', 'main')).toBe('Begin');
    expect((await say('auto', 'status')).stdout).toContain('bring it into your checkout: orchestral apply');
    const applied = await say('apply');
    expect(applied, applied.stderr).toMatchObject({ code: 0, stdout: 'the finished work is on main\n' });
    expect(fs.readFileSync(path.join(project.folder, 'four.txt'), 'utf8')).toBe('four\n');
    expect(fs.readFileSync(path.join(project.folder, 'readme.md'), 'utf8')).toBe('mine\n');
    expect(await say('apply', 'auto')).toMatchObject({ code: 2 });
    expect(await say('apply')).toMatchObject({ code: 2 });
  });

  test('says what is another in the list since the last time', async () => {
    const { say, project } = shop({ ...ALL, 'T1.9': writes('nine') });
    expect(await say('auto', '--phase', '1')).toMatchObject({
      code: 0,
      stderr: expect.stringContaining('phase 1 is over; go on with the others: orchestral auto --resume') as unknown,
    });
    const listed = fs.readFileSync(path.join(project.folder, 'TASKS.md'), 'utf8');
    project.write({
      'TASKS.md': `${listed.replace(/- \[ \] T2\.1[^]*/, '')}- [ ] T1.9: Write nine\n  - deps: [T1.3]\n`,
    });
    project.git('commit', '--quiet', '--all', '--message', 'Plan');
    const next = await say('auto', '--yes');
    expect(next.code, next.stderr).toBe(0);
    expect(next.stderr).toContain('new in the list: T1.9');
    expect(next.stderr).toContain('no longer in the list: T2.1, T2.2');
    expect(next.stdout).toContain('all 4 tasks are done');
  });

  test('is stopped from another process, conducted by one at a time, and gone on with', async () => {
    const stage = shop({ ...ALL, 'T1.1': SLOW });
    expect(await stage.say('auto', 'stop')).toMatchObject({ code: 2 });
    const begun = await stage.begin('auto', '--json');
    await begun.line((line) => line.includes('"Thinking.'));
    const other = await stage.say('auto');
    expect(other.code, other.stderr).toBe(6);
    const shown = await stage.say('auto', 'status');
    expect(shown.stdout).toContain(`conducted by process ${begun.child.pid} on `);
    expect(shown.stdout).toContain('● T1.1 Write one');
    expect(await stage.say('auto', 'skip', 'T1.2')).toMatchObject({ code: 0, stdout: 'skipped: T1.2\n' });
    const stopped = await stage.say('auto', 'stop');
    expect(stopped).toMatchObject({ code: 0, stdout: 'stopped; go on with: orchestral auto --resume\n' });
    const ended = await begun.ended();
    expect(ended.code).toBe(1);
    const lines = ended.stdout.split('\n').map((line) => JSON.parse(line) as { type?: string; data?: object });
    expect(lines[0]).toMatchObject({
      type: 'conducting',
      data: { tasks: 5, phases: 2, resumed: false, mode: 'normal' },
    });
    expect(lines.at(-2)).toMatchObject({ type: 'end', data: { exit: 1, counts: { total: 5 } } });
    expect(await stage.say('auto', 'stop')).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('nobody was conducting it') as unknown,
    });
    stage.script(ALL);
    const done = await stage.say('auto', '--resume', '--yes');
    expect(done.code, done.stderr).toBe(0);
    expect(done.stdout).toContain('skipped 1');
    expect(fs.readFileSync(path.join(stage.project.folder, 'TASKS.md'), 'utf8')).toContain('- [ ] T1.2');
  });

  test('that is interrupted says how to go on', async () => {
    const stage = shop({ ...ALL, 'T1.1': SLOW });
    const begun = await stage.begin('auto', '--json');
    await begun.line((line) => line.includes('"Thinking.'));
    begun.child.kill('SIGINT');
    const ended = await begun.ended();
    expect(ended.code).toBe(130);
    expect(ended.stderr).toContain('orchestral auto --resume');
    expect(stateOf(stage.project).tasks['in_progress']).toEqual([]);
    stage.script(ALL);
    expect(await stage.say('auto', '--resume', '--yes', '--quiet')).toMatchObject({ code: 0, stdout: '', stderr: '' });
  });

  test('asks for the next phase in a terminal', async (context) => {
    needs(context, 'tmux');
    const { project } = shop();
    const env = { ...project.env, ORCHESTRAL_AGENT: `rehearsal:${project.home}/tasks.yaml` };
    const run = [await programFile(), '--project', project.folder, '--trust', 'auto'];
    const view = terminal({ columns: 80, rows: 40, run, env });
    await view.until((screen) => screen.trimEnd().endsWith('begin phase 2 (2 tasks)? [y/N]'));
    view.type('y');
    view.press('Enter');
    const screen = await view.until((now) => now.includes('exit '));
    expect(screen).toContain('exit 0');
    expect(screen).toContain('✅ all 5 tasks are done');
    expect(screen).not.toMatch(/[░█]/);
    expect(view.isCursorShown()).toBe(true);
  });

  test('shows phases and what runs while it goes on', async (context) => {
    needs(context, 'tmux');
    const { project } = shop({ ...ALL, 'T1.1': SLOW });
    const env = { ...project.env, ORCHESTRAL_AGENT: `rehearsal:${project.home}/tasks.yaml`, LANG: 'ko_KR.UTF-8' };
    const run = [await programFile(), '--project', project.folder, '--trust', 'auto'];
    const view = terminal({ columns: 50, rows: 30, run, env });
    const screen = await view.until(
      (now) => /T1\.1 Write one · 0:\d\d\n {2}Thinking\./.test(now) && now.includes('1/5'),
    );
    expect(screen).toMatch(/^Phase 1 █+░+ 1\/3 · 진행 1 · 남음 1$/m);
    expect(screen).toMatch(/^Phase 2 ░+ 0\/2 · 남음 2$/m);
    expect(screen.trimEnd().split('\n').at(-1)).toMatch(
      /^1\/5 완료 · 약 \d+(?:분|시간.*) 남음 · 1\.1k 토큰 · \$0\.25$/,
    );
    view.press('C-c');
    expect(await view.until((now) => now.includes('exit '))).toContain('exit 130');
  });
});

describe('what people say of tasks', () => {
  test('each is confirmed, with what can be begun because of it', async () => {
    const { say, project } = shop({ ...ALL, 'T1.1': IDLE });
    await say('auto', '--ultra-thin', '--retry-limit', '0', '--phase', '1');
    expect(await say('auto', 'complete', 'T1.1', '--json')).toMatchObject({ code: 0 });
    expect(stateOf(project).tasks['ready']).toEqual(['T1.2']);
    const refused = [
      [['retry'], "'auto retry' needs to know which"],
      [['complete', 'T1.1'], 'T1.1 is completed already'],
      [['skip', 'T1.2', 'T9.9'], 'there is no task T9.9'],
      [['skip', 'T1.22'], 'did you mean T1.2?'],
      [['retry', 'T1.2'], 'T1.2 has nothing to be tried again (it is ready)'],
      [['skip', 'T1.2;rm -rf'], 'there is no task T1.2;rm -rf'],
      [['exec'], "'auto exec' needs to know which"],
      [['status', 'T1'], "too many arguments for 'auto'"],
      [['stauts'], "did you mean 'auto status'?"],
    ] as const;
    for (const [args, message] of refused) {
      const said = await say('auto', ...args);
      expect(said, args.join(' ')).toMatchObject({ code: 2, stderr: expect.stringContaining(message) as unknown });
    }
    expect(stateOf(project).tasks['ready']).toEqual(['T1.2']);
    expect(await say('auto', 'skip', 'T1.2', 'T1.2', 'T2.2')).toMatchObject({ stdout: 'skipped: T1.2, T2.2\n' });
  });
});

describe('a dry run', () => {
  test('foresees what would be done, before anything was begun, and writes nothing', async () => {
    const { say, project } = shop();
    const before = project.git('status', '--porcelain', '--ignored');
    const said = await say('auto', '--dry-run', '--parallel', '2');
    expect(said.code, said.stderr).toBe(0);
    expect(said.stdout).toMatchInlineSnapshot(`
      "Shop: 5 tasks
        TASKS.md · normal · 2 at once

      phase 1 · 3 tasks · 10 min 0 s
        0:00 · T1.1, T1.3
        5:00 · T1.2

      phase 2 · 2 tasks · 5 min 0 s
        10:00 · T2.1, T2.2

        critical path: T1.1 → T1.2
        expected: 15 min 0 s
        cost unknown: nothing was done yet, or nobody said what it cost
        begin: orchestral auto
      "
    `);
    expect(project.git('status', '--porcelain', '--ignored')).toBe(before);
    expect(fs.existsSync(path.join(project.home, 'state'))).toBe(false);
  });

  test('in the middle knows what tasks took and cost', async () => {
    const { say } = shop();
    await say('auto', '--phase', '1');
    const { stdout } = await say('auto', '--dry-run', '--json', '--mode', 'ralph');
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
    expect((await say('auto', '--dry-run')).stdout).toContain('about $0.50');
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
    [['--phase', '2'], 2, 'phase 2 cannot be entered yet: phase 1 has open tasks'],
    [['--phase', '7'], 2, 'there is no phase 7 with something to do'],
    [['--resume'], 2, 'no task graph was begun here'],
    [['--base', 'mian'], 2, "did you mean 'main'?"],
    [['--tasks', 'no.md'], 2, 'there is no such file'],
    [['--paralel', '3'], 2, "did you mean '--parallel'?"],
  ] as const)('%j', async (args, code, message) => {
    const { say } = shop();
    const said = await say('auto', ...args);
    expect(said, said.stderr).toMatchObject({ code, stderr: expect.stringContaining(message) as unknown });
    expect(said.stderr.split('\n').length).toBeLessThanOrEqual(3);
  });

  test.each([
    [{}, 2, 'there is no list of tasks here'],
    [{ 'TASKS.md': '# Nothing\n' }, 4, 'NO_TASKS'],
    [
      { 'TASKS.md': '- [ ] T1.1: A\n  - deps: [T1.2]\n- [ ] T1.2: B\n  - deps: [T1.1]\n' },
      4,
      'CIRCULAR_DEP: T1.1 → T1.2',
    ],
    [{ 'TASKS.md': '- [ ] T1.1: A\n  - deps: [T1.9]\n' }, 4, 'MISSING_DEP'],
  ] as const)('a list as in %j', async (files, code, message) => {
    const { say } = shop(ALL, files);
    for (const args of [[], ['--dry-run']]) {
      const said = await say('auto', ...args);
      expect(said, said.stderr).toMatchObject({ code, stderr: expect.stringContaining(message) as unknown });
    }
  });

  test('agents that are not signed in are no fault of a task', async () => {
    const { say, project } = shop({ ...ALL, 'T1.1': [{ say: 'sign in first', fail: 'auth' }] });
    const said = await say('auto', '--ultra-thin');
    expect(said).toMatchObject({ code: 5, stderr: expect.stringContaining('it is not signed in') as unknown });
    expect(said.stderr).toContain('orchestral auto --resume');
    expect(stateOf(project).tasks['failed']).toEqual([]);
  });

  test('another base than the one it was begun on', async () => {
    const { say, project } = shop();
    project.git('branch', 'other');
    await say('auto', '--phase', '1');
    expect(await say('auto', '--base', 'other')).toMatchObject({ code: 2 });
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
    const { say, project } = shop(ALL, { 'tasks.json': tasks });
    const said = await say('auto', 'import', 'tasks.json');
    expect(said).toMatchObject({
      code: 0,
      stdout: '1 task written to TASKS.md\n',
      stderr: expect.stringContaining('left out, as cancelled or deferred: T2') as unknown,
    });
    expect(await say('auto', 'import', 'tasks.json')).toMatchObject({ code: 3 });
    project.write({ 'TASKS.md': 'mine\n' });
    expect(await say('auto', 'import', 'tasks.json', '--tasks', 'docs/other.md')).toMatchObject({ code: 0 });
    expect(fs.readFileSync(path.join(project.folder, 'TASKS.md'), 'utf8')).toBe('mine\n');
    expect(await say('auto', 'import', 'tasks.json', '--yes', '--json')).toMatchObject({ code: 0 });
    expect(fs.readFileSync(path.join(project.folder, 'TASKS.md'), 'utf8')).toContain('- [ ] T1: A');
    expect(await say('auto', 'import', 'TASKS.md', '--yes')).toMatchObject({ code: 4 });
    expect(await say('auto', 'import', 'no.json')).toMatchObject({ code: 2 });
  });
});

describe('the protocol for agents', () => {
  test('is one line each, and nothing else', async () => {
    const { say } = shop({ ...ALL, 'T1.3': IDLE });
    const lines: string[] = [];
    const ask = async (...args: string[]) => {
      const { stdout, stderr, code } = await say('auto', ...args);
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
      '2 ERROR:AUTO_TASK_NOT_NOW:T2.1 cannot be executed now (it is pending)\n',
      '2 ERROR:AUTO_UNKNOWN_TASK:there is no task T9\n',
    ]);
  });

  test('also where the list cannot be worked on', async () => {
    const { say } = shop(ALL, { 'TASKS.md': '- [ ] T1.1: A\n  - deps: [T1.1]\n' });
    const said = await say('auto', 'next');
    expect(said).toMatchObject({ code: 4, stderr: '' });
    expect(said.stdout).toMatch(/^ERROR:CIRCULAR_DEP:[^\n]{10,200}\n$/);
  });
});
