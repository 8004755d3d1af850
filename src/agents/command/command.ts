import { clip } from '../../base/clip.ts';
import type { Spawner } from '../../process/command.ts';
import { HeadTailBuffer, type HeadTailLimits } from '../../process/head-tail-buffer.ts';
import { type Backend, NO_USAGE } from '../port.ts';
import { type OutputReader, runProgram } from '../run-program.ts';

export interface CommandBackendOptions {
  readonly spawner: Spawner;
  /** The program and its arguments. */
  readonly command: readonly [string, ...string[]];
}

/** Any program that reads the prompt and prints the answer. Exit code 0 means success. */
export function createCommand({ spawner, command: [file, ...args] }: CommandBackendOptions): Backend {
  const run = runProgram(
    {
      start: ({ prompt }) => ({ file, args, env: {}, stdin: prompt }),
      reader: () => createTextReader(),
    },
    spawner,
  );
  return { name: 'command', run };
}

/** In bytes. More of the end is kept, because a structured answer stands there. */
const LIMITS: HeadTailLimits = { head: 256 * 1024, tail: 1024 * 1024 };

/** In characters, of one event. */
const LONGEST_TEXT = 64 * 1024;

/** Stands where text was left out. */
const CUT = '[…]';

/** Every line is text. Of very long output only the beginning and the end are kept. */
function createTextReader(): OutputReader {
  const kept = new HeadTailBuffer(LIMITS);
  return {
    read: (line, cut) => {
      kept.add(Buffer.from(cut ? `${line}${CUT}\n` : `${line}\n`));
      return [{ type: 'text', text: `${clip(line, LONGEST_TEXT)}\n` }];
    },
    conclude: ({ exit, stderr }) => ({
      result:
        exit === 0
          ? { status: 'answered', text: formatOutput(kept) }
          : { status: 'failed', kind: 'crash', message: clip(stderr.slice(stderr.lastIndexOf('\n') + 1)) },
      spent: NO_USAGE,
    }),
  };
}

function formatOutput(kept: HeadTailBuffer): string {
  const bytes = Buffer.from(kept.bytes());
  const text = kept.cut
    ? `${bytes.toString('utf8', 0, LIMITS.head)}\n${CUT}\n${bytes.toString('utf8', LIMITS.head)}`
    : bytes.toString();
  return text.trimEnd();
}
