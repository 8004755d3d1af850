import type { FailureKind } from './port.ts';

/** What an HTTP status of a model's server means; undefined for a status that is not a failure. */
export function classifyStatus(status: number | undefined): FailureKind | undefined {
  if (status === undefined || status < 400 || status > 599) return undefined;
  return status >= 500 ? 'overloaded' : (kindsByStatus.get(status) ?? 'crash');
}

const kindsByStatus: ReadonlyMap<number, FailureKind> = new Map([
  [401, 'auth'],
  [402, 'billing'],
  [403, 'auth'],
  [413, 'context_too_long'],
  [429, 'rate_limit'],
]);

/** By the message. The last resort, because the words may stand in a text about something else. */
export function classifyMessage(message: string): FailureKind | undefined {
  return words.find(([, pattern]) => pattern.test(message))?.[0];
}

/** In order: messages about billing mention quota, and messages about quota mention limits. */
const words: readonly (readonly [FailureKind, RegExp])[] = [
  ['refused', /content[_ ]filter|blocked due to|\bsafety\b/i],
  [
    'context_too_long',
    /context[ _](?:length|window|overflow)|(?:prompt|input|request) is too long|token count|too many tokens/i,
  ],
  ['billing', /credit balance|insufficient[_ ](?:quota|credit|funds)|payment required|\bbilling\b/i],
  ['rate_limit', /rate[ _-]?limit|usage[ _]limit|too many requests|quota/i],
  ['overloaded', /overloaded|high demand|service unavailable|internal server error|try again later/i],
  ['auth', /api key|unauthori[sz]ed|unauthenticated|authenticat|not logged in|sign in|log ?in\b/i],
];

/** The status of a failed request, where a message names it. */
export function parseHttpStatus(message: string): number | undefined {
  const said = /(?:API Error:?|status(?: code)?:?|HTTP(?:\/\d(?:\.\d)?)?|"code":)\s*(\d{3})\b/i.exec(message)?.[1];
  return said === undefined ? undefined : Number(said);
}
