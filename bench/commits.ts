import fs from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { type Disk, realDisk } from '../src/files/disk.ts';
import { encodeJson } from '../src/schema/codec.ts';
import { encodeLine } from '../src/store/line.ts';
import { apply } from '../src/workflows/auto/apply.ts';
import type { AutoState } from '../src/workflows/auto/graph-state.ts';
import { show } from '../src/workflows/auto/show.ts';
import { type AutoProject, planOf, temporaryFolder } from '../test/support/auto-store.ts';
import { commitsPerSecond, happenings, plannedProject } from './graph.ts';
import { type Contender, figuresOf, inRounds, ratios, spread } from './rounds.ts';
import { printTable } from './table.ts';

/*
 * What a commit costs, and whether that depends on the size of the document: ten committers at once against a loop that
 * writes the same bytes and does nothing else, and against writing the whole document for each change.
 */
const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '15' }, turn: { type: 'string', default: '600' } },
});
const TURN_MS = Number(values.turn);
const COMMITTERS = 10;
const SIZES = [100, 10_000, 100_000];

const bare = 'write + fdatasync of the same bytes, 10 lines at a time';
const before = (tasks: number) => `${bare}, just before ${tasks}`;
const stored = (tasks: number) => `Orchestral, 10 committers, ${tasks.toLocaleString('en')} tasks`;
const rewritten = (tasks: number) => `the whole document for each change, ${tasks.toLocaleString('en')} tasks`;
const unsynced = 'Orchestral, 10 committers, 100 tasks, nothing made durable';
const withoutSync: Disk = { ...realDisk, fsync: () => {}, fdatasync: () => {} };

const contenders: Contender[] = [];
for (const tasks of SIZES) {
  const project = await plannedProject(tasks);
  // A disk that others use changes from one second to the next: what is compared stands side by side.
  contenders.push({ name: before(tasks), turn: appendOnly });
  contenders.push({ name: stored(tasks), turn: () => commitToStore(project, tasks, realDisk) });
}
for (const tasks of SIZES) contenders.push({ name: rewritten(tasks), turn: () => rewriteEachTime(tasks) });
const scratch = await plannedProject(100);
contenders.push({ name: unsynced, turn: () => commitToStore(scratch, 100, withoutSync) });
const figures = await inRounds(contenders, Number(values.rounds));

const row = (name: string, ratio: readonly number[], flatness: readonly number[]) => [
  name,
  spread(figuresOf(figures, name), 0),
  ratio.length === 0 ? '' : spread(ratio, 3),
  flatness.length === 0 ? '' : spread(flatness, 2),
];
printTable(
  'Commits per second',
  ['', 'per second', '× the same bytes', '× 100 tasks'],
  [
    [
      bare,
      spread(
        SIZES.flatMap((tasks) => figuresOf(figures, before(tasks))),
        0,
      ),
      '',
      '',
    ],
    ...SIZES.map((tasks) => row(stored(tasks), ratios(figures, stored(tasks), before(tasks)), flatness(tasks))),
    ...SIZES.map((tasks) => row(rewritten(tasks), ratios(figures, rewritten(tasks), before(100)), [])),
    row(unsynced, [], []),
  ],
);

/** Each size against 100 tasks, both as multiples of the disk as it was just before. */
function flatness(tasks: number): readonly number[] {
  const small = ratios(figures, stored(100), before(100));
  return ratios(figures, stored(tasks), before(tasks)).map((ratio, round) => ratio / (small[round] ?? Number.NaN));
}

/** A turn is long enough for the document to be shown in it at least once, as often as it would be in the long run. */
async function commitToStore(project: AutoProject, tasks: number, disk: Disk): Promise<number> {
  let shown = 0;
  const store = await project.open({
    disk,
    onPoint: (point) => {
      if (point === 'document.durable') shown += 1;
    },
  });
  shown = 0;
  const over = ended();
  const rate = await commitsPerSecond(store, {
    events: happenings(tasks),
    committers: COMMITTERS,
    until: () => shown > 0 && over(),
  });
  await store.close();
  return rate;
}

function appendOnly(): number {
  const lines = happenings(10_000);
  const at = new Date().toISOString();
  const batch = Buffer.from(
    Array.from({ length: COMMITTERS }, (_, index) =>
      encodeLine({ seq: 10_000 + index, at, ...lines.next().value }),
    ).join(''),
  );
  const fd = fs.openSync(path.join(temporaryFolder(), 'log'), 'a');
  const rate = repeated(() => {
    fs.writeSync(fd, batch);
    fs.fdatasyncSync(fd);
  });
  fs.closeSync(fd);
  return rate * COMMITTERS;
}

function rewriteEachTime(tasks: number): number {
  const file = path.join(temporaryFolder(), 'state.json');
  const at = new Date().toISOString();
  const events = happenings(tasks);
  let state: AutoState = apply({ kind: 'unplanned' }, planOf(tasks), at);
  return repeated(() => {
    state = apply(state, events.next().value, at);
    const fd = fs.openSync(`${file}.tmp`, 'w');
    fs.writeFileSync(fd, encodeJson(show(state)?.['auto-state']));
    fs.fsyncSync(fd);
    fs.closeSync(fd);
    fs.renameSync(`${file}.tmp`, file);
  });
}

/** How often per second, in a turn. */
function repeated(once: () => void): number {
  const over = ended();
  const began = performance.now();
  let times = 0;
  for (; !over(); times++) once();
  return (times / (performance.now() - began)) * 1000;
}

function ended(): () => boolean {
  const began = performance.now();
  return () => performance.now() - began >= TURN_MS;
}
