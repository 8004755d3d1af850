import * as z from 'zod/mini';

/** Programs and people who were imported from elsewhere may have the name of somebody who is here. */
const actor = z.nullable(z.object({ login: z.string(), type: z.string() }));
const page = z.object({ hasNextPage: z.boolean(), endCursor: z.nullable(z.string()) });

const WRITTEN = 'viewerDidAuthor author { login type: __typename }';
const PULL_REQUEST = 'id number url state isDraft headRefName headRefOid baseRefName mergeCommit { oid }';

export const pullRequestNode = z.object({
  id: z.string(),
  number: z.int(),
  url: z.string(),
  state: z.enum(['OPEN', 'CLOSED', 'MERGED']),
  isDraft: z.boolean(),
  headRefName: z.string(),
  headRefOid: z.string(),
  baseRefName: z.string(),
  mergeCommit: z.nullable(z.object({ oid: z.string() })),
});

export const FIND = `query FindPullRequest($owner: String!, $name: String!, $branch: String!) {
  repository(owner: $owner, name: $name) {
    pullRequests(headRefName: $branch, first: 20, orderBy: { field: CREATED_AT, direction: DESC }) {
      nodes { ${PULL_REQUEST} isCrossRepository }
    }
  }
}`;

export const found = z.object({
  data: z.object({
    repository: z.object({
      pullRequests: z.object({ nodes: z.array(z.extend(pullRequestNode, { isCrossRepository: z.boolean() })) }),
    }),
  }),
});

export const READ = `query ReadPullRequest($owner: String!, $name: String!, $number: Int!, $threads: String, $reviews: String, $comments: String) {
  repository(owner: $owner, name: $name) {
    pullRequest(number: $number) {
      ${PULL_REQUEST}
      reviewThreads(first: 100, after: $threads) {
        pageInfo { hasNextPage endCursor }
        nodes {
          id isResolved path line startLine originalLine originalStartLine
          comments(first: 100) { nodes { id body url diffHunk ${WRITTEN} } }
        }
      }
      reviews(first: 100, after: $reviews) {
        pageInfo { hasNextPage endCursor }
        nodes { id state body url ${WRITTEN} }
      }
      comments(first: 100, after: $comments) {
        pageInfo { hasNextPage endCursor }
        nodes { id body url ${WRITTEN} }
      }
      commits(last: 1) {
        nodes { commit { oid statusCheckRollup { contexts(first: 100) { nodes {
          type: __typename
          ... on CheckRun { databaseId name status conclusion detailsUrl title summary text }
          ... on StatusContext { context state targetUrl description }
        } } } } }
      }
    }
  }
}`;

const checkRun = z.object({
  type: z.literal('CheckRun'),
  databaseId: z.nullable(z.int()),
  name: z.string(),
  status: z.string(),
  conclusion: z.nullable(z.string()),
  detailsUrl: z.nullable(z.string()),
  title: z.optional(z.nullable(z.string())),
  summary: z.optional(z.nullable(z.string())),
  text: z.optional(z.nullable(z.string())),
});

const statusContext = z.object({
  type: z.literal('StatusContext'),
  context: z.string(),
  state: z.string(),
  targetUrl: z.nullable(z.string()),
  description: z.nullable(z.string()),
});

const checkContext = z.discriminatedUnion('type', [checkRun, statusContext]);

export type CheckContext = z.infer<typeof checkContext>;

const comment = z.object({
  id: z.string(),
  body: z.string(),
  url: z.string(),
  author: actor,
  viewerDidAuthor: z.boolean(),
});

export type CommentNode = z.infer<typeof comment>;

const thread = z.object({
  id: z.string(),
  isResolved: z.boolean(),
  path: z.string(),
  line: z.nullable(z.int()),
  startLine: z.nullable(z.int()),
  originalLine: z.nullable(z.int()),
  originalStartLine: z.nullable(z.int()),
  comments: z.object({ nodes: z.array(z.extend(comment, { diffHunk: z.string() })) }),
});

export type ThreadNode = z.infer<typeof thread>;

export const readPage = z.object({
  data: z.object({
    repository: z.object({
      pullRequest: z.extend(pullRequestNode, {
        reviewThreads: z.object({ pageInfo: page, nodes: z.array(thread) }),
        reviews: z.object({ pageInfo: page, nodes: z.array(z.extend(comment, { state: z.string() })) }),
        comments: z.object({ pageInfo: page, nodes: z.array(comment) }),
        commits: z.object({
          nodes: z.array(
            z.object({
              commit: z.object({
                oid: z.string(),
                statusCheckRollup: z.nullable(z.object({ contexts: z.object({ nodes: z.array(checkContext) }) })),
              }),
            }),
          ),
        }),
      }),
    }),
  }),
});

export type ReadNode = z.infer<typeof readPage>['data']['repository']['pullRequest'];

export const REPLY = `mutation Reply($thread: ID!, $body: String!) {
  addPullRequestReviewThreadReply(input: { pullRequestReviewThreadId: $thread, body: $body }) { comment { id } }
}`;
export const RESOLVE = `mutation Resolve($thread: ID!) {
  resolveReviewThread(input: { threadId: $thread }) { thread { id } }
}`;
export const READY = `mutation Ready($id: ID!) {
  markPullRequestReadyForReview(input: { pullRequestId: $id }) { pullRequest { id } }
}`;
export const DRAFT = `mutation Draft($id: ID!) {
  convertPullRequestToDraft(input: { pullRequestId: $id }) { pullRequest { id } }
}`;

/** Of a mutation: that it was done is all that counts. */
export const done = z.object({ data: z.looseObject({}) });

/** A pull request as the REST API has it. */
export const restPullRequest = z.object({
  node_id: z.string(),
  number: z.int(),
  html_url: z.string(),
  state: z.enum(['open', 'closed']),
  draft: z.optional(z.boolean()),
  merged: z.optional(z.boolean()),
  merge_commit_sha: z.optional(z.nullable(z.string())),
  head: z.object({ ref: z.string(), sha: z.string() }),
  base: z.object({ ref: z.string() }),
});

export const restPermission = z.object({ permission: z.string() });

export const restIssue = z.object({
  number: z.int(),
  html_url: z.string(),
  title: z.string(),
  body: z.nullable(z.string()),
  user: z.nullable(z.object({ login: z.string() })),
  /** Pull requests are issues, too. */
  pull_request: z.optional(z.unknown()),
});

export const restJob = z.object({
  steps: z.optional(
    z.array(
      z.object({
        name: z.string(),
        conclusion: z.nullable(z.string()),
        started_at: z.optional(z.nullable(z.string())),
        completed_at: z.optional(z.nullable(z.string())),
      }),
    ),
  ),
});
