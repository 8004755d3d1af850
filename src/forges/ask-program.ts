import { throwFailure } from '../base/failure.ts';
import type { Environment, Spawner } from '../process/command.ts';
import { allowedEnvironment } from '../process/environment.ts';
import type { AskForge, ForgeAnswer, ForgeRequest } from './forge.ts';

export interface ForgeProgram {
  readonly program: 'gh' | 'glab';
  readonly host: string;
  readonly run: Spawner['run'];
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly signal?: AbortSignal | undefined;
}

/** A host that says nothing for so long is not there. */
const PATIENCE_MS = 60_000;
const MOST_BYTES = 32 * 1024 * 1024;

/** What the programs know the person by: only they get it. */
const SIGN_IN =
  /^(?:GH_TOKEN|GITHUB_TOKEN|GH_ENTERPRISE_TOKEN|GITHUB_ENTERPRISE_TOKEN|GH_CONFIG_DIR|GITLAB_TOKEN|GITLAB_ACCESS_TOKEN|OAUTH_TOKEN|GLAB_CONFIG_DIR|DBUS_SESSION_BUS_ADDRESS)$/u;

/** What `gh` and `glab` get of the person's besides what every program gets. */
export function signInEnvironment(env: ForgeProgram['env']): Environment {
  const own: Record<string, string> = {
    GH_PROMPT_DISABLED: '1',
    GH_NO_UPDATE_NOTIFIER: '1',
    GLAB_CHECK_UPDATE: 'false',
    GLAB_SEND_TELEMETRY: 'false',
    NO_PROMPT: '1',
    NO_COLOR: '1',
  };
  for (const [name, value] of Object.entries(env)) if (value !== undefined && SIGN_IN.test(name)) own[name] = value;
  return own;
}

/** Asks through `gh api` or `glab api`: what it answered, or why there is no answer. */
export function forgeProgram({ program, host, run, env, signal }: ForgeProgram): AskForge {
  const environment: Environment = allowedEnvironment(env, signInEnvironment(env));
  return async (request) => {
    const { ending, stdout, stderr } = await run({
      file: program,
      args: argumentsFor(host, request),
      // Not in the project: a program found by a relative PATH would be the project's own.
      cwd: '/',
      env: environment,
      limits: { wallMs: PATIENCE_MS, outputBytes: MOST_BYTES },
      ...(request.body !== undefined && { stdin: JSON.stringify(request.body) }),
      ...(signal !== undefined && { signal }),
    });
    const said = firstLine(Buffer.from(stderr).toString('utf8'));
    if (ending.kind === 'not_started' && ending.reason === 'not_found')
      return throwFailure('forge.no_program', { program, host });
    if (ending.kind === 'cancelled') return throwFailure('work.cancelled', {});
    if (ending.kind === 'timed_out')
      return throwFailure('forge.unreachable', { host, reason: `${PATIENCE_MS / 1000} s` });
    const answer = parseAnswer(Buffer.from(stdout).toString('utf8'));
    if (answer === undefined) {
      if (isSignedOut(ending.kind === 'exited' ? ending.code : 0, said))
        return throwFailure('forge.signed_out', { program, host });
      return throwFailure('forge.unreachable', { host, reason: said });
    }
    // Its head came, and not all of its body; a program may also have stumbled over what it holds.
    const hasFailed = ending.kind !== 'exited' || ending.code !== 0;
    if (hasFailed && answer.status < 300 && BROKEN_OFF.test(said))
      return throwFailure('forge.unreachable', { host, reason: said });
    return requireUsable(answer, { program, host });
  };
}

function argumentsFor(host: string, { method, path, body }: ForgeRequest): string[] {
  return [
    'api',
    '--hostname',
    host,
    '--include',
    '--method',
    method,
    '-H',
    'Content-Type: application/json',
    ...(body === undefined ? [] : ['--input', '-']),
    path,
  ];
}

function isSignedOut(code: number, said: string): boolean {
  return code === 4 || /gh auth login|glab auth login|not logged in|authentication required/iu.test(said);
}

const BROKEN_OFF = /EOF|connection|reset|closed|timeout/iu;

/** `HTTP/2.0 200 OK`, headers, an empty line, the body. */
function parseAnswer(text: string): ForgeAnswer | undefined {
  const [head = '', ...rest] = text.replaceAll('\r\n', '\n').split('\n\n');
  const [first = '', ...lines] = head.split('\n');
  const status = /^HTTP\/[\d.]+ (\d{3})/u.exec(first)?.[1];
  if (status === undefined) return undefined;
  const headers = lines.map(
    (line) => [line.split(':')[0]?.toLowerCase() ?? '', line.slice(line.indexOf(':') + 1).trim()] as const,
  );
  return { status: Number(status), headers: new Map(headers), text: rest.join('\n\n') };
}

/** Throws what is the same for every question; what else the host refuses is for whoever asked. */
function requireUsable(answer: ForgeAnswer, { program, host }: Pick<ForgeProgram, 'program' | 'host'>): ForgeAnswer {
  const { status, headers, text } = answer;
  if (status === 401) throwFailure('forge.signed_out', { program, host });
  const isLimited =
    status === 429 ||
    (status === 403 && (headers.get('x-ratelimit-remaining') === '0' || /rate limit|abuse detection/iu.test(text)));
  if (isLimited) throwFailure('forge.limited', { host, seconds: secondsToWait(headers) });
  if (status >= 500) throwFailure('forge.unreachable', { host, reason: `HTTP ${status}` });
  return answer;
}

/** What the host asks for; null where it does not say. */
function secondsToWait(headers: ForgeAnswer['headers']): number | null {
  const after = Number(headers.get('retry-after') ?? NaN);
  if (Number.isFinite(after)) return after;
  const reset = Number(headers.get('x-ratelimit-reset') ?? NaN);
  const now = Date.parse(headers.get('date') ?? '');
  return Number.isFinite(reset) && Number.isFinite(now) ? Math.max(0, Math.round(reset - now / 1000)) : null;
}

const LONGEST_REASON = 300;

function firstLine(text: string): string {
  return (text.split('\n').find((line) => line.trim() !== '') ?? '').trim().slice(0, LONGEST_REASON);
}
