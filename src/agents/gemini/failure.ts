import type { FailureKind } from '../port.ts';

/** What there is to go by when a call did not succeed. */
export interface Signs {
  /** Null when a signal ended it. */
  readonly exit: number | null;
  /** What the stream said was wrong; empty when it said nothing. */
  readonly complaint: string;
  readonly stderr: string;
}

export function failureOf({ exit, complaint, stderr }: Signs): {
  readonly kind: FailureKind;
  readonly message: string;
} {
  const message = complaint === '' ? lastLines(stderr) : complaint;
  return { kind: kindOf(exit, message), message };
}

/** When the limit ends, where the words say how long it lasts; `said` is when they were spoken. */
export function resumeAt(message: string, said: string | undefined): string | undefined {
  const wait = /(?:retry (?:after|in)|reset after) ((?:\d+(?:\.\d+)?(?:ms|h|m|s))+)/i.exec(message)?.[1];
  const from = Date.parse(said ?? '');
  if (wait === undefined || Number.isNaN(from)) return undefined;
  let until = from;
  for (const [, amount, unit = ''] of wait.matchAll(/([\d.]+)(ms|h|m|s)/g))
    until += Number(amount) * (unitMs[unit] ?? 0);
  const date = new Date(until);
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString();
}

const unitMs: Partial<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 };

/** For what the exit code alone tells; the others it knows are input, sandbox, configuration and tools gone wrong. */
const ownExits: ReadonlyMap<number | null, FailureKind> = new Map([
  [41, 'auth'],
  [53, 'max_turns'],
  [55, 'denied'],
]);

function kindOf(exit: number | null, message: string): FailureKind {
  const status = statusOf(exit, message);
  return ownExits.get(exit) ?? kindByWords(status, message) ?? kindByStatus(status);
}

/**
 * An answer cut off at the model's limit counts as too long a context: so the vendor says ("try /compress"), and what
 * helps is the same, to begin anew with less.
 */
function kindByWords(status: number | undefined, message: string): FailureKind | undefined {
  if (/blocked due to/i.test(message)) return 'refused';
  if (/token (?:count|limit)|tokens allowed|context window/i.test(message)) return 'context_too_long';
  if (/session turns|^Loop detected/im.test(message)) return 'max_turns';
  if (/disabled by/i.test(message)) return 'denied';
  if (status === 400 && /API key/i.test(message)) return 'auth';
  // The words of a plain rate limit name billing, too.
  const unpaid = status === 429 ? /credits?\b.*\b(?:depleted|exhausted)|insufficient.*\bcredit/i : /\bbilling\b/i;
  return unpaid.test(message) ? 'billing' : undefined;
}

function kindByStatus(status = 0): FailureKind {
  return status >= 500 ? 'overloaded' : (kindsByStatus.get(status) ?? 'crash');
}

const kindsByStatus: ReadonlyMap<number, FailureKind> = new Map([
  [401, 'auth'],
  [402, 'billing'],
  [403, 'auth'],
  [413, 'context_too_long'],
  [429, 'rate_limit'],
]);

/** The HTTP status behind a failure: in the server's own words, else in the eight bits of it that an exit code keeps. */
function statusOf(exit: number | null, message: string): number | undefined {
  const said = /"code":\s*(\d{3})\b/.exec(message)?.[1];
  if (said !== undefined) return Number(said);
  return exit !== null && exit >= 400 - 256 ? exit + 256 : undefined;
}

function lastLines(stderr: string): string {
  return stderr.trim().split('\n').slice(-3).join('\n');
}
