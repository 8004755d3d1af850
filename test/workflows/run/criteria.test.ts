import { expect, test } from 'vitest';
import { configDefaults } from '../../../src/schema/config/defaults.ts';
import { criteriaFrom, maxIterations, minCoverage } from '../../../src/workflows/run/criteria.ts';

const defaults = {
  global: configDefaults.global,
  builder: configDefaults.builder,
  verifier: configDefaults.verifier,
  gatekeeper: configDefaults.gatekeeper,
};
const { verifier, gatekeeper } = defaults;

test.each([
  [70, 80, 80],
  [90, 80, 90],
])('of two bars for coverage, %d and %d, the higher holds: %d', (verified, gated, expected) => {
  const settings = {
    ...defaults,
    verifier: { ...verifier, test_coverage: { ...verifier.test_coverage, min_percentage: verified } },
    gatekeeper: { ...gatekeeper, pass_criteria: { ...gatekeeper.pass_criteria, min_test_coverage: gated } },
  };
  expect([minCoverage(settings), criteriaFrom(settings).minCoverage]).toEqual([expected, expected]);
});

test.each([
  [3, 5, 3],
  [5, 2, 2],
])('of two limits of rounds, %d and %d, the smaller holds: %d', (everywhere, gated, expected) => {
  const settings = {
    global: { ...defaults.global, max_iterations: everywhere },
    gatekeeper: { ...gatekeeper, max_iterations: gated },
  };
  expect(maxIterations(settings)).toBe(expected);
});
