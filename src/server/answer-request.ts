import type { IncomingMessage, ServerResponse } from 'node:http';
import { catchFailure, failure, type Failure } from '../base/failure.ts';
import { withTexts } from '../base/redact.ts';
import { err, type Result } from '../base/result.ts';
import type { Catalogue } from '../i18n/catalogue.ts';
import { chooseLanguage, loadCatalogue } from '../i18n/language.ts';
import { eventStreamPath, type RouteName } from '../schema/api/paths.ts';
import { readPart } from '../schema/api/read-request.ts';
import { takesNothing } from '../schema/api/route.ts';
import { schemasOf } from '../schema/api/routes.ts';
import type { Problem } from '../base/document-problem.ts';
import { failureAnswer, statusOf } from './answer-failure.ts';
import type { Dashboard, ServerParts } from './dashboard.ts';
import { FailedWithProblems } from './failed-with-problems.ts';
import type { Call, Handlers, RequestContext } from './handler.ts';
import { readBody } from './read-body.ts';
import { namesCalled, type OwnNames, refuse } from './request-guard.ts';
import { findRoute, type FoundRoute } from './route-table.ts';
import type { Caller, Entrance } from './sign-in.ts';
import { findStatic, sendStatic, type StaticFiles } from './static-files.ts';

export interface Answering extends ServerParts {
  readonly dashboard: Dashboard;
  readonly handlers: Handlers;
  readonly files: StaticFiles;
}

/** Where a request came in. */
export interface Door {
  /** What the server is called there. */
  readonly names: readonly OwnNames[];
}

const HEADERS: Readonly<Record<string, string>> = {
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; " +
    "frame-ancestors 'none'; base-uri 'none'; form-action 'none'; manifest-src 'self'; " +
    "require-trusted-types-for 'script'; trusted-types orchestral",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'x-frame-options': 'DENY',
};

/** Routes that let callers in. */
const OPEN: ReadonlySet<RouteName> = new Set(['server.identify', 'session.open']);
const PROGRAMS_ONLY: ReadonlySet<RouteName> = new Set([
  'server.link',
  'server.stop',
  'server.remote',
  'devices.list',
  'devices.revoke',
]);
/** What is edited and sent back has to come as it is. */
const AS_IT_IS: ReadonlySet<RouteName> = new Set([
  'settings.read',
  'session.open',
  'session.read',
  'server.link',
  'server.remote',
]);

/** Answers one request, looking at it in the order of the rules: nothing is read of what is not let in. */
export async function answerRequest(
  request: IncomingMessage,
  response: ServerResponse,
  answering: Answering & Door,
): Promise<void> {
  for (const [name, value] of Object.entries(HEADERS)) response.setHeader(name, value);
  const { method = '', headers } = request;
  const words = await wordsFor(request, answering.dashboard);
  const url = urlOf(request);
  const { pathname } = url;
  const isApi = pathname === '/api' || pathname.startsWith('/api/');
  const names = namesCalled(headers, answering.names);
  const refused = refuse({ method, headers, isApi }, names);
  if (refused !== undefined) return sendFailure(response, refused.failure, { words, status: refused.status });
  if (!isApi) {
    const file = findStatic(answering.files, pathname);
    if (file === undefined) return sendFailure(response, failure('http.unknown', { name: pathname }), { words });
    return sendStatic(response, file, { isHead: method === 'HEAD', known: headers['if-none-match'] });
  }
  const entrance = { isRemote: names?.isRemote ?? true, address: request.socket.remoteAddress ?? '' };
  const isStream = pathname === eventStreamPath;
  const route = isStream ? undefined : findRoute(method, pathname);
  if (route === 'other_method' || method === 'HEAD' || (isStream && method !== 'GET'))
    return sendFailure(response, failure('http.method', { method }), { words, status: 405 });
  const caller = route !== undefined && OPEN.has(route.name) ? undefined : answering.signIn.identify(headers, entrance);
  if (caller !== undefined && 'failure' in caller)
    return sendFailure(response, caller.failure, { words, status: caller.status });
  if (isStream && caller?.kind === 'browser') endWithSignIn(response, caller.browser.endings);
  if (isStream) return answering.hub.connect(request, response, url.searchParams.get('after') ?? undefined);
  if (route === undefined) return sendFailure(response, failure('http.unknown', { name: pathname }), { words });
  const denied = deny(route, { caller, request, answering, entrance });
  if (denied !== undefined) return sendFailure(response, denied, { words });
  const body = await readBody(request);
  if (!body.ok) {
    // What is left of it is not read.
    if (body.error.code === 'http.too_large') response.setHeader('connection', 'close');
    return sendFailure(response, body.error, { words });
  }
  const context = contextOf(request, response, { answering, caller, words, entrance });
  const given = { params: route.params, query: queryIn(url), body: body.value };
  const answer = await perform(route.name, given, context, answering.handlers);
  if (!answer.ok) return sendFailure(response, answer.error.failure, { words, problems: answer.error.problems });
  const { redact } = answering.dashboard;
  send(response, 200, AS_IT_IS.has(route.name) ? answer.value : withTexts(answer.value, redact));
}

