import { HeadTailBuffer, type HeadTailLimits } from '../../process/head-tail-buffer.ts';
import { clip } from '../../base/clip.ts';
import { nothingSpent } from '../port.ts';
import type { Reader } from '../program.ts';

/** In bytes. The end has more room: that is where a structured answer stands. */
const room: HeadTailLimits = { head: 256 * 1024, tail: 1024 * 1024 };

/** In characters, of one event. */
const LONGEST_TEXT = 64 * 1024;

/** Stands where text was left out. */
const CUT = '[…]';

/** Every line is text. Of a flood only the beginning and the end are kept. */
export function readText(): Reader {
  const kept = new HeadTailBuffer(room);
  return {
    read: (line, cut) => {
      kept.add(Buffer.from(cut ? `${line}${CUT}\n` : `${line}\n`));
      return [{ type: 'text', text: `${clip(line, LONGEST_TEXT)}\n` }];
    },
    conclude: ({ exit, stderr }) => ({
      verdict:
        exit === 0
          ? { status: 'answered', text: textOf(kept) }
          : { status: 'failed', kind: 'crash', message: clip(stderr.slice(stderr.lastIndexOf('\n') + 1)) },
      spent: nothingSpent,
    }),
  };
}

function textOf(kept: HeadTailBuffer): string {
  const bytes = Buffer.from(kept.bytes());
  const text = kept.cut
    ? `${bytes.toString('utf8', 0, room.head)}\n${CUT}\n${bytes.toString('utf8', room.head)}`
    : bytes.toString();
  return text.trimEnd();
}
