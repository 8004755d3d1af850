import fs from 'node:fs';
import path from 'node:path';
import { describe, expect } from 'vitest';
import { projectHash } from '../../src/engine/project.ts';
import { temporaryFolder } from '../support/auto-store.ts';
import { needs } from '../support/needs.ts';
import {
  calculator,
  explores,
  judges,
  mul,
  oneSubtask,
  plans,
  testFile,
  verifies,
  writesTests,
} from '../support/session-script.ts';
import { programFile } from './orchestral.ts';
import { type CliProject, cliProject } from './cli-project.ts';
import { terminal } from './terminal/terminal.ts';
import { oneIn } from '../support/one-in.ts';

const test = oneIn(3);

/** The Planner is not done before it is ended; whoever calls it again gets an answer. */
const SLOW = oneSubtask({ planner: [{ say: 'I think.', delay_ms: 600_000 }] });

describe('a session', () => {
  test('goes from a request to the merge, told line by line', async () => {
    const { cli, project: calc } = cliProject(oneSubtask(), calculator());
    const done = await cli('session', 'Add', 'mul');
    expect(done).toMatchObject({ code: 0 });
    // Exploring and planning go on at the same time, in any order.
    const [, afterwards = ''] = timeless(done.stderr).split('· merge\n');
    expect(afterwards).toMatchInlineSnapshot(`
      "✓ merge            1 task, 1 subtask · assumptions 1 right, 0 wrong · TIME
      · T1 design
      [Warning] claude-mem cannot be searched: it is not installed
      Continuing with knowledge.yaml only.
      ✓ T1 design        designed · rehearsal · TIME
      · T1-S1 write
      ✓ T1-S1 write      tests written · rehearsal · TIME
      · T1-S1 red
      · T1-S1 red        testing: new tests against the old code
      ✓ T1-S1 GATE-1     passed (the new tests fail, as they should) · TIME
      · T1-S1 implement
      ✓ T1-S1 implement  implemented · rehearsal · TIME
      · T1-S1 scope
      ✓ T1-S1 GATE-3     passed (written rules are judged at GATE-4) · TIME
      · T1-S1 verify
      ✓ T1-S1 verify     QA found no problem · rehearsal · TIME
      · T1-S1 green
      · T1-S1 green      testing: old tests with the work
      · T1-S1 green      testing: new tests with the work
      · T1-S1 green      testing: with the work
      ✓ T1-S1 GATE-2     passed · TIME
      · T1-S1 judge
      ✓ T1-S1 GATE-4     passed (judged by QA)
      ✓ T1-S1 GATE-3     passed (judged by QA) · rehearsal · TIME
      · T1-S1 commit
      ✓ T1-S1 commit     completed as COMMIT · TIME
      · learn
      ✓ learn            knowledge.yaml is up to date · TIME
      "
    `);
    expect(done.stdout).toBe(
      '\n✅ session R1 is done\n  1 subtask · on orchestral/session-R1\n  merge it into main: orchestral session --merge\n',
    );
    expect(calc.git('log', '-1', '--format=%s', 'main')).toBe('Begin');
    const shown = await cli('session', 'status', '--verbose');
    expect(timeless(shown.stdout)).toMatchInlineSnapshot(`
      "✅ session R1 · done
        Add mul
        orchestral/session-R1 → main

        ✓ T1 Functions of T1
          ✓ S1 mul (done)
            ✓ GATE-1 · passed · the new tests fail, as they should · tree COMMIT
            · WHEN
                node --test test/ (exit 1): 0 of 1 passed, 1 failed
                TC-1: failed
            ✓ GATE-2 · passed · tree COMMIT · WHEN
                node --test test/ (exit 0): 2 of 2 passed
                without the change: 1 failing
            ✓ GATE-3 · passed · judged by QA · tree COMMIT · WHEN
                src/mul.js
                SCOPE-1: src/mul.js: export const mul = (a, b) => a * b;
            ✓ GATE-4 · passed · judged by QA · tree COMMIT · WHEN
                INV-1: src/mul.js: export const mul = (a, b) => a * b;
              1 test fails without it

        updated WHEN
      "
    `);
    const again = await cli('session', 'resume', '1');
    expect(again).toMatchObject({ code: 2, stderr: expect.stringContaining('orchestral session --merge') as unknown });

    calc.write({ 'src/add.js': 'export const add = (a, b) => b + a;\n' });
    const left = await cli('session', '--merge');
    expect(left).toMatchObject({ code: 3, stderr: expect.stringContaining('it has changed files') as unknown });
    // Asked for again, it comes in beside what is changed there.
    const merged = await cli('orchestrator', '--merge');
    expect(merged).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/session R1 is merged into main/) as unknown,
    });
    expect(calc.git('log', '-1', '--format=%s', 'main')).toBe('Merge session R1');
    expect(fs.readFileSync(path.join(calc.folder, 'src/mul.js'), 'utf8')).toContain('a * b');
    expect(calc.git('status', '--porcelain', '--untracked-files=no')).toBe('M src/add.js');
    expect(await cli('session', '--merge')).toMatchObject({ code: 0 });
    const learned = await cli('session', 'learn');
    expect(learned).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/knowledge\.yaml is up to date\n$/) as unknown,
    });
  });

  test('is stopped from another process, held by one at a time, and resumed', async () => {
    const stage = cliProject(SLOW, calculator());
    const hash = projectHash(stage.project.folder);
    const first = await stage.startCli('session', 'Add mul', '--json');
    await first.nextLine((line) => line.includes('"role":"planner"'));
    for (const args of [['Other'], ['--yes'], ['resume', hash], ['resume', '1']])
      expect(await stage.cli('session', ...args)).toMatchObject({ code: 6 });
    expect((await stage.cli('session', 'status')).stdout).toContain(`process ${first.child.pid} on `);
    const stopped = await stage.cli('session', 'stop');
    expect(stopped).toMatchObject({ code: 0, stdout: expect.stringMatching(/^session R1 is stopped;/) as unknown });
    const ended = await first.result();
    expect(ended.code).toBe(1);
    const last = ended.stdout.split('\n').map((line) => JSON.parse(line) as { type?: string; data?: object });
    expect(last).toContainEqual(
      expect.objectContaining({ type: 'end', data: { request_id: 'R1', status: 'stopped', delivery: null, exit: 1 } }),
    );
    expect(statusOf(stage)).toEqual(['stopped', 'stopped']);
    expect(await stage.cli('session', 'stop')).toMatchObject({ code: 2 });
    stage.rehearse(oneSubtask());
    expect(await stage.cli('session', 'resume', hash, '--quiet')).toMatchObject({ code: 0 });
    expect(statusOf(stage)).toEqual(['completed', 'completed']);
    const over = await stage.cli('session', 'resume', hash);
    expect(over).toMatchObject({ code: 2, stderr: expect.stringContaining('there is nothing to resume') as unknown });
  });

  test('that was interrupted is active: nothing begins beside it until it is ended', async () => {
    const stage = cliProject(SLOW, calculator());
    const first = await stage.startCli('session', 'Add mul', '--json');
    await first.nextLine((line) => line.includes('"role":"planner"'));
    first.child.kill('SIGINT');
    expect((await first.result()).code).toBe(130);
    expect(statusOf(stage)).toEqual(['active', 'active']);
    const refused = await stage.cli('session', 'Something else');
    expect(refused).toMatchObject({ code: 3, stderr: expect.stringContaining('orchestral session reset') as unknown });
    expect(await stage.cli('session', '--merge')).toMatchObject({ code: 3 });
    const folder = path.join(stage.project.folder, '.claude/orchestrator/sessions', projectHash(stage.project.folder));
    fs.writeFileSync(path.join(folder, 'session.json'), '{');
    for (const name of ['state.json', 'state.json.bak', 'session.json.bak'])
      fs.rmSync(path.join(folder, name), { force: true });
    const shown = await stage.cli('session', 'status');
    expect(shown).toMatchObject({ code: 0, stdout: expect.stringContaining('Add mul') as unknown });
    expect(await stage.cli('session', 'reset')).toMatchObject({
      code: 0,
      stdout: 'session R1 is ended; its contracts are kept, and its commits are on orchestral/session-R1\n',
    });
    expect(statusOf(stage)).toEqual(['completed', 'completed']);
    // Completed in its documents; to people it is what it is.
    for (const args of [['session', 'status'], ['status']])
      expect((await stage.cli(...args)).stdout, args.join(' ')).toContain('⏹ session R1 · ended early');
    expect(stage.project.git('worktree', 'list').split('\n')).toHaveLength(1);
    expect(await stage.cli('session', '--merge')).toMatchObject({ code: 2 });
    expect(await stage.cli('session', 'reset')).toMatchObject({ code: 2 });
    stage.rehearse({ ...oneSubtask(), planner: [{ fail: 'auth' }] } as never);
    await stage.cli('session', 'Something else');
    expect(JSON.parse((await stage.cli('session', 'status', '--json')).stdout)).toMatchObject({
      request: { id: 'R2', text: 'Something else' },
    });
  });

  test('of which neither documents nor log can be read gives way to a new one, with its files kept', async () => {
    const stage = cliProject({ 'code-explore': [{ fail: 'crash' }] });
    await stage.cli('session', 'Add mul', '--quiet');
    const folder = path.join(stage.project.folder, '.claude/orchestrator/sessions', projectHash(stage.project.folder));
    expect(fs.existsSync(path.join(folder, 'contracts'))).toBe(true);
    for (const name of fs.readdirSync(folder).filter((one) => one !== 'contracts'))
      fs.writeFileSync(path.join(folder, name), '{broken');
    for (const args of [['status'], ['resume'], ['Add sub']]) {
      const { code, stderr } = await stage.cli('session', ...args);
      expect({ code, stderr }).toEqual({
        code: 4,
        stderr: expect.stringContaining('orchestral session "…" --yes') as string,
      });
    }
    const begun = await stage.cli('session', 'Add sub', '--yes');
    expect(begun.stderr).toContain('moved aside');
    const kept = fs.readdirSync(folder).filter((name) => name.includes('.corrupt-'));
    expect(kept.map((name) => name.replace(/\.corrupt-.*/, ''))).toEqual(
      expect.arrayContaining(['session.json', 'state.json', 'events.log']),
    );
    for (const name of kept) expect(fs.readFileSync(path.join(folder, name), 'utf8')).toBe('{broken');
    expect((await stage.cli('session', 'status')).stdout).toContain('Add sub');
  });

  test('that has to ask waits for a person: exit 3, and the status says so', async () => {
    const project = calculator();
    const env = { ...project.env, ORCHESTRAL_SLACK_WEBHOOK_URL: 'nonsense' };
    const { cli } = cliProject(oneSubtask({ 'qa-engineer': [weakens()] }), { ...project, env });
    const waits = await cli('session', 'Add mul');
    // Whoever is not looking is to know.
    expect(waits.stderr).toContain('no message is sent to Slack');
    expect(waits).toMatchObject({
      code: 3,
      stderr: expect.stringContaining('session R1 waits for your decision about T1-S1') as unknown,
    });
    expect((await cli('session', 'status')).stdout).toContain('T1-S1 waits for your decision: orchestral answer T1-S1');
    expect(JSON.parse((await cli('session', 'status', '--json')).stdout)).toMatchObject({
      status: 'active',
      question: { id: 'T1-S1', items: [{ code: 'lost_demand', key: 'test/add.test.js > TC-1: works' }] },
    });
    // Until somebody answers, there is nothing to go on with.
    expect(await cli('session', 'resume', '1')).toMatchObject({ code: 3 });
  });

  test('that fails stops, says why, and exits 1', async () => {
    const never = { edit: { 'src/mul.js': 'export const mul = () => 0;\n' } };
    const script = oneSubtask();
    const [written = {}, verified = {}] = script['qa-engineer'] ?? [];
    const { cli, project: calc } = cliProject(
      { ...script, implementer: [never], 'qa-engineer': [written, ...Array.from({ length: 4 }, () => verified)] },
      calculator(),
    );
    const other = temporaryFolder();
    const failed = await cli('session', 'Add mul', '--reference', other);
    expect(failed.code).toBe(1);
    const steps = path.join(calc.home, 'state/orchestral', projectHash(calc.folder), 'steps/R1');
    expect(fs.readFileSync(path.join(steps, 'explore-1/prompt.md'), 'utf8')).toContain(other);
    expect(fs.readFileSync(path.join(steps, 'plan-1/prompt.md'), 'utf8')).not.toContain(other);
    expect(failed.stderr).toContain('error: session R1 stopped at T1-S1: all implementation attempts failed');
    expect(failed.stderr).toMatch(/✗ T1-S1 GATE-2 {5}failed/);
    expect(JSON.parse((await cli('session', 'status', '--json')).stdout)).toMatchObject({
      status: 'stopped',
      failure: { code: 'implementation_retries' },
      tasks: [{ subtasks: [{ status: 'failed', gates: expect.arrayContaining([]) as unknown }] }],
    });
    expect((await cli('status')).stdout).toContain('⏹ session R1 · stopped');
    for (const [lang, reason, gate] of [
      ['en', 'all implementation attempts failed', /· GATE-4 · pending/],
      ['ko', '구현 시도를 모두 썼지만 통과하지 못했습니다', /· GATE-4 · 대기/],
    ] as const) {
      const { stdout } = await cli('session', 'status', '--verbose', '--lang', lang);
      expect(stdout).toContain(reason);
      expect(stdout).not.toContain('implementation_retries');
      expect(stdout).toMatch(gate);
    }
    const knowledge = `.claude/orchestrator/knowledge/${projectHash(calc.folder)}/knowledge.yaml`;
    expect(fs.readFileSync(path.join(calc.folder, knowledge), 'utf8')).toContain('pure functions');
    expect(calc.git('log', '-1', '--format=%s', 'main')).toBe('Begin');
  });
});

