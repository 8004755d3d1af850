import fc from 'fast-check';
import { expect, test } from 'vitest';
import { linesOf, manyRuns, streamProperties } from '../stream-properties.ts';
import { failed, readAll, recorded, recordedErrors, recordedStreams } from './streams.ts';

const isResult = (line: string): boolean => line.includes('"type":"result"');
const failures = Object.keys(failed).filter((name) => recorded(name).length > 0);
const toldOnce = ['denied', 'repeats-itself'];

streamProperties({
  recorded,
  readAll,
  streams: recordedStreams.filter((name) => recorded(name).length > 0),
  failures,
  toldOnce,
  answer: { name: 'ok-write' },
  lastWord: { called: 'a result', isIn: isResult },
  odd: fc.record({
    type: fc.constantFrom('init', 'message', 'tool_use', 'tool_result', 'error', 'result', 'new'),
    status: fc.anything(),
    error: fc.jsonValue(),
    stats: fc.jsonValue(),
    tool_id: fc.jsonValue(),
    content: fc.jsonValue(),
    session_id: fc.jsonValue(),
  }),
  exits: [0, 1, 41, 53, 145, 173, 255, null],
  stderr: fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom(...recordedStreams).map(recordedErrors)),
});

test('a failure mixed into a success is a failure', () => {
  const withResult = failures.filter((name) => linesOf(recorded(name)).some(isResult));
  const failing = withResult.filter((name) => ![...toldOnce, 'too-long'].includes(name));
  fc.assert(
    fc.property(fc.constantFrom(...failing), fc.boolean(), (name, first) => {
      const streams = [recorded(name), recorded('ok-write')];
      const mixed = Buffer.concat(first ? streams : streams.toReversed());
      expect(readAll(mixed).result.status).toBe('failed');
    }),
    manyRuns,
  );
});
