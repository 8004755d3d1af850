import type { AgentEvent } from '../../agents/port.ts';
import { openRawStream } from '../../agents/raw-stream.ts';
import { clip } from '../../base/clip.ts';
import type { Clock } from '../../base/clock.ts';
import { type Failure, unwrap } from '../../base/failure.ts';
import type { Result } from '../../base/result.ts';
import type { Disk } from '../../files/disk.ts';
import type { AgentLogLine } from '../../schema/agent-log-line.ts';

export interface AgentLogOptions {
  readonly disk: Disk;
  readonly clock: Clock;
  readonly file: string;
  /** Masks secrets. */
  readonly redact: (text: string) => string;
}

export interface AgentLog {
  add(event: AgentEvent): void;
  /** Gives the first failure there was; nothing was written after that. */
  close(): Result<void, Failure>;
}

/** Characters of one text: who wants all of it reads the stream. */
const LONGEST_TEXT = 4_000;

/** Ten megabytes together, and the line between them. */
const limits = { head: 9_700_000, tail: 256 * 1024 };

/**
 * Keeps the events of a call as they come, one line each, for other processes to follow. When there are too many the
 * last ones are written at the end, behind a line that says so.
 */
export function openAgentLog({ disk, clock, file, redact }: AgentLogOptions): AgentLog {
  // What is cut first could hold half a secret, which is not recognised.
  const short = (_key: string, value: unknown) =>
    typeof value === 'string' ? clip(redact(value), LONGEST_TEXT) : value;
  const stream = unwrap(openRawStream({ disk, file, redact: (line) => line, limits }));
  return {
    add: (event) => {
      const line: AgentLogLine = { at: clock.now().toISOString(), ...event };
      stream.add(JSON.stringify(line, short));
    },
    close: () => stream.close(),
  };
}
