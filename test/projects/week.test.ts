import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { randomFrom } from '../support/random.ts';
import { type RunProject, runProject } from '../support/run-project.ts';
import { record } from '../support/scorecard.ts';
import { byTier, isFull, seed } from '../support/tier.ts';
import { runningProcesses } from '../support/user-checkout.ts';
import { shell } from './kinds.ts';
import { orchestral } from './make-project.ts';
import { doEntry, type Entry, expectKept, happeningsOf } from './week-work.ts';

/** What a person does with Orchestral in one project, day after day, with everything that comes in between. */

const WEEK = byTier({
  usual: { run: 1, list: 1, session: 1 },
  full: { run: 200, list: 10, session: 40 },
});

const MINUTES = 45;
/** Of our own, for each piece of work that `clean` leaves to be looked at: logs, prompts, answers. */
const KEPT_BYTES = 2 * 2 ** 20;
/** What a process of the last days may need more than one of the first. */
const MORE_MEMORY = 1.5;
/** What `status` may take in the end, against a Node that does nothing. */
const STATUS = 2;

test(
  'many runs, lists of tasks and sessions in one project lose nothing, and leave little',
  { timeout: MINUTES * 60_000 },
  async () => {
    const project = withMemory(runProject({ files: shell.files, ignores: shell.ignores }));
    const days = calendar();
    project.write({ 'scratch.txt': 'mine, not committed\n' });
    expect(await orchestral(project, 'trust', '--yes')).toMatchObject({ code: 0 });
    await doEntry(project, { kind: 'run', number: 0, what: 'plain' });
    const statusBefore = isFull ? timesNode(project, 'status') : 0;
    for (const [nth, entry] of days.entries()) {
      try {
        await doEntry(project, entry);
      } catch (error) {
        throw new Error(`${nth + 1} of ${days.length}: ${entry.kind} ${entry.number}, ${entry.what}`, { cause: error });
      }
    }
    // Everything that was ever done is still there.
    for (const entry of days) expectKept(project, entry);
    expect(fs.readFileSync(path.join(project.folder, 'scratch.txt'), 'utf8')).toBe('mine, not committed\n');
    expect(runningProcesses(project)).toEqual([]);
    const before = sizeOf(path.join(project.home, 'state'));
    const cleaned = await orchestral(project, 'clean');
    expect(cleaned, cleaned.stderr).toMatchObject({ code: 0 });
    const after = sizeOf(path.join(project.home, 'state'));
    expect(after).toBeLessThan(KEPT_BYTES * (days.length + 1));
    expect(project.git('worktree', 'list').split('\n')).toHaveLength(1);
    expect(project.git('branch', '--list', 'orchestral/*')).toBe('');
    const again = await orchestral(project, 'clean', '--dry-run', '--json');
    expect(JSON.parse(again.stdout).items).not.toContainEqual(expect.objectContaining({ fate: 'removed' }));
    const memory = memoryOf(project);
    const few = Math.max(10, Math.ceil(memory.length / 20));
    const [early, late] = [Math.max(...memory.slice(0, few)), Math.max(...memory.slice(-few))];
    expect(late).toBeLessThan(early * MORE_MEMORY);
    // A few days show nothing of it, and measuring it beside other tests says little.
    if (!isFull) return;
    const status = timesNode(project, 'status');
    expect(status).toBeLessThanOrEqual(STATUS);
    const whats = [...new Set(days.map(({ kind, what }) => `${kind}: ${what}`))];
    record({
      promise: `${WEEK.run} runs, ${WEEK.list} lists of tasks and ${WEEK.session} sessions in one project (${whats.join(', ')})`,
      asked: `nothing lost; clean removes worktrees and branches; memory as on the first day; status at most 2 × node; ${MINUTES} minutes`,
      measured: `nothing lost; ${megabytes(before)} of our own before clean, ${megabytes(after)} after; at most ${megabytes(early * 1024)} of memory at first, ${megabytes(late * 1024)} in the end; status ${statusBefore.toFixed(2)} × node at first, ${status.toFixed(2)} × in the end`,
    });
  },
);

/** Mixed by the seed; each thing that can happen does, where there is room for it. */
function calendar(): Entry[] {
  const random = randomFrom(seed);
  const days = (['run', 'list', 'session'] as const).flatMap((kind) => {
    const happenings = happeningsOf(kind);
    const first = Math.floor(random() * happenings.length);
    return Array.from({ length: WEEK[kind] }, (_, nth) => {
      const what = happenings[(first + nth) % happenings.length] ?? 'plain';
      return { entry: { kind, number: nth + 1, what }, lot: random() };
    });
  });
  return days.toSorted((one, other) => one.lot - other.lot).map(({ entry }) => entry);
}

/** The same project, whose commands leave how much memory they needed. */
function withMemory(project: RunProject): RunProject {
  const hook = `--import=file://${path.resolve('test/support/record-memory.mjs')}`;
  return { ...project, env: { ...project.env, NODE_OPTIONS: hook, ORCHESTRAL_TEST_MEMORY: `${project.home}/memory` } };
}

/** Kilobytes of each command, in their order. */
function memoryOf({ home }: RunProject): number[] {
  return fs.readFileSync(`${home}/memory`, 'utf8').trimEnd().split('\n').map(Number);
}

function sizeOf(folder: string): number {
  const all = fs.readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return all.reduce((sum, entry) => sum + fs.statSync(path.join(entry.parentPath, entry.name)).size, 0);
}

function megabytes(bytes: number): string {
  return `${(bytes / 2 ** 20).toFixed(1)} MB`;
}

/** Processor time against a Node that does nothing, side by side: what else the machine does then counts least. */
function timesNode({ folder, home, env }: RunProject, command: string): number {
  // Certificates that a machine brings along would be read by both, and make what we take look small.
  const { NODE_OPTIONS: _hook, NODE_EXTRA_CA_CERTS: _read, ...plain } = env;
  const timed = `TIMEFORMAT="%3U %3S"; time "$@" > '${home}/said' 2> /dev/null`;
  const spend = (...args: string[]): number => {
    const { stderr } = spawnSync('bash', ['-c', timed, 'bash', process.execPath, ...args], {
      cwd: folder,
      env: plain,
      encoding: 'utf8',
    });
    return stderr
      .trim()
      .split(' ')
      .reduce((sum, seconds) => sum + Number(seconds), 0);
  };
  const spent = Array.from({ length: 15 }, () => ({
    node: spend('-e', '0'),
    command: spend(path.resolve('bin/orchestral.js'), command),
  }));
  return median(spent.map((one) => one.command)) / median(spent.map((one) => one.node));
}

function median(numbers: readonly number[]): number {
  return numbers.toSorted((one, other) => one - other)[Math.floor(numbers.length / 2)] ?? Number.NaN;
}
