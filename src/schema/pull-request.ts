import * as z from 'zod/mini';

/** What a person wrote about a pull request, or a failing check printed. */
export const remark = z.strictObject({
  /** The host's own: the same however often it is read. */
  id: z.string(),
  kind: z.enum(['thread', 'review', 'comment', 'check']),
  /** Of a person: the name that the host knows them by; of a check: what it is called. */
  author: z.string(),
  text: z.string(),
  url: z.string(),
  /** In the repository, with the first and the last line, and what stands there; null of what is about all of it. */
  place: z.nullable(
    z.strictObject({ path: z.string(), first: z.nullable(z.int()), last: z.nullable(z.int()), code: z.string() }),
  ),
});

export type Remark = z.infer<typeof remark>;

/** A pull request, or a merge request, as its host has it. */
export interface PullRequest {
  readonly number: number;
  readonly url: string;
  readonly state: 'open' | 'closed' | 'merged';
  readonly isDraft: boolean;
  /** What is to be merged, and the commit that it ends with. */
  readonly branch: string;
  readonly head: string;
  /** The branch that it is to be merged into. */
  readonly base: string;
  /** The commit that the host says it was merged as. */
  readonly merge: string | null;
}

/** A conversation about a line; `own` is what we wrote there. */
interface ReviewThread {
  readonly id: string;
  readonly isResolved: boolean;
  readonly own: readonly string[];
}

export interface PullRequestNews extends PullRequest {
  /** Of people who may write to the repository, and of checks of `head` that failed, once all have ended. */
  readonly remarks: readonly Remark[];
  /** Of others: shown to people, and to nobody else. */
  readonly others: readonly Remark[];
  readonly threads: readonly ReviewThread[];
  /** What we wrote about the whole. */
  readonly own: readonly string[];
  readonly checks: { readonly pending: number; readonly passed: number; readonly failed: number };
}

/** A request of somebody's, as its host has it. */
export interface HostIssue {
  readonly number: number;
  readonly url: string;
  readonly title: string;
  readonly body: string;
  readonly author: string;
  /** Whether the author may write to the repository. */
  readonly canWrite: boolean;
}
