import type { FailureCode, FailureParams } from '../base/failure.ts';
import type { NoticeCode, NoticeParams } from '../schema/notice.ts';

/** What is said about a failure. */
export interface Sentence {
  readonly message: string;
  /** What to do; nothing where the message says it all. */
  readonly hint?: string | null;
  /** The last of what a program printed, in lines. */
  readonly output?: string;
}

/** Each language has a sentence for every code: without it, it does not compile. */
export type FailureSentences = { readonly [C in FailureCode]: (params: FailureParams[C]) => Sentence };

export type RunFailures = FailuresOf<'run' | 'rebase' | 'crp' | 'briefing' | 'work'>;
export type SessionFailures = FailuresOf<'session'>;
export type AutoFailures = FailuresOf<'auto' | 'plan'>;
export type GitFailures = FailuresOf<'git'>;
export type PullRequestFailures = FailuresOf<'forge' | 'pull_request'>;
export type DashboardFailures = FailuresOf<'http' | 'dashboard' | 'comment'>;
export type McpFailures = FailuresOf<'mcp' | 'job'>;
export type FleetFailures = FailuresOf<'fleet'>;
export type GeneralFailures = Omit<
  FailureSentences,
  keyof (RunFailures &
    SessionFailures &
    AutoFailures &
    GitFailures &
    DashboardFailures &
    McpFailures &
    FleetFailures &
    PullRequestFailures)
>;

export type NoticeSentences = { readonly [C in NoticeCode]: (params: NoticeParams[C]) => string };

export type FleetNotices = Pick<NoticeSentences, Extract<NoticeCode, `fleet.${string}`>>;
/** The others. */
export type GeneralNotices = Omit<NoticeSentences, keyof FleetNotices>;

type FailuresOf<Prefix extends string> = Pick<FailureSentences, Extract<FailureCode, `${Prefix}.${string}`>>;
