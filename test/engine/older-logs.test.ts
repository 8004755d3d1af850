import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { readLog, type Restored, restoreFixture } from '../support/restore-fixture.ts';
import { type Ran, runInProcess } from '../support/run-in-process.ts';
import { byTier } from '../support/tier.ts';

/** How work that an older version left is read, and how it is brought to its end. */
interface Continuation {
  /** A command that reads, and what its JSON has. */
  readonly reads: readonly [args: string, shown: object];
  /** Commands with their exit codes; COMMIT is the one that waits for approval. */
  readonly commands: readonly (readonly [exitCode: number, args: string])[];
  /** Effects that agents are called for. */
  readonly calls: readonly string[];
  /** What `reads` shows at the end. */
  readonly end: object;
  /** Files on main at the end. */
  readonly files: Readonly<Record<string, string>>;
}

const MUL = { 'src/mul.js': 'export const mul = (a, b) => a * b;\n' };
const MERGED = { runs: [{ phase: 'completed' }] };
const APPROVE = [0, 'approve --commit COMMIT'] as const;

const CONTINUATIONS: Readonly<Record<string, Continuation>> = {
  'run-stopped': {
    reads: [
      'status',
      { runs: [{ phase: 'stopped', iteration: 2, agents: { builder: 'completed', verifier: 'pending' } }] },
    ],
    commands: [[3, 'resume'], APPROVE],
    calls: ['verify#2', 'verify#3', 'gate#2'],
    end: MERGED,
    files: MUL,
  },
  'run-killed': {
    reads: [
      'status',
      { runs: [{ phase: 'build', iteration: 1, agents: { refiner: 'completed', builder: 'running' } }] },
    ],
    commands: [[3, 'resume'], APPROVE],
    calls: ['build#2', 'verify#1', 'verify#2', 'gate#1'],
    end: MERGED,
    files: MUL,
  },
  'run-asking': {
    reads: [
      'status',
      {
        runs: [{ phase: 'waiting_human', pending_crp: { crp_id: 'crp-001', question: { question: 'Round or not?' } } }],
      },
    ],
    commands: [[0, 'logs'], [0, 'answer crp-001 --decision A --rationale whole'], [3, 'resume'], APPROVE],
    calls: ['refine#2', 'build#1', 'verify#1', 'verify#2', 'gate#1'],
    end: MERGED,
    files: MUL,
  },
  'run-packed': {
    reads: ['status', { runs: [{ phase: 'ready_for_merge', iteration: 3, max_iterations: 5, pending_crp: null }] }],
    commands: [[0, 'review'], APPROVE],
    calls: [],
    end: MERGED,
    files: { 'src/mul.js': 'export const mul = (a, b) => b * a;\n' },
  },
  'session-killed': {
    reads: ['session status', sessionAt({ status: 'active', retries: 0 })],
    commands: [
      [0, 'session resume 1'],
      [0, 'session --merge'],
    ],
    calls: ['T1-S1/implement#1', 'T1-S1/verify#1', 'T1-S1/judge#1'],
    end: { status: 'completed', delivery: { at: 'done' } },
    files: MUL,
  },
  'session-retried': {
    reads: ['session status', sessionAt({ status: 'stopped', retries: 2 })],
    commands: [
      [0, 'session resume 1'],
      [0, 'session --merge'],
    ],
    calls: ['T1-S1/implement#3', 'T1-S1/verify#3', 'T1-S1/judge#1'],
    end: { status: 'completed', delivery: { at: 'done' } },
    files: MUL,
  },
  'session-complete': {
    reads: ['session status', { status: 'completed', request: { phase: 'complete' }, delivery: null }],
    commands: [[0, 'session --merge']],
    calls: [],
    end: { status: 'completed', delivery: { at: 'done' } },
    files: { ...MUL, 'src/sub.js': 'export const sub = (a, b) => a - b;\n' },
  },
  'auto-killed': {
    reads: [
      'auto status',
      {
        stage: 'tasks',
        phase: 1,
        counts: { total: 6, pending: 2, in_progress: 1, completed: 1, failed: 1, blocked: 1 },
        failed: [{ id: 'T1.4', kind: 'no_change', attempts: 2 }],
        blocked: [{ id: 'T2.2', by: ['T1.4'] }],
      },
    ],
    commands: [
      [0, 'auto retry T1.4'],
      [0, 'auto --resume --yes'],
    ],
    calls: ['T1.2/work#2', 'T1.3/work#1', 'T1.4/work#3', 'T2.1/work#1', 'T2.2/work#1'],
    end: { stage: 'done', counts: { completed: 6 }, delivered: [1, 2] },
    files: written('T1.1', 'T1.2', 'T1.3', 'T1.4', 'T2.1', 'T2.2'),
  },
  'auto-waiting': {
    reads: ['auto status', { stage: 'begin', asks: 2, delivered: [1], counts: { pending: 1, completed: 3 } }],
    commands: [
      [3, 'auto --resume'],
      [0, 'auto --resume --yes'],
    ],
    calls: ['T2.1/work#1'],
    end: { stage: 'done', counts: { completed: 4 }, delivered: [1, 2] },
    files: { 'shared.txt': 'one\ntwo\n', ...written('T1.3', 'T2.1') },
  },
  'auto-repair': {
    reads: ['auto status', { stage: 'repair', stopped: true, delivered: [], counts: { pending: 1, completed: 1 } }],
    // The tests of what was repaired name the folder that the second task adds a file to.
    commands: [
      [3, 'auto --resume --yes'],
      [0, 'auto review T2.1 --allow all'],
      [0, 'auto --resume --yes'],
    ],
    calls: ['repair-1#2', 'T2.1/work#1'],
    end: { stage: 'done', counts: { completed: 2 }, delivered: [1, 2] },
    files: { 'work/T1.1.txt': 'fine\n', ...written('T2.1') },
  },
};

