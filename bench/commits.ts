import fs from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
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
const { values } = parseArgs({ options: { rounds: { type: 'string', default: '9' } } });
const TURN_MS = 2_000;
const COMMITTERS = 10;
const SIZES = [100, 10_000, 100_000];

const bare = 'write + fdatasync of the same bytes, 10 lines at a time';
const stored = (tasks: number) => `Orchestral, 10 committers, ${tasks.toLocaleString('en')} tasks`;
const rewritten = (tasks: number) => `the whole document for each change, ${tasks.toLocaleString('en')} tasks`;

const contenders: Contender[] = [{ name: bare, turn: appendOnly }];
for (const tasks of SIZES) {
  const project = await plannedProject(tasks);
  contenders.push({ name: stored(tasks), turn: () => commitToStore(project, tasks) });
  contenders.push({ name: rewritten(tasks), turn: () => rewriteEachTime(tasks) });
}
const figures = await inRounds(contenders, Number(values.rounds));

printTable(
  'Commits per second',
  ['', 'per second', '× the same bytes', '× 100 tasks'],
  [bare, ...SIZES.map(stored), ...SIZES.map(rewritten)].map((name) => [
    name,
    spread(figuresOf(figures, name), 0),
    spread(ratios(figures, name, bare), 3),
    name.startsWith('Orchestral') ? spread(ratios(figures, name, stored(100)), 2) : '',
  ]),
);

/** A turn is long enough for the document to be shown in it at least once, as often as it would be in the long run. */
async function commitToStore(project: AutoProject, tasks: number): Promise<number> {
  let shown = 0;
  const store = await project.open({
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
