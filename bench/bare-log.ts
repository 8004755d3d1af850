import fs from 'node:fs';
import path from 'node:path';
import { encodeLogLine } from '../src/store/log-record.ts';
import { temporaryFolder } from '../test/support/auto-store.ts';
import { happenings } from './graph.ts';

/** What the disk can do: the lines of a log, written and made durable so many at a time, with nothing else around it. */
export class BareLog {
  readonly #fd = fs.openSync(path.join(temporaryFolder(), 'log'), 'a');
  readonly #together: number;
  readonly #batch: Buffer;
  /** What it wrote so far, and how long that took. */
  lines = 0;
  ms = 0;

  constructor(together: number) {
    const events = happenings(10_000);
    const at = new Date().toISOString();
    const line = (_: unknown, index: number) => encodeLogLine({ seq: 10_000 + index, at, ...events.next().value });
    this.#together = together;
    this.#batch = Buffer.from(Array.from({ length: together }, line).join(''));
  }

  append(): void {
    const began = performance.now();
    fs.writeSync(this.#fd, this.#batch);
    fs.fdatasyncSync(this.#fd);
    this.ms += performance.now() - began;
    this.lines += this.#together;
  }

  appendFor(ms: number): void {
    const end = performance.now() + ms;
    do this.append();
    while (performance.now() < end);
  }

  close(): void {
    fs.closeSync(this.#fd);
  }
}