/** A browser that is signed out hears nothing more. */
function endWithSignIn(response: ServerResponse, endings: Set<() => void>): void {
  const end = (): void => void response.destroy();
  endings.add(end);
  response.once('close', () => endings.delete(end));
}

function deny(
  { name }: FoundRoute,
  {
    caller,
    request,
    answering,
    entrance,
  }: {
    readonly caller: Caller | undefined;
    readonly request: IncomingMessage;
    readonly answering: Answering;
    readonly entrance: Entrance;
  },
): Failure | undefined {
  if (name === 'server.identify' && entrance.isRemote) return failure('http.programs_only', {});
  if (caller === undefined) return undefined;
  if (PROGRAMS_ONLY.has(name) && caller.kind !== 'program') return failure('http.programs_only', {});
  const isChange = request.method !== 'GET';
  return isChange && !answering.signIn.allowsChange(caller, request.headers) ? failure('http.csrf', {}) : undefined;
}

interface Given {
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>> | undefined;
  readonly body: unknown;
}

interface Failed {
  readonly failure: Failure;
  readonly problems: readonly Problem[];
}

/** Checks what was given by the schemas of the route, then has it done. */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the handler and what it is called with belong together by the name
async function perform<N extends RouteName>(
  name: N,
  given: Given,
  context: RequestContext,
  handlers: Handlers,
): Promise<Result<unknown, Failed>> {
  const call = read(name, given);
  if (!call.ok) return call;
  const handler = handlers[name];
  try {
    const done = await catchFailure(async () => handler(context, call.value));
    return done.ok ? done : err({ failure: done.error, problems: [] });
  } catch (error) {
    if (error instanceof FailedWithProblems) return err(error);
    throw error;
  }
}

function read<N extends RouteName>(name: N, given: Given): Result<Call<N>, Failed> {
  const schemas = schemasOf(name);
  const isEmpty = Object.keys(given.params).length === 0;
  const params = readPart(schemas.params, isEmpty ? undefined : given.params);
  if (!params.ok) return invalid('path', params.error);
  const query = readPart(schemas.query, given.query ?? (takesNothing(schemas.query) ? undefined : {}));
  if (!query.ok) return invalid('query', query.error);
  const body = readPart(schemas.body, given.body);
  if (!body.ok) return invalid('body', body.error);
  return { ok: true, value: { params: params.value, query: query.value, body: body.value } };
}

function invalid(part: 'path' | 'query' | 'body', problems: readonly Problem[]): Result<never, Failed> {
  return err({ failure: failure('http.invalid', { part }), problems });
}

/** Only the path and the query count: which server was meant, its headers say. */
function urlOf({ url = '/' }: IncomingMessage): URL {
  return URL.canParse(url, 'http://localhost') ? new URL(url, 'http://localhost') : new URL('http://localhost/');
}

function queryIn({ searchParams }: URL): Given['query'] {
  const entries = [...searchParams];
  return entries.length === 0 ? undefined : Object.fromEntries(entries);
}

function contextOf(
  { headers }: IncomingMessage,
  response: ServerResponse,
  {
    answering: { dashboard },
    caller,
    words,
    entrance,
  }: {
    readonly answering: Answering;
    readonly caller: Caller | undefined;
    readonly words: Catalogue;
    readonly entrance: Entrance;
  },
): RequestContext {
  const language = languageOf(headers['accept-language'], dashboard);
  const gone = new AbortController();
  response.once('close', () => gone.abort());
  return {
    dashboard,
    language,
    words,
    caller,
    entrance,
    headers,
    project: (id) => dashboard.project(id, language),
    signal: gone.signal,
    setCookie: (cookie) => response.setHeader('set-cookie', cookie),
  };
}

function wordsFor({ headers }: IncomingMessage, dashboard: Dashboard): Promise<Catalogue> {
  const flag = languageOf(headers['accept-language'], dashboard);
  return loadCatalogue(chooseLanguage({ flag, env: {} }));
}

/** The first that is asked for, of those there are; else the one that the server was started in. */
function languageOf(accepted: string | undefined, { options }: Dashboard): string {
  const [first] = (accepted ?? '').split(',').flatMap((one) => /^\s*(en|ko)\b/i.exec(one)?.[1]?.toLowerCase() ?? []);
  return first ?? options.language;
}

interface Sending {
  readonly words: Catalogue;
  readonly status?: number;
  readonly problems?: readonly Problem[];
}

function sendFailure(response: ServerResponse, wrong: Failure, { words, status, problems }: Sending): void {
  send(response, status ?? statusOf(wrong.code), failureAnswer(wrong, words, problems));
}

export function send(response: ServerResponse, status: number, value: unknown): void {
  if (response.headersSent || response.destroyed) return;
  const text = Buffer.from(JSON.stringify(value));
  response.writeHead(status, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': text.length,
    'cache-control': 'no-store',
  });
  response.end(text);
}
