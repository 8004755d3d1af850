import { expect, test } from 'vitest';
import { decodeAny } from '../../../src/schema/codec-any.ts';
import type { DesignContract } from '../../../src/schema/contracts/design.ts';
import { addKnowledge } from '../../../src/schema/knowledge-edit.ts';
import { learnedFrom, lessonIn, type Sources } from '../../../src/workflows/session/learn.ts';
import { fixtureOf } from '../../schema/fixtures.ts';

function sample(): DesignContract {
  const read = decodeAny('design-contract', fixtureOf('design-contract').text);
  if (!read.ok) throw new Error(JSON.stringify(read.error));
  return read.value;
}

const nothing: Sources = { contracts: [], overcome: [], observations: [], today: '2025-02-03' };

test('each invariant, and each boundary with a note, is a decision', () => {
  const contract = sample();
  const { decisions } = learnedFrom({ ...nothing, contracts: [contract] });
  const common = {
    topic: 'a API 구현',
    refs: ['src/main/java/com/example/controller/AController.java'],
    created_at: '2024-01-15',
  };
  expect(decisions).toEqual([
    { ...common, decision: '도메인 레이어는 인프라에 의존하지 않는다', rationale: 'R1/T1 INV-1' },
    { ...common, decision: '모든 비즈니스 로직은 Service를 통해 처리한다', rationale: 'R1/T1 INV-2' },
    {
      ...common,
      decision: 'AService → ARepository: 인터페이스만 의존',
      rationale: 'R1/T1 AService → ARepository',
    },
  ]);
});

test('a decision has the reason that the Architect gave, and says where it is from', () => {
  const contract = { ...sample(), boundaries: [] };
  const [first] = contract.invariants;
  const reasons = new Map([[contract.task_id, new Map([[first?.id ?? '', 'Links are stored.']])]]);
  const { decisions } = learnedFrom({ ...nothing, contracts: [contract], reasons });
  expect(decisions[0]?.rationale).toBe(`Links are stored. · ${contract.request_id}/${contract.task_id} ${first?.id}`);
});

test('what may not be is told from what may', () => {
  const boundaries = [true, false].map((allowed) => ({ from: 'A', to: 'B', allowed, note: 'why' }));
  const { decisions } = learnedFrom({ ...nothing, contracts: [{ ...sample(), invariants: [], boundaries }] });
  expect(decisions.map(({ decision }) => decision)).toEqual(['A → B: why', 'A ↛ B: why']);
});

test('a test that failed and passes now is a pitfall, for the last reason it failed', () => {
  const overcome = [
    { task: 'T1', name: '빈 주문', reason: 'first' },
    { task: 'T2', name: '빈 주문', reason: 'other' },
    { task: 'T1', name: '빈 주문', reason: 'x'.repeat(2000) },
    { task: 'T1', name: ' ', reason: 'nameless' },
  ];
  const { pitfalls } = learnedFrom({ ...nothing, overcome });
  expect(pitfalls).toEqual([
    { description: '빈 주문', reason: `${'x'.repeat(499)}…`, learned_from: 'T1' },
    { description: '빈 주문', reason: 'other', learned_from: 'T2' },
  ]);
});

test('each observation is a decision that says where it is from', () => {
  const { decisions } = learnedFrom({ ...nothing, observations: [{ id: '1234', title: 'JWT for sign-in' }] });
  expect(decisions).toEqual([
    {
      topic: 'claude-mem',
      decision: 'JWT for sign-in',
      rationale: 'claude-mem #1234',
      refs: [],
      created_at: '2025-02-03',
    },
  ]);
});

test('a scan may be done again and again: the document does not grow', () => {
  const sources: Sources = { ...nothing, contracts: [sample()], overcome: [{ task: 'T1', name: 'n', reason: 'r' }] };
  const at = { now: '2025-02-03T04:05:06Z', project: { path: '/p', name: 'p', hash: 'a1b2c3d4' } };
  const once = addKnowledge(undefined, learnedFrom(sources), at);
  if (!once.ok) throw new Error(JSON.stringify(once.error));
  expect(once.value.added.decisions).toHaveLength(3);
  const again = addKnowledge(once.value.text, learnedFrom({ ...sources, today: '2026-01-01' }), at);
  expect(again).toEqual({ ok: true, value: { text: once.value.text, added: { decisions: [], pitfalls: [] } } });
});

test('a lesson that the Implementer drew stands in place of what the test printed', () => {
  const failed = { task: 'T1', name: 'TC-1', reason: 'AssertionError: expected 3 to be 4\n    at mul.js:3' };
  const lesson = 'mul() added; it has to multiply.';
  expect(learnedFrom({ ...nothing, overcome: [failed] }).pitfalls).toMatchObject([{ reason: failed.reason }]);
  expect(learnedFrom({ ...nothing, overcome: [{ ...failed, lesson }] }).pitfalls).toMatchObject([{ reason: lesson }]);
});

test.each([
  ['Done.\n\nLesson: mul() added; it has to multiply.', 'mul() added; it has to multiply.'],
  ['lesson: first\n**Lesson:** the last counts**\n', 'the last counts'],
  ['The lesson: none of the lines begins so', undefined],
  ['Lesson:\nnothing said', undefined],
  ['', undefined],
])('the lesson in %j', (text, lesson) => {
  expect(lessonIn(text)).toBe(lesson);
});
