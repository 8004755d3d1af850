import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ReaderResult, ProgramExit } from '../../src/agents/run-program.ts';
import { byTier, seed } from '../support/tier.ts';

export interface StreamReader {
  readonly recorded: (name: string) => Buffer;
  readonly readAll: (bytes: Uint8Array, end: Partial<ProgramExit>) => ReaderResult | Promise<ReaderResult>;
  /** All recordings that hold a line, and those of them that are failures. */
  readonly streams: readonly string[];
  readonly failures: readonly string[];
  /** That these failed is said in one line alone: without it nobody could know. */
  readonly toldOnce?: readonly string[];
  /** What a failure is played back with; 0 unless told. */
  readonly exitOf?: (failure: string) => number | null;
  /** A recorded answer, and after how many of its lines a flood may begin; before the first unless told. */
  readonly answer: { readonly name: string; readonly floodAfter?: number };
  /** Without such a line nothing is an answer. */
  readonly lastWord: { readonly called: string; readonly isIn: (line: string) => boolean };
  /** Messages of kinds that the reader knows, with anything inside. */
  readonly odd: fc.Arbitrary<object>;
  readonly exits: readonly (number | null)[];
  readonly stderr?: fc.Arbitrary<string>;
  /** Of what is read from whatever is printed. */
  readonly alwaysHolds?: (read: ReaderResult) => void;
  readonly runs?: { readonly seed: number; readonly numRuns: number };
}

export const manyRuns = { seed, numRuns: byTier({ usual: 300, full: 10_000 }) };

/** What must hold of every reader of an agent's output, as tests of the file that calls this. */
export function streamProperties(reader: StreamReader): void {
  const { recorded, readAll, streams, failures, lastWord, runs = manyRuns, exitOf = () => 0 } = reader;
  const toldTwice = failures.filter((name) => !reader.toldOnce?.includes(name));
  const anyStream = fc.constantFrom(...streams);
  const anyExit = fc.constantFrom(...reader.exits);
  const statusOf = async (bytes: Uint8Array, exit: number | null): Promise<string> =>
    (await readAll(bytes, { exit })).result.status;

  test('cut at any byte: never a throw, and no answer before the last word is out', async () => {
    const cut = anyStream.chain((name) => fc.tuple(fc.constant(name), fc.nat(endOf(recorded(name)))));
    await fc.assert(
      fc.asyncProperty(cut, anyExit, async ([name, at], exit) => {
        const whole = recorded(name);
        const status = await statusOf(whole.subarray(0, at), exit);
        if (at < endOf(whole)) expect(status).toBe('failed');
      }),
      runs,
    );
  });

  test('a garbled line never makes a success of a failure', async () => {
    const changes = fc.array(fc.tuple(fc.nat(), fc.nat(255)), { minLength: 1 });
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...toldTwice), fc.nat(), changes, async (name, line, bytes) => {
        const lines = linesOf(recorded(name)).map((text) => Buffer.from(text));
        const garbled = lines[line % lines.length];
        for (const [at, byte] of bytes) if (garbled) garbled[at % garbled.length] = byte;
        expect(await statusOf(joined(lines), exitOf(name))).toBe('failed');
      }),
      runs,
    );
  });

  test('a missing line never makes a success of a failure', async () => {
    for (const name of toldTwice) {
      const lines = linesOf(recorded(name));
      for (const missing of lines.keys()) {
        const rest = Buffer.from(lines.filter((_, index) => index !== missing).join('\n'));
        expect(await statusOf(rest, exitOf(name)), `${name} without line ${missing}`).toBe('failed');
      }
    }
  });

  test('lines in odd order never make a success of a failure', async () => {
    const shuffled = fc.constantFrom(...failures).chain((name) => {
      const lines = linesOf(recorded(name));
      return fc.tuple(fc.constant(name), fc.shuffledSubarray(lines, { minLength: lines.length }));
    });
    await fc.assert(
      fc.asyncProperty(shuffled, async ([name, lines]) => {
        expect(await statusOf(Buffer.from(lines.join('\n')), exitOf(name))).toBe('failed');
      }),
      runs,
    );
  });

  test(`whatever is printed, it never throws, and without ${lastWord.called} it is no answer`, async () => {
    const known = anyStream.chain((name) => fc.constantFrom(...linesOf(recorded(name))));
    const line = fc.oneof(
      known.map((text) => Buffer.from(text)),
      reader.odd.map((value) => Buffer.from(JSON.stringify(value))),
      fc.uint8Array().map((bytes) => Buffer.from(bytes)),
    );
    const anyStderr = reader.stderr ?? fc.constant('');
    await fc.assert(
      fc.asyncProperty(fc.array(line), anyExit, anyStderr, async (lines, exit, stderr) => {
        const read = await readAll(joined(lines), { exit, stderr });
        if (!lines.some((one) => lastWord.isIn(one.toString()))) expect(read.result.status).toBe('failed');
        expect(read.spent.input_tokens).toBeGreaterThanOrEqual(0);
        expect(read.spent.output_tokens).toBeGreaterThanOrEqual(0);
        expect(read.spent.cost_usd ?? 0).toBeGreaterThanOrEqual(0);
        reader.alwaysHolds?.(read);
      }),
      runs,
    );
  });

  test('fifty megabytes, in one line and in many, are read to the end', async () => {
    const { name, floodAfter = 0 } = reader.answer;
    const lines = linesOf(recorded(name)).map((text) => Buffer.from(text));
    const flood = Buffer.alloc(50 * 1024 * 1024, 'x');
    const many = Buffer.from(flood);
    for (let at = 1000; at < many.length; at += 1000) many[at] = 10;
    for (const bytes of [flood, many]) {
      expect(await statusOf(joined(lines.toSpliced(floodAfter, 0, bytes)), 0)).toBe('answered');
    }
  });
}

export function linesOf(bytes: Buffer): string[] {
  return bytes.toString().split('\n').filter(Boolean);
}

/** Of its last word, in bytes. */
function endOf(stream: Buffer): number {
  return Buffer.byteLength(stream.toString().trimEnd());
}

function joined(lines: readonly Uint8Array[]): Buffer {
  return Buffer.concat(lines.flatMap((one) => [one, Buffer.from('\n')]));
}
