/** What the program has of the world outside: passed in, so that nothing below reaches for `process`. */
export interface Io {
  readonly stdout: Output;
  readonly stderr: Output;
  readonly stdin: NodeJS.ReadStream;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: () => string;
  readonly version: string;
  /** Aborted when the person interrupts. */
  readonly signal: AbortSignal;
  end(exitCode: number): void;
}

export interface Output {
  readonly isTTY: boolean;
  readonly columns: number | undefined;
  write(text: string): void;
}

/** Put in by the build. */
// oxlint-disable-next-line no-underscore-dangle -- a name nobody else has
declare const __ORCHESTRAL_VERSION__: string | undefined;

/** Streams are made when they are first used: each costs start-up time. */
export function processIo(): Io {
  let stdout: Output | undefined;
  let stderr: Output | undefined;
  return {
    get stdout() {
      return (stdout ??= outputTo(process.stdout));
    },
    get stderr() {
      return (stderr ??= outputTo(process.stderr));
    },
    get stdin() {
      return process.stdin;
    },
    env: process.env,
    cwd: () => process.cwd(),
    version: typeof __ORCHESTRAL_VERSION__ === 'string' ? __ORCHESTRAL_VERSION__ : '0.0.0-development',
    signal: interruption(),
    end: (exitCode) => {
      process.exitCode = exitCode;
    },
  };
}

/** A reader that goes away early (`| head`) is no error: what it does not want is dropped. */
function outputTo(stream: NodeJS.WriteStream): Output {
  let wanted = true;
  stream.on('error', (error) => {
    if (!('code' in error && error.code === 'EPIPE')) throw error;
    wanted = false;
  });
  return {
    isTTY: stream.isTTY,
    columns: stream.columns,
    write: (text) => void (wanted && stream.write(text)),
  };
}

/** The first signal asks to stop, the second does not ask. */
function interruption(): AbortSignal {
  const controller = new AbortController();
  const interrupt = () => {
    if (controller.signal.aborted) process.exit(130);
    controller.abort();
  };
  process.on('SIGINT', interrupt);
  process.on('SIGTERM', interrupt);
  return controller.signal;
}
