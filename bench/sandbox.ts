import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { systemClock } from '../src/base/clock.ts';
import { realDisk } from '../src/files/disk.ts';
import type { ProcessCommand } from '../src/process/command.ts';
import { allowedEnvironment } from '../src/process/environment.ts';
import { openRegistry } from '../src/process/registry.ts';
import { createSpawner } from '../src/process/spawner.ts';
import { findBubblewrap } from '../src/sandbox/bubblewrap.ts';
import { agentSandboxRules } from '../src/sandbox/sandbox-rules.ts';
import { figuresOf, inRounds, spread } from './rounds.ts';
import { printTable } from './table.ts';

/* How long a process takes to start and end in the sandbox, beside bubblewrap with as little as it can be asked for. */
const { values } = parseArgs({ options: { rounds: { type: 'string', default: '30' } } });
const root = fs.mkdtempSync(path.join(os.tmpdir(), 'sandbox-'));
const [folder, stepFolder, privateFolder] = ['worktree', 'step', 'private'].map((name) => path.join(root, name));
for (const place of [folder, stepFolder, privateFolder]) fs.mkdirSync(place ?? '');
const home = process.env['ORCHESTRAL_BENCH_HOME'] ?? root;
const env = allowedEnvironment(process.env, { HOME: home });
const spawner = createSpawner({
  registry: openRegistry({ folder: path.join(root, 'registry'), disk: realDisk, clock: systemClock }),
  scope: 'bench',
});
const sandbox = await findBubblewrap((command) => spawner.run(command), env);
if (sandbox === undefined) throw new Error('there is no bubblewrap here that may make namespaces');

const command: ProcessCommand = { file: 'true', args: [], cwd: folder ?? root, env };
const rules = agentSandboxRules({
  folder: folder ?? '',
  stepFolder: stepFolder ?? '',
  own: [],
  home,
  privateFolder: privateFolder ?? '',
});
const BARE = ['--ro-bind', '/', '/', '--dev', '/dev', '--proc', '/proc', '--', 'true'];
const turns: readonly (readonly [string, () => ProcessCommand])[] = [
  ['no sandbox', () => command],
  ['bubblewrap, bare', () => ({ ...command, file: 'bwrap', args: BARE })],
  ['the sandbox', () => sandbox(command, rules)],
  ['the sandbox, network off', () => sandbox(command, { ...rules, network: 'off' })],
];
const figures = await inRounds(
  turns.map(([name, make]) => ({ name, turn: () => took(make) })),
  Number(values.rounds),
);
const bare = median(figuresOf(figures, 'bubblewrap, bare'));
printTable(
  `Start in the sandbox (${process.getuid?.() === 0 ? 'root' : 'an ordinary user'})`,
  ['', 'milliseconds', 'more than bare'],
  turns.map(([name]) => {
    const own = figuresOf(figures, name);
    return [name, spread(own, 1), (median(own) - bare).toFixed(1)];
  }),
);
fs.rmSync(root, { recursive: true });

async function took(make: () => ProcessCommand): Promise<number> {
  const began = performance.now();
  const { ending, stderr } = await spawner.run(make());
  const ms = performance.now() - began;
  if (ending.kind !== 'exited' || ending.code !== 0) throw new Error(Buffer.from(stderr).toString());
  return ms;
}

function median(figures: readonly number[]): number {
  return figures.toSorted((a, b) => a - b)[Math.floor(figures.length / 2)] ?? 0;
}
