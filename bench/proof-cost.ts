import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import type { RehearsalStep } from '../src/schema/rehearsal.ts';
import { autoProjectWith, scriptFor } from '../test/support/auto-project.ts';
import { startAutoIn } from '../test/support/conduct-auto.ts';
import type { RunProject } from '../test/support/run-project.ts';
import { spread } from './rounds.ts';
import { printTable } from './table.ts';

/*
 * What the proof of a task costs in auto, beyond running the tests once: parts of a suite that are executed, and time. The
 * project has 60 test files of one test each, so that tests count files. Each task waits for the one before, as
 * where agents take longer than tests; what runs together at the end of a phase is not theirs.
 */
const { values } = parseArgs({ options: { rounds: { type: 'string', default: '5' } } });
const FILES = 60;

interface Kind {
  readonly name: string;
  readonly title: (name: string) => string;
  /** What agents do, call by call. */
  readonly steps: (name: string) => RehearsalStep[];
  readonly reviewed?: boolean;
}

const code = (name: string, body: string): string => `export const ${name} = (a) => ${body};\n`;
const demand = (name: string, expected: string): string =>
  `import assert from 'node:assert/strict';\nimport test from 'node:test';\nimport { ${name} } from '../src/${name}.js';
test('${name} of 4', () => assert.equal(${name}(4), ${expected}));\n`;
const source = (name: string): string => `src/${name}.js`;
const test = (name: string): string => `test/${name}.test.js`;

const kinds: readonly Kind[] = [
  {
    name: 'adds code with tests',
    title: (name) => `Add new_${name}`,
    steps: (name) => [
      {
        edit: {
          [source(`new_${name}`)]: code(`new_${name}`, 'a * 3'),
          [test(`new_${name}`)]: demand(`new_${name}`, '12'),
        },
      },
    ],
  },
  {
    name: 'modifies tests',
    title: (name) => `Let ${name} count from five`,
    steps: (name) => [{ edit: { [source(name)]: code(name, 'a + 5'), [test(name)]: demand(name, '9') } }],
    reviewed: true,
  },
  {
    name: 'refactors',
    title: (name) => `Write ${name} in a simpler way`,
    // No test fails without it: it is sent back once.
    steps: (name) => Array.from({ length: 2 }, () => ({ edit: { [source(name)]: code(name, '1 + a') } })),
  },
  {
    name: 'removes a feature',
    title: (name) => `Remove ${name} and its tests`,
    steps: (name) => [{ run: `rm ${source(name)} ${test(name)}` }],
    reviewed: true,
  },
  {
    name: 'documents only',
    title: (name) => `Write down in docs/${name}.md what ${name} does`,
    steps: (name) => [{ edit: { [`docs/${name}.md`]: `# ${name}\n\nCounts on.\n` } }],
  },
];

await measure();

async function measure(): Promise<void> {
  const rows: string[][] = [];
  for (const kind of kinds) {
    const { suites, seconds, plain } = await play(kind, Number(values.rounds));
    rows.push([
      kind.name,
      spread(suites, 2),
      spread(
        suites.map((one) => one - 1),
        2,
      ),
      spread(seconds, 1),
      spread(
        seconds.map((one) => one - plain),
        1,
      ),
    ]);
  }
  printTable(
    `What the proof of a task costs (${FILES} test files)`,
    ['task', 'suites', 'beyond one', 'seconds', 'beyond the tests once'],
    rows,
  );
}

interface Cost {
  /** Of each task: files executed, in suites. */
  readonly suites: number[];
  readonly seconds: number[];
  /** What the tests take when a person runs them. */
  readonly plain: number;
}

async function play({ title, steps, reviewed = false }: Kind, count: number): Promise<Cost> {
  const names = Array.from({ length: count }, (_, n) => `f${n + 1}`);
  const ids = names.map((_, n) => `T1.${n + 1}`);
  const line = (name: string, n: number): string =>
    `- [ ] ${ids[n]}: ${title(name)}\n${n === 0 ? '' : `  - deps: [${ids[n - 1]}]\n`}`;
  const plan = `# Plan\n\n${names.map(line).join('')}`;
  const project = suiteProject(plan);
  const plain = took(() => execFileSync('node', ['--test', 'test/'], { cwd: project.folder, env: project.env }));
  const tasks = Object.fromEntries(names.map((name, n) => [ids[n] ?? '', steps(name)]));
  const answer = (name: string): RehearsalStep => ({
    answer: {
      answers: [1, 2].map((finding) => ({ finding, allow: true, quote: title(name), reason: 'It says so.' })),
      acceptance: [],
    },
  });
  const roles = reviewed ? { reviewer: names.map(answer) } : {};
  const played = await startAutoIn(project, { script: scriptFor([], tasks, roles), retryLimit: 3, parallel: 1 });
  const cost: Cost = { suites: [], seconds: [], plain };
  const known = new Set<string>();
  const proofs = path.join(project.home, 'state/orchestral', played.open.context.project.hash, 'proofs');
  let [begun, executed, seconds] = [0, 0, 0];
  played.open.store.watch(({ event }) => {
    if (event.type === 'prepared') newTotals(proofs, known);
    const effect = 'effect' in event.data ? String(event.data.effect) : '';
    if (!/\/merge#\d+$/.test(effect)) return;
    if (event.type === 'effect_started') begun = performance.now();
    else seconds += (performance.now() - begun) / 1000;
    if (event.type === 'effect_started') return;
    executed += newTotals(proofs, known);
    if (event.type !== 'task_merged') return;
    cost.suites.push(executed / FILES);
    cost.seconds.push(seconds);
    [executed, seconds] = [0, 0];
  });
  await played.conduct();
  const { stage, tasks: done } = played.graph();
  await played.close();
  if (stage.at !== 'done' || cost.suites.length !== count) throw new Error(JSON.stringify([stage, done]));
  for (const folder of [project.folder, project.home]) fs.rmSync(folder, { recursive: true });
  return cost;
}

function suiteProject(plan: string): RunProject {
  const names = Array.from({ length: FILES }, (_, n) => `f${n + 1}`);
  const files = names.flatMap((name) => [
    [source(name), code(name, 'a + 1')],
    [test(name), demand(name, '5')],
  ]);
  return autoProjectWith(plan, {
    files: { 'package.json': '{ "type": "module" }\n', ...Object.fromEntries(files) },
    config: { project: { version: 1, test_command: 'node --test test/' } },
  });
}

/** Tests that were executed since it was asked last. */
function newTotals(folder: string, known: Set<string>): number {
  const names = fs.existsSync(folder) ? fs.readdirSync(folder).filter((name) => name.endsWith('.json')) : [];
  let sum = 0;
  for (const name of names.filter((one) => !known.has(one))) {
    known.add(name);
    sum += Number(JSON.parse(fs.readFileSync(path.join(folder, name), 'utf8')).counts.total);
  }
  return sum;
}

function took(work: () => void): number {
  const began = performance.now();
  work();
  return (performance.now() - began) / 1000;
}
