import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { type GreenRequest, measureGreen } from '../../../src/engine/performers/session/measure-green.ts';
import type { TestFilter } from '../../../src/evidence/gates/prover.ts';
import type { Proof } from '../../../src/evidence/proof.ts';
import type { GreenRuns } from '../../../src/workflows/proof/new-tests.ts';
import { checkScene, type CheckScene } from '../../evidence/check-scene.ts';
import { makeProof } from '../../support/make-proof.ts';
import { testContract } from '../../support/contracts.ts';

const FILE = 'test/cart.test.js';
const GREEN = testFile(`test('adds up', () => assert.equal(1 + 1, 2));`);
const NOTHING = makeProof({});

interface Outcome extends GreenRuns<Proof> {
  readonly asked: readonly (TestFilter | undefined)[];
}

async function greenOf(here: CheckScene, base: Proof = NOTHING, other: Partial<GreenRequest> = {}): Promise<Outcome> {
  const asked: (TestFilter | undefined)[] = [];
  const proven = await measureGreen({
    prover: async (only) => {
      asked.push(only);
      return here.prove(only === undefined ? {} : { only });
    },
    tests: here.own.tests,
    contract: testContract(`./${FILE}`, ['adds up']),
    base,
    ...other,
  });
  return { ...proven, asked };
}

test('new tests twice in their own file, then all: nothing newly red', async () => {
  const old = testFile(`test('broken before', () => assert.fail());`);
  const here = await checkScene({ [FILE]: GREEN, 'test/old.test.js': old });
  const base = makeProof({ 'test/old.test.js > broken before': 'failed' });
  const { runs, whole, comparison, flaky, asked } = await greenOf(here, base);
  expect(asked).toEqual([{ files: [FILE] }, { files: [FILE] }, undefined]);
  expect(runs.map(({ green, proof }) => [green, proof.counts.total])).toEqual([
    [true, 1],
    [true, 1],
  ]);
  expect(whole?.counts).toMatchObject({ total: 2, failed: 1 });
  expect(comparison).toMatchObject({ newlyRed: [], gone: [], brokeOff: false });
  expect([flaky, runs.map(({ weak }) => weak)]).toEqual([[], [false, false]]);
});

test('green once is not green', async () => {
  const here = await checkScene({ [FILE]: testFile(`test('adds up', () => assert.ok(times('new') < 1));`) });
  const { runs, whole } = await greenOf(here);
  expect(runs.map(({ green }) => green)).toEqual([true, false]);
  expect(whole).toBeNull();
});

test('another test that is red: flaky when it is green alone, newly red when it is not', async () => {
  const others = testFile(`
    describe('old', () => { test('moody', () => assert.ok(times('moody') > 0)); });
    test('slow to mend', () => assert.ok(times('slow') > 1));
    test('broken now', () => assert.fail());`);
  const here = await checkScene({ [FILE]: GREEN, 'test/old.test.js': others });
  const { comparison, flaky, asked } = await greenOf(here);
  expect(flaky).toEqual(['test/old.test.js > old > moody', 'test/old.test.js > slow to mend']);
  expect(comparison?.newlyRed).toEqual(['test/old.test.js > broken now']);
  expect(asked[3]).toEqual({ files: ['test/old.test.js'], names: ['old > moody'] });
  expect(asked).toHaveLength(3 + 1 + 2 + 2);
});

test('a runner that names no tests: weak, and all is run, twice', async () => {
  const here = await checkScene({}, { config: { test_command: 'echo fine' } });
  const { runs, whole, asked } = await greenOf(here, { ...NOTHING, tests: [] });
  expect(asked).toEqual([undefined, undefined]);
  expect([runs.map(({ green, weak }) => [green, weak]), whole?.exit_code]).toEqual([
    [
      [true, true],
      [true, true],
    ],
    0,
  ]);
});

/** `times(name)` is how often it was called before, in all runs. */
function testFile(body: string): string {
  const counted = fs.mkdtempSync(path.join(os.tmpdir(), 'counted-'));
  return `import assert from 'node:assert';
import fs from 'node:fs';
import test, { describe } from 'node:test';
function times(name) {
  const file = ${JSON.stringify(counted)} + '/' + name;
  fs.appendFileSync(file, 'x');
  return fs.readFileSync(file, 'utf8').length - 1;
}
${body}
`;
}
