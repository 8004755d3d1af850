import { classifyStatus } from '../classify-failure.ts';
import type { AssistantLine, LimitInfo, ResultLine } from './lines.ts';
import { failedCall, type FailedCall, type FailureKind } from '../port.ts';
import type { ProgramExit } from '../run-program.ts';

export interface IncompleteTurn {
  readonly result: ResultLine | undefined;
  readonly failedRequest: AssistantLine | undefined;
  readonly limit: LimitInfo | undefined;
  readonly end: ProgramExit;
}

/** Why a call that did not complete its turn did not. */
export function classifyClaudeFailure({ result, failedRequest, limit, end }: IncompleteTurn): FailedCall {
  if (result === undefined) return failedCall('crash', end.stderr.slice(-500));
  const message = result.result ?? result.errors?.join('\n') ?? '';
  const kind = kindOf(result, failedRequest);
  if (kind !== 'rate_limit') return failedCall(kind, message);
  const resetsAt =
    failedRequest?.api_error_params?.rate_limit_info?.resetsAt ?? limit?.resetsAt ?? parseResetTime(message);
  return failedCall(kind, message, isoTime(resetsAt));
}

/** The vendor's times are seconds since 1970. */
export function isoTime(seconds: number | undefined): string | undefined {
  if (seconds === undefined || !(seconds > 0) || seconds > 8.64e12) return undefined;
  return new Date(seconds * 1000).toISOString();
}

const kindOfSubtype: ReadonlyMap<string, FailureKind> = new Map([
  ['error_max_turns', 'max_turns'],
  ['error_max_budget_usd', 'budget'],
  ['error_max_structured_output_retries', 'invalid_answer'],
]);

function kindOf(result: ResultLine, failedRequest: AssistantLine | undefined): FailureKind {
  const bySubtype = kindOfSubtype.get(result.subtype);
  if (bySubtype !== undefined) return bySubtype;
  if (result.terminal_reason === 'prompt_too_long') return 'context_too_long';
  if (result.stop_reason === 'refusal') return 'refused';
  if (!result.is_error) return 'crash';
  if (failedRequest?.api_error === 'model_requires_usage_credits') return 'billing';
  return claudeErrorKinds.get(failedRequest?.error ?? '') ?? classifyStatus(result.api_error_status) ?? 'crash';
}

/** Older versions put the time behind the sentence: `… usage limit reached|1763197200`. */
function parseResetTime(message: string): number | undefined {
  const seconds = /\|(\d{10})\b/.exec(message)?.[1];
  return seconds === undefined ? undefined : Number(seconds);
}

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
