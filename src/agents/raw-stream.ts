import type { Failure } from '../base/failure.ts';
import { ok, type Result } from '../base/result.ts';
import { createAppendFile } from '../files/append.ts';
import type { Disk } from '../files/disk.ts';
import { HeadTailBuffer } from '../process/head-tail-buffer.ts';

export interface RawStreamOptions {
  readonly disk: Disk;
  readonly file: string;
  /** Masks secrets in a line. */
  readonly redact: (line: string) => string;
  /** In bytes: how much is written at once, and how much of the rest is kept for the end. */
  readonly limits?: { readonly head: number; readonly tail: number };
}

export interface RawStream {
  add(line: string): void;
  /** Writes the last of it. Gives the first failure there was; nothing was written after that. */
  close(): Result<void, Failure>;
}

const DEFAULT_LIMITS = { head: 10 * 1024 * 1024, tail: 256 * 1024 };

/** Marks where lines were left out. */
const CUT = Buffer.from('{"type":"orchestral.cut"}\n');

/**
 * Writes the output of an agent to a file of bounded size that can be followed while it grows: the first lines at once,
 * then a mark, and the last lines when it is closed.
 */
export function openRawStream({
  disk,
  file,
  redact,
  limits = DEFAULT_LIMITS,
}: RawStreamOptions): Result<RawStream, Failure> {
  const begun = createAppendFile(disk, file);
  if (!begun.ok) return begun;
  const growing = begun.value;
  let written: Result<void, Failure> = ok();
  let left = limits.head;
  let tail: HeadTailBuffer | undefined;
  const write = (bytes: Uint8Array): void => {
    if (written.ok && bytes.length > 0) written = growing.append(bytes);
  };
  return ok({
    add: (line) => {
      const bytes = Buffer.from(`${redact(line)}\n`);
      // Once a line did not fit, all later ones wait, so that the order stays.
      if (tail === undefined && bytes.length <= left) {
        left -= bytes.length;
        return write(bytes);
      }
      if (tail === undefined) write(CUT);
      tail ??= new HeadTailBuffer({ head: 0, tail: limits.tail });
      tail.add(bytes);
    },
    close: () => {
      if (tail !== undefined) write(wholeLines(tail));
      growing.close();
      return written;
    },
  });
}

function wholeLines(tail: HeadTailBuffer): Uint8Array {
  const bytes = tail.bytes();
  return tail.cut ? bytes.subarray(bytes.indexOf(0x0a) + 1) : bytes;
}
