import { spawnSync } from 'node:child_process';
import { parseArgs } from 'node:util';
import { peakMemory } from '../test/support/peak-memory.ts';
import { type Contender, type Figures, figuresOf, inRounds, ratios, spread } from './rounds.ts';
import { bullMq, bullMqFlows } from './scale/bullmq.ts';
import { langGraph } from './scale/langgraph.ts';
import { type Scale, workThrough } from './scale/ours.ts';
import { installPeers, isInstalled } from './scale/peers.ts';
import { make, ninja, ourProcesses } from './scale/processes.ts';
import { fromResultToLaunch } from './scale/reaction.ts';
import { printTable } from './table.ts';

/*
 * How many tasks a second can be planned, started, completed and recorded when the tasks themselves are nothing, and what
 * that takes of memory, beside what others make of the same graph. Every turn is a process of its own.
 */
const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '3' },
    turn: { type: 'string' },
    tasks: { type: 'string', default: '1000' },
  },
});
const WIDTH = 100;
const PARALLEL = 100;
const STOPPED_AT_MS = 130_000;
const SIZES = [1_000, 10_000, 100_000];
const PROCESSES = 300;

type Turn = (scale: Scale) => { readonly ms: number } | Promise<{ readonly ms: number }>;

const peers = installPeers();
const turns: Readonly<Record<string, Turn>> = {
  ours: (scale) => timed(() => workThrough(scale)),
  make: (scale) => timed(() => make(scale, '')),
  ...(peers !== undefined && { langgraph: (scale) => langGraph(peers, scale) }),
  ...(peers !== undefined &&
    isInstalled('redis-server') && {
      bullmq: (scale) => bullMq(peers, scale),
      'bullmq-flows': (scale) => bullMqFlows(peers, scale),
    }),
  'our-processes': (scale) => timed(() => ourProcesses(scale)),
  'make-processes': (scale) => timed(() => make(scale, '/bin/true')),
  ...(isInstalled('ninja') && { ninja: (scale) => timed(() => ninja(scale)) }),
  reaction: async () => ({ ms: await fromResultToLaunch() }),
};

if (values.turn === undefined) await compare(Number(values.rounds));
else await takeTurn(values.turn, Number(values.tasks));

async function takeTurn(name: string, tasks: number): Promise<void> {
  const turn = turns[name];
  if (turn === undefined) throw new Error(`${name} cannot be had here`);
  const { ms } = await turn({ tasks, width: WIDTH, parallel: PARALLEL });
  const mb = peakMemory() / 2 ** 20;
  process.stdout.write(JSON.stringify({ ms, mb }), () => process.exit(0));
}

async function compare(rounds: number): Promise<void> {
  const memory = new Map<string, number[]>();
  const given = new Set<string>();
  const contender = (name: string, tasks: number): Contender => ({
    name: `${name} ${tasks}`,
    turn: () => {
      const key = `${name} ${tasks}`;
      if (given.has(key)) return Number.NaN;
      const { ms, mb } = turnOf(name, tasks);
      if (!Number.isFinite(ms)) given.add(key);
      memory.set(key, [...(memory.get(key) ?? []), mb]);
      return name === 'reaction' ? ms : (tasks / ms) * 1000;
    },
  });
  const at = (tasks: number, names: readonly string[]) =>
    names.filter((name) => turns[name] !== undefined).map((name) => contender(name, tasks));
  const figures = await inRounds(
    [
      ...at(1_000, ['ours', 'langgraph', 'bullmq', 'bullmq-flows', 'make']),
      ...at(10_000, ['ours', 'langgraph', 'bullmq', 'bullmq-flows', 'make']),
      ...at(100_000, ['ours', 'make']),
      ...at(PROCESSES, ['our-processes', 'make-processes', 'ninja', 'reaction']),
    ],
    rounds,
  );
  report(figures, memory);
}

function report(figures: Figures, memory: ReadonlyMap<string, readonly number[]>): void {
  const of = (name: string, tasks: number) => figuresOf(figures, `${name} ${tasks}`);
  const row = (said: string, name: string, tasks: number) => [
    `${said}, ${tasks.toLocaleString('en')} tasks`,
    of(name, tasks).some(Number.isFinite) ? spread(of(name, tasks).filter(Number.isFinite), 0) : 'not done after 130 s',
    ...['langgraph', 'bullmq', 'bullmq-flows'].map((peer) =>
      name === 'ours' ? times(ratios(figures, `${name} ${tasks}`, `${peer} ${tasks}`)) : '',
    ),
    name.includes('make') || name === 'ninja' ? '' : spread(memory.get(`${name} ${tasks}`) ?? [], 0),
  ];
  printTable(
    'Tasks per second',
    ['', 'per second', '× LangGraph', '× BullMQ, jobs', '× BullMQ, flows', 'peak MB'],
    SIZES.flatMap((tasks) => [
      row('Orchestral', 'ours', tasks),
      ...(tasks > 10_000
        ? []
        : [
            row('LangGraph.js, SQLite', 'langgraph', tasks),
            row('BullMQ, Redis, jobs that need nothing', 'bullmq', tasks),
            row('BullMQ, Redis, flows', 'bullmq-flows', tasks),
          ]),
      row('`make -j`, nothing recorded', 'make', tasks),
    ]),
  );
  const cost = ratios(figures, 'ours 10000', 'ours 100000');
  console.log(`\ncost of a task at 100,000, × that at 10,000: ${spread(cost, 2)}`);
  console.log(`from a result to the next launch, ms: ${spread(of('reaction', PROCESSES), 2)}`);
  printTable(
    'Processes per second',
    ['', 'per second'],
    [
      ['Orchestral', 'our-processes'],
      ['`make -j`', 'make-processes'],
      ['`ninja`', 'ninja'],
    ].map(([said = '', name = '']) => [said, spread(of(name, PROCESSES), 0)]),
  );
}

function times(some: readonly number[]): string {
  const finite = some.filter(Number.isFinite);
  return finite.length === 0 ? '' : spread(finite, 1);
}

function turnOf(name: string, tasks: number): { readonly ms: number; readonly mb: number } {
  const args = [process.argv[1] ?? '', `--turn=${name}`, `--tasks=${tasks}`];
  const { stdout, status } = spawnSync(process.execPath, args, {
    stdio: ['ignore', 'pipe', 'inherit'],
    // Of listeners of LangGraph, a line for each step.
    env: { ...process.env, NODE_NO_WARNINGS: '1' },
    timeout: STOPPED_AT_MS,
    encoding: 'utf8',
  });
  const said: unknown = status === 0 ? JSON.parse(stdout) : {};
  const { ms, mb } = said as { ms?: number; mb?: number };
  console.error(`${name}, ${tasks}: ${ms?.toFixed(0) ?? 'not done'} ms, ${mb?.toFixed(0) ?? '?'} MB`);
  return { ms: ms ?? Number.NaN, mb: mb ?? Number.NaN };
}

async function timed(work: () => void | Promise<void>): Promise<{ readonly ms: number }> {
  const began = performance.now();
  await work();
  return { ms: performance.now() - began };
}
