import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { HeadTailBuffer } from '../../src/process/head-tail-buffer.ts';
import { seed } from '../support/tier.ts';

test('the first and the last bytes, in whatever pieces they come', () => {
  const room = fc.record({ head: fc.nat({ max: 20 }), tail: fc.nat({ max: 20 }) });
  const chunks = fc.array(fc.uint8Array({ maxLength: 30 }), { maxLength: 12 });
  fc.assert(
    fc.property(room, chunks, (room, chunks) => {
      const kept = new HeadTailBuffer(room);
      for (const chunk of chunks) kept.add(Buffer.from(chunk));
      const all = Buffer.concat(chunks);
      const cut = all.length > room.head + room.tail;
      const tail = all.subarray(Math.max(room.head, all.length - room.tail));
      expect(kept.cut).toBe(cut);
      expect(Buffer.from(kept.bytes())).toEqual(cut ? Buffer.concat([all.subarray(0, room.head), tail]) : all);
    }),
    { seed, numRuns: 1000 },
  );
});
