import { claudeErrorKinds } from '../claude/classify-failure.ts';
import { classifyStatus, classifyMessage, parseHttpStatus } from '../classify-failure.ts';
import type { FailureKind } from '../port.ts';
import { errorData } from './schemas.ts';

/** The error response to a request. */
export interface RequestFailure {
  readonly code: number;
  readonly message: string;
  readonly data?: unknown;
}

/** The protocol defines one kind, missing authentication; everything else differs by agent. */
export function classifyRequestFailure({ code, message, data }: RequestFailure): {
  kind: FailureKind;
  message: string;
} {
  const more = errorData.safeParse(data).data ?? {};
  const words = more.message ?? more.details ?? message;
  const kind =
    namedKinds.get(more.errorKind ?? '') ??
    namedKinds.get(more.errorName ?? '') ??
    (code === AUTH_REQUIRED ? 'auth' : classifyFailureMessage(words, more.statusCode ?? more.status ?? code));
  return { kind, message: words };
}

/** For a failure that was reported as a message to the person. */
export function classifyFailureMessage(message: string, status?: number): FailureKind {
  // Agents report 500 for their own failures, too.
  const byStatus = classifyStatus(parseHttpStatus(message)) ?? (status === 500 ? undefined : classifyStatus(status));
  // Many failures share the status of a bad or forbidden request: the message tells them apart.
  const isClear = byStatus !== undefined && byStatus !== 'crash' && byStatus !== 'auth';
  return (isClear ? undefined : classifyMessage(message)) ?? byStatus ?? 'crash';
}

const AUTH_REQUIRED = -32000;

/** Names that Claude's and opencode's adapters give to failures. */
const namedKinds: ReadonlyMap<string, FailureKind> = new Map([
  ...claudeErrorKinds,
  ['ContextOverflowError', 'context_too_long'],
  ['ProviderAuthError', 'auth'],
]);
