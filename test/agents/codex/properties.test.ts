import fc from 'fast-check';
import { expect, test } from 'vitest';
import { linesOf, manyRuns, streamProperties } from '../stream-properties.ts';
import { readAll, recorded, recordedStreams } from './streams.ts';

/** All others are failures. */
const completedStreams = [
  'ok-text',
  'ok-write',
  'stdin-big',
  'badtool',
  'mcp',
  'patch',
  'reason',
  'resume1',
  'resume2',
  'schema',
  'shellfail',
];
const failures = recordedStreams.filter((name) => !completedStreams.includes(name));
const toldOnce = ['denied'];

const item = fc.record({
  type: fc.constantFrom('agent_message', 'command_execution', 'mcp_tool_call', 'file_change', 'reasoning', 'new'),
  text: fc.jsonValue(),
  changes: fc.jsonValue(),
});
const event = fc.record({
  type: fc.constantFrom('thread.started', 'turn.started', 'item.started', 'item.completed', 'turn.failed', 'error'),
  item: fc.oneof(fc.jsonValue(), item),
  thread_id: fc.jsonValue(),
  message: fc.jsonValue(),
  error: fc.jsonValue(),
});

streamProperties({
  recorded,
  readAll,
  streams: recordedStreams,
  failures,
  toldOnce,
  answer: { name: 'ok-text' },
  lastWord: { called: 'a completed turn', isIn: (line) => line.includes('turn.completed') },
  odd: fc.oneof(event, fc.record({ type: fc.constant('turn.completed'), usage: fc.jsonValue() })),
  exits: [0, 1, 143, null],
  alwaysHolds: ({ spent }) => expect(spent.cost_usd).toBeNull(),
});

test('lines in odd order, some missing, some twice, never make a success of a failure', () => {
  const anyFailure = fc.constantFrom(...failures.filter((name) => !toldOnce.includes(name)));
  const someLines = anyFailure.chain((name) => fc.array(fc.constantFrom(...linesOf(recorded(name)))));
  fc.assert(
    fc.property(someLines, (lines) => {
      expect(readAll(Buffer.from(lines.join('\n'))).result.status).toBe('failed');
    }),
    manyRuns,
  );
});

test('of a turn that both failed and was completed, the failure counts', () => {
  const completed = linesOf(recorded('ok-text')).filter((line) => line.includes('turn.completed'));
  for (const name of failures.filter((one) => recorded(one).includes('turn.failed'))) {
    const lines = linesOf(recorded(name));
    for (const order of [
      [...lines, ...completed],
      [...completed, ...lines.slice(-1)],
    ]) {
      expect(readAll(Buffer.from(order.join('\n'))).result.status, name).toBe('failed');
    }
  }
});
