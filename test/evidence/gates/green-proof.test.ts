import { expect, test } from 'vitest';
import { agreesWith } from '../../../src/evidence/gates/agreement.ts';
import { type GreenProofRequest, type GreenProof, greenProof } from '../../../src/evidence/gates/green-proof.ts';
import type { TestFilter } from '../../../src/evidence/gates/prover.ts';
import type { Proof } from '../../../src/evidence/proof.ts';
import type { TestResult } from '../../../src/schema/contracts/test-result.ts';
import { must } from '../../git/scene.ts';
import { checkScene, type CheckScene } from '../check-scene.ts';
import { proofOf } from '../proof-of.ts';
import { testContract } from './contracts.ts';

const FILE = 'test/cart.test.js';
const GREEN = testFile(`test('adds up', () => assert.equal(1 + 1, 2));`);
const NOTHING = proofOf({});

interface Outcome extends GreenProof {
  readonly asked: readonly (TestFilter | undefined)[];
}

async function greenOf(
  here: CheckScene,
  base: Proof = NOTHING,
  other: Partial<GreenProofRequest> = {},
): Promise<Outcome> {
  const asked: (TestFilter | undefined)[] = [];
  const proven = must(
    await greenProof({
      prover: async (only) => {
        asked.push(only);
        const proof = await here.prove(only === undefined ? {} : { only });
        return { ok: true, value: { status: 'proved', proof } };
      },
      tests: here.own.tests,
      contract: testContract(`./${FILE}`, ['adds up']),
      base,
      ...other,
    }),
  );
  if (proven.status !== 'proved') throw new Error(proven.status);
  return { ...proven.value, asked };
}

test('new tests twice in their own file, then all: nothing newly red', async () => {
  const old = testFile(`test('broken before', () => assert.fail());`);
  const here = await checkScene({ [FILE]: GREEN, 'test/old.test.js': old });
  const base = proofOf({ 'test/old.test.js > broken before': 'failed' });
  const { runs, whole, comparison, flaky, weak, asked } = await greenOf(here, base);
  expect(asked).toEqual([{ files: [FILE] }, { files: [FILE] }, undefined]);
  expect(runs.map(({ green, proof }) => [green, proof.counts.total])).toEqual([
    [true, 1],
    [true, 1],
  ]);
  expect(whole?.counts).toMatchObject({ total: 2, failed: 1 });
  expect(comparison).toMatchObject({ newlyRed: [], gone: [], brokeOff: false });
  expect({ flaky, weak }).toEqual({ flaky: [], weak: false });
});

test('green once is not green', async () => {
  const here = await checkScene({ [FILE]: testFile(`test('adds up', () => assert.ok(times('new') < 1));`) });
  const { runs, whole } = await greenOf(here);
  expect(runs.map(({ green }) => green)).toEqual([true, false]);
  expect(whole).toBeNull();
});

