import * as z from 'zod/mini';
import { catchFailure, throwFailure, unwrap } from '../base/failure.ts';
import type { HostIssue, PullRequest } from '../schema/pull-request.ts';
import type { AskForge, Forge, ForgeRequest, HostedRepository } from './forge.ts';
import { readGithubChecks } from './github-checks.ts';
import {
  done,
  DRAFT,
  FIND,
  found,
  type pullRequestNode,
  READ,
  type ReadNode,
  readPage,
  READY,
  REPLY,
  RESOLVE,
  restIssue,
  restPermission,
  restPullRequest,
} from './github-queries.ts';
import { sortGithubRemarks } from './github-remarks.ts';
import { allPages, MOST_PAGES } from './pages.ts';
import { logText, parseForgeAnswer } from './parse-answer.ts';

/** GitHub, and GitHub Enterprise, through `gh api`. */
export function github(ask: AskForge, { host, path }: HostedRepository): Forge {
  const [owner = '', name = ''] = path.split('/');
  const repository = `repos/${encodeURIComponent(owner)}/${encodeURIComponent(name)}`;

  async function request<T>(schema: z.ZodMiniType<T>, wanted: ForgeRequest): Promise<T> {
    return parseForgeAnswer(await ask(wanted), { host, what: `${wanted.method} ${wanted.path}`, schema });
  }

  function query<T>(schema: z.ZodMiniType<T>, text: string, variables: Readonly<Record<string, unknown>>): Promise<T> {
    return request(schema, { method: 'POST', path: 'graphql', body: { query: text, variables } });
  }

  async function readAll(number: number): Promise<ReadNode> {
    const after: Record<string, string | null> = { threads: null, reviews: null, comments: null };
    let whole: ReadNode | undefined;
    for (let page = 1; page <= MOST_PAGES; page += 1) {
      const { data } = await query(readPage, READ, { owner, name, number, ...after });
      const { pullRequest: read } = data.repository;
      whole = whole === undefined ? read : joinPages(whole, read);
      const pages = Object.entries({ threads: read.reviewThreads, reviews: read.reviews, comments: read.comments });
      if (!pages.some(([, { pageInfo }]) => pageInfo.hasNextPage)) return whole;
      const isStuck = pages.every(([key, { pageInfo }]) => (pageInfo.endCursor ?? after[key]) === after[key]);
      for (const [key, { pageInfo }] of pages) after[key] = pageInfo.endCursor ?? after[key] ?? null;
      if (isStuck) break;
    }
    return throwFailure('forge.garbage', { host, what: `pages of pull request #${number}` });
  }

  /** Who may write is asked of the host: that somebody is a member of the organisation does not say it. */
  function permissions(): (login: string) => Promise<boolean> {
    const known = new Map<string, Promise<boolean>>();
    const askOnce = async (login: string): Promise<boolean> => {
      const asked = {
        method: 'GET',
        path: `${repository}/collaborators/${encodeURIComponent(login)}/permission`,
      } as const;
      const answer = await catchFailure(() => request(restPermission, asked));
      if (answer.ok) return ['admin', 'maintain', 'write'].includes(answer.value.permission);
      // A program's account, or somebody who left: not known to may write is not to may.
      return answer.error.code === 'forge.not_found' || answer.error.code === 'forge.denied' ? false : unwrap(answer);
    };
    return (login) => {
      const asked = known.get(login) ?? askOnce(login);
      known.set(login, asked);
      return asked;
    };
  }

  async function setDraft({ id, isDraft }: { id: string; isDraft: boolean }, wanted: boolean): Promise<boolean> {
    if (isDraft === wanted) return wanted;
    const set = await catchFailure(() => query(done, wanted ? DRAFT : READY, { id }));
    // Not every plan of GitHub has drafts.
    if (!set.ok && set.error.code === 'forge.refused') return isDraft;
    unwrap(set);
    return wanted;
  }

  async function toIssue(
    issue: z.infer<typeof restIssue>,
    canWrite: (login: string) => Promise<boolean>,
  ): Promise<HostIssue> {
    const author = issue.user?.login ?? '';
    const { number, html_url: url, title, body } = issue;
    return { number, url, title, body: body ?? '', author, canWrite: author !== '' && (await canWrite(author)) };
  }

  return {
    kind: 'github',
    find: async (branch) => {
      const { data } = await query(found, FIND, { owner, name, branch });
      const own = data.repository.pullRequests.nodes.filter(
        (one) => !one.isCrossRepository && one.headRefName === branch,
      );
      const node = own.find(({ state }) => state === 'OPEN') ?? own[0];
      return node === undefined ? null : fromNode(node);
    },
    open: async ({ branch, base, title, body, isDraft }) => {
      const create = (draft: boolean) =>
        request(restPullRequest, {
          method: 'POST',
          path: `${repository}/pulls`,
          body: { title, head: branch, base, body, draft },
        });
      const opened = await catchFailure(() => create(isDraft));
      const hasNoDrafts =
        !opened.ok && opened.error.code === 'forge.refused' && /draft/iu.test(opened.error.params.message);
      return fromRest(hasNoDrafts ? await create(false) : unwrap(opened));
    },
    update: async (number, { title, body, isDraft }) => {
      const change = { method: 'PATCH', path: `${repository}/pulls/${number}`, body: { title, body } } as const;
      const changed = await request(restPullRequest, change);
      const draft = await setDraft({ id: changed.node_id, isDraft: changed.draft === true }, isDraft);
      return { ...fromRest(changed), isDraft: draft };
    },
    read: async (number) => {
      const node = await readAll(number);
      const checks = await readGithubChecks(node, {
        text: async (wanted) => logText(await ask({ method: 'GET', path: `${repository}/${wanted}` })),
        json: (wanted, schema) => request(schema, { method: 'GET', path: `${repository}/${wanted}` }),
      });
      return { ...fromNode(node), ...(await sortGithubRemarks(node, checks, permissions())), checks: checks.counts };
    },
    reply: async (number, thread, body) => {
      if (thread !== null) await query(done, REPLY, { thread, body });
      else
        await request(z.looseObject({}), {
          method: 'POST',
          path: `${repository}/issues/${number}/comments`,
          body: { body },
        });
    },
    resolve: async (_number, thread) => {
      await query(done, RESOLVE, { thread });
    },
    issue: async (number) =>
      toIssue(await request(restIssue, { method: 'GET', path: `${repository}/issues/${number}` }), permissions()),
    issues: async (label) => {
      const canWrite = permissions();
      const wanted = `${repository}/issues?labels=${encodeURIComponent(label)}&state=open&sort=created&direction=asc`;
      const all = await allPages(host, async (page) => {
        const path = `${wanted}&${page}`;
        return { what: `GET ${path}`, some: await request(z.array(restIssue), { method: 'GET', path }) };
      });
      const issues: HostIssue[] = [];
      for (const one of all) if (one.pull_request === undefined) issues.push(await toIssue(one, canWrite));
      return issues;
    },
  };
}

