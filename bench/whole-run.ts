import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { startRun } from '../src/engine/operations/runs/start.ts';
import { conductAll, runContext } from '../test/support/conduct-run.ts';
import { peakMemory } from '../test/support/peak-memory.ts';
import { PASS, QUESTION, rehearsed, type RunProject, runProject } from '../test/support/run-project.ts';
import { inRounds, ratios, spread } from './rounds.ts';
import { printTable } from './table.ts';

/*
 * What Orchestral itself takes for a whole run: one question, a first round that the tests refute, a second that passes,
 * the pack, the merge. The agents are rehearsed and take no time; the time that the project's own tests take is measured
 * around them, from inside the sandbox, and taken off. Everything else counts: starting Node, git, the sandbox, the disk.
 */
const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '15' }, project: { type: 'string' }, agent: { type: 'string' } },
});
const KB_PER_MB = 1024;
const MS_PER_TICK = 10;
const bare = '`node -e 0`';

if (values.project === undefined) await measure();
else await play(values.project, values.agent ?? '');

async function measure(): Promise<void> {
  const runs: Measured[] = [];
  const turns = [
    { name: 'run', turn: () => keptIn(runs, oneRun()).ownMs },
    { name: bare, turn: () => took(() => spawnSync(process.execPath, ['-e', '0'])) },
  ];
  const figures = await inRounds(turns, Number(values.rounds));
  const of = (pick: (measured: Measured) => number) => runs.map(pick);
  printTable(
    'A whole run',
    ['', 'ms', `× ${bare}`, 'ms of processor', 'MB'],
    [
      [
        '**Orchestral itself**',
        spread(
          of((run) => run.ownMs),
          0,
        ),
        spread(ratios(figures, 'run', bare), 0),
        spread(
          of((run) => run.cpuMs),
          0,
        ),
        spread(
          of((run) => run.mb),
          0,
        ),
      ],
      [
        'the tests, three times',
        spread(
          of((run) => run.testsMs),
          0,
        ),
        '',
        '',
        '',
      ],
    ],
  );
}

interface Measured {
  readonly ownMs: number;
  readonly testsMs: number;
  /** Of this process and git's. What runs in the sandbox is not in it: the kernel counts that for nobody outside. */
  readonly cpuMs: number;
  readonly mb: number;
}

function oneRun(): Measured {
  const project = smallProject();
  const PATH = `${timedNode(project.home)}${path.delimiter}${project.env['PATH']}`;
  const args = [process.argv[1] ?? '', '--project', project.folder, '--agent', script(project)];
  let printed = '';
  const wholeMs = took(() => {
    const { status, stdout, stderr } = spawnSync(process.execPath, args, {
      env: { ...project.env, PATH },
      encoding: 'utf8',
    });
    if (status !== 0) throw new Error(stderr);
    printed = stdout;
  });
  const tests = proofsIn(project).map((proof) => Number(/tests took (\d+) ms/.exec(proof)?.[1]));
  if (tests.length !== 3) throw new Error(`${tests.length} proofs`);
  for (const folder of [project.folder, project.home]) fs.rmSync(folder, { recursive: true });
  const [cpuMs = 0, kb = 0] = printed.split(' ').map(Number);
  const testsMs = tests.reduce((sum, ms) => sum + ms, 0);
  return { ownMs: wholeMs - testsMs, testsMs, cpuMs, mb: kb / KB_PER_MB };
}

/** In a process of its own. */
async function play(folder: string, agent: string): Promise<void> {
  const tools = runContext({ folder, env: process.env as Record<string, string> }, { options: { agent } });
  const open = await startRun({ briefing: 'Halve numbers.' }, tools);
  const conducted = await conductAll(open);
  const { step, iteration } = open.state();
  const closed = await open.close();
  if (!conducted.ok || !closed.ok || step.at !== 'completed' || iteration !== 2) {
    throw new Error(JSON.stringify([step, iteration, conducted, closed]));
  }
  const { userCPUTime, systemCPUTime } = process.resourceUsage();
  console.log((userCPUTime + systemCPUTime) / 1000 + cpuOfChildren(), peakMemory() / 1024);
}

/** Of every process that was waited for. */
function cpuOfChildren(): number {
  const stat = fs.readFileSync('/proc/self/stat', 'utf8');
  const [user = 0, system = 0] = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(13, 15)
    .map(Number);
  return (user + system) * MS_PER_TICK;
}

function smallProject(): RunProject {
  return runProject({
    files: {
      'package.json': '{ "name": "small", "type": "module", "scripts": { "test": "node --test" } }\n',
      'src/double.js': 'export const double = (n) => n * 2;\n',
      'test/double.test.js': testOf('double', 4),
    },
    config: { project: null, agents: { version: 1, sandbox: 'require' } },
  });
}

function script({ home }: RunProject): string {
  const halve = (body: string) => ({ edit: { 'src/halve.js': `export const halve = (n) => ${body};\n` } });
  const refined = { status: 'ready', refined: '# Halve\n', clarifications: [], auto_filled: [] };
  return rehearsed(home, {
    refiner: [{ answer: { ...refined, status: 'needs_human', crp: QUESTION } }, { answer: refined }],
    builder: [halve('n'), halve('n / 2')],
    verifier: [{ edit: { 'test/halve.test.js': testOf('halve', 1) } }, { say: 'Nothing to add.' }],
    gatekeeper: [{ answer: PASS }, { answer: PASS }],
  });
}

function testOf(name: string, result: number): string {
  return `import assert from 'node:assert';
import test from 'node:test';
import { catchFailure } from '../src/base/failure.ts';
import { ${name} } from '../src/${name}.js';

test('${name} of 2', () => assert.equal(${name}(2), ${result}));
`;
}

/** A folder with a `node` for the tests that tells how long it took, on stderr: the proof keeps the last of that. */
function timedNode(home: string): string {
  const folder = path.join(home, 'bin');
  fs.mkdirSync(folder);
  const lines = [
    '#!/bin/sh',
    'began=$(date +%s%N)',
    `"${process.execPath}" "$@"`,
    'code=$?',
    'echo "tests took $((($(date +%s%N) - began) / 1000000)) ms" >&2',
    'exit $code',
  ];
  fs.writeFileSync(path.join(folder, 'node'), `${lines.join('\n')}\n`, { mode: 0o755 });
  return folder;
}

function took(work: () => void): number {
  const began = performance.now();
  work();
  return performance.now() - began;
}

function keptIn<T>(list: T[], value: T): T {
  list.push(value);
  return value;
}

function proofsIn({ home }: RunProject): string[] {
  const own = path.join(home, 'state/orchestral');
  const folder = fs
    .readdirSync(own)
    .map((name) => path.join(own, name, 'proofs'))
    .find((place) => fs.existsSync(place));
  if (folder === undefined) throw new Error('no proofs');
  return fs.readdirSync(folder).map((name) => fs.readFileSync(path.join(folder, name), 'utf8'));
}
