import * as z from 'zod/mini';
import { catchFailure, unwrap } from '../base/failure.ts';
import type { HostIssue, PullRequest, PullRequestNews, Remark } from '../schema/pull-request.ts';
import type { AskForge, Forge, ForgeRequest, HostedRepository } from './forge.ts';
import { type Discussion, discussion, gitlabIssue, job, member, mergeRequest, type Note } from './gitlab-answers.ts';
import { isOwnText } from './own-text.ts';
import { parseForgeAnswer } from './parse-answer.ts';

/** From this level on, members may push. */
const DEVELOPER = 30;
const MOST_LINES = 200;
const PENDING = new Set(['created', 'pending', 'running', 'preparing', 'waiting_for_resource', 'scheduled']);

/** GitLab, wherever it runs, through `glab api`. */
export function gitlab(ask: AskForge, { host, path }: HostedRepository): Forge {
  const project = `projects/${encodeURIComponent(path)}`;

  async function request<T>(schema: z.ZodMiniType<T>, wanted: ForgeRequest): Promise<T> {
    return parseForgeAnswer(await ask(wanted), { host, what: `${wanted.method} ${wanted.path}`, schema });
  }

  async function all<T>(schema: z.ZodMiniType<T>, from: string): Promise<T[]> {
    const found: T[] = [];
    for (let page = 1; ; page += 1) {
      const asked = `${project}/${from}${from.includes('?') ? '&' : '?'}per_page=100&page=${page}`;
      const some = await request(z.array(schema), { method: 'GET', path: asked });
      found.push(...some);
      if (some.length < 100) return found;
    }
  }

  function permissions(): (id: number) => Promise<boolean> {
    const known = new Map<number, Promise<boolean>>();
    const askOnce = async (id: number): Promise<boolean> => {
      const answer = await catchFailure(() => request(member, { method: 'GET', path: `${project}/members/all/${id}` }));
      if (answer.ok) return answer.value.access_level >= DEVELOPER;
      return answer.error.code === 'forge.not_found' || answer.error.code === 'forge.denied' ? false : unwrap(answer);
    };
    return (id) => {
      const asked = known.get(id) ?? askOnce(id);
      known.set(id, asked);
      return asked;
    };
  }

  async function readJobs({
    sha: head,
    head_pipeline: latest,
  }: z.infer<typeof mergeRequest>): Promise<Pick<PullRequestNews, 'checks'> & { failed: Remark[] }> {
    // One of the merged result has a commit of its own.
    const isOfHead = latest?.sha === head || /^refs\/merge-requests\/\d+\//u.test(latest?.ref ?? '');
    const jobs = latest && isOfHead ? await all(job, `pipelines/${latest.id}/jobs`) : [];
    const red = jobs.filter(({ status, allow_failure }) => status === 'failed' && allow_failure !== true);
    const pending = jobs.filter(({ status }) => PENDING.has(status)).length;
    const checks = { pending, failed: red.length, passed: jobs.length - red.length - pending };
    const failed: Remark[] = [];
    for (const one of pending > 0 ? [] : red) {
      const { text } = await ask({ method: 'GET', path: `${project}/jobs/${one.id}/trace` });
      const log = text.trimEnd().split('\n').slice(-MOST_LINES).join('\n');
      failed.push({
        id: `check:${latest?.sha}:${one.id}`,
        kind: 'check',
        author: one.name,
        text: log,
        url: one.web_url,
        place: null,
      });
    }
    return { checks, failed };
  }

  async function toIssue(
    issue: z.infer<typeof gitlabIssue>,
    canWrite: (id: number) => Promise<boolean>,
  ): Promise<HostIssue> {
    const { iid: number, web_url: url, title, description, author } = issue;
    return {
      number,
      url,
      title,
      body: description ?? '',
      author: author.username,
      canWrite: await canWrite(author.id),
    };
  }

  return {
    kind: 'gitlab',
    find: async (branch) => {
      const asked = `merge_requests?source_branch=${encodeURIComponent(branch)}&state=all&order_by=created_at&sort=desc`;
      const own = (await all(mergeRequest, asked)).filter((one) => one.source_project_id === one.target_project_id);
      const one = own.find(({ state }) => state === 'opened') ?? own[0];
      return one === undefined ? null : fromAnswer(one);
    },
    open: async ({ branch, base, title, body, isDraft }) => {
      const wanted = { source_branch: branch, target_branch: base, title: titled(title, isDraft), description: body };
      return fromAnswer(
        await request(mergeRequest, { method: 'POST', path: `${project}/merge_requests`, body: wanted }),
      );
    },
    update: async (number, { title, body, isDraft }) => {
      const wanted = { title: titled(title, isDraft), description: body };
      const path = `${project}/merge_requests/${number}`;
      return fromAnswer(await request(mergeRequest, { method: 'PUT', path, body: wanted }));
    },
    read: async (number) => {
      const read = await request(mergeRequest, { method: 'GET', path: `${project}/merge_requests/${number}` });
      const own = fromAnswer(read);
      const discussions = await all(discussion, `merge_requests/${number}/discussions`);
      const { checks, failed } = await readJobs(read);
      const canWrite = permissions();
      const [remarks, others]: [Remark[], Remark[]] = [[], []];
      for (const one of discussions)
        for (const note of openNotes(one))
          ((await canWrite(note.author.id)) ? remarks : others).push(toRemark(one, note, own.url));
      return {
        ...own,
        remarks: [...remarks, ...failed],
        others,
        threads: discussions.filter(({ individual_note }) => !individual_note).map(toThread),
        comments: discussions
          .filter(({ individual_note }) => individual_note)
          .flatMap(({ notes }) => notes.map(({ body }) => body)),
        checks,
      };
    },
    reply: async (number, thread, body) => {
      const about = `${project}/merge_requests/${number}`;
      const path = thread === null ? `${about}/notes` : `${about}/discussions/${encodeURIComponent(thread)}/notes`;
      await request(z.looseObject({}), { method: 'POST', path, body: { body } });
    },
    resolve: async (number, thread) => {
      const path = `${project}/merge_requests/${number}/discussions/${encodeURIComponent(thread)}`;
      await request(z.looseObject({}), { method: 'PUT', path, body: { resolved: true } });
    },
    issue: async (number) =>
      toIssue(await request(gitlabIssue, { method: 'GET', path: `${project}/issues/${number}` }), permissions()),
    issues: async (label) => {
      const canWrite = permissions();
      const asked = `issues?labels=${encodeURIComponent(label)}&state=opened&order_by=created_at&sort=asc`;
      const issues: HostIssue[] = [];
      for (const one of await all(gitlabIssue, asked)) issues.push(await toIssue(one, canWrite));
      return issues;
    },
  };
}

