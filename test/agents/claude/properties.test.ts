import fc from 'fast-check';
import { streamProperties } from '../stream-properties.ts';
import { completedStreams, readAll, recorded, recordedStreams } from './streams.ts';

streamProperties({
  recorded,
  readAll,
  streams: recordedStreams,
  failures: recordedStreams.filter((name) => !completedStreams.includes(name)),
  answer: { name: 'ok-text' },
  lastWord: { called: 'a result', isIn: (line) => line.includes('"type":"result"') },
  odd: fc.record({
    type: fc.constantFrom('system', 'assistant', 'user', 'result', 'rate_limit_event', 'stream_event'),
    subtype: fc.anything(),
    message: fc.jsonValue(),
    content: fc.jsonValue(),
  }),
  exits: [0, 1, 143, null],
});
