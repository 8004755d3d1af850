import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import http from 'node:http';
import path from 'node:path';
import { onTestFinished } from 'vitest';

/** What signs people in. */
export const githubTokens = { ann: 'gho_secret_of_ann' };

/** A comment in a conversation about a line, or about all of it. */
interface Comment {
  readonly id: string;
  readonly author: string;
  /** `User` unless it says otherwise. */
  readonly type?: 'User' | 'Bot' | 'Mannequin';
  body: string;
}

export interface Thread {
  readonly id: string;
  isResolved: boolean;
  readonly path: string;
  readonly line: number;
  readonly comments: Comment[];
}

export interface Check {
  readonly name: string;
  readonly id: number;
  readonly status: 'COMPLETED' | 'IN_PROGRESS';
  readonly conclusion: string | null;
  readonly log: string;
}

export interface OpenedPullRequest {
  readonly number: number;
  readonly branch: string;
  readonly base: string;
  title: string;
  body: string;
  draft: boolean;
  state: 'OPEN' | 'CLOSED' | 'MERGED';
  merge: string | null;
  readonly threads: Thread[];
  readonly comments: Comment[];
  readonly reviews: (Comment & { readonly state: string })[];
  /** By commit. */
  readonly checks: Map<string, Check[]>;
}

/** How the next request is answered instead; undefined: as usual. */
export type Trouble = (request: {
  readonly method: string;
  readonly url: string;
  readonly body: string;
}) =>
  | { readonly status: number; readonly headers?: Record<string, string>; readonly text: string }
  | 'half'
  | 'silent'
  | undefined;

/** GitHub's API as far as Orchestral uses it, on a socket; the repository is a bare one in a folder. */
export class ScriptedGithub {
  readonly pullRequests: OpenedPullRequest[] = [];
  readonly issues: { number: number; title: string; body: string; author: string; labels: string[] }[] = [];
  /** Who may do what. */
  readonly permissions = new Map<string, string>([['ann', 'admin']]);
  /** `POST /repos/acme/app/pulls`, `graphql FindPullRequest`. */
  readonly requests: string[] = [];
  trouble: Trouble = () => undefined;
  /** What reviewers do, before anybody reads what they did. */
  onRead: (one: OpenedPullRequest) => void = () => undefined;
  readonly #bare: string;
  #next = 1;

  constructor(bare: string) {
    this.#bare = bare;
  }

  nextId(): string {
    return `n${this.#next++}`;
  }

  get only(): OpenedPullRequest {
    const [one, ...more] = this.pullRequests;
    if (one === undefined || more.length > 0) throw new Error(`${this.pullRequests.length} pull requests`);
    return one;
  }

