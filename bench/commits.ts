import fs from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { type Disk, realDisk } from '../src/files/disk.ts';
import { encodeJson } from '../src/schema/own-layout.ts';
import { apply } from '../src/workflows/auto/apply.ts';
import type { AutoState } from '../src/workflows/auto/graph-state.ts';
import { show } from '../src/workflows/auto/show.ts';
import { type AutoProject, planOf, temporaryFolder } from '../test/support/auto-store.ts';
import { BareLog } from './bare-log.ts';
import { commitAtOnce, happenings, plannedProject } from './graph.ts';
import { type Contender, figuresOf, inRounds, ratios, spread } from './rounds.ts';
import { printTable } from './table.ts';

/*
 * What a commit costs, and whether that depends on the size of the document: ten committers at once against a loop that
 * writes the same bytes and does nothing else, and against writing the whole document for each change.
 */
const { values } = parseArgs({ options: { rounds: { type: 'string', default: '11' } } });
const TURN_MS = 2_000;
const COMMITTERS = 10;
const SIZES = [100, 10_000, 100_000];
/** More of them at once share a write; the bare log still has ten lines at a time. */
const MORE_COMMITTERS = [20, 50];
/** How a turn is shared between the store and the bare log: what other programs do to the disk then hits both. */
const STORE_MS = 90;
const BARE_MS = 10;

const named = (tasks: number) => `${tasks.toLocaleString('en')} tasks`;
const bare = (tasks: number) => `write + fdatasync of the same bytes, beside ${named(tasks)}`;
const stored = (tasks: number) => `Orchestral, ${named(tasks)}`;
const rewritten = (tasks: number) => `the whole document for each change, ${named(tasks)}`;
const crowded = (committers: number) => `Orchestral, 10,000 tasks, ${committers} committers at once`;
const besideCrowd = (committers: number) => `write + fdatasync of ten lines, beside ${committers} committers`;
const unsynced = 'Orchestral, 100 tasks, nothing made durable';
const withoutSync: Disk = { ...realDisk, fsync: () => {}, fdatasync: () => {} };

const bares = new Map<string, number[]>([
  ...SIZES.map((tasks): [string, number[]] => [bare(tasks), []]),
  ...MORE_COMMITTERS.map((committers): [string, number[]] => [besideCrowd(committers), []]),
]);
const contenders: Contender[] = [];
for (const tasks of SIZES) {
  const project = await plannedProject(tasks);
  contenders.push({
    name: stored(tasks),
    turn: async () => {
      const rates = await commitToStore(project, { tasks, disk: realDisk });
      bares.get(bare(tasks))?.push(rates.bare);
      return rates.stored;
    },
  });
  contenders.push({ name: rewritten(tasks), turn: () => rewriteEachTime(tasks) });
}
for (const committers of MORE_COMMITTERS) {
  const project = await plannedProject(10_000);
  contenders.push({
    name: crowded(committers),
    turn: async () => {
      const rates = await commitToStore(project, { tasks: 10_000, disk: realDisk, committers });
      bares.get(besideCrowd(committers))?.push(rates.bare);
      return rates.stored;
    },
  });
}
const scratch = await plannedProject(100);
contenders.push({
  name: unsynced,
  turn: async () => (await commitToStore(scratch, { tasks: 100, disk: withoutSync })).stored,
});
const figures = new Map([...(await inRounds(contenders, Number(values.rounds))), ...bares]);

printTable(
  'Commits per second',
  ['', 'per second', '× the same bytes', '× 100 tasks'],
  [
    ...SIZES.map((tasks) => [bare(tasks), spread(figuresOf(figures, bare(tasks)), 0), '', '']),
    ...SIZES.map((tasks) => [
      stored(tasks),
      spread(figuresOf(figures, stored(tasks)), 0),
      spread(ratios(figures, stored(tasks), bare(tasks)), 2),
      spread(flatness(tasks), 2),
    ]),
    ...MORE_COMMITTERS.map((committers) => [
      crowded(committers),
      spread(figuresOf(figures, crowded(committers)), 0),
      spread(ratios(figures, crowded(committers), besideCrowd(committers)), 2),
      '',
    ]),
    ...SIZES.map((tasks) => [
      rewritten(tasks),
      spread(figuresOf(figures, rewritten(tasks)), 0),
      spread(ratios(figures, rewritten(tasks), bare(tasks)), 4),
      '',
    ]),
    [unsynced, spread(figuresOf(figures, unsynced), 0), '', ''],
  ],
);

/** Each size against 100 tasks, both as shares of the disk as it was beside them. */
function flatness(tasks: number): readonly number[] {
  const small = ratios(figures, stored(100), bare(100));
  return ratios(figures, stored(tasks), bare(tasks)).map((ratio, round) => ratio / (small[round] ?? Number.NaN));
}

/**
 * A turn is long enough for the document to be shown at least once, as often as it would be in the long run. The
 * committers each wait for their commit before they make the next; every now and then they stop for the bare log.
 */
async function commitToStore(
  project: AutoProject,
  { tasks, disk, committers = COMMITTERS }: { tasks: number; disk: Disk; committers?: number },
): Promise<{ readonly stored: number; readonly bare: number }> {
  let shown = 0;
  const store = await project.open({
    disk,
    onPoint: (point) => {
      if (point === 'document.durable') shown += 1;
    },
  });
  shown = 0;
  const log = new BareLog(COMMITTERS);
  const over = elapsed(TURN_MS);
  let stopDue = elapsed(STORE_MS);
  const { commits, ms } = await commitAtOnce(store, {
    events: happenings(tasks),
    committers,
    until: () => {
      if (stopDue()) {
        log.appendFor(BARE_MS);
        stopDue = elapsed(STORE_MS);
      }
      return shown > 0 && over();
    },
  });
  await store.close();
  log.close();
  return { stored: (commits / (ms - log.ms)) * 1000, bare: (log.lines / log.ms) * 1000 };
}

function rewriteEachTime(tasks: number): number {
  const file = path.join(temporaryFolder(), 'state.json');
  const at = new Date().toISOString();
  const events = happenings(tasks);
  let state: AutoState = apply({ kind: 'unplanned' }, planOf(tasks), at);
  const over = elapsed(TURN_MS);
  const began = performance.now();
  let times = 0;
  for (; !over(); times++) {
    state = apply(state, events.next().value, at);
    const fd = fs.openSync(`${file}.tmp`, 'w');
    fs.writeFileSync(fd, encodeJson(show(state)?.['auto-state']));
    fs.fsyncSync(fd);
    fs.closeSync(fd);
    fs.renameSync(`${file}.tmp`, file);
  }
  return (times / (performance.now() - began)) * 1000;
}

function elapsed(ms: number): () => boolean {
  const began = performance.now();
  return () => performance.now() - began >= ms;
}
