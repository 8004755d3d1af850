import type { FailureAnswer } from './failure.ts';
import { apiPaths, type RouteName } from './paths.ts';
import type { AnswerOf, BodyOf, ParamsOf, QueryOf } from './routes.ts';

/* A client of the API for pages and programs. It has the types of the schemas and loads none of them. */

type Given<Name extends string, T> = T extends undefined ? unknown : { readonly [N in Name]: T };

/** What a call of a route takes. */
export type CallOf<N extends RouteName> = Given<'params', ParamsOf<N>> &
  Given<'body', BodyOf<N>> & { readonly query?: QueryOf<N> | undefined; readonly signal?: AbortSignal | undefined };

type Answered<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly status: number; readonly error: FailureAnswer['error'] };

export interface ClientOptions {
  /** Where the server is; empty for a page of its own. */
  readonly origin: string;
  readonly fetch: (url: string, init: RequestInit) => Promise<{ readonly status: number; json(): Promise<unknown> }>;
  /** Asked for every request: the language, and what the caller shows that it may. */
  readonly headers: () => Readonly<Record<string, string>>;
  /** Makes an answer of what came: by its schema, or on trust. */
  readonly decode: <N extends RouteName>(name: N, value: unknown) => AnswerOf<N>;
  readonly decodeFailure: (value: unknown) => FailureAnswer;
}

interface RequestInit {
  readonly method: string;
  readonly headers: Record<string, string>;
  readonly body?: string;
  readonly signal?: AbortSignal;
}

export type Client = <N extends RouteName>(name: N, call: CallOf<N>) => Promise<Answered<AnswerOf<N>>>;

export function createClient({ origin, fetch, headers, decode, decodeFailure }: ClientOptions): Client {
  return async (name, call) => {
    const { method, url } = requestOf(name, call);
    const body = 'body' in call ? JSON.stringify(call.body) : undefined;
    const response = await fetch(`${origin}${url}`, {
      method,
      headers: { ...headers(), ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { body }),
      ...(call.signal !== undefined && { signal: call.signal }),
    });
    const value = await response.json();
    if (response.status === 200) return { ok: true, value: decode(name, value) };
    return { ok: false, status: response.status, error: decodeFailure(value).error };
  };
}

/** The method and the path of a route, with its parameters filled in. */
function requestOf(name: RouteName, call: object): { readonly method: string; readonly url: string } {
  const [method = '', path = ''] = apiPaths[name].split(' ');
  const params = 'params' in call ? textsIn(call.params) : new Map<string, string>();
  const query = 'query' in call ? textsIn(call.query) : new Map<string, string>();
  const filled = path.replaceAll(/:(\w+)/g, (_, part: string) => encodeURIComponent(params.get(part) ?? ''));
  const asked = [...query].map(([key, value]) => `${encodeURIComponent(key)}=${encodeURIComponent(value)}`);
  return { method, url: asked.length === 0 ? filled : `${filled}?${asked.join('&')}` };
}

function textsIn(values: unknown): Map<string, string> {
  const entries = typeof values === 'object' && values !== null ? Object.entries(values) : [];
  return new Map(entries.flatMap(([key, value]) => (typeof value === 'string' ? [[key, value]] : [])));
}