describe('what is no request', () => {
  test.each([
    [['session'], 2, 'no request was given'],
    [['session', '--merge'], 2, 'there is no session here'],
    [['session', 'status'], 2, 'there is no session here'],
    [['session', 'stop'], 2, 'there is no session here'],
    [['session', 'resume'], 2, 'there is no session to resume'],
    [['session', 'resume', 'deadbeef'], 2, 'there is no session deadbeef'],
    [['session', 'statsu'], 2, "did you mean 'session status'?"],
    [['session', 'x', '--reference', 'nowhere'], 2, 'nowhere is not a folder'],
    [['sesion', 'x'], 2, "did you mean 'session'?"],
  ])('%o', async (args, code, words) => {
    const said = await cliProject({}, calculator()).cli(...args);
    expect(said).toMatchObject({ code, stderr: expect.stringContaining(words) as unknown });
  });
});

describe('in a terminal', () => {
  test('what only a person can allow is asked right there, and the session goes on', async (context) => {
    needs(context, 'tmux');
    const script = oneSubtask({ 'qa-engineer': [weakens(), verifies(), judges(mul)] });
    const stage = cliProject(script, calculator());
    const env = { ...stage.project.env, ORCHESTRAL_AGENT: `rehearsal:${stage.project.home}/script.yaml` };
    const program = [await programFile(), '--project', stage.project.folder, '--trust', 'session'];
    const view = terminal({ columns: 80, rows: 50, run: [...program, 'Add mul'], env });
    const asked = await view.until((screen) => screen.includes('assert.ok(add(1, 2))') && screen.endsWith('>'));
    expect(asked).toContain('assert.equal(add(1, 2), 3)');
    view.type('all');
    view.press('Enter');
    await view.until((screen) => /why\?/i.test(screen) && screen.endsWith('>'));
    view.press('Enter');
    const done = await view.until((screen) =>
      /Merge orchestral\/session-R1 \([0-9a-f]{12}\) into main now\?/.test(screen.replaceAll('\n', ' ')),
    );
    expect(done).toContain('GATE-2');
  });

  test('what becomes of an active session is asked, and the merge is offered', async (context) => {
    needs(context, 'tmux');
    const stage = cliProject(SLOW, calculator());
    const env = { ...stage.project.env, ORCHESTRAL_AGENT: `rehearsal:${stage.project.home}/script.yaml` };
    const program = [await programFile(), '--project', stage.project.folder, '--trust', 'session'];
    const begun = terminal({ columns: 80, rows: 50, run: [...program, 'Add mul'], env });
    const live = await begun.until((screen) => screen.includes('I think.') && screen.includes('✓ explore'));
    expect(live).toMatch(/\n\S discovery: plan · planner · 0:\d\d\n {2}I think\.\n0:\d\d in total$/);
    begun.press('C-c');
    const over = await begun.until((screen) => screen.includes('exit '));
    expect(over).toMatch(
      /interrupted; everything is saved\. Continue with: orchestral --project\s+\S+\s+session\s+resume\s+exit 130/,
    );
    stage.rehearse({ ...oneSubtask(), planner: [plans({ T1: [mul] })], 'code-explore': [explores()] });
    const view = terminal({ columns: 80, rows: 50, run: [...program, 'Add multiplication'], env });
    const asked = await view.until((screen) => screen.includes('choose ('));
    expect(asked).toContain('session R1 is active: Add mul');
    expect(asked).toMatch(/resume {2}resume \(recommended\)\n {10}continue where it stopped\n {2}over {4}start over/);
    view.type('over');
    view.press('Enter');
    await view.until((screen) => screen.replaceAll('\n', ' ').includes('into main now? [y/N]'));
    view.type('y');
    view.press('Enter');
    const end = await view.until((screen) => screen.includes('exit '));
    expect(end).toContain('exit 0');
    expect(end).toContain('✅ session R2 is merged into main');
    expect(view.isCursorShown()).toBe(true);
  });
});

/** QA that asks less of an existing test. */
function weakens() {
  const base = writesTests(mul);
  const old = testFile({ name: 'add', call: 'add(1, 2)', result: 3 });
  const weak = old.replace(/assert\.equal\(.*, 3\)/, 'assert.ok(add(1, 2))');
  return { ...base, edit: { ...base.edit, 'test/add.test.js': weak } };
}

/** In session.json and in state.json. */
function statusOf({ project: { folder } }: CliProject): unknown[] {
  const read = (name: string) =>
    JSON.parse(
      fs.readFileSync(path.join(folder, '.claude/orchestrator/sessions', projectHash(folder), name), 'utf8'),
    ) as { status?: string; request?: { status: string } };
  return [read('session.json').status, read('state.json').request?.status];
}

/** Without commits and times. */
function timeless(text: string): string {
  return text
    .replaceAll(/\b[0-9a-f]{12}\b/g, 'COMMIT')
    .replaceAll(/\d+ m?s\b/g, 'TIME')
    .replaceAll(/\d{4}-\d\d-\d\d \d\d:\d\d/g, 'WHEN');
}
