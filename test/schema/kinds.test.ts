import { expect, test } from 'vitest';
import { readPart } from '../../src/schema/api/read-request.ts';
import { schemasOf } from '../../src/schema/api/routes.ts';

const { body } = schemasOf('knowledge.save');
const pitfall = { kind: 'pitfall', sha256: 'abc', description: 'Rounding twice.', reason: 'Cents get lost.' };

test.for([
  [pitfall, []],
  [{}, ['kind missing']],
  [[], [' type']],
  [{ ...pitfall, kind: 'wish' }, ['kind one_of']],
  [{ ...pitfall, reason: 1 }, ['reason type']],
  [{ kind: 'pitfall', sha256: 'abc', description: '' }, ['reason missing']],
] as const)('of several kinds the one that is named is meant: %j', ([value, wrong]) => {
  const read = readPart(body, value);
  expect(read.ok ? [] : read.error.map(({ path, expected }) => `${path} ${expected.kind}`)).toEqual(wrong);
});
