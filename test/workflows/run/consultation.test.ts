import { expect, test } from 'vitest';
import { type Consultation, isAskedAgain, precedentFor } from '../../../src/workflows/run/consultation.ts';
import { consultation } from '../../support/run-facts.ts';

const answered: Consultation = { ...consultation, about: [], iteration: 1 };
const { crp } = answered;
const [option, ...options] = crp.options;
if (option === undefined) throw new Error('no options');

test.each<readonly [string, Parameters<typeof isAskedAgain>[1], boolean]>([
  ['the same question in the same round', { crp, iteration: 1 }, true],
  ['in blanks alone another', { crp: { ...crp, question: ` ${crp.question}\n` }, iteration: 1 }, true],
  ['in a later round', { crp, iteration: 2 }, false],
  ['by somebody else', { crp: { ...crp, created_by: 'verifier-2' }, iteration: 1 }, false],
  ['another question', { crp: { ...crp, question: 'Why?' }, iteration: 1 }, false],
  [
    'with other options',
    { crp: { ...crp, options: [{ ...option, label: 'Other' }, ...options] }, iteration: 1 },
    false,
  ],
])('asked again: %s', (_, question, expected) => {
  expect(isAskedAgain([answered], question)).toBe(expected);
  expect(isAskedAgain([{ ...answered, vcr: null }], question)).toBe(false);
});

test.each([
  ['has one', crp, [], true],
  ['uses it once', crp, [answered], false],
  ['has none of another question', { ...crp, question: 'Why?' }, [], false],
] as const)('a question that an earlier run answered for the future %s', (_, question, consultations, expected) => {
  const precedents = [{ crp }];
  expect(precedentFor(question, { consultations, precedents }) !== undefined).toBe(expected);
});
