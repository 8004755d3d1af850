import type { FailureKind } from '../port.ts';

/** What Claude Code calls a request that failed; its ACP adapter says the same. */
export const claudeErrorKinds: ReadonlyMap<string, FailureKind> = new Map([
  ['authentication_failed', 'auth'],
  ['oauth_org_not_allowed', 'auth'],
  ['account_on_hold', 'auth'],
  ['verification_required', 'auth'],
  ['cloud_credential_error', 'auth'],
  ['billing_error', 'billing'],
  ['rate_limit', 'rate_limit'],
  ['overloaded', 'overloaded'],
  // Also a server that cannot be reached or does not answer: it is the provider that has to be waited for.
  ['server_error', 'overloaded'],
]);
