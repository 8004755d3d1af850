import { createClient, type CallOf } from '../../../src/schema/api/client.ts';
import type { FailureAnswer } from '../../../src/schema/api/failure.ts';
import { csrfHeader, type RouteName } from '../../../src/schema/api/paths.ts';
import type { AnswerOf } from '../../../src/schema/api/routes.ts';
import { Refusal } from './refusal.ts';

/** Kept in memory only: a page of another origin that has the cookie's browser still lacks it. */
let csrf = '';

export function rememberCsrf(token: string): void {
  csrf = token;
}

const client = createClient({
  origin: '',
  fetch: (url, init) => fetch(url, init),
  headers: () => ({ 'accept-language': document.documentElement.lang, [csrfHeader]: csrf }),
  // The server checks its answers against the schemas; the page has none of them.
  decode: (name, value) => {
    if (isAnswer(name, value)) return value;
    throw new TypeError('no answer');
  },
  decodeFailure: (value) => (isFailure(value) ? value : UNKNOWN),
});

const UNKNOWN: FailureAnswer = {
  error: { code: 'http.unknown', params: {}, message: '?', hint: null, path: null, problems: [] },
};

/** Asks the server; what it refuses is thrown as a `Refusal` in the page's language. */
export async function call<N extends RouteName>(name: N, given: CallOf<N>): Promise<AnswerOf<N>> {
  let answered = await client(name, given);
  // The server was started again, and this browser is signed in again, by another tab.
  if (!answered.ok && answered.error.code === 'http.csrf' && (await renewCsrf())) answered = await client(name, given);
  if (answered.ok) return answered.value;
  throw new Refusal(answered.status, answered.error);
}

async function renewCsrf(): Promise<boolean> {
  const session = await client('session.read', {});
  if (session.ok) rememberCsrf(session.value.csrf);
  return session.ok;
}

function isAnswer<N extends RouteName>(name: N, value: unknown): value is AnswerOf<N> {
  return name !== undefined && value !== undefined;
}

function isFailure(value: unknown): value is FailureAnswer {
  return typeof value === 'object' && value !== null && 'error' in value;
}
