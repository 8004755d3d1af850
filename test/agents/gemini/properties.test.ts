import fc from 'fast-check';
import { expect, test } from 'vitest';
import { byTier, seed } from '../../support/tier.ts';
import { failed, readAll, recorded, recordedErrors, recordedStreams } from './streams.ts';

const runs = { seed, numRuns: byTier({ usual: 300, full: 10_000 }) };
const linesOf = (bytes: Buffer): string[] => bytes.toString().split('\n').filter(Boolean);
const isResult = (line: string): boolean => line.includes('"type":"result"');

const failures = Object.keys(failed).filter((name) => recorded(name).length > 0);
/** That these failed is said in one line alone: without it nobody could know. */
const toldOnce = ['denied', 'repeats-itself'];

const anyStream = fc.constantFrom(...recordedStreams.filter((name) => recorded(name).length > 0));
const anyFailure = fc.constantFrom(...failures);
const anyFailureToldTwice = anyFailure.filter((name) => !toldOnce.includes(name));
const anyExit = fc.constantFrom(0, 1, 41, 53, 145, 173, 255, null);

test('cut at any byte: never a throw, and no answer before the last word is out', () => {
  const cut = fc.tuple(anyStream, fc.double({ min: 0, max: 1, noNaN: true }), anyExit);
  fc.assert(
    fc.property(cut, ([name, share, exit]) => {
      const whole = recorded(name).subarray(0, recorded(name).toString().trimEnd().length);
      const at = Math.floor(share * (whole.length - 1));
      expect(readAll(whole.subarray(0, at), { exit }).verdict.status).toBe('failed');
    }),
    runs,
  );
});

test('a garbled line never makes a success of a failure', () => {
  const change = fc.tuple(anyFailureToldTwice, fc.nat(), fc.array(fc.tuple(fc.nat(), fc.nat(255)), { minLength: 1 }));
  fc.assert(
    fc.property(change, ([name, line, bytes]) => {
      const lines = linesOf(recorded(name)).map((text) => Buffer.from(text));
      const garbled = lines[line % lines.length];
      for (const [at, byte] of bytes) if (garbled) garbled[at % garbled.length] = byte;
      const stream = Buffer.concat(lines.flatMap((one) => [one, Buffer.from('\n')]));
      expect(readAll(stream).verdict.status).toBe('failed');
    }),
    runs,
  );
});

test('a missing line never makes a success of a failure', () => {
  for (const name of failures.filter((each) => !toldOnce.includes(each))) {
    const lines = linesOf(recorded(name));
    for (const missing of lines.keys()) {
      const { verdict } = readAll(Buffer.from(lines.filter((_, index) => index !== missing).join('\n')));
      expect(verdict.status, `${name} without line ${missing}`).toBe('failed');
    }
  }
});

test('events in odd order never make a success of a failure', () => {
  const shuffled = anyFailure.chain((name) => {
    const lines = linesOf(recorded(name));
    return fc.shuffledSubarray(lines, { minLength: lines.length });
  });
  fc.assert(
    fc.property(shuffled, (lines) => {
      expect(readAll(Buffer.from(lines.join('\n'))).verdict.status).toBe('failed');
    }),
    runs,
  );
});

test('a failure mixed into a success is a failure', () => {
  const failing = anyFailureToldTwice.filter((name) => linesOf(recorded(name)).some(isResult));
  const mixed = fc
    .tuple(
      failing.filter((name) => name !== 'too-long'),
      fc.boolean(),
    )
    .map(([name, first]) => {
      const streams = [recorded(name), recorded('ok-write')];
      return Buffer.concat(first ? streams : streams.toReversed());
    });
  fc.assert(
    fc.property(mixed, (stream) => {
      expect(readAll(stream).verdict.status).toBe('failed');
    }),
    runs,
  );
});

test('whatever is printed, it never throws, and without a result it is no answer', () => {
  const type = fc.constantFrom('init', 'message', 'tool_use', 'tool_result', 'error', 'result', 'new');
  const odd = fc.record({
    type,
    status: fc.anything(),
    error: fc.jsonValue(),
    stats: fc.jsonValue(),
    tool_id: fc.jsonValue(),
    content: fc.jsonValue(),
    session_id: fc.jsonValue(),
  });
  const known = anyStream.chain((name) => fc.constantFrom(...linesOf(recorded(name))));
  const line = fc.oneof(
    known.map((text) => Buffer.from(text)),
    odd.map((value) => Buffer.from(JSON.stringify(value) ?? '')),
    fc.uint8Array().map((bytes) => Buffer.from(bytes)),
  );
  const errors = fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom(...recordedStreams).map(recordedErrors));
  fc.assert(
    fc.property(fc.array(line), anyExit, errors, (lines, exit, stderr) => {
      const stream = Buffer.concat(lines.flatMap((one) => [one, Buffer.from('\n')]));
      const { verdict, spent } = readAll(stream, { exit, stderr });
      if (!lines.some((one) => isResult(one.toString()))) expect(verdict.status).toBe('failed');
      expect(spent.input_tokens).toBeGreaterThanOrEqual(0);
      expect(spent.output_tokens).toBeGreaterThanOrEqual(0);
    }),
    runs,
  );
});

test('fifty megabytes, in one line and in many, are read to the end', () => {
  const flood = Buffer.alloc(50 * 1024 * 1024, 'x');
  const many = Buffer.from(flood);
  for (let at = 1000; at < many.length; at += 1000) many[at] = 10;
  for (const bytes of [flood, many]) {
    const stream = Buffer.concat([bytes, Buffer.from('\n'), recorded('ok-write')]);
    expect(readAll(stream).verdict.status).toBe('answered');
  }
});
