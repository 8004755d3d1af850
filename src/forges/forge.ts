import type { HostIssue, PullRequest, PullRequestNews } from '../schema/pull-request.ts';

interface NewPullRequest {
  readonly branch: string;
  readonly base: string;
  readonly title: string;
  readonly body: string;
  readonly isDraft: boolean;
}

/**
 * A host of repositories, spoken to through its own program, which knows who the person is. Nothing is kept between
 * calls, and each may be made again: whoever calls looks first what is there. What fails is thrown as `forge.…`.
 */
export interface Forge {
  readonly kind: 'github' | 'gitlab';
  /** The latest of the branch in this repository, open ones first; null: there is none. */
  find(branch: string): Promise<PullRequest | null>;
  open(wanted: NewPullRequest): Promise<PullRequest>;
  update(number: number, wanted: Omit<NewPullRequest, 'branch' | 'base'>): Promise<PullRequest>;
  /** All that was said about it, and by whom, with the logs of failed checks. */
  read(number: number): Promise<PullRequestNews>;
  /** `thread`: null for one about the whole. */
  reply(number: number, thread: string | null, body: string): Promise<void>;
  resolve(number: number, thread: string): Promise<void>;
  issue(number: number): Promise<HostIssue>;
  /** Open ones with the label, the oldest first. */
  issues(label: string): Promise<HostIssue[]>;
}

/** Where a repository lies on its host. */
export interface HostedRepository {
  readonly host: string;
  /** `owner/name`; on GitLab there may be more before the name. */
  readonly path: string;
}

/** Runs the host's program with a request; `path` is that of the API. */
export interface ForgeRequest {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'PUT';
  readonly path: string;
  readonly body?: unknown;
}

export interface ForgeAnswer {
  readonly status: number;
  readonly headers: ReadonlyMap<string, string>;
  readonly text: string;
}

export type AskForge = (request: ForgeRequest) => Promise<ForgeAnswer>;
