import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { plannedProject } from './graph.ts';
import { figuresOf, inRounds, ratios, spread } from './rounds.ts';
import { printTable } from './table.ts';

/* How long one has to wait for an answer on the command line, beside a Node that does nothing. Needs the built program. */
const { values } = parseArgs({ options: { rounds: { type: 'string', default: '40' } } });
const program = path.resolve('bin/orchestral.js');

const bare = '`node -e 0`';
const project = async (tasks: number) => (await plannedProject(tasks)).folder;
const commands: readonly (readonly [string, readonly string[]])[] = [
  [bare, ['-e', '0']],
  ['`orchestral --version`', [program, '--version']],
  ['`orchestral --help`', [program, '--help']],
  ['`orchestral status`, 1,000 tasks', [program, 'status', '--project', await project(1_000)]],
  ['`orchestral status`, 10,000 tasks', [program, 'status', '--project', await project(10_000)]],
];

const figures = await inRounds(
  commands.map(([name, args]) => ({ name, turn: () => took(args) })),
  Number(values.rounds),
);
printTable(
  'Start',
  ['', 'milliseconds', `× ${bare}`],
  commands.map(([name]) => [name, spread(figuresOf(figures, name), 0), spread(ratios(figures, name, bare), 2)]),
);

function took(args: readonly string[]): number {
  const began = performance.now();
  const { status, stderr } = spawnSync(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'], encoding: 'utf8' });
  const ms = performance.now() - began;
  if (status !== 0) throw new Error(`${args.join(' ')}: ${stderr}`);
  return ms;
}
