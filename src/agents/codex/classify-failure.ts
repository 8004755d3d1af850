import * as z from 'zod/mini';
import { toTheSecond } from '../../base/clock.ts';
import { parseJson } from '../../base/json.ts';
import { classifyStatus } from '../classify-failure.ts';
import { failedCall, type FailedCall, type FailureKind } from '../port.ts';

/** All that is known of a failure is a sentence; some are the provider's reply as it came. */
export function classifyCodexFailure(sentence: string, now: Date): FailedCall {
  const message = parseReply(sentence) ?? sentence;
  const kind = kindOf(sentence);
  return failedCall(kind, message, kind === 'rate_limit' ? resumeAt(message, now) : undefined);
}

const reply = z.looseObject({ error: z.looseObject({ message: z.string() }) });

function parseReply(sentence: string): string | undefined {
  const parsed = reply.safeParse(parseJson(sentence));
  return parsed.success ? parsed.data.error.message : undefined;
}

function kindOf(sentence: string): FailureKind {
  // Addresses and ids hold numbers that are no status.
  const words = sentence.replaceAll(/\b(url|request id|cf-ray|auth error): \S+/g, '');
  const [, kind] = kindOfWords.find(([pattern]) => pattern.test(words)) ?? [];
  return kind ?? classifyStatus(Number(/\bstatus:? (\d{3})\b/.exec(words)?.[1] ?? 0)) ?? 'crash';
}

/** The first that fits: the words of a usage limit also speak of credits to buy. */
const kindOfWords: readonly (readonly [RegExp, FailureKind])[] = [
  [/usage limit/i, 'rate_limit'],
  [/context (window|length)|context_length|prompt is too long/i, 'context_too_long'],
  [/quota|billing|credits?\b|payment|upgrade to (plus|pro)/i, 'billing'],
  [/content.?filter|content policy|cyber.?policy|flagged for|invalid_prompt|usage policy/i, 'refused'],
  [/rate.?limit|too many requests/i, 'rate_limit'],
  [
    /api key|api_key|unauthorized|forbidden|not logged in|log ?in again|sign in|access token|environment variable/i,
    'auth',
  ],
  [/incomplete response/i, 'crash'],
  [/high demand|overloaded|at capacity|service unavailable|internal server error/i, 'overloaded'],
  // It cannot be reached, or does not keep talking: it is the provider that has to be waited for.
  [
    /stream disconnected|connection (failed|refused|reset)|network error|error sending request|timed out/i,
    'overloaded',
  ],
];

/** `try again in 1m 3.5s`, `try again at 3:45 PM` (today), `try again at Nov 18th, 2026 6:05 AM`, in the local time zone. */
function resumeAt(message: string, now: Date): string | undefined {
  const wait = /try again in ((?:[\d.]+ ?[a-z]+,? ?)+)/i.exec(message)?.[1];
  const at = wait === undefined ? parseTime(message, now) : now.getTime() + parseDuration(wait);
  return at > now.getTime() && at < 8.64e15 ? toTheSecond(new Date(at).toISOString()) : undefined;
}

const MINUTE = 60_000;

const unitMs: readonly (readonly [RegExp, number])[] = [
  [/^ms|^milli/i, 1],
  [/^s/i, 1000],
  [/^m/i, MINUTE],
  [/^h/i, 60 * MINUTE],
  [/^d/i, 24 * 60 * MINUTE],
];

function parseDuration(wait: string): number {
  let sum = 0;
  for (const [, count, unit = ''] of wait.matchAll(/([\d.]+) ?([a-z]+)/gi)) {
    sum += Number(count) * (unitMs.find(([pattern]) => pattern.test(unit))?.[1] ?? Number.NaN);
  }
  // A limit that ends within the second has ended by the next.
  return Math.ceil(sum / 1000) * 1000;
}

const TIME = /try again at (?:([a-z]{3})[a-z]* (\d{1,2})(?:st|nd|rd|th)?,? (\d{4}),? )?(\d{1,2}):(\d{2}) ?([ap])m/i;

function parseTime(message: string, now: Date): number {
  const match = TIME.exec(message);
  if (match === null) return Number.NaN;
  const [, month, day, year, hour, minute, half = ''] = match;
  const hours = (Number(hour) % 12) + (half.toLowerCase() === 'p' ? 12 : 0);
  const date =
    month === undefined
      ? ([now.getFullYear(), now.getMonth(), now.getDate()] as const)
      : ([Number(year), monthNumber(month), Number(day)] as const);
  // It names the minute in which the limit ends.
  return new Date(...date, hours, Number(minute)).getTime() + MINUTE;
}

function monthNumber(name: string): number {
  const at = 'janfebmaraprmayjunjulaugsepoctnovdec'.indexOf(name.toLowerCase());
  return at % 3 === 0 ? at / 3 : Number.NaN;
}
