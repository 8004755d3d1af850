import type { Catalogue, GlanceWords } from '../i18n/catalogue.ts';
import type { ExitCode } from './exit.ts';
import type { Io } from './io.ts';
import type { Colours } from './terminal/colours.ts';
import type { StderrView } from './terminal/live.ts';

/** What lines are made for. */
export interface Screen<Words = Catalogue> {
  readonly words: Words;
  readonly colours: Colours;
  /** Of the terminal as it is now; never less than 20. */
  readonly columns: number;
}

/** With what the person wants to know. */
export type ReportScreen = Screen & Pick<Context, 'flags'>;

/** What every command is given: the flags of the program, the words, and the two ways to speak. Its screen is stdout. */
export interface Context<Words = Catalogue> extends Screen<Words> {
  readonly io: Io;
  readonly cwd: string;
  /** Whose words they are. */
  readonly language: string;
  readonly flags: Flags;
  /** The answer: stdout. */
  readonly answer: (text: string) => void;
  /** The story: stderr, and not at all with `--quiet`. */
  readonly tell: (text: string) => void;
  /** For whoever tells it live; what others `tell` meanwhile goes between its lines. Heeds neither `--quiet` nor an interruption. */
  readonly stderrView: () => StderrView;
  /** Work that must not be cut off: an interruption is for it to hear, and the program waits for it. */
  readonly finishing: <T>(work: Promise<T>) => Promise<T>;
}

export interface Flags {
  readonly project?: string | undefined;
  readonly json: boolean;
  readonly quiet: boolean;
  readonly verbose: boolean;
  readonly yes: boolean;
  /** `--no-dashboard` */
  readonly withoutDashboard?: boolean;
  /** What the repository's configuration runs is trusted, this once. */
  readonly trust: boolean;
  /** `BACKEND[:ARG]` of the flag, else of the environment. */
  readonly agent?: string | undefined;
  readonly model?: string | undefined;
  /** The address of a Redis, of the flag, else of the environment: it may hold a password. */
  readonly fleet?: string | undefined;
}

/** What was written after the name of the command. */
export interface Input {
  readonly args: readonly string[];
  /** Options with a value. */
  readonly options: Readonly<Record<string, string>>;
  /** Those that may be given several times, in their order. */
  readonly lists: Readonly<Record<string, readonly string[]>>;
  /** Options without one that were given. */
  readonly flags: ReadonlySet<string>;
}

/** Done, unless it says otherwise. What fails on its own account is thrown by `unwrap`, and said by the program. */
export type Run = (context: Context, input: Input) => Promise<ExitCode | void>;

/** The same with the few words that are loaded at every start. */
export type Glance = (context: GlanceContext, input: Input) => Promise<ExitCode | void>;

export interface GlanceContext extends Context<GlanceWords> {
  readonly allWords: () => Promise<Catalogue>;
}
