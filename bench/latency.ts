import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { autoProject } from '../test/support/auto-store.ts';
import { BareLog } from './bare-log.ts';
import { commit, commitAtOnce, happenings, plannedProject } from './graph.ts';
import { figuresOf, inRounds, quantile } from './rounds.ts';
import { printTable } from './table.ts';

/*
 * How long one commit takes when nobody else commits, and while another process commits without pause, so that the lock
 * has to be handed over for it; both beside a bare append of the same bytes.
 */
const { values } = parseArgs({ options: { rounds: { type: 'string', default: '1000' }, busy: { type: 'string' } } });
const TASKS = 1_000;
/** Longer than the store keeps the lock for commits that follow each other: each one has to take it. */
const PAUSE_MS = 8;

if (values.busy === undefined) await measure();
else await keepCommitting(values.busy);

async function measure(): Promise<void> {
  const events = happenings(TASKS);
  const alone = await plannedProject(TASKS);
  const shared = await plannedProject(TASKS);
  const quiet = await alone.open();
  const busy = await shared.open();
  const log = new BareLog(1);
  const names = ['write + fdatasync of one line', 'Orchestral, nobody else commits'];
  const [bare = '', own = ''] = names;
  const unhurried = await inRounds(
    [
      { name: bare, turn: () => took(() => log.append()) },
      { name: own, turn: () => took(() => commit(quiet, events.next().value)) },
    ],
    Number(values.rounds),
  );
  const other = await startOther(shared.folder);
  const contended = 'Orchestral, while another process commits without pause';
  const hurried = await inRounds(
    [{ name: contended, turn: () => took(() => commit(busy, events.next().value)) }],
    Number(values.rounds),
  );
  await other.stop();
  await quiet.close();
  await busy.close();
  const row = (name: string, times: readonly number[]) => [
    name,
    ...[0.5, 0.9, 0.99].map((share) => quantile(times, share).toFixed(2)),
  ];
  printTable(
    'Milliseconds for one commit',
    ['', 'p50', 'p90', 'p99'],
    [...names.map((name) => row(name, figuresOf(unhurried, name))), row(contended, figuresOf(hurried, contended))],
  );
}

async function took(work: () => void | Promise<void>): Promise<number> {
  await pause(PAUSE_MS);
  const began = performance.now();
  await work();
  return performance.now() - began;
}

async function startOther(folder: string): Promise<{ stop(): Promise<void> }> {
  const args = [process.argv[1] ?? '', '--busy', folder];
  const other = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(other, 'exit');
  await once(other.stdout, 'data');
  return {
    async stop() {
      other.kill('SIGTERM');
      await ended;
    },
  };
}

/** Until it is told to stop. */
async function keepCommitting(folder: string): Promise<void> {
  let stopped = false;
  process.once('SIGTERM', () => {
    stopped = true;
  });
  const store = await autoProject(folder).open();
  console.log('open');
  await commitAtOnce(store, { events: happenings(TASKS), committers: 10, until: () => stopped });
  await store.close();
}
