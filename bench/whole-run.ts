import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { startRun } from '../src/engine/operations/runs/start.ts';
import { conductAll, toolsFor } from '../test/support/conduct-run.ts';
import { PASS, QUESTION, rehearsed, type RunProject, runProject } from '../test/support/run-project.ts';
import { inRounds, quantile, spread } from './rounds.ts';
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

if (values.project === undefined) await measure();
else await play(values.project, values.agent ?? '');

async function measure(): Promise<void> {
  const [own, tests, memory]: [number[], number[], number[]] = [[], [], []];
  const turn = (): number => {
    const { wholeMs, testsMs, mb } = oneRun();
    own.push(wholeMs - testsMs);
    tests.push(testsMs);
    memory.push(mb);
    return wholeMs;
  };
  await inRounds([{ name: 'run', turn }], Number(values.rounds));
  printTable(
    'A whole run',
    ['', 'ms', 'ms, p90', 'MB'],
    [
      ['**Orchestral itself**', spread(own, 0), quantile(own, 0.9).toFixed(0), spread(memory, 0)],
      ['the project’s tests, three times', spread(tests, 0), quantile(tests, 0.9).toFixed(0), ''],
    ],
  );
}

function oneRun(): { readonly wholeMs: number; readonly testsMs: number; readonly mb: number } {
  const project = smallProject();
  const PATH = `${timedNode(project.home)}${path.delimiter}${project.env['PATH']}`;
  const args = [process.argv[1] ?? '', '--project', project.folder, '--agent', script(project)];
  const began = performance.now();
  const { status, stdout, stderr } = spawnSync(process.execPath, args, {
    env: { ...project.env, PATH },
    encoding: 'utf8',
  });
  const wholeMs = performance.now() - began;
  if (status !== 0) throw new Error(stderr);
  const took = proofsIn(project).map((proof) => Number(/tests took (\d+) ms/.exec(proof)?.[1]));
  if (took.length !== 3) throw new Error(`${took.length} proofs`);
  for (const folder of [project.folder, project.home]) fs.rmSync(folder, { recursive: true });
  return { wholeMs, testsMs: took.reduce((sum, ms) => sum + ms, 0), mb: Number(stdout) / KB_PER_MB };
}

/** In a process of its own. */
async function play(folder: string, agent: string): Promise<void> {
  const tools = toolsFor({ folder, env: process.env as Record<string, string> }, { wishes: { agent } });
  const open = await startRun({ briefing: 'Halve numbers.' }, tools);
  if (!open.ok) throw new Error(JSON.stringify(open.error));
  const conducted = await conductAll(open.value);
  const { step, iteration } = open.value.state();
  const closed = await open.value.close();
  if (!conducted.ok || !closed.ok || step.at !== 'completed' || iteration !== 2) {
    throw new Error(JSON.stringify([step, iteration, conducted, closed]));
  }
  console.log(process.resourceUsage().maxRSS);
}

function smallProject(): RunProject {
  return runProject({
    files: {
      'package.json': '{ "name": "small", "type": "module", "scripts": { "test": "node --test" } }\n',
      'src/double.js': 'export const double = (n) => n * 2;\n',
      'test/double.test.js': testOf('double', 4),
    },
    config: { project: null },
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

function proofsIn({ home }: RunProject): string[] {
  const own = path.join(home, 'state/orchestral');
  const folder = fs
    .readdirSync(own)
    .map((name) => path.join(own, name, 'proofs'))
    .find((place) => fs.existsSync(place));
  if (folder === undefined) throw new Error('no proofs');
  return fs.readdirSync(folder).map((name) => fs.readFileSync(path.join(folder, name), 'utf8'));
}