/** Each folder has what one version left, recorded by `scripts/record-older-logs.mjs`. */
const VERSIONS = fs.readdirSync('test/fixtures').filter((name) => /^[0-9a-f]{7}$/.test(name));

/** One of each workflow, each with an effect in flight or a snapshot in its log. */
const SAMPLE = ['run-killed', 'run-packed', 'session-retried', 'session-complete', 'auto-killed'];

describe.each(VERSIONS)('what version %s left', (version) => {
  const names = byTier({ usual: SAMPLE, full: Object.keys(CONTINUATIONS) });
  test.each(names)('%s is read and brought to its end', (name) => expectContinued({ version, name }));

  test.each(byTier({ usual: [], full: ['run-killed', 'auto-killed'] }))('%s, in a folder that was moved', (name) =>
    expectContinued({ version, name, moved: true }),
  );
});

async function expectContinued({
  version,
  name,
  moved = false,
}: {
  readonly version: string;
  readonly name: string;
  readonly moved?: boolean;
}): Promise<void> {
  const wanted = CONTINUATIONS[name];
  if (wanted === undefined) throw new Error(`${name} is in no table`);
  const project = restoreFixture(path.join('test/fixtures', version, name), { moved });
  const before = readLog(project.folder);
  const [reads, shown] = wanted.reads;
  expect(await runJson(project, reads)).toMatchObject(shown);

  for (const [exitCode, args] of wanted.commands) {
    const ran = await run(project, await withCommit(project, args));
    expect(ran.code, `${args}\n${ran.stdout}${ran.stderr}`).toBe(exitCode);
  }

  expect(await runJson(project, reads)).toMatchObject(wanted.end);
  expectLogContinued(project, before);
  expect(callsIn(project)).toEqual(wanted.calls.toSorted());
  expect(await runJson(project, 'validate')).toMatchObject({ valid: true, counts: { bad: 0 } });
  for (const [file, content] of Object.entries(wanted.files))
    expect(project.git('show', `main:${file}`)).toBe(content.trim());
  expect(project.git('status', '--porcelain')).toBe('');
  expect(project.git('worktree', 'list').split('\n')).toHaveLength(1);
}

/** What was there is there, nothing was put aside, and no effect that had an outcome was started again. */
function expectLogContinued({ folder, home }: Restored, before: string): void {
  const after = readLog(folder);
  expect(after.slice(0, before.length)).toBe(before);
  const names = [folder, home].flatMap((place) => fs.readdirSync(place, { recursive: true, encoding: 'utf8' }));
  expect(names.filter((name) => /\.(?:corrupt|rejected|restored)-|\.owner$|processes\/./.test(name))).toEqual([]);
  const finished = effectsIn(before, (type) => !type.startsWith('effect_'));
  const started = effectsIn(after.slice(before.length), (type) => type === 'effect_started');
  expect(finished.length).toBeGreaterThan(0);
  expect(started.length).toBeGreaterThan(0);
  expect(started.filter((effect) => finished.includes(effect))).toEqual([]);
}

function effectsIn(log: string, isWanted: (type: string) => boolean): string[] {
  const lines = log.split('\n').filter((line) => line !== '');
  return lines.flatMap((line) => {
    const { type, data } = JSON.parse(line) as { type: string; data: { effect?: string } };
    return data.effect !== undefined && isWanted(type) ? [data.effect] : [];
  });
}

/** Noted by the agents themselves: `run-…/build#2@marker`. */
function callsIn({ home }: Restored): string[] {
  const file = path.join(home, 'data/calls');
  const lines = fs.existsSync(file) ? fs.readFileSync(file, 'utf8').split('\n').slice(0, -1) : [];
  return lines.map((line) => line.replace(/^[^/]*\//, '').replace(/@.*$/, '')).sort();
}

/** A list of tasks is gone on with by the agent that is named at that moment. */
function run({ folder, home, env }: Restored, args: string): Promise<Ran> {
  const agent = args.startsWith('auto --resume') ? ['--agent', `rehearsal:${path.join(home, 'script.json')}`] : [];
  return runInProcess(['--trust', ...agent, ...args.split(' ')], { cwd: folder, env });
}

async function runJson(project: Restored, args: string): Promise<unknown> {
  const ran = await run(project, `${args} --json`);
  expect(ran.code, ran.stderr).toBe(0);
  return JSON.parse(ran.stdout);
}

async function withCommit(project: Restored, args: string): Promise<string> {
  if (!args.includes('COMMIT')) return args;
  const { runs } = (await runJson(project, 'runs')) as { runs: { commit: string }[] };
  return args.replace('COMMIT', runs[0]?.commit ?? '');
}

/** In the implementation of its only subtask, with GATE-1 behind it. */
function sessionAt({ status, retries }: { readonly status: string; readonly retries: number }): object {
  const gates = expect.arrayContaining([
    expect.objectContaining({
      gate: 'GATE-1',
      state: 'passed',
      proof: expect.objectContaining({ strength: ['load'] }),
    }),
  ]) as unknown;
  const subtask = { id: 'T1-S1', phase: 'implementation', implementation_retries: retries, gates };
  return { status, request: { id: 'R1', phase: 'task_loop' }, tasks: [{ id: 'T1', subtasks: [subtask] }] };
}

function written(...ids: string[]): Record<string, string> {
  return Object.fromEntries(ids.map((id) => [`work/${id}.txt`, `${id}\n`]));
}
