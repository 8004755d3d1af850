import { describe, expect } from 'vitest';
import { approveRun, resumeRun } from '../../../src/engine/operations/runs/decide.ts';
import type { OpenRun } from '../../../src/engine/descriptors/run.ts';
import { conductAll, findingsOf, playRun, startRunIn } from '../../support/conduct-run.ts';
import { expectOk } from '../../support/conduct-session.ts';
import { runProject, type RunProject } from '../../support/run-project.ts';
import { oneIn } from '../../support/one-in.ts';

const test = oneIn(2);

const CALC = 'export const add = (a, b) => a + b;\n';
const MUL = 'export const mul = (a, b) => a * b;\n';
const LOG = 'export const name = "log";\n';
const LEVEL = 'export const level = 1;\n';

const FILES = {
  'package.json': '{"name":"calc","type":"module","scripts":{"test":"node --test"}}\n',
  'src/calc.js': CALC,
  'src/log.js': LOG,
  'test/calc.test.js': testFile('add', 'add(1, 2), 3'),
  'test/log.test.js': testFile('name', "name, 'log'", 'log'),
};

function testFile(name: string, equal: string, module = 'calc'): string {
  return `import assert from 'node:assert/strict';
import test from 'node:test';
import { ${name} } from '../src/${module}.js';
test('${name}s', () => assert.equal(${equal}));
`;
}

const WORK = {
  edit: {
    'src/calc.js': CALC + MUL,
    'src/log.js': LOG + LEVEL,
    'test/mul.test.js': testFile('mul', 'mul(3, 4), 12'),
  },
};
const QUIET = [{ say: 'The tests are there.' }];

describe.concurrent('hunks of a pack', () => {
  test('are checked once it is shown, by whoever comes after one that was interrupted', async () => {
    const { project, open } = await ready();
    expect(project.read('mrp/summary.md')).toContain('To check it: `orchestral prove`');
    expect(proofIn(project)).not.toHaveProperty('hunks');
    const stopping = new AbortController();
    whenChecking(open, () => stopping.abort());
    await open.conductWithHunks(stopping.signal);
    expect(open.state()).toMatchObject({ step: { at: 'ready_for_merge' }, hunks: { at: 'hunks' }, in_flight: null });
    await resumeRun(open);
    await open.conductWithHunks(new AbortController().signal);
    expect(open.state().hunks).toBeUndefined();
    expect(proofIn(project)).toMatchObject({
      hunks: {
        checked: [
          { path: 'src/calc.js', outcome: 'noticed', test: 'test/mul.test.js > muls' },
          { path: 'src/log.js', outcome: 'unnoticed' },
        ],
        percent: 50,
        wanted: null,
      },
    });
    const summary = project.read('mrp/summary.md');
    expect(summary).toContain('tests notice 1 of 2 parts (50 %)');
    expect(summary).toContain('`src/log.js:2` (1 line): unnoticed');
    expect(project.git('worktree', 'list').split('\n')).toHaveLength(1);
    await open.close();
  });

  test('do not keep anybody from approving it', async () => {
    const { project, open } = await ready();
    const { step } = open.state();
    if (step.at !== 'ready_for_merge') throw new Error(step.at);
    let approved = Promise.resolve();
    whenChecking(open, () => {
      approved = approveRun(open, { commit: step.work.commit });
    });
    await open.conductWithHunks(new AbortController().signal);
    await approved;
    expect(open.state()).toMatchObject({ step: { at: 'completed' } });
    expect(open.state().hunks).toBeUndefined();
    expect(project.git('worktree', 'list').split('\n')).toHaveLength(1);
    await open.close();
  });
});

test('a project that wants a part of them noticed sends work back', async () => {
  const project = runProject({ files: FILES, config: { project: { version: 1, min_proven: 80 } } });
  const builder = [WORK, { edit: { 'test/level.test.js': testFile('level', 'level, 1', 'log') } }];
  const played = await playRun(project, { approves: false, roles: { builder, verifier: [...QUIET, ...QUIET] } });
  expect(findingsOf(played)).toEqual([['hunks_unproven'], []]);
  expect(project.step('build-2/prompt.md')).toContain('src/log.js:2');
  // Nothing is left to be checked.
  expect(played.run.hunks).toBeUndefined();
  expect(proofIn(project)).toMatchObject({ hunks: { percent: 100, wanted: 80 } });
});

async function ready(): Promise<{ readonly project: RunProject; readonly open: OpenRun }> {
  const project = runProject({ files: FILES, config: { project: null } });
  const { open } = expectOk(await startRunIn(project, { roles: { builder: [WORK], verifier: QUIET } }));
  expectOk(await conductAll(open, { approves: false }));
  expect(open.state().step.at).toBe('ready_for_merge');
  return { project, open };
}

function whenChecking(open: OpenRun, act: () => void): void {
  open.store.watch(({ event }) => {
    if (event.type === 'effect_started' && event.data.effect.includes('/hunks#1')) act();
  });
}

function proofIn(project: RunProject): unknown {
  return JSON.parse(project.read('mrp/proof.json'));
}
