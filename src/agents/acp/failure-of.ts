import { kindOfStatus, kindOfWords, statusIn } from '../kind-of-failure.ts';
import type { FailureKind } from '../port.ts';
import { errorData } from './shapes.ts';

/** What an agent answered a request with instead of a result. */
export interface RequestFailure {
  readonly code: number;
  readonly message: string;
  readonly data?: unknown;
}

/** The protocol knows one kind alone, signing in; beyond it each agent has its own way to say what went wrong. */
export function kindOf({ code, message, data }: RequestFailure): FailureKind {
  const { errorKind = '', errorName = '', statusCode, status } = errorData.safeParse(data).data ?? {};
  return (
    namedKinds.get(errorKind) ??
    namedKinds.get(errorName) ??
    (code === AUTH_REQUIRED ? 'auth' : undefined) ??
    kindOfMessage(message, statusCode ?? status ?? code)
  );
}

/** For a failure that came as a message to the person. */
export function kindOfMessage(message: string, status?: number): FailureKind {
  const byStatus = kindOfStatus(status) ?? kindOfStatus(statusIn(message));
  // Many failures share the status of a bad request: the words tell them apart.
  const byWords = byStatus === undefined || byStatus === 'crash' ? kindOfWords(message) : undefined;
  return byWords ?? byStatus ?? 'crash';
}

const AUTH_REQUIRED = -32000;

/** Names that Claude's and opencode's adapters give to failures. */
const namedKinds: ReadonlyMap<string, FailureKind> = new Map([
  ['authentication_failed', 'auth'],
  ['oauth_org_not_allowed', 'auth'],
  ['account_on_hold', 'auth'],
  ['verification_required', 'auth'],
  ['cloud_credential_error', 'auth'],
  ['billing_error', 'billing'],
  ['rate_limit', 'rate_limit'],
  ['overloaded', 'overloaded'],
  ['server_error', 'overloaded'],
  ['ContextOverflowError', 'context_too_long'],
  ['ProviderAuthError', 'auth'],
]);
