import { clip } from '../../base/clip.ts';
import { classifyStatus, parseHttpStatus } from '../classify-failure.ts';
import type { FailureKind } from '../port.ts';
import type { ProgramExit } from '../run-program.ts';

/** Why a turn was not completed; `complaints` are the error messages of the stream. */
export function classifyGeminiFailure(
  { exit, stderr }: ProgramExit,
  complaints: readonly string[],
): { readonly kind: FailureKind; readonly message: string } {
  const message = complaints.length === 0 ? lastLines(stderr) : complaints.join('\n');
  return { kind: kindsByExit.get(exit) ?? classifyGeminiError(exitToStatus(exit), message), message };
}

/** Exit codes with one meaning; the others stand for failures of input, sandbox, configuration and tools. */
const kindsByExit: ReadonlyMap<number | null, FailureKind> = new Map([
  [41, 'auth'],
  [53, 'max_turns'],
  [55, 'denied'],
]);

/** An exit code keeps eight bits of the HTTP status. */
function exitToStatus(exit: number | null): number | undefined {
  return exit !== null && exit >= 400 - 256 ? exit + 256 : undefined;
}

/** A message may repeat a whole request; the reason comes first. */
const LONGEST_JUDGED = 4000;

/** By the HTTP status and the message of the server, which sometimes repeats the status. */
function classifyGeminiError(status: number | undefined, words: string): FailureKind {
  const message = clip(words, LONGEST_JUDGED);
  const known = parseHttpStatus(message) ?? status;
  return classifyWords(message, known) ?? classifyStatus(known) ?? 'crash';
}

/**
 * An answer that was cut off at the model's limit counts as `context_too_long`, as the vendor treats it ("try using
 * /compress"): the remedy is the same, a new start with less.
 */
function classifyWords(message: string, status: number | undefined): FailureKind | undefined {
  if (/blocked due to/i.test(message)) return 'refused';
  if (/token (?:count|limit)|tokens allowed|context window/i.test(message)) return 'context_too_long';
  if (/session turns|^Loop detected/im.test(message)) return 'max_turns';
  if (/disabled by/i.test(message)) return 'denied';
  if (/fetch failed/i.test(message)) return 'overloaded';
  if (status === 400 && /API key/i.test(message)) return 'auth';
  // Messages of plain rate limits mention billing, too.
  const unpaid = status === 429 ? /credits?\b.*\b(?:depleted|exhausted)|insufficient.*\bcredit/i : /\bbilling\b/i;
  return unpaid.test(message) ? 'billing' : undefined;
}

/** When a limit ends, if the message says how long it lasts. */
export function parseResumeAt(message: string, now: Date): string | undefined {
  const wait = /(?:retry (?:after|in)|reset after) ((?:\d+(?:\.\d+)?(?:ms|[hms])){1,4})/i.exec(message)?.[1];
  if (wait === undefined) return undefined;
  let until = now.getTime();
  for (const [, amount, unit = ''] of wait.matchAll(/([\d.]+)(ms|[hms])/g))
    until += Number(amount) * (unitMs[unit] ?? 0);
  // Beyond the range of Date: nothing to wait for.
  const date = new Date(until);
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString();
}

const unitMs: Partial<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 };

function lastLines(stderr: string): string {
  const lines = stderr.split('\n').filter((line) => !chatter.test(line));
  return lines.slice(-3).join('\n');
}

/** Lines of stderr that do not depend on the failure, and stack traces. */
const chatter = /^(?:YOLO mode is enabled|Warning: 256-color|Ripgrep is not available|\[STARTUP\]| {4}at )/;

/** A failed request that Gemini CLI is about to repeat. */
export interface FailedRequest {
  readonly attempt: number;
  readonly reason: string;
  readonly kind: FailureKind;
}

/** Reported on stderr only: `Attempt 1 failed with status 503. Retrying with backoff... Error: …`. */
export function parseFailedRequest(line: string): FailedRequest | undefined {
  const [, attempt, status, rest = ''] = /^Attempt (\d+) failed(?: with status (\d{3}))?(.*)$/.exec(line) ?? [];
  if (attempt === undefined) return undefined;
  const reason = rest.replace(/^\W*(?:Retrying with backoff\.\.\.)?\s*/, '');
  // A reason without a status stands for a quota.
  const kind = rest.startsWith(':')
    ? 'rate_limit'
    : classifyGeminiError(status === undefined ? undefined : Number(status), reason);
  return { attempt: Number(attempt), reason, kind };
}