  git(...args: string[]): string {
    return execFileSync('git', ['--git-dir', this.#bare, ...args], { encoding: 'utf8' }).trim();
  }

  tip(branch: string): string {
    return this.git('rev-parse', `refs/heads/${branch}`);
  }

  comment(author: string, body: string, more: Pick<Comment, 'type'> = {}): void {
    this.only.comments.push({ id: this.nextId(), author, body, ...more });
  }

  commentOn(file: string, line: number, author: string, body: string): Thread {
    const thread = {
      id: `T_${this.nextId()}`,
      isResolved: false,
      path: file,
      line,
      comments: [{ id: this.nextId(), author, body }],
    };
    this.only.threads.push(thread);
    return thread;
  }

  /** Merged on the host with its button: a merge commit, or all in one. */
  merge(how: 'merge' | 'squash', one = this.only): string {
    const [base, head] = [this.tip(one.base), this.tip(one.branch)];
    const tree = this.git('merge-tree', '--write-tree', base, head);
    const parents = how === 'merge' ? ['-p', base, '-p', head] : ['-p', base];
    const ident = ['-c', 'user.name=Ann', '-c', 'user.email=ann@example.com'];
    const commit = this.git(...ident, 'commit-tree', tree, ...parents, '-m', `${one.title} (#${one.number})`);
    this.git('update-ref', `refs/heads/${one.base}`, commit, base);
    Object.assign(one, { state: 'MERGED', merge: commit });
    return commit;
  }

  answer(method: string, url: string, text: string): { status: number; json: unknown } {
    const body = text === '' ? {} : JSON.parse(text);
    const [place = ''] = url.split('?');
    if (place === '/graphql') return { status: 200, json: this.#graphql(body) };
    this.requests.push(`${method} ${place}`);
    if (place === '/user') return { status: 200, json: { login: 'ann' } };
    const rest = /^\/repos\/acme\/app\/(.*)$/.exec(place)?.[1];
    if (rest === undefined) return { status: 404, json: { message: 'Not Found' } };
    const permission = /^collaborators\/(.+)\/permission$/.exec(rest)?.[1];
    if (permission !== undefined) {
      const found = this.permissions.get(permission);
      return found === undefined
        ? { status: 404, json: { message: 'Not Found' } }
        : { status: 200, json: { permission: found } };
    }
    if (method === 'POST' && rest === 'pulls') return this.#open(body);
    const number = Number(/^(?:pulls|issues)\/(\d+)/.exec(rest)?.[1]);
    const one = this.pullRequests.find((each) => each.number === number);
    if (method === 'PATCH' && one !== undefined) {
      Object.assign(one, { title: body.title, body: body.body });
      return { status: 200, json: this.#rest(one) };
    }
    if (method === 'POST' && rest.endsWith('/comments') && one !== undefined) {
      one.comments.push({ id: this.nextId(), author: 'ann', body: body.body });
      return { status: 201, json: { id: 1 } };
    }
    const job = Number(/^actions\/jobs\/(\d+)/.exec(rest)?.[1]);
    const check = this.pullRequests.flatMap(({ checks }) => [...checks.values()].flat()).find(({ id }) => id === job);
    if (check !== undefined) return this.#job(check, rest.endsWith('/logs'));
    if (method === 'GET' && rest.startsWith('issues')) return this.#issues(rest, url);
    return { status: 404, json: { message: 'Not Found' } };
  }

  #job(check: Check, isLog: boolean): { status: number; json: unknown } {
    if (!isLog)
      return {
        status: 200,
        json: {
          steps: [
            {
              name: 'Set up',
              conclusion: 'success',
              started_at: '2026-11-16T10:00:00Z',
              completed_at: '2026-11-16T10:00:05Z',
            },
            {
              name: 'Run tests',
              conclusion: 'failure',
              started_at: '2026-11-16T10:00:10Z',
              completed_at: '2026-11-16T10:00:20Z',
            },
          ],
        },
      };
    const early = '2026-11-16T10:00:01.0000000Z of the set-up';
    return {
      status: 200,
      json: `${early}\n${check.log
        .split('\n')
        .map((line) => `2026-11-16T10:00:12.0000000Z ${line}`)
        .join('\n')}\n`,
    };
  }

  #issues(rest: string, url: string): { status: number; json: unknown } {
    const show = ({ number, title, body, author }: ScriptedGithub['issues'][number]) => ({
      number,
      title,
      body,
      html_url: `https://github.com/acme/app/issues/${number}`,
      user: { login: author },
    });
    const label = new URL(url, 'https://api.github.com').searchParams.get('labels');
    if (rest === 'issues')
      return { status: 200, json: this.issues.filter(({ labels }) => labels.includes(label ?? '')).map(show) };
    const found = this.issues.find(({ number }) => rest === `issues/${number}`);
    return found === undefined ? { status: 404, json: { message: 'Not Found' } } : { status: 200, json: show(found) };
  }

  #open(body: { title: string; head: string; base: string; body: string; draft: boolean }): {
    status: number;
    json: unknown;
  } {
    if (this.pullRequests.some(({ branch, state }) => branch === body.head && state === 'OPEN'))
      return {
        status: 422,
        json: {
          message: 'Validation Failed',
          errors: [{ message: `A pull request already exists for acme:${body.head}.` }],
        },
      };
    const one: OpenedPullRequest = {
      number: this.pullRequests.length + 7,
      branch: body.head,
      base: body.base,
      title: body.title,
      body: body.body,
      draft: body.draft,
      state: 'OPEN',
      merge: null,
      threads: [],
      comments: [],
      reviews: [],
      checks: new Map(),
    };
    this.pullRequests.push(one);
    return { status: 201, json: this.#rest(one) };
  }

  #rest(one: OpenedPullRequest) {
    return {
      node_id: `PR_${one.number}`,
      number: one.number,
      html_url: `https://github.com/acme/app/pull/${one.number}`,
      state: one.state === 'OPEN' ? 'open' : 'closed',
      draft: one.draft,
      merged: one.state === 'MERGED',
      merge_commit_sha: one.merge,
      head: { ref: one.branch, sha: this.tip(one.branch) },
      base: { ref: one.base },
    };
  }

  #node(one: OpenedPullRequest) {
    return {
      id: `PR_${one.number}`,
      number: one.number,
      url: `https://github.com/acme/app/pull/${one.number}`,
      state: one.state,
      isDraft: one.draft,
      headRefName: one.branch,
      headRefOid: this.tip(one.branch),
      baseRefName: one.base,
      mergeCommit: one.merge === null ? null : { oid: one.merge },
      isCrossRepository: false,
    };
  }

