import type { OnNotice } from '../../schema/notice.ts';
import type { ConfiguredCommand } from '../../store/trust.ts';

/** What a face says once, for everything that it asks for. */
export interface DoorOptions {
  /** HOME or XDG_STATE_HOME, PATH, and what agents need; `process.env`, mostly. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** `en` or `ko`, for documents and notifications; without it, as the environment says. */
  readonly language?: string | undefined;
  /** Where the person is: what they name is named from here. The project's folder when not given. */
  readonly cwd?: string | undefined;
  /** `BACKEND[:ARG]`; without it, what the work was started with or the configuration says. */
  readonly agent?: string | undefined;
  readonly model?: string | undefined;
  /** The address of a fleet’s Redis; without it, as the person’s configuration says; `off`: agents are called here. */
  readonly fleet?: string | undefined;
  /** What the repository's configuration runs is trusted, this once. */
  readonly trust?: boolean | undefined;
  /** Asked where work begins with what nobody has agreed to; without it, that fails with `trust.needed`. */
  readonly confirmTrust?: ConfirmTrust | undefined;
  /** What happened that nobody asked for and a person should know. */
  readonly onNotice?: OnNotice | undefined;
}

/** What a repository would have us run or take over, for a person to agree to. */
export interface Trust {
  /** What its files name: trusted is exactly this. */
  readonly runnables: readonly ConfiguredCommand[];
  /**
   * Where there is no sandbox: what its set-up and tests run now. Trusted is the repository: they may change. Null where
   * that needs no trust.
   */
  readonly unconfined: readonly ConfiguredCommand[] | null;
  readonly isTrusted: boolean;
  /** What is remembered of it once the person agrees. */
  readonly hashes: readonly string[];
}

/** Asked where work would begin with what nobody has agreed to yet. */
export type ConfirmTrust = (trust: Trust) => Promise<boolean>;
