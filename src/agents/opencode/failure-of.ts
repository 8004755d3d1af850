import { kindOfStatus, kindOfWords, statusIn } from '../kind-of-failure.ts';
import type { FailureKind, Verdict } from '../port.ts';
import type { ErrorLine } from './lines.ts';

type Failed = Extract<Verdict, { status: 'failed' }>;

/** What an `error` line means. Only failed requests say more than words. */
export function failureOf({ error, timestamp }: ErrorLine): Failed {
  const { name = '', data } = error;
  const { message = name, statusCode } = data;
  const kind = kindOf(name, message, statusCode);
  const resume_at = kind === 'rate_limit' ? resumeAt(data.responseHeaders, timestamp) : undefined;
  return { status: 'failed', kind, message, ...(resume_at !== undefined && { resume_at }) };
}

const namedKinds: ReadonlyMap<string, FailureKind> = new Map([
  ['ContextOverflowError', 'context_too_long'],
  ['MessageOutputLengthError', 'context_too_long'],
  ['ContentFilterError', 'refused'],
  ['ProviderAuthError', 'auth'],
]);

function kindOf(name: string, message: string, statusCode: number | undefined): FailureKind {
  const named = namedKinds.get(name);
  if (named !== undefined) return named;
  const byStatus = kindOfStatus(statusCode ?? statusIn(message));
  // Many failures share the status of a request that is bad or not allowed: the words tell them apart.
  const isClear = byStatus !== undefined && byStatus !== 'crash' && byStatus !== 'auth';
  return (isClear ? undefined : kindOfWords(message)) ?? byStatus ?? 'crash';
}

/** In seconds, or as a date. */
function resumeAt(headers: Readonly<Record<string, string>>, said: number | undefined): string | undefined {
  const after = headers['retry-after'];
  if (after === undefined || said === undefined) return undefined;
  const time = /^\d+(\.\d+)?$/.test(after) ? said + Number(after) * 1000 : Date.parse(after);
  const date = new Date(time);
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString();
}
