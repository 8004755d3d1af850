import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

interface Position {
  readonly new_path: string;
  readonly old_path: string;
  readonly new_line: number;
}

interface Note {
  readonly id: number;
  readonly body: string;
  readonly author: { readonly id: number; readonly username: string };
  readonly system: boolean;
  readonly resolvable: boolean;
  resolved: boolean;
  readonly position: Position | null;
}

interface Answer {
  readonly status: number;
  readonly json: unknown;
}

export const gitlabToken = 'glpat-secret-of-ann';

/** GitLab's API (v4) as far as Orchestral uses it; `head`: where the branch of the merge request is. */
export class ScriptedGitlab {
  readonly requests: string[] = [];
  readonly discussions: { id: string; individual_note: boolean; notes: Note[] }[] = [];
  readonly issues: { iid: number; title: string; author: string; labels: string }[] = [];
  jobs: { id: number; name: string; status: string; web_url: string }[] = [];
  /** Of the pipeline; undefined: that of the branch. */
  pipeline: { readonly sha: string; readonly ref: string } | undefined;
  request: Record<string, unknown> | undefined;
  readonly #head: () => string;

  constructor(head: () => string) {
    this.#head = head;
  }

  say(author: string, body: string, position: Position | null = null): void {
    const id = `d${this.discussions.length + 1}`;
    this.discussions.push({ id, individual_note: position === null, notes: [this.#note(author, body, position)] });
  }

  #note(author: string, body: string, position: Position | null): Note {
    const id = this.discussions.flatMap(({ notes }) => notes).length + 1;
    const from = { id: author === 'ann' ? 1 : 2, username: author };
    return { id, body, author: from, system: false, resolvable: position !== null, resolved: false, position };
  }

  answer(method: string, url: URL, body: Record<string, string>): Answer {
    const place = decodeURIComponent(url.pathname).replace('/api/v4/', '');
    this.requests.push(`${method} ${place}`);
    if (place === 'user') return { status: 200, json: { id: 1, username: 'ann' } };
    const rest = place.replace('projects/acme/tools/app/', '');
    if (rest === place) return { status: 404, json: { message: '404 Project Not Found' } };
    const page = (all: readonly unknown[]): Answer => {
      const [size, nth] = [Number(url.searchParams.get('per_page') ?? 20), Number(url.searchParams.get('page') ?? 1)];
      return { status: 200, json: all.slice(size * (nth - 1), size * nth) };
    };
    if (rest === 'members/all/1') return { status: 200, json: { access_level: 40 } };
    if (rest.startsWith('members/all/')) return { status: 404, json: { message: '404 Not found' } };
    if (rest.startsWith('issues')) return this.#issues(rest, url, page);
    if (rest === 'merge_requests') return method === 'POST' ? this.#open(body) : page(this.#listed());
    if (rest === 'merge_requests/5') {
      if (method === 'PUT') Object.assign(this.request ?? {}, body);
      return { status: 200, json: this.#shown() };
    }
    if (rest === 'pipelines/1/jobs') return page(this.jobs);
    if (/^jobs\/\d+\/trace$/.test(rest)) return { status: 200, json: 'of the job: expected right\n' };
    return this.#discussed(method, { rest, body, page });
  }

  #discussed(
    method: string,
    { rest, body, page }: { rest: string; body: Record<string, string>; page: (all: readonly unknown[]) => Answer },
  ): Answer {
    const [known, id, more] = /^merge_requests\/5\/discussions(?:\/(\w+)(\/notes)?)?$/.exec(rest) ?? [];
    const found = this.discussions.find((one) => one.id === id);
    if (method === 'POST' && rest === 'merge_requests/5/notes') this.say('ann', body['body'] ?? '');
    else if (known === undefined || (id !== undefined && found === undefined))
      return { status: 404, json: { message: '404 Not found' } };
    else if (found === undefined) return page(this.discussions);
    else if (method === 'POST' && more !== undefined) found.notes.push(this.#note('ann', body['body'] ?? '', null));
    else if (method === 'PUT') for (const note of found.notes) note.resolved = true;
    return { status: 200, json: {} };
  }

  #issues(rest: string, url: URL, page: (all: readonly unknown[]) => Answer): Answer {
    const show = ({ iid, title, author }: ScriptedGitlab['issues'][number]) => ({
      iid,
      title,
      description: `Of ${title}.`,
      web_url: `https://gitlab.com/acme/tools/app/-/issues/${iid}`,
      author: { id: author === 'ann' ? 1 : 2, username: author },
    });
    if (rest === 'issues')
      return page(this.issues.filter(({ labels }) => labels === url.searchParams.get('labels')).map(show));
    const found = this.issues.find(({ iid }) => rest === `issues/${iid}`);
    return found === undefined
      ? { status: 404, json: { message: '404 Not found' } }
      : { status: 200, json: show(found) };
  }

  #open({ title, description, source_branch, target_branch }: Record<string, string>): Answer {
    if (this.request !== undefined)
      return {
        status: 409,
        json: { message: ['Another open merge request already exists for this source branch: !5'] },
      };
    const ids = { iid: 5, source_project_id: 9, target_project_id: 9 };
    this.request = { ...ids, title, description, source_branch, target_branch, state: 'opened' };
    return { status: 201, json: this.#shown() };
  }

  #listed(): unknown[] {
    return this.request === undefined ? [] : [this.#shown()];
  }

  #shown() {
    const title = String(this.request?.['title']);
    const head = this.#head();
    return {
      ...this.request,
      draft: title.startsWith('Draft: '),
      web_url: 'https://gitlab.com/acme/tools/app/-/merge_requests/5',
      sha: head,
      merge_commit_sha: null,
      squash_commit_sha: null,
      head_pipeline: { id: 1, status: 'failed', sha: head, ref: 'orchestral', ...this.pipeline },
    };
  }
}

/** On a port of this machine; what comes without the token is refused, as is a body that is not said to be JSON. */
export async function serveGitlab(gitlab: ScriptedGitlab): Promise<number> {
  const server = http.createServer((request, response) => {
    let text = '';
    request.setEncoding('utf8').on('data', (chunk) => (text += chunk));
    request.on('end', () => {
      const { method = '', url = '/', headers } = request;
      const isKnown = headers['private-token'] === gitlabToken;
      const isJson = text === '' || headers['content-type'] === 'application/json';
      const { status, json } = !isKnown
        ? { status: 401, json: { message: '401 Unauthorized' } }
        : isJson
          ? gitlab.answer(method, new URL(url, 'http://127.0.0.1'), text === '' ? {} : JSON.parse(text))
          : { status: 415, json: { message: 'not JSON' } };
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(typeof json === 'string' ? json : JSON.stringify(json));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void (server.closeAllConnections(), server.close()));
  return (server.address() as AddressInfo).port;
}
