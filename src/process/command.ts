/** What a process is told to do, and what came of it. */
export interface ProcessCommand {
  readonly file: string;
  readonly args: readonly string[];
  readonly cwd: string;
  /** Complete: nothing of our own environment is added to it but the marker. */
  readonly env: Environment;
  /** Without it the process reads an empty input. */
  readonly stdin?: string | Uint8Array;
  /** Its input stays open, for `Running.write`, until `endInput`. */
  readonly keepsInputOpen?: true;
  /** What it can read, each to its end, from descriptor 3, from 4, and so on. Each is at most a few kilobytes. */
  readonly descriptors?: readonly Uint8Array[];
  readonly limits?: ProcessLimits;
  /** The program itself waits for a server: that it wakes now and then is no sign of work. What it starts works. */
  readonly onlyWaits?: true;
  /** How many processes stand between us and the program itself: a sandbox has some. */
  readonly launchers?: number;
  readonly signal?: AbortSignal;
  /**
   * The id of the effect this is done for. Such a process is on disk while it runs, for a later conductor to end, and
   * all it started ends with it. Without one (git, say) only what stays in its process group does.
   */
  readonly effect?: string;
}

export type Environment = Readonly<Record<string, string>>;

export interface ProcessLimits {
  readonly wallMs?: number;
  /** Milliseconds that are added to both times, while it runs: asked each time one of them is up. */
  readonly extraMs?: () => number;
  /** How long neither a byte of output nor CPU time in the whole tree is patience enough. */
  readonly idleMs?: number;
  /** Of both streams together. Up to here `run` keeps every byte; one more and the tree is ended. */
  readonly outputBytes?: number;
}

/**
 * `tree` tells of what the process started: `gone` is verified, `unverified` means this platform has no process
 * table to look into, `remains` that something survived SIGKILL.
 */
export type ProcessEnding = EndReason & { readonly tree: TreeState };

export type EndReason =
  | { readonly kind: 'exited'; readonly code: number }
  | { readonly kind: 'signalled'; readonly signal: NodeJS.Signals }
  | { readonly kind: 'timed_out'; readonly limit: 'wall' | 'idle' }
  | { readonly kind: 'cancelled' }
  | { readonly kind: 'too_much_output' }
  | { readonly kind: 'not_started'; readonly reason: StartFailure; readonly cause: unknown };

export type TreeState = 'gone' | 'unverified' | 'remains';

export type StartFailure = 'not_found' | 'not_executable' | 'no_folder' | 'no_resources' | 'not_recorded' | 'other';

export interface ProcessResult {
  readonly ending: ProcessEnding;
  /** The head and the tail of it where `cut` says so. */
  readonly stdout: Uint8Array;
  readonly stderr: Uint8Array;
  readonly cut: { readonly stdout: boolean; readonly stderr: boolean };
  readonly durationMs: number;
}

export interface RunningProcess {
  /** Undefined when it did not start. */
  readonly pid: number | undefined;
  /** Never rejects. Settles once the process and everything it started are gone (or `tree` says otherwise). */
  readonly ended: Promise<ProcessEnding>;
  /**
   * Of a process whose input is kept open. Resolves once the pipe has taken it, so that whoever waits never piles up more
   * than the process reads; with false when it will not be read any more.
   */
  write(text: string): Promise<boolean>;
  /** Nothing more will be written. */
  endInput(): void;
  /** Whether our own process stays alive for it. One that is not held reads the end of its input when we end. */
  hold(held: boolean): void;
  /** Ends the whole tree; of a process that has already exited, what it left behind. */
  end(): Promise<ProcessEnding>;
}

/** `cut`: the line was longer than is kept, and this is its beginning. */
type OnLine = (line: string, cut: boolean) => void;

/** The one way a process is started. */
export interface Spawner {
  run(command: ProcessCommand): Promise<ProcessResult>;
  start(command: ProcessCommand, on: OnOutput): RunningProcess;
}

export interface OnOutput {
  readonly stdout?: OnLine;
  /** What it prints as it comes, instead of its lines. */
  readonly stdoutBytes?: (chunk: Buffer) => void;
  readonly stderr?: OnLine;
}
