import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import { performance } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { RehearsalStep } from '../../src/schema/rehearsal.ts';
import { randomFrom } from '../support/random.ts';
import { PASS, QUESTION, type RunProject, runProject } from '../support/run-project.ts';
import { record } from '../support/scorecard.ts';
import { byTier, seed } from '../support/tier.ts';
import { runningProcesses } from '../support/user-checkout.ts';
import { shell } from './kinds.ts';
import { environmentOf, orchestral, rehearse, type Said } from './make-project.ts';
import { sessionOf } from './session-of.ts';

/** What a person does with Orchestral in one project, day after day, with everything that comes in between. */

const WEEK = byTier({
  usual: { runs: 2, lists: 1, sessions: 1 },
  full: { runs: 200, lists: 10, sessions: 40 },
});

const ready = { status: 'ready', refined: '# Brief\n', clarifications: [], auto_filled: [] };

/** Things that happen to a run. */
const EVENTS = ['plain', 'question', 'limit', 'killed', 'rejected', 'base moves', 'stopped'] as const;
type Happening = (typeof EVENTS)[number];

test(
  'many runs, lists of tasks and sessions in one project lose nothing, and leave little',
  { timeout: 60 * 60_000 },
  async () => {
    const project = runProject({ files: shell.files, ignores: shell.ignores });
    const random = randomFrom(seed);
    const pick = <T>(all: readonly T[]): T => all[Math.floor(random() * all.length)] ?? (all[0] as T);
    project.write({ 'scratch.txt': 'mine, not committed\n' });
    expect(await orchestral(project, 'trust', '--yes')).toMatchObject({ code: 0 });
    const happened: string[] = [];
    for (let number = 1; number <= WEEK.runs; number++) {
      const what =
        number <= EVENTS.length && WEEK.runs > EVENTS.length ? (EVENTS[number - 1] ?? 'plain') : pick(EVENTS);
      happened.push(what);
      await doRun(project, number, what);
      expect(project.git('show', `main:work/${number}.txt`), `${what}, run ${number}`).toMatch(/^right/);
    }
    for (let number = 1; number <= WEEK.lists; number++) await doList(project, number);
    for (let number = 1; number <= WEEK.sessions; number++) await doSession(project, number);
    // Everything that was ever done is still there, once.
    for (let number = 1; number <= WEEK.runs; number++)
      expect(project.git('show', `main:work/${number}.txt`)).toMatch(/^right/);
    expect(fs.readFileSync(path.join(project.folder, 'scratch.txt'), 'utf8')).toBe('mine, not committed\n');
    expect(runningProcesses(project)).toEqual([]);
    const before = sizeOf(path.join(project.home, 'state'));
    const cleaned = await orchestral(project, 'clean');
    expect(cleaned, cleaned.stderr).toMatchObject({ code: 0 });
    const after = sizeOf(path.join(project.home, 'state'));
    expect(project.git('worktree', 'list').split('\n')).toHaveLength(1);
    expect(project.git('branch', '--list', 'orchestral/run-*')).toBe('');
    const [status, node] = [await median(project, 'status'), await median(project, 'node')];
    record({
      promise: `${WEEK.runs} runs, ${WEEK.lists} lists of tasks and ${WEEK.sessions} sessions in one project (${[...new Set(happened)].join(', ')})`,
      asked: 'nothing lost; clean removes worktrees and branches; status at most 2 × node',
      measured: `nothing lost; ${megabytes(before)} of our own before clean, ${megabytes(after)} after; status ${(status / node).toFixed(1)} × node`,
    });
  },
);

