import fs from 'node:fs';
import path from 'node:path';
import { describe, expect } from 'vitest';
import { realDisk } from '../../src/files/disk.ts';
import { FileLock } from '../../src/files/lock.ts';
import { widthOf } from '../../src/cli/terminal/width.ts';
import { busyProject, changed, orchestral, orchestralProcess, project, put, sample } from './orchestral.ts';
import { oneIn } from '../support/one-in.ts';

const test = oneIn(3);

/** A process has one time zone. */
const env = { TZ: 'Asia/Seoul' };

test('all three workflows at a glance', async () => {
  const { code, stdout, stderr } = await orchestralProcess(['status'], { cwd: busyProject(), env });
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout.split('\n').slice(1).join('\n')).toMatchInlineSnapshot(`
    "
    ❓ run-20240115-143022 · needs your answer
      ✓ refiner ● builder · verifier · gatekeeper
      round 1 of 3
      updated 2024-01-15 23:32
      waits for your decision (crp-001)
        Rate limiting을 어떤 기준으로 적용할까요?
        A  IP당 분당 60회 (recommended)
        B  사용자당 분당 100회
      next: orchestral answer

    🔄 session R1 · active
      XX컨트롤러 구현해줘
      ██████████░░░░░░░░░░░░░░░░░░░░░░ 1/3 subtasks
      T1 a API 구현 > S2 테스트 작성 (implementing)
      updated 2024-01-15 19:30
      next: orchestral session status

    🔄 auto · ultra-thin · phase 1
      ████████████░░░░░░░░░░░░░░░░░░░░ 3/8 37%
      running T1.3
      ready 1 · pending 3
      worktree/phase-1-feature-name
      updated 2026-01-21 19:30
      next: orchestral auto status
    "
  `);
});

test('in Korean, in 20 columns, nothing is wider', async () => {
  const { stdout } = await orchestralProcess(['status', '--lang', 'ko'], {
    cwd: busyProject(),
    env: { ...env, COLUMNS: '20' },
  });
  expect(stdout.split('\n').filter((line) => widthOf(line) > 20)).toEqual([]);
  expect(stdout).toContain('  2024-01-15 23:32\n');
  expect(stdout).toContain('● builder');
});

test('nothing there says how to begin', async () => {
  const root = project();
  const said = await orchestral(['status'], { cwd: root });
  expect(said).toMatchObject({ code: 0, stderr: '' });
  expect(said.stdout).toBe(
    `${root}\n\nnothing has been started here yet\nstart a run: orchestral start "what you want"\n`,
  );
});

test('nothing there is said within 20 columns', async () => {
  const { stdout } = await orchestral(['status'], { cwd: project(), env: { COLUMNS: '20' } });
  expect(stdout.split('\n').filter((line) => widthOf(line) > 20)).toEqual([]);
});

describe('a broken document', () => {
  test('is one line and hides nothing else', async () => {
    const root = busyProject();
    put(root, '.claude/orchestrator/sessions/a1b2c3d4/state.json', '{"version": 2');
    put(root, '.orchestral/runs/run-20240116-000000/state.json', changed('run-state.json', { phase: 'lunch' }));
    const said = await orchestral(['status'], { cwd: root });
    expect(said.code).toBe(4);
    expect(said.stdout).toContain('run-20240115-143022 · needs your answer');
    expect(said.stdout).toContain('session a1b2c3d4 · active');
    expect(said.stdout).toContain('auto · ultra-thin');
    const [title, ...lines] = said.stderr.trim().split('\n');
    expect(title).toBe('2 documents are broken');
    expect(lines).toHaveLength(3);
    expect(lines[0]).toMatch(/^ {2}\.claude.*state\.json:1:14: version: the text ends too early$/);
    expect(lines[1]).toMatch(/^ {2}\.orchestral\/runs\/run-20240116-000000\/state\.json:/);
  });

  test('is in the JSON, with the rest', async () => {
    const root = busyProject();
    fs.rmSync(path.join(root, '.claude/orchestrate-state.json'));
    fs.mkdirSync(path.join(root, '.claude/orchestrate-state.json'));
    const { code, stdout } = await orchestral(['status', '--json'], { cwd: root });
    expect(code).toBe(4);
    expect(JSON.parse(stdout)).toMatchObject({
      auto: null,
      sessions: [{ hash: 'a1b2c3d4', request: { id: 'R1' } }],
      broken: [{ document: 'auto-state', problems: [{ kind: 'file.not_regular' }] }],
    });
  });

  test('of a newer version is said to be newer', async () => {
    const root = project({ '.claude/orchestrate-state.json': changed('auto-state.json', { version: '3.0' }) });
    const { code, stderr } = await orchestral(['status'], { cwd: root });
    expect(code).toBe(4);
    expect(stderr).toContain('newer Orchestral');
  });
});