/** A title that begins so makes a draft. */
function titled(title: string, isDraft: boolean): string {
  return isDraft ? `Draft: ${title}` : title;
}

const STATES = { opened: 'open', locked: 'open', closed: 'closed', merged: 'merged' } as const;

function fromAnswer(one: z.infer<typeof mergeRequest>): PullRequest {
  return {
    number: one.iid,
    url: one.web_url,
    state: STATES[one.state],
    isDraft: one.draft === true,
    head: one.sha ?? '',
    base: one.target_branch,
    merge: one.merge_commit_sha ?? one.squash_commit_sha ?? null,
  };
}

function isResolved({ notes }: Discussion): boolean {
  return (
    notes.some(({ resolvable }) => resolvable === true) &&
    notes.every(({ resolvable, resolved }) => resolvable !== true || resolved === true)
  );
}

function openNotes(one: Discussion): Note[] {
  if (isResolved(one)) return [];
  return one.notes.filter(({ system, body }) => !system && body.trim() !== '' && !isOwnText(body));
}

function toThread(one: Discussion) {
  return { id: one.id, isResolved: isResolved(one), comments: one.notes.map(({ body }) => body) };
}

function toRemark(
  { id, individual_note }: Discussion,
  { id: note, body, author, position }: Note,
  url: string,
): Remark {
  const line = position?.new_line ?? position?.old_line ?? null;
  const path = position?.new_path ?? position?.old_path ?? null;
  return {
    id: individual_note ? String(note) : `${id}/${note}`,
    kind: individual_note ? 'comment' : 'thread',
    author: author.username,
    text: body,
    url: `${url}#note_${note}`,
    place: path === null ? null : { path, first: line, last: line, code: '' },
  };
}
