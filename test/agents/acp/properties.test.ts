import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { byTier, seed } from '../../support/tier.ts';
import { failed, readAll, recorded, recordedStreams } from './streams.ts';

const runs = { seed, numRuns: byTier({ usual: 150, full: 3000 }) };
const linesOf = (bytes: Buffer): string[] => bytes.toString().split('\n').filter(Boolean);

const anyStream = fc.constantFrom(...recordedStreams);
const anyFailure = fc.constantFrom(...Object.keys(failed));
const anyExit = fc.constantFrom(0, 1, null);

test('cut at any byte: never a throw, and no answer before the last word is out', async () => {
  await fc.assert(
    fc.asyncProperty(anyStream, fc.double({ min: 0, max: 1, noNaN: true }), anyExit, async (name, share, exit) => {
      const whole = recorded(name).subarray(0, recorded(name).toString().trimEnd().length);
      const at = Math.floor(share * (whole.length - 1));
      expect((await readAll(whole.subarray(0, at), { exit })).verdict.status).toBe('failed');
    }),
    runs,
  );
});

test('a garbled line never makes a success of a failure', async () => {
  const bytes = fc.array(fc.tuple(fc.nat(), fc.nat(255)), { minLength: 1 });
  await fc.assert(
    fc.asyncProperty(anyFailure, fc.nat(), bytes, async (name, line, changes) => {
      const lines = linesOf(recorded(name)).map((text) => Buffer.from(text));
      const garbled = lines[line % lines.length];
      for (const [at, byte] of changes) if (garbled) garbled[at % garbled.length] = byte;
      const stream = Buffer.concat(lines.flatMap((one) => [one, Buffer.from('\n')]));
      expect((await readAll(stream)).verdict.status).toBe('failed');
    }),
    runs,
  );
});

test('a missing line never makes a success of a failure', async () => {
  for (const name of Object.keys(failed)) {
    const lines = linesOf(recorded(name));
    for (const missing of lines.keys()) {
      const { verdict } = await readAll(Buffer.from(lines.filter((_, index) => index !== missing).join('\n')));
      expect(verdict.status, `${name} without line ${missing}`).toBe('failed');
    }
  }
});

test('messages in odd order never make a success of a failure', async () => {
  const shuffled = anyFailure.chain((name) => {
    const lines = linesOf(recorded(name));
    return fc.shuffledSubarray(lines, { minLength: lines.length });
  });
  await fc.assert(
    fc.asyncProperty(shuffled, async (lines) => {
      expect((await readAll(Buffer.from(lines.join('\n')))).verdict.status).toBe('failed');
    }),
    runs,
  );
});

test('whatever is sent, it never throws, nothing is printed, and without a stop reason it is no answer', async () => {
  const printed = vi.spyOn(console, 'error');
  const update = fc.record({
    sessionUpdate: fc.constantFrom('agent_message_chunk', 'tool_call', 'tool_call_update', 'usage_update', 'plan'),
    content: fc.jsonValue(),
    toolCallId: fc.jsonValue(),
    status: fc.jsonValue(),
    cost: fc.jsonValue(),
  });
  const odd = fc.record(
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
  );
  const known = anyStream.chain((name) => fc.constantFrom(...linesOf(recorded(name))));
  const line = fc.oneof(
    known.map((text) => Buffer.from(text)),
    odd.map((value) => Buffer.from(JSON.stringify(value))),
    fc.uint8Array().map((bytes) => Buffer.from(bytes)),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(line), anyExit, async (lines, exit) => {
      const stream = Buffer.concat(lines.flatMap((one) => [one, Buffer.from('\n')]));
      const { verdict, spent } = await readAll(stream, { exit });
      if (!lines.some((one) => one.includes('"end_turn"'))) expect(verdict.status).toBe('failed');
      expect(spent.input_tokens).toBeGreaterThanOrEqual(0);
      expect(spent.cost_usd ?? 0).toBeGreaterThanOrEqual(0);
    }),
    runs,
  );
  expect(printed).not.toHaveBeenCalled();
  printed.mockRestore();
});

test('fifty megabytes, in one line and in many, are read to the end', async () => {
  const [init = '', ...rest] = linesOf(recorded('codex-write'));
  const flood = Buffer.alloc(50 * 1024 * 1024, 'x');
  const many = Buffer.from(flood);
  for (let at = 10_000; at < many.length; at += 10_000) many[at] = 10;
  for (const bytes of [flood, many]) {
    const stream = Buffer.concat([Buffer.from(`${init}\n`), bytes, Buffer.from(`\n${rest.join('\n')}\n`)]);
    expect((await readAll(stream)).verdict.status).toBe('answered');
  }
});