  #graphql({ query, variables }: { query: string; variables: Record<string, string & number> }): unknown {
    const name = /(?:query|mutation) (\w+)/.exec(query)?.[1] ?? '';
    this.requests.push(`graphql ${name}`);
    const threads = this.pullRequests.flatMap((one) => one.threads);
    const thread = threads.find(({ id }) => id === variables['thread']);
    const draftOf = this.pullRequests.find(({ number }) => variables['id'] === `PR_${number}`);
    switch (name) {
      case 'FindPullRequest': {
        const nodes = this.pullRequests
          .filter(({ branch }) => branch === variables['branch'])
          .map((one) => this.#node(one));
        return { data: { repository: { pullRequests: { nodes } } } };
      }
      case 'ReadPullRequest':
        return this.#read(variables['number'] ?? 0);
      case 'Reply':
        if (thread === undefined)
          return { errors: [{ type: 'NOT_FOUND', message: 'Could not resolve to a node' }], data: null };
        thread.comments.push({ id: this.nextId(), author: 'ann', body: variables['body'] ?? '' });
        return { data: { addPullRequestReviewThreadReply: { comment: { id: 'x' } } } };
      case 'Resolve':
        if (thread !== undefined) thread.isResolved = true;
        return { data: { resolveReviewThread: { thread: { id: 'x' } } } };
      case 'Ready':
      case 'Draft':
        if (draftOf !== undefined) draftOf.draft = name === 'Draft';
        return { data: { pullRequest: { id: 'x' } } };
      default:
        throw new Error(`no such query: ${name}`);
    }
  }

  #read(number: number): unknown {
    const one = this.pullRequests.find((each) => each.number === number);
    if (one === undefined)
      return { errors: [{ type: 'NOT_FOUND', message: 'Could not resolve' }], data: { repository: null } };
    this.onRead(one);
    const last = { hasNextPage: false, endCursor: null };
    const url = `https://github.com/acme/app/pull/${number}#x`;
    const show = ({ id, author, type = 'User', body }: Comment) => ({
      id,
      body,
      url,
      author: { login: author, type },
      viewerDidAuthor: author === 'ann' && type === 'User',
    });
    const head = this.tip(one.branch);
    const contexts = (one.checks.get(head) ?? []).map(({ name, id, status, conclusion }) => ({
      type: 'CheckRun',
      databaseId: id,
      name,
      status,
      conclusion,
      detailsUrl: `https://github.com/acme/app/actions/runs/1/job/${id}`,
      title: null,
      summary: null,
      text: null,
    }));
    const pullRequest = {
      ...this.#node(one),
      reviewThreads: {
        pageInfo: last,
        nodes: one.threads.map(({ id, isResolved, path: file, line, comments }) => ({
          id,
          isResolved,
          path: file,
          line,
          startLine: null,
          originalLine: line,
          originalStartLine: null,
          comments: { nodes: comments.map((each) => ({ ...show(each), diffHunk: '@@ -0,0 +1 @@\n+right' })) },
        })),
      },
      reviews: { pageInfo: last, nodes: one.reviews.map((each) => ({ ...show(each), state: each.state })) },
      comments: { pageInfo: last, nodes: one.comments.map(show) },
      commits: {
        nodes: [
          {
            commit: { oid: head, statusCheckRollup: contexts.length === 0 ? null : { contexts: { nodes: contexts } } },
          },
        ],
      },
    };
    return { data: { repository: { pullRequest } } };
  }
}

/** Listens where `gh` of this home looks: its `http_unix_socket` stands for any host. */
export async function serveGithub(home: string, github: ScriptedGithub): Promise<void> {
  const socket = path.join(home, 'api.sock');
  const server = http.createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (chunk) => (body += chunk));
    request.on('end', () => {
      const [method, url] = [request.method ?? '', request.url ?? ''];
      const trouble = github.trouble({ method, url, body });
      if (trouble === 'silent') return;
      if (trouble === 'half') {
        response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' });
        response.write('{"data":');
        return void setTimeout(() => response.destroy(), 20);
      }
      if (trouble !== undefined) {
        response.writeHead(trouble.status, { 'content-type': 'application/json', ...trouble.headers });
        return void response.end(trouble.text);
      }
      const { status, json } = github.answer(method, url, body);
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(typeof json === 'string' ? json : JSON.stringify(json));
    });
  });
  await new Promise<void>((resolve) => server.listen(socket, resolve));
  onTestFinished(
    () => new Promise<void>((resolve) => void (server.closeAllConnections(), server.close(() => resolve()))),
  );
  fs.mkdirSync(path.join(home, '.config/gh'), { recursive: true });
  fs.writeFileSync(path.join(home, '.config/gh/config.yml'), `http_unix_socket: ${socket}\n`);
}