async function doRun(project: RunProject, number: number, what: Happening): Promise<void> {
  const file = `work/${number}.txt`;
  const right: RehearsalStep = {
    edit: { [file]: 'right\n' },
    delay_ms: what === 'killed' || what === 'stopped' ? 1500 : 0,
  };
  const again: RehearsalStep = { edit: { [file]: 'right, as asked\n' } };
  const limit: RehearsalStep = { fail: 'rate_limit', resume_at: new Date(Date.now() + 1000).toISOString() };
  const asks = { status: 'needs_human', refined: '', clarifications: [], auto_filled: [], crp: QUESTION };
  rehearse(project, {
    roles: {
      refiner: what === 'question' ? [{ answer: asks }, { answer: ready }] : [{ answer: ready }],
      builder: what === 'limit' ? [{ ...limit, ...right }] : [right, again],
      verifier: [{ edit: { [`test/${number}.check`]: `test "TC-${number} of a run"\ngrep -q right ${file}\n` } }],
      gatekeeper: [{ answer: PASS }],
    },
  });
  if (what === 'killed') await killedWhile(project, ['start', `Do ${number}`], 'SIGKILL');
  else if (what === 'stopped') await killedWhile(project, ['start', `Do ${number}`], 'SIGINT');
  else await said(project, 3, 'start', `Do ${number}`);
  if (what === 'killed' || what === 'stopped') await said(project, 3, 'resume');
  if (what === 'question') {
    await said(project, 0, 'answer', '--decision', 'A', '--rationale', 'As it is.');
    await said(project, 3, 'resume');
  }
  if (what === 'rejected') await said(project, 3, 'reject', '--reason', 'Say that it was asked for.');
  if (what === 'base moves') {
    project.write({ [`hand/${number}.txt`]: 'by hand\n' });
    project.git('add', 'hand');
    project.git('commit', '--quiet', '--message', `By hand ${number}`);
  }
  const { commit } = JSON.parse((await said(project, 0, 'review', '--json')).stdout) as { commit: string };
  await said(project, 0, 'approve', '--commit', commit);
}

async function doList(project: RunProject, number: number): Promise<void> {
  const ids = ['T1.1', 'T1.2', 'T2.1'];
  const plan = ids.map((id) => `- [ ] ${id}: Write ${id} of list ${number}`).join('\n');
  project.write({ 'TASKS.md': `# TASKS: List ${number}\n\n${plan}\n` });
  project.git('add', 'TASKS.md');
  project.git('commit', '--quiet', '--message', `Plan ${number}`);
  const files = ids.map(
    (id) => [id, [{ edit: { [`lists/${number}/${id}.txt`]: 'done\n' } }]] as [string, RehearsalStep[]],
  );
  rehearse(project, { tasks: Object.fromEntries(files) });
  await said(project, 0, 'auto', '--yes');
  for (const id of ids) expect(project.git('show', `main:lists/${number}/${id}.txt`)).toBe('done');
}

async function doSession(project: RunProject, number: number): Promise<void> {
  const before = project
    .git('ls-tree', '--name-only', 'main', 'test/')
    .split('\n')
    .filter((name) => name.endsWith('.check'));
  rehearse(project, sessionOf(shell, { suffix: String(number), before: before.length }));
  await said(project, 0, 'session', `Multiply and subtract, ${number}.`, '--merge');
  for (const name of ['mul', 'sub']) expect(project.git('show', `main:lib/${name}${number}.sh`)).toContain('echo');
}

async function said(project: RunProject, code: number, ...args: string[]): Promise<Said> {
  const all = await orchestral(project, ...args);
  expect(all.code, `${args.join(' ')}: ${all.stderr}`).toBe(code);
  return all;
}

/** In the middle of the Builder's work. */
async function killedWhile(project: RunProject, args: readonly string[], signal: NodeJS.Signals): Promise<void> {
  const env = environmentOf(project);
  const program = [path.resolve('bin/orchestral.js'), ...args];
  const child = spawn(process.execPath, program, { cwd: project.folder, env, stdio: ['ignore', 'ignore', 'pipe'] });
  let text = '';
  child.stderr.setEncoding('utf8').on('data', (chunk) => (text += chunk));
  const ended = once(child, 'close');
  while (!/build/.test(text) && child.exitCode === null) await pause(50);
  child.kill(signal);
  await ended;
}

function sizeOf(folder: string): number {
  const all = fs.readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return all.reduce((sum, entry) => sum + fs.statSync(path.join(entry.parentPath, entry.name)).size, 0);
}

function megabytes(bytes: number): string {
  return `${(bytes / 2 ** 20).toFixed(1)} MB`;
}

/** Milliseconds, of seven times. */
async function median(project: RunProject, what: 'status' | 'node'): Promise<number> {
  const args = what === 'node' ? ['-e', '0'] : [path.resolve('bin/orchestral.js'), 'status'];
  const times: number[] = [];
  for (let time = 0; time < 7; time++) {
    const began = performance.now();
    execFileSync(process.execPath, args, { cwd: project.folder, env: project.env, stdio: 'ignore' });
    times.push(performance.now() - began);
  }
  return times.toSorted((a, b) => a - b)[3] ?? 0;
}
