import fc from 'fast-check';
import { expect, test } from 'vitest';
import { linesOf, manyRuns, streamProperties } from '../stream-properties.ts';
import { failed, readAll, recorded, recordedStreams } from './streams.ts';

const exits = new Map(Object.entries(failed).map(([name, [, exit]]) => [name, exit]));

streamProperties({
  recorded,
  readAll,
  streams: recordedStreams,
  failures: [...exits.keys()],
  toldOnce: ['denied-rule'],
  exitOf: (name) => exits.get(name) ?? null,
  answer: { name: 'ok-write' },
  lastWord: { called: 'a finished step', isIn: (line) => line.includes('"reason":"stop"') },
  odd: fc.record({
    type: fc.constantFrom('step_start', 'text', 'reasoning', 'tool_use', 'step_finish', 'error', 'new'),
    sessionID: fc.jsonValue(),
    part: fc.oneof(fc.jsonValue(), fc.record({ reason: fc.jsonValue(), tokens: fc.jsonValue(), cost: fc.jsonValue() })),
    error: fc.jsonValue(),
    timestamp: fc.jsonValue(),
  }),
  exits: [0, 1, 130, null],
  stderr: fc.string({ unit: 'binary' }),
});

test('an error anywhere in a success, or an exit code, is a failure', () => {
  const said = fc.constantFrom('401', '429', '500', 'ctx', 'unknownmodel');
  fc.assert(
    fc.property(said, fc.nat(), (name, at) => {
      const lines = linesOf(recorded('ok-write'));
      lines.splice(at % (lines.length + 1), 0, ...linesOf(recorded(name)));
      expect(readAll(Buffer.from(lines.join('\n'))).result.status).toBe('failed');
    }),
    manyRuns,
  );
  for (const exit of [1, 130, null]) expect(readAll(recorded('ok-write'), { exit }).result.status).toBe('failed');
});