test('what an agent waits for is said with until when, as long as that is to come', async () => {
  const run = 'run-20240115-143022';
  const building = { phase: 'build', pending_crp: null };
  const root = project({ [`.orchestral/runs/${run}/state.json`]: changed('run-state.json', building) });
  const state = put(root, 'state/none', '').replace(/none$/, '');
  const told = async () => {
    const { stdout } = await orchestral(['status', '--json'], { cwd: root, env: { XDG_STATE_HOME: state } });
    return JSON.parse(stdout) as { project: { hash: string }; limits: unknown[] };
  };
  const { project: found, limits } = await told();
  expect(limits).toEqual([]);
  const wait = (from: Date) => {
    const limit = { type: 'limit', backend: 'claude', why: 'limited', resume_at: from.toISOString() };
    const line = JSON.stringify({ at: new Date().toISOString(), ...limit });
    put(root, `state/orchestral/${found.hash}/steps/${run}/build-1/events.jsonl`, `${line}\n`);
  };
  wait(new Date(Date.now() + 3_600_000));
  expect(await told()).toMatchObject({ limits: [{ backend: 'claude', why: 'limited' }] });
  const { stdout } = await orchestral(['status'], { cwd: root, env: { XDG_STATE_HOME: state } });
  expect(stdout).toMatch(/claude is limited until .+ \(waiting\)/);
  wait(new Date(Date.now() - 1000));
  expect(await told()).toMatchObject({ limits: [] });
});

test('a run that nobody works on any more says how it is continued', async () => {
  const root = project();
  const id = 'run-20240116-000000';
  put(
    root,
    `.orchestral/runs/${id}/state.json`,
    changed('run-state.json', { run_id: id, phase: 'build', pending_crp: null }),
  );
  const command = `next: orchestral resume ${id}`;
  expect((await orchestral(['status'], { cwd: root })).stdout).toContain(command);
  expect(JSON.parse((await orchestral(['status', '--json'], { cwd: root })).stdout)).toMatchObject({
    interrupted: [id],
  });
  const owner = path.join(root, `.orchestral/runs/${id}/events.log.owner`);
  const held = new FileLock({ disk: realDisk, path: owner, command: 'start', onNotice: () => undefined });
  expect(held.tryTake()).toEqual({ ok: true, value: true });
  expect((await orchestral(['status'], { cwd: root })).stdout).not.toContain(command);
  held.close();
});

test('the JSON has the documented shape', async () => {
  const root = busyProject();
  const { stdout } = await orchestral(['status', '--json'], { cwd: root });
  const documented = fs.readFileSync('docs/reference/json-output.md', 'utf8');
  const [, example = ''] = /```json\n([\s\S]*?)```/.exec(documented) ?? [];
  const shape = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.slice(0, 1).map(shape);
    if (typeof value !== 'object' || value === null) return typeof value;
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, shape(inner)]));
  };
  expect(shape(JSON.parse(stdout))).toEqual(shape(JSON.parse(example)));
});

test('hostile text is shown, not obeyed', async () => {
  const root = project({
    '.claude/orchestrate-state.json': changed('auto-state.json', {
      execution: {
        current_phase: 1,
        worktree: 'w\u001b[2J\u202e\u0007x\ny',
        started_at: '2026-01-21T09:00:00Z',
        last_updated: '2026-01-21T10:30:00Z',
      },
    }),
  });
  const { stdout } = await orchestral(['status'], { cwd: root });
  expect(stdout).toContain(String.raw`w\x1b[2J\u202e\x07x y`);
});

test('a hundred thousand tasks', async () => {
  const ids = Array.from({ length: 100_000 }, (_, n) => `T${n}`);
  const tasks = {
    pending: [],
    ready: ids.slice(60_000),
    in_progress: [],
    completed: ids.slice(0, 50_000),
    failed: ids.slice(50_000, 60_000),
    blocked: [],
  };
  const metrics = { total_tasks: 100_000, completed_count: 50_000, failed_count: 10_000, average_task_time_seconds: 1 };
  const root = project({
    '.claude/orchestrate-state.json': changed('auto-state.json', { tasks, metrics, dependencies: {}, checkpoints: {} }),
  });
  const { code, stdout } = await orchestral(['status'], { cwd: root });
  expect(code).toBe(0);
  expect(stdout).toContain('50000/100000 50%');
  expect(stdout).toContain('+9980 more');
  expect(stdout.split('\n').length).toBeLessThan(20);
});

test('many runs: the latest are shown, all are in the JSON', async () => {
  const files = Array.from({ length: 12 }, (_, n) => {
    const id = `run-20240115-1430${String(n).padStart(2, '0')}`;
    const updated_at = `2024-01-15T15:00:${String(n).padStart(2, '0')}Z`;
    return [`.orchestral/runs/${id}/state.json`, changed('run-state.json', { run_id: id, updated_at })];
  });
  const root = project(Object.fromEntries(files));
  const { stdout } = await orchestral(['status'], { cwd: root });
  const shown = [...new Set(stdout.match(/run-\d+-\d+/g))];
  expect(shown).toEqual(['11', '10', '09', '08', '07'].map((n) => `run-20240115-1430${n}`));
  expect(stdout).toContain('and 7 older runs');
  const json = JSON.parse((await orchestral(['status', '--json'], { cwd: root })).stdout) as { runs: object[] };
  expect(json.runs).toHaveLength(12);
});

test('a fresh session, as another tool writes it', async () => {
  const sessions = '.claude/orchestrator/sessions/a1b2c3d4';
  const root = project({
    [`${sessions}/session.json`]: sample('session.initial.json'),
    [`${sessions}/state.json`]: sample('session-state.initial.json'),
  });
  const { code, stdout } = await orchestral(['status'], { cwd: root });
  expect(code).toBe(0);
  expect(stdout).toContain('0/2 subtasks');
});
