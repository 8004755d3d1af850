import * as z from 'zod/mini';
import { catchFailure, unwrap } from '../base/failure.ts';
import type { HostIssue, PullRequest, PullRequestNews, Remark } from '../schema/pull-request.ts';
import type { AskForge, Forge, ForgeRequest, HostedRepository } from './forge.ts';
import { type Discussion, discussion, gitlabIssue, job, member, mergeRequest, type Note } from './gitlab-answers.ts';
import { isOwnText } from './own-text.ts';
import { allPages } from './pages.ts';
import { logText, parseForgeAnswer } from './parse-answer.ts';

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
    return allPages(host, async (page) => {
      const path = `${project}/${from}${from.includes('?') ? '&' : '?'}${page}`;
      return { what: `GET ${path}`, some: await request(z.array(schema), { method: 'GET', path }) };
    });
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
      const answer = await ask({ method: 'GET', path: `${project}/jobs/${one.id}/trace` });
      const log = logText(answer).trimEnd().split('\n').slice(-MOST_LINES).join('\n');
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
      const own = (await all(mergeRequest, asked)).filter(
        (one) => one.source_project_id === one.target_project_id && one.source_branch === branch,
      );
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
      const shown = fromAnswer(read);
      const discussions = await all(discussion, `merge_requests/${number}/discussions`);
      const { checks, failed } = await readJobs(read);
      const canWrite = permissions();
      const isOwn = async ({ body, author }: Note) => isOwnText(body) && (await canWrite(author.id));
      const [remarks, others, threads, own]: [Remark[], Remark[], PullRequestNews['threads'][number][], string[]] = [
        [],
        [],
        [],
        [],
      ];
      for (const one of discussions) {
        const written: string[] = [];
        for (const note of one.notes)
          if (await isOwn(note)) written.push(note.body);
          else if (asks(one, note))
            ((await canWrite(note.author.id)) ? remarks : others).push(toRemark(one, note, shown.url));
        if (one.individual_note) own.push(...written);
        else threads.push({ id: one.id, isResolved: isResolved(one), own: written });
      }
      return { ...shown, remarks: [...remarks, ...failed], others, threads, own, checks };
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
    branch: one.source_branch,
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

/** One that is resolved needs no answer. */
function asks(one: Discussion, { system, body }: Note): boolean {
  return !isResolved(one) && !system && body.trim() !== '';
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
