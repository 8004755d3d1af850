import fc from 'fast-check';
import { expect, test } from 'vitest';
import { byTier, seed } from '../../support/tier.ts';
import { readAll, recorded, recordedStreams } from './streams.ts';

const runs = { seed, numRuns: byTier({ usual: 300, full: 10_000 }) };
const failures = recordedStreams.filter((name) => readAll(recorded(name)).verdict.status === 'failed');
const linesOf = (bytes: Buffer): string[] => bytes.toString().split('\n').filter(Boolean);
const joined = (lines: readonly Uint8Array[]): Buffer =>
  Buffer.concat(lines.flatMap((one) => [one, Buffer.from('\n')]));

const anyStream = fc.constantFrom(...recordedStreams);
// Without the line that says so, nobody can know that a tool was denied.
const anyFailure = fc.constantFrom(...failures.filter((name) => name !== 'denied'));
const anyExit = fc.constantFrom(0, 1, 143, null);

test('cut at any byte: never a throw, and no answer before the last word is out', () => {
  const cut = fc.tuple(anyStream, fc.double({ min: 0, max: 1, noNaN: true }), anyExit);
  fc.assert(
    fc.property(cut, ([name, share, exit]) => {
      const whole = recorded(name);
      const at = Math.floor(share * (Buffer.byteLength(whole.toString().trimEnd()) - 1));
      expect(readAll(whole.subarray(0, at), { exit }).verdict.status).toBe('failed');
    }),
    runs,
  );
});

test('a garbled line never makes a success of a failure', () => {
  const change = fc.tuple(anyFailure, fc.nat(), fc.array(fc.tuple(fc.nat(), fc.nat(255)), { minLength: 1 }));
  fc.assert(
    fc.property(change, ([name, line, bytes]) => {
      const lines = linesOf(recorded(name)).map((text) => Buffer.from(text));
      const garbled = lines[line % lines.length];
      for (const [at, byte] of bytes) if (garbled) garbled[at % garbled.length] = byte;
      expect(readAll(joined(lines)).verdict.status).toBe('failed');
    }),
    runs,
  );
});

test('events in odd order, some missing, some twice, never make a success of a failure', () => {
  const shuffled = anyFailure.chain((name) => fc.array(fc.constantFrom(...linesOf(recorded(name)))));
  fc.assert(
    fc.property(shuffled, (lines) => {
      expect(readAll(Buffer.from(lines.join('\n'))).verdict.status).toBe('failed');
    }),
    runs,
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
      expect(readAll(Buffer.from(order.join('\n'))).verdict.status, name).toBe('failed');
    }
  }
});

test('whatever is printed, it never throws, and without a completed turn it is no answer', () => {
  const type = fc.constantFrom(
    'thread.started',
    'turn.started',
    'item.started',
    'item.completed',
    'turn.failed',
    'error',
  );
  const kind = fc.constantFrom(
    'agent_message',
    'command_execution',
    'mcp_tool_call',
    'file_change',
    'reasoning',
    'new',
  );
  const item = fc.oneof(fc.jsonValue(), fc.record({ type: kind, text: fc.jsonValue(), changes: fc.jsonValue() }));
  const odd = fc.record({ type, item, thread_id: fc.jsonValue(), message: fc.jsonValue(), error: fc.jsonValue() });
  const usage = fc.record({ type: fc.constant('turn.completed'), usage: fc.jsonValue() });
  const known = anyStream.chain((name) => fc.constantFrom(...linesOf(recorded(name))));
  const line = fc.oneof(
    known.map((text) => Buffer.from(text)),
    fc.oneof(odd, usage).map((value) => Buffer.from(JSON.stringify(value))),
    fc.uint8Array().map((bytes) => Buffer.from(bytes)),
  );
  fc.assert(
    fc.property(fc.array(line), anyExit, (lines, exit) => {
      const { verdict, spent } = readAll(joined(lines), { exit });
      if (!lines.some((one) => one.includes('turn.completed'))) expect(verdict.status).toBe('failed');
      expect(spent.input_tokens).toBeGreaterThanOrEqual(0);
      expect(spent.cost_usd).toBeNull();
    }),
    runs,
  );
});

test('fifty megabytes, in one line and in many, are read to the end', () => {
  const flood = Buffer.alloc(50 * 1024 * 1024, 'x');
  const many = Buffer.from(flood);
  for (let at = 1000; at < many.length; at += 1000) many[at] = 10;
  for (const bytes of [flood, many]) {
    expect(readAll(joined([bytes, recorded('ok-text')])).verdict.status).toBe('answered');
  }
});
