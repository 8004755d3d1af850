import { expect } from 'vitest';
import type { RunEvent } from '../../../src/workflows/run/events.ts';
import { playRun } from '../../support/conduct-run.ts';
import { PASS, QUESTION, runProject } from '../../support/run-project.ts';
import { oneIn } from '../../support/one-in.ts';

const test = oneIn(2);

const LONG = 'long '.repeat(6_000);
const many = Array.from({ length: 200 }, (_, n) => `${n} ${LONG.slice(0, 3000)}`);
/** Of an event that holds what an agent said: a log is read again at every start. */
const MOST_BYTES = 150_000;

test('what a Verifier claims is kept short, and shows what was left out', async () => {
  const verifier = [
    {
      edit: { 'test/answer.check': 'grep -q right answer.txt\n' },
      answer: { log: LONG, edge_cases_tested: many, adversarial_findings: [LONG] },
    },
  ];
  const { events, project } = await playRun(runProject(), { roles: { verifier } });
  const { claims } = eventOf(events, 'tests_written').data;
  expect(claims.edge_cases_tested).toHaveLength(50);
  expect(claims.edge_cases_tested.map(isCut)).toEqual([...Array(49).fill(true), false]);
  expect(claims.edge_cases_tested.at(-1)).toBe('… +151');
  expect(claims.adversarial_findings.map(isCut)).toEqual([true]);
  expect(sizes(events)).toEqual([]);
  expect(JSON.parse(project.read('verifier/results.json'))).toMatchObject(claims);
});

test('what a Gatekeeper finds is kept short, the gravest first, and all of it is in the review', async () => {
  const minor = many.map((message) => ({ severity: 'minor', file: null, line: null, message }));
  const grave = { severity: 'critical', file: 'answer.txt', line: 1, message: 'it is wrong' };
  const gatekeeper = [{ answer: { ...PASS, reason: LONG, issues: [...minor, grave] } }, { answer: PASS }];
  const { events } = await playRun(runProject(), { roles: { gatekeeper } });
  const { judgement } = eventOf(events, 'gated').data;
  expect(judgement.verdict).toBe('FAIL');
  expect(isCut(judgement.reason)).toBe(true);
  expect(judgement.issues).toHaveLength(50);
  expect(judgement.issues.at(0)).toMatchObject({ message: 'it is wrong' });
  expect(sizes(events)).toEqual([]);
});

test('what an agent asks is kept short', async () => {
  const crp = { ...QUESTION, question: LONG, context: LONG };
  const builder = [{ answer: { crp } }, { edit: { 'answer.txt': 'right\n' } }];
  const { events } = await playRun(runProject(), { roles: { builder } });
  const { question, context } = eventOf(events, 'asked').data.crp;
  expect([question, context].map(isCut)).toEqual([true, true]);
  expect(sizes(events)).toEqual([]);
});

function eventOf<T extends RunEvent['type']>(events: readonly RunEvent[], type: T): Extract<RunEvent, { type: T }> {
  const found = events.find((event): event is Extract<RunEvent, { type: T }> => event.type === type);
  if (found === undefined) throw new Error(`no ${type} among: ${events.map((event) => event.type).join(', ')}`);
  return found;
}

function isCut(text: string): boolean {
  return text.endsWith('…');
}

/** Of those that are too large. */
function sizes(events: readonly RunEvent[]): string[] {
  return events.flatMap((event) => {
    const bytes = Buffer.byteLength(JSON.stringify(event));
    return bytes > MOST_BYTES ? [`${event.type}: ${bytes}`] : [];
  });
}