test('new tests that are skipped, or are not there any more, are not green', async () => {
  for (const body of [`test.skip('adds up', () => {});`, `test('other', () => {});`]) {
    const here = await checkScene({ [FILE]: testFile(body) });
    expect((await greenOf(here)).runs.map(({ green }) => green)).toEqual([false]);
  }
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

test('a new test that is red among all the others is not flaky', async () => {
  const here = await checkScene({ [FILE]: testFile(`test('adds up', () => assert.ok(times('new') !== 2));`) });
  const { comparison, flaky, asked } = await greenOf(here);
  expect(comparison?.newlyRed).toEqual([`${FILE} > adds up`]);
  expect(flaky).toEqual([]);
  expect(asked).toHaveLength(3);
});

test('a runner that names no tests: weak, and all is run, twice', async () => {
  const here = await checkScene({}, { config: { test_command: 'echo fine' } });
  const { runs, whole, weak, asked } = await greenOf(here, { ...NOTHING, tests: [] });
  expect(asked).toEqual([undefined, undefined]);
  expect({ weak, green: runs.map(({ green }) => green), exit: whole?.exit_code }).toEqual({
    weak: true,
    green: [true, true],
    exit: 0,
  });
});

test('cancelled is said, wherever it happens', async () => {
  const here = await checkScene({ [FILE]: GREEN });
  for (const until of [0, 1, 2]) {
    let n = 0;
    const answer = await greenProof({
      prover: async (only) =>
        n++ === until
          ? { ok: true, value: { status: 'cancelled' } }
          : { ok: true, value: { status: 'proved', proof: await here.prove(only === undefined ? {} : { only }) } },
      tests: here.own.tests,
      contract: testContract(FILE, ['adds up']),
      base: NOTHING,
    });
    expect(must(answer).status).toBe('cancelled');
  }
});

test('a result that says pass while the command fails does not agree', async () => {
  const red = testFile(`test('adds up', () => assert.equal(1 + 1, 3));`);
  const here = await checkScene({ [FILE]: red, 'test/old.test.js': testFile(`test('old', () => {});`) });
  const green = await greenOf(here);
  const claims = resultOf({ command: 'node --test', result: 'pass', passed: 2, failed: 0 });
  expect(agreesWith(claims, { green, folder: here.checkout.folder })).toEqual({
    result: { claimed: 'pass', own: 'fail' },
    command: { claimed: 'node --test', own: 'node --test', is: 'same' },
    summary: {
      claimed: { total: 2, passed: 2, failed: 0, skipped: 0 },
      own: [{ total: 1, passed: 0, failed: 1, skipped: 0 }],
      agrees: false,
    },
    notFailed: [],
  });
});

test('what agrees: the sums of the new tests or of all; a failure that we did not see is named', async () => {
  const here = await checkScene({ [FILE]: GREEN, 'test/old.test.js': testFile(`test('old', () => {});`) });
  const green = await greenOf(here);
  const { folder } = here.checkout;
  for (const passed of [1, 2]) {
    const agreed = agreesWith(resultOf({ command: 'node --test', result: 'pass', passed, failed: 0 }), {
      green,
      folder,
    });
    expect(agreed).toMatchObject({ result: { own: 'pass' }, summary: { agrees: true } });
  }
  const invented = resultOf({ command: 'node --test', result: 'fail', passed: 0, failed: 1 });
  expect(agreesWith(invented, { green, folder })).toMatchObject({
    result: { claimed: 'fail', own: 'pass' },
    summary: { agrees: false },
    notFailed: ['TC-1'],
  });
});

test.each([
  ['npm test', 'same'],
  ['node  --test test/', 'same'],
  ['npm test -- test/cart.test.js', 'narrowed'],
  ['node --test test/ --test-name-pattern=x', 'narrowed'],
  ['npm test || true', 'other'],
  ['node --test test/ ; true', 'other'],
  ['npm run test:unit', 'other'],
  ['true', 'other'],
])('the command of the document, which is never run: %s is %s', async (command, is) => {
  const here = await checkScene({ 'package.json': '{"type":"module","scripts":{"test":"node --test test/"}}' });
  const run = { proof: { ...NOTHING, command: here.own.tests?.detected.line ?? '' }, cases: [], green: true };
  const green = { runs: [run], whole: null, comparison: null, flaky: [], weak: false };
  const claims = resultOf({ command, result: 'pass', passed: 0, failed: 0 });
  expect(agreesWith(claims, { green, folder: here.checkout.folder }).command.is).toBe(is);
});

interface Claimed {
  readonly command: string;
  readonly result: 'pass' | 'fail';
  readonly passed: number;
  readonly failed: number;
}

function resultOf({
  command,
  result,
  passed,
  failed,
}: Claimed): Pick<TestResult, 'execution' | 'summary' | 'failed_tests'> {
  return {
    execution: { command, result, timestamp: '2026-01-01T00:00:00Z' },
    summary: { total: passed + failed, passed, failed, skipped: 0 },
    failed_tests: failed === 0 ? [] : [{ id: 'TC-1', name: 'adds up', reason: 'no', category: 'implementation_error' }],
  };
}

/** `times(name)` is how often it was called before, in all runs. */
function testFile(body: string): string {
  return `import assert from 'node:assert';
import fs from 'node:fs';
import test, { describe } from 'node:test';
function times(name) {
  const file = process.env.HOME + '/' + name;
  fs.appendFileSync(file, 'x');
  return fs.readFileSync(file, 'utf8').length - 1;
}
${body}
`;
}
