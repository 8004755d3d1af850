import fs from 'node:fs';
import path from 'node:path';
import { describe, expect } from 'vitest';
import { needs } from '../support/needs.ts';
import { programFile } from './orchestral.ts';
import { ALL, IDLE, PLAN, shop, SLOW, SMALL, stateOf, writes } from './shop.ts';
import { terminal } from './terminal/terminal.ts';
import { oneIn } from '../support/one-in.ts';

const test = oneIn(3);

const timeless = (text: string) =>
  text
    .replaceAll(/\b\d+ (?:ms|s)\b/g, 'TIME')
    .replaceAll(/ ·\n {2}(?=\S)/g, ' · ')
    .replaceAll(/\b[0-9a-f]{12}\b/g, 'COMMIT')
    .replaceAll(/\d{4}-\d\d-\d\d \d\d:\d\d/g, 'WHEN');

describe('orchestral auto', () => {
  test('works through TASKS.md, asks before the next phase, and reports', async () => {
    const { cli, project, script } = shop({ ...ALL, 'T1.1': [...IDLE, ...writes('one')], 'T1.3': IDLE });
    const first = await cli('auto', '--retry-limit', '1');
    expect(first.code, first.stderr).toBe(3);
    expect(first.stderr).toContain('5 tasks in 2 phases on main');
    expect(first.stderr).toContain('T1.1     attempt 1 failed: nothing was changed: I cannot.');
    expect(first.stderr).toMatch(/✓ T1\.1 {5}Write one · 2 attempts · /);
    expect(first.stderr).toMatch(/· T1\.1 +testing: with the work\n/);
    expect(first.stderr).toContain('T1.3     failed after 2 attempts: nothing was changed: I cannot.');
    expect(first.stderr).toMatch(/phase 2 needs your approval to start\n {2}start it: orchestral auto --phase 2 --yes/);
    expect(timeless(first.stdout)).toMatchInlineSnapshot(`
      "
      ❌ 2 of 5 tasks are done
        failed 1
          ✗ T1.3 Write three: nothing was changed: I cannot. (2 attempts)
        blocked 1
          T2.1 by T1.3
        changed nothing that tests can load: T1.1, T1.2
        took TIME · agents TIME · 5.5k tokens · $1.25 · failed attempts $0.75, TIME
        1 finished phase is on main
      "
    `);
    expect(stateOf(project)).toMatchObject({ mode: 'normal', config: { retry_limit: 1 } });

    const shown = await cli('auto', 'status');
    expect(shown.code).toBe(0);
    expect(shown.stdout.replaceAll(/\s+/g, ' ')).toContain('start phase 2: orchestral auto --phase 2 --yes');
    // Of the phase that is over; the next has none yet.
    expect(shown.stdout).not.toContain('worktree');

    const second = await cli('auto', '--yes');
    expect(second.code, second.stderr).toBe(1);
    expect(second.stderr).toContain('not everything is done: 1 failed, 1 blocked');
    expect(second.stderr).toContain(
      'auto retry T1.3, then orchestral auto --resume; or skip: orchestral auto skip T1.3',
    );
    expect(second.stdout).toMatch(/✗ T1\.3 Write three: nothing was changed: I cannot\. \(2 attempts\)/);
    expect(second.stdout).toContain('T2.1 by T1.3');

    expect(await cli('auto', 'retry', 'T1.3')).toMatchObject({ code: 0, stdout: 'will be retried: T1.3\n' });
    script({ ...ALL, 'T1.3': writes('three') });
    const third = await cli('auto', '--resume', '--yes');
    expect(third.code, third.stderr).toBe(0);
    expect(third.stdout).toContain('✅ all 5 tasks are done');
    expect(third.stdout).toContain('delivered to main');
    expect(project.git('show', 'main:four.txt')).toBe('four');
    expect(fs.readFileSync(path.join(project.folder, 'TASKS.md'), 'utf8')).toBe(PLAN.replaceAll('[ ]', '[x]'));
    const again = await cli('auto', '--resume');
    expect(again).toMatchObject({ code: 0, stdout: expect.stringContaining('all 5 tasks are done') as unknown });
    expect(JSON.parse((await cli('auto', 'status', '--json')).stdout)).toMatchObject({
      stage: 'done',
      counts: { total: 5, completed: 5, failed: 0 },
      conductor: null,
      left_alone: null,
      delivered: [1, 2],
    });
  });

  test('names the branch with the work of a failed task', async () => {
    const red = [{ edit: { 'test/red.check': 'false\n' } }];
    const { cli, project } = shop({ ...ALL, 'T1.1': red, 'T2.1': IDLE }, SMALL);
    const { stdout } = await cli('auto', '--yes', '--retry-limit', '0');
    expect(stdout).toMatch(/\n {2}branches with the work of failed tasks: 1\n {4}orchestral\/task\/T1\.1\n/);
    expect(project.git('show', 'orchestral/task/T1.1:test/red.check')).toBe('false');
  });

  test('is taken over in one command by whoever pays for every word', async () => {
    const { cli, project } = shop(ALL, SMALL);
    const done = await cli('auto-orchestrate', '--ultra-thin', '--lang', 'ko');
    expect(done.code, done.stderr).toBe(0);
    expect(done.stderr).toBe('');
    expect(timeless(done.stdout.replaceAll(/\d+(?:밀리초|초)/g, 'TIME'))).toMatchInlineSnapshot(`
      "Phase 2개, 작업 2개, 브랜치 main, 모드 ultra-thin
      1/2 완료 · Phase 1 · 0분
      2/2 완료 · Phase 2 · 0분
      2/2 완료 · 테스트가 불러올 수 있는 것이 없음: T1.1, T2.1 · 걸린 시간 TIME · 에이전트 TIME · 2.2k 토큰 · $0.50 · main에 반영했습니다
      "
    `);
    expect(stateOf(project).mode).toBe('ultra-thin');
    expect(await cli('auto', '--quiet')).toMatchObject({ code: 0, stdout: '', stderr: '' });
  });

  test('leaves a checkout with changes alone, and apply brings it in', async () => {
    const files = { 'TASKS.md': `${SMALL['TASKS.md']}- [ ] T2.2: Write five\n` };
    const { cli, project } = shop({ ...ALL, 'T2.2': IDLE }, files);
    project.write({ 'readme.md': 'mine\n' });
    const left = await cli('auto', '--ultra-thin', '--retry-limit', '0');
    expect(left.code, left.stderr).toBe(3);
    expect(left.stderr).toContain('it has changed files');
    expect(left.stderr).toContain('orchestral apply');
    expect(project.git('log', '-1', '--format=%s', 'main')).toBe('Begin');
    expect((await cli('auto', 'status')).stdout).toContain('apply it to your checkout: orchestral apply');
    const applied = await cli('apply');
    expect(applied, applied.stderr).toMatchObject({ code: 0, stdout: 'the finished work is on main\n' });
    expect(fs.readFileSync(path.join(project.folder, 'four.txt'), 'utf8')).toBe('four\n');
    expect(fs.readFileSync(path.join(project.folder, 'readme.md'), 'utf8')).toBe('mine\n');
    expect(await cli('apply', 'auto')).toMatchObject({ code: 2 });
    const nothing = await cli('apply');
    expect(nothing.code).toBe(2);
    expect(nothing.stderr).toContain('there is nothing to apply: all finished work is on its branch');
  });

  test('says what is another in the list since the last time', async () => {
    const { cli, project } = shop({ ...ALL, 'T1.9': writes('nine') });
    expect(await cli('auto', '--phase', '1')).toMatchObject({
      code: 0,
      stderr: expect.stringContaining(
        'phase 1 is finished; continue with the next: orchestral auto --resume',
      ) as unknown,
    });
    const listed = fs.readFileSync(path.join(project.folder, 'TASKS.md'), 'utf8');
    project.write({
      'TASKS.md': `${listed.replace(/- \[ \] T2\.1[^]*/, '')}- [ ] T1.9: Write nine\n  - deps: [T1.3]\n`,
    });
    project.git('commit', '--quiet', '--all', '--message', 'Plan');
    const next = await cli('auto', '--yes');
    expect(next.code, next.stderr).toBe(0);
    expect(next.stderr).toContain('new in the list: T1.9');
    expect(next.stderr).toContain('no longer in the list: T2.1, T2.2');
    expect(next.stdout).toContain('all 4 tasks are done');
  });

  test('says at the end what was added to the list meanwhile, also where something else keeps it from being done', async () => {
    const plan = '# Shop\n\n- [ ] T1.1: Write one\n';
    for (const [code, isCommitted, said] of [
      [3, true, 'T1.9 was added to the list meanwhile and not started'],
      [3, false, 'new in the list: T1.9'],
    ] as const) {
      const { startCli, project } = shop(ALL, { 'TASKS.md': plan });
      const running = await startCli('auto', '--ultra-thin', '--json');
      await running.nextLine((line) => line.includes('"effect_started"'));
      project.write({ 'TASKS.md': `${plan}- [ ] T1.9: Write nine\n` });
      if (isCommitted) project.git('commit', '--quiet', '--all', '--message', 'Plan');
      const ended = await running.result();
      expect(ended).toMatchObject({ code, stderr: expect.stringContaining(said) as unknown });
    }
  });

  test('says nothing of a delivery where there was nothing to deliver', async () => {
    const { cli } = shop({ 'T1.1': IDLE }, { 'TASKS.md': '# Shop\n\n- [ ] T1.1: Write one\n' });
    const { stdout } = await cli('auto', '--retry-limit', '0');
    expect(stdout).toContain('0 of 1 tasks are done');
    expect(stdout).not.toContain('delivered');
  });

  test('begins no more attempts than wanted, and what it has begun is not cleaned away', async () => {
    const { cli, project } = shop(ALL, SMALL);
    const first = await cli('auto', '--ultra-thin', '--max-iterations', '1');
    expect(first.code, first.stderr).toBe(1);
    expect(first.stderr).toMatch(/not everything is done: 1 open\n {2}continue: orchestral auto --resume/);
    const worktrees = project.git('worktree', 'list');
    const branches = project.git('branch', '--format=%(refname:short)');
    expect(branches).toContain('phase-1-basics');
    expect(await cli('clean')).toMatchObject({ code: 0 });
    expect(project.git('worktree', 'list')).toBe(worktrees);
    expect(project.git('branch', '--format=%(refname:short)')).toBe(branches);
    expect(await cli('auto', '--resume')).toMatchObject({ code: 0 });
  });

  test('is stopped from another process, conducted by one at a time, and gone on with', async () => {
    const stage = shop({ ...ALL, 'T1.1': SLOW });
    expect(await stage.cli('auto', 'stop')).toMatchObject({ code: 2 });
    const begun = await stage.startCli('auto', '--json');
    await begun.nextLine((line) => line.includes('"Thinking.'));
    const other = await stage.cli('auto');
    expect(other.code, other.stderr).toBe(6);
    const shown = await stage.cli('auto', 'status');
    expect(shown.stdout).toContain(`running in process ${begun.child.pid} on `);
    expect(shown.stdout).toContain('● T1.1 Write one');
    expect(await stage.cli('auto', 'skip', 'T1.2')).toMatchObject({ code: 0, stdout: 'skipped: T1.2\n' });
    const stopped = await stage.cli('auto', 'stop');
    expect(stopped).toMatchObject({ code: 0, stdout: 'stopped; continue with: orchestral auto --resume\n' });
    const ended = await begun.result();
    expect(ended.code).toBe(1);
    const lines = ended.stdout.split('\n').map((line) => JSON.parse(line) as { type?: string; data?: object });
    expect(lines[0]).toMatchObject({
      type: 'conducting',
      data: { tasks: 5, phases: 2, resumed: false, mode: 'normal' },
    });
    expect(lines.at(-2)).toMatchObject({ type: 'end', data: { exit: 1, counts: { total: 5 } } });
    expect(await stage.cli('auto', 'stop')).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('it was not running') as unknown,
    });
    stage.script(ALL);
    const done = await stage.cli('auto', '--resume', '--yes');
    expect(done.code, done.stderr).toBe(0);
    expect(done.stdout).toContain('skipped 1');
    expect(fs.readFileSync(path.join(stage.project.folder, 'TASKS.md'), 'utf8')).toContain('- [ ] T1.2');
  });

  test('that is interrupted says how to go on', async () => {
    const stage = shop({ ...ALL, 'T1.1': SLOW }, SMALL);
    const begun = await stage.startCli('auto', '--json');
    await begun.nextLine((line) => line.includes('"Thinking.'));
    begun.child.kill('SIGINT');
    const ended = await begun.result();
    expect(ended.code).toBe(130);
    // What was conducted with this agent goes on with it.
    const agent = `--agent rehearsal:${stage.project.home}/tasks.yaml`;
    expect(ended.stderr).toContain(`orchestral ${agent} auto --resume`);
    expect(stateOf(stage.project).tasks['in_progress']).toEqual([]);
    stage.script(ALL);
    expect(await stage.cli('auto', '--resume', '--yes', '--quiet')).toMatchObject({ code: 0, stdout: '', stderr: '' });
  });

  test('asks for the next phase in a terminal', async (context) => {
    needs(context, 'tmux');
    const { project } = shop(ALL, SMALL);
    const env = { ...project.env, ORCHESTRAL_AGENT: `rehearsal:${project.home}/tasks.yaml` };
    const run = [await programFile(), '--project', project.folder, '--trust', 'auto'];
    const view = terminal({ columns: 80, rows: 40, run, env });
    await view.until((screen) => screen.trimEnd().endsWith('Start phase 2 (1 task)? [y/N]'));
    view.type('y');
    view.press('Enter');
    const screen = await view.until((now) => now.includes('exit '));
    expect(screen).toContain('exit 0');
    expect(screen).toContain('✅ all 2 tasks are done');
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
      /^1\/5 완료 · 전체 0:\d\d · 약 \d+(?:분|시간.*) 남음 · 1\.1k 토/,
    );
    view.press('C-c');
    expect(await view.until((now) => now.includes('exit '))).toContain('exit 130');
  });
});
