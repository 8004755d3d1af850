import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { decode } from '../src/schema/codec.ts';
import { type AutoProject, commitAll } from '../test/support/auto-store.ts';
import { happenings, plannedProject } from './graph.ts';
import { figuresOf, inRounds, ratios, spread } from './rounds.ts';
import { printTable } from './table.ts';

/* What it takes to read what is there: a long log, a large graph, a large document. */
const { values } = parseArgs({ options: { rounds: { type: 'string', default: '9' } } });
/** Nearly a full segment: older ones are not read. */
const EVENTS = 80_000;
const TASKS = 100_000;

const long = await plannedProject(1_000);
await recordMany(long, EVENTS);
const large = await plannedProject(TASKS);
const log = fs.readFileSync(long.log, 'utf8');
const document = fs.readFileSync(large.document);

const names = {
  open: 'opening a store: 1,000 tasks, 80,000 events',
  lines: 'JSON.parse of each of those lines',
  openLarge: 'opening a store: 100,000 tasks',
  decode: 'reading and checking its document',
  parse: 'JSON.parse of that document',
} as const;

const figures = await inRounds(
  [
    { name: names.open, turn: () => opened(long) },
    {
      name: names.lines,
      turn: () =>
        took(() =>
          log
            .trimEnd()
            .split('\n')
            .map((line): unknown => JSON.parse(line)),
        ),
    },
    { name: names.openLarge, turn: () => opened(large) },
    { name: names.decode, turn: () => took(() => decode('auto-state', document)) },
    { name: names.parse, turn: () => took((): unknown => JSON.parse(document.toString())) },
  ],
  Number(values.rounds),
);
const row = (name: string, base: string) => [
  name,
  spread(figuresOf(figures, name), 0),
  name === base ? '' : spread(ratios(figures, name, base), 1),
];
printTable(
  'Reading',
  ['', 'milliseconds', '× JSON.parse alone'],
  [
    row(names.lines, names.lines),
    row(names.open, names.lines),
    row(names.parse, names.parse),
    row(names.decode, names.parse),
    row(names.openLarge, names.parse),
  ],
);

printTable(
  'Peak memory',
  ['', 'MB'],
  [
    ['`node -e 0`', peakMemory(['-e', '0'])],
    [
      '`orchestral status`, 100,000 tasks',
      peakMemory([path.resolve('bin/orchestral.js'), 'status', '--project', large.folder]),
    ],
  ],
);

async function recordMany(project: AutoProject, count: number): Promise<void> {
  const store = await project.open();
  const events = happenings(1_000);
  for (let recorded = 0; recorded < count; recorded += 1_000) {
    const done = await commitAll(store, ...Array.from({ length: 1_000 }, () => events.next().value));
    if (!done.ok) throw new Error(JSON.stringify(done.error));
  }
  await store.close();
}

async function opened(project: AutoProject): Promise<number> {
  const began = performance.now();
  const store = await project.open();
  const ms = performance.now() - began;
  await store.close();
  return ms;
}

function took(work: () => unknown): number {
  const began = performance.now();
  work();
  return performance.now() - began;
}

/** As the kernel counted it, from the start of the program on; a process tells at its end. Linux only. */
function peakMemory(args: readonly string[]): string {
  const preload = path.join(large.folder, 'preload.cjs');
  fs.writeFileSync(
    preload,
    `process.on('exit', () => process._rawDebug(/VmHWM:\\s*(\\d+)/.exec(require('fs').readFileSync('/proc/self/status', 'utf8'))[1]));`,
  );
  const { stderr, status } = spawnSync(process.execPath, ['--require', preload, ...args], { encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
  return (Number(stderr) / 1024).toFixed(0);
}