function joinPages(whole: ReadNode, { reviewThreads, reviews, comments }: ReadNode): ReadNode {
  const join = <T extends { readonly id: string }>(one: readonly T[], more: readonly T[]): T[] => {
    const known = new Set(one.map(({ id }) => id));
    return [...one, ...more.filter(({ id }) => !known.has(id))];
  };
  return {
    ...whole,
    reviewThreads: { ...reviewThreads, nodes: join(whole.reviewThreads.nodes, reviewThreads.nodes) },
    reviews: { ...reviews, nodes: join(whole.reviews.nodes, reviews.nodes) },
    comments: { ...comments, nodes: join(whole.comments.nodes, comments.nodes) },
  };
}

const STATES = { OPEN: 'open', CLOSED: 'closed', MERGED: 'merged' } as const;

function fromNode({
  number,
  url,
  state,
  isDraft,
  headRefName,
  headRefOid,
  baseRefName,
  mergeCommit,
}: z.infer<typeof pullRequestNode>): PullRequest {
  return {
    number,
    url,
    state: STATES[state],
    isDraft,
    branch: headRefName,
    head: headRefOid,
    base: baseRefName,
    merge: mergeCommit?.oid ?? null,
  };
}

function fromRest(one: z.infer<typeof restPullRequest>): PullRequest {
  const isMerged = one.merged === true;
  return {
    number: one.number,
    url: one.html_url,
    state: isMerged ? 'merged' : one.state,
    isDraft: one.draft === true,
    branch: one.head.ref,
    head: one.head.sha,
    base: one.base.ref,
    merge: isMerged ? (one.merge_commit_sha ?? null) : null,
  };
}
