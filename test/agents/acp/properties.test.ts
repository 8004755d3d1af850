import fc from 'fast-check';
import { afterEach, beforeEach, expect, vi } from 'vitest';
import { byTier, seed } from '../../support/tier.ts';
import { streamProperties } from '../stream-properties.ts';
import { failed, readAll, recorded, recordedStreams } from './streams.ts';

// Whatever is sent, the reader prints nothing of its own among what people are shown.
const printed = vi.spyOn(console, 'error');
beforeEach(() => printed.mockClear());
afterEach(() => expect(printed, 'nothing is printed').not.toHaveBeenCalled());

const update = fc.record({
  sessionUpdate: fc.constantFrom('agent_message_chunk', 'tool_call', 'tool_call_update', 'usage_update', 'plan'),
  content: fc.jsonValue(),
  toolCallId: fc.jsonValue(),
  status: fc.jsonValue(),
  cost: fc.jsonValue(),
});

streamProperties({
  recorded,
  readAll,
  streams: recordedStreams,
  failures: Object.keys(failed),
  answer: { name: 'codex-write', floodAfter: 1 },
  lastWord: { called: 'a stop reason', isIn: (line) => line.includes('"end_turn"') },
  odd: fc.record(
    {
      jsonrpc: fc.constantFrom('2.0', '1.0'),
      id: fc.oneof(fc.nat(4), fc.jsonValue()),
      method: fc.constantFrom(
        'session/update',
        'session/request_permission',
        'fs/write_text_file',
        'terminal/create',
        'x',
      ),
      params: fc.oneof(fc.jsonValue(), fc.record({ sessionId: fc.jsonValue(), update, path: fc.jsonValue() })),
      result: fc.jsonValue(),
      error: fc.jsonValue(),
    },
    { requiredKeys: ['jsonrpc'] },
  ),
  exits: [0, 1, null],
  runs: { seed, numRuns: byTier({ usual: 150, full: 3000 }) },
});
