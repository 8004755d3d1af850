import fs from 'node:fs';
import { createKeyboard, type Keyboard } from './terminal/keyboard.ts';

/** What the program has of the world outside: passed in, so that nothing below reaches for `process`. */
export interface Io {
  readonly stdout: Output;
  readonly stderr: Output;
  readonly stdin: NodeJS.ReadStream;
  readonly keyboard: Keyboard;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Undefined when the current folder was removed. */
  readonly cwd: string | undefined;
  readonly version: string;
  /** Aborted when the person interrupts. */
  readonly signal: AbortSignal;
  /** Called when an output cannot be written to, for another reason than that nobody reads it. */
  onLost(listener: (errno: string) => void): void;
  /** Called when the person interrupts again and nothing more is waited for. */
  onForcedEnd(listener: () => void): void;
  end(exitCode: number): void;
}

export interface Output {
  readonly isTTY: boolean;
  /** Of the terminal as it is now: a person may make it wider. */
  readonly columns: number | undefined;
  readonly rows?: number | undefined;
  write(text: string): void;
}

/** Put in by the build. */
// oxlint-disable-next-line no-underscore-dangle -- a name nobody else has
declare const __ORCHESTRAL_VERSION__: string | undefined;

/** Streams are made when they are first used: each costs start-up time. */
export function processIo(): Io {
  let stdout: Output | undefined;
  let stderr: Output | undefined;
  let lost: (errno: string) => void = () => undefined;
  let forced: () => void = () => undefined;
  return {
    get stdout() {
      return (stdout ??= outputTo(process.stdout, (errno) => lost(errno)));
    },
    get stderr() {
      return (stderr ??= outputTo(process.stderr, () => undefined));
    },
    get stdin() {
      return process.stdin;
    },
    keyboard: createKeyboard(() => process.stdin),
    env: process.env,
    cwd: currentFolder(),
    version: typeof __ORCHESTRAL_VERSION__ === 'string' ? __ORCHESTRAL_VERSION__ : '0.0.0-development',
    signal: interruption(() => forced()),
    onForcedEnd: (listener) => {
      forced = listener;
    },
    onLost: (listener) => {
      lost = listener;
    },
    end: (exitCode) => {
      process.exitCode = exitCode;
    },
  };
}

/** A reader that goes away early (`| head`) is no error: what it does not want is dropped. */
function outputTo(stream: NodeJS.WriteStream & { readonly fd: number }, lost: (errno: string) => void): Output {
  let wanted = true;
  const drop = (error: Error): void => {
    const errno = 'code' in error ? String(error.code) : error.message;
    if (wanted && errno !== 'EPIPE') lost(errno);
    wanted = false;
  };
  stream.on('error', drop);
  const isFile = fs.fstatSync(stream.fd).isFile();
  return {
    isTTY: stream.isTTY,
    get columns() {
      return stream.columns;
    },
    get rows() {
      return stream.rows;
    },
    write: (text) => {
      if (!wanted) return;
      if (!isFile) stream.write(text);
      else
        try {
          writeWhole(stream.fd, text);
        } catch (error) {
          if (!(error instanceof Error)) throw error;
          drop(error);
        }
    },
  };
}

/** Node writes to a file once: on a disk that is nearly full it takes a part of it for the whole. */
function writeWhole(fd: number, text: string): void {
  for (let left = Buffer.from(text); left.length > 0;) left = left.subarray(fs.writeSync(fd, left));
}

function currentFolder(): string | undefined {
  try {
    return process.cwd();
  } catch {
    return undefined;
  }
}

/** The first signal asks to stop, the second does not ask. What runs for an effect ends with this process. */
function interruption(onForcedEnd: () => void): AbortSignal {
  const controller = new AbortController();
  const interrupt = () => {
    if (controller.signal.aborted) {
      onForcedEnd();
      process.exit(130);
    }
    controller.abort();
  };
  process.on('SIGINT', interrupt);
  process.on('SIGTERM', interrupt);
  // A terminal that is closed says so, and its shell says it again: that is no second wish.
  process.on('SIGHUP', () => controller.abort());
  return controller.signal;
}

/** Of the terminal, or as the environment says: never less than 20. */
export function columnsOf({ stdout, env }: Pick<Io, 'env'> & { readonly stdout: Pick<Output, 'columns'> }): number {
  const columns = stdout.columns ?? Number(env['COLUMNS']);
  return Number.isInteger(columns) && columns > 0 ? Math.max(20, columns) : 80;
}
