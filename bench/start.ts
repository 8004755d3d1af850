import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
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
const thousand = await project(1_000);
const empty = fs.mkdtempSync(path.join(os.tmpdir(), 'empty-'));
/** What Claude Code says before an edit. */
const edit = (file: string) =>
  JSON.stringify({ tool_name: 'Write', cwd: empty, tool_input: { file_path: path.join(empty, file), content: '{}' } });
const commands: readonly (readonly [
  name: string,
  args: readonly string[],
  given?: { input?: string; cwd?: string },
])[] = [
  [bare, ['-e', '0']],
  ['`orchestral --version`', [program, '--version']],
  ['`orchestral hook pre-tool-use`, of a source file', [program, 'hook', 'pre-tool-use'], { input: edit('src/a.ts') }],
  [
    '`orchestral hook pre-tool-use`, of a document',
    [program, 'hook', 'pre-tool-use'],
    { input: edit('.claude/orchestrate-state.json') },
  ],
  [
    '`orchestral hook session-start`, nothing there',
    [program, 'hook', 'session-start'],
    { input: JSON.stringify({ cwd: empty }) },
  ],
  ['`orchestral statusline`, nothing there', [program, 'statusline'], { input: JSON.stringify({ cwd: empty }) }],
  ['`orchestral statusline`, 1,000 tasks', [program, 'statusline'], { input: JSON.stringify({ cwd: thousand }) }],
  ['`orchestral --help`', [program, '--help']],
  ['`orchestral status`, 1,000 tasks', [program, 'status'], { cwd: thousand }],
  ['`orchestral status`, 10,000 tasks', [program, 'status'], { cwd: await project(10_000) }],
];

const figures = await inRounds(
  commands.map(([name, args, given]) => ({ name, turn: () => took(args, given) })),
  Number(values.rounds),
);
printTable(
  'Start',
  ['', 'milliseconds', `× ${bare}`],
  commands.map(([name]) => [name, spread(figuresOf(figures, name), 0), spread(ratios(figures, name, bare), 2)]),
);

function took(args: readonly string[], { input = '', cwd = process.cwd() } = {}): number {
  const began = performance.now();
  const { status, stderr } = spawnSync(process.execPath, args, { input, cwd, encoding: 'utf8' });
  const ms = performance.now() - began;
  if (status !== 0) throw new Error(`${args.join(' ')}: ${stderr}`);
  return ms;
}
