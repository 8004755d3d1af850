import fc from 'fast-check';
import { expect, test } from 'vitest';
import { byTier, seed } from '../../support/tier.ts';
import { failed, readAll, recorded, recordedStreams } from './streams.ts';

const runs = { seed, numRuns: byTier({ usual: 300, full: 10_000 }) };
const linesOf = (bytes: Buffer): string[] => bytes.toString().split('\n').filter(Boolean);
const isStop = (line: string): boolean => line.includes('"reason":"stop"');

const anyStream = fc.constantFrom(...recordedStreams);
const anyFailure = fc.constantFrom(...Object.entries(failed));
/** That it was denied is said in one line alone: without it nobody could know. */
const anyFailureToldTwice = anyFailure.filter(([name]) => name !== 'denied-rule');
const anyExit = fc.constantFrom(0, 1, 130, null);

test('cut at any byte: never a throw, and no answer before the last word is out', () => {
  fc.assert(
    fc.property(anyStream, fc.double({ min: 0, max: 1, noNaN: true }), anyExit, (name, share, exit) => {
      const whole = recorded(name).subarray(0, recorded(name).toString().trimEnd().length);
      const at = Math.floor(share * (whole.length - 1));
      expect(readAll(whole.subarray(0, at), { exit }).verdict.status).toBe('failed');
    }),
    runs,
  );
});

test('a garbled line never makes a success of a failure', () => {
  const bytes = fc.array(fc.tuple(fc.nat(), fc.nat(255)), { minLength: 1 });
  fc.assert(
    fc.property(anyFailureToldTwice, fc.nat(), bytes, ([name, [, exit]], line, changes) => {
      const lines = linesOf(recorded(name)).map((text) => Buffer.from(text));
      const garbled = lines[line % lines.length];
      for (const [at, byte] of changes) if (garbled) garbled[at % garbled.length] = byte;
      const stream = Buffer.concat(lines.flatMap((one) => [one, Buffer.from('\n')]));
      expect(readAll(stream, { exit }).verdict.status).toBe('failed');
    }),
    runs,
  );
});

test('a missing line never makes a success of a failure', () => {
  for (const [name, [, exit]] of Object.entries(failed).filter(([each]) => each !== 'denied-rule')) {
    const lines = linesOf(recorded(name));
    for (const missing of lines.keys()) {
      const stream = Buffer.from(lines.filter((_, index) => index !== missing).join('\n'));
      expect(readAll(stream, { exit }).verdict.status, `${name} without line ${missing}`).toBe('failed');
    }
  }
});

test('events in odd order never make a success of a failure', () => {
  const shuffled = anyFailure.chain(([name, [, exit]]) => {
    const lines = linesOf(recorded(name));
    return fc.record({ exit: fc.constant(exit), lines: fc.shuffledSubarray(lines, { minLength: lines.length }) });
  });
  fc.assert(
    fc.property(shuffled, ({ lines, exit }) => {
      expect(readAll(Buffer.from(lines.join('\n')), { exit }).verdict.status).toBe('failed');
    }),
    runs,
  );
});

test('an error anywhere in a success, or an exit code, is a failure', () => {
  const said = fc.constantFrom('401', '429', '500', 'ctx', 'unknownmodel');
  fc.assert(
    fc.property(said, fc.nat(), (name, at) => {
      const lines = linesOf(recorded('ok-write'));
      lines.splice(at % (lines.length + 1), 0, ...linesOf(recorded(name)));
      expect(readAll(Buffer.from(lines.join('\n'))).verdict.status).toBe('failed');
    }),
    runs,
  );
  for (const exit of [1, 130, null]) expect(readAll(recorded('ok-write'), { exit }).verdict.status).toBe('failed');
});

test('whatever is printed, it never throws, and without a finished step it is no answer', () => {
  const odd = fc.record({
    type: fc.constantFrom('step_start', 'text', 'reasoning', 'tool_use', 'step_finish', 'error', 'new'),
    sessionID: fc.jsonValue(),
    part: fc.oneof(fc.jsonValue(), fc.record({ reason: fc.jsonValue(), tokens: fc.jsonValue(), cost: fc.jsonValue() })),
    error: fc.jsonValue(),
    timestamp: fc.jsonValue(),
  });
  const known = anyStream.chain((name) => fc.constantFrom(...linesOf(recorded(name))));
  const line = fc.oneof(
    known.map((text) => Buffer.from(text)),
    odd.map((value) => Buffer.from(JSON.stringify(value))),
    fc.uint8Array().map((bytes) => Buffer.from(bytes)),
  );
  fc.assert(
    fc.property(fc.array(line), anyExit, fc.string({ unit: 'binary' }), (lines, exit, stderr) => {
      const stream = Buffer.concat(lines.flatMap((one) => [one, Buffer.from('\n')]));
      const { verdict, spent } = readAll(stream, { exit, stderr });
      if (!lines.some((one) => isStop(one.toString()))) expect(verdict.status).toBe('failed');
      expect(spent.input_tokens).toBeGreaterThanOrEqual(0);
      expect(spent.cost_usd ?? 0).toBeGreaterThanOrEqual(0);
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
