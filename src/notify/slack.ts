import { setTimeout as pause } from 'node:timers/promises';
import { err, ok, type Result } from '../base/result.ts';
import type { NotificationText } from './format-notification.ts';

/** Why Slack was not told. Never holds the address: whoever has it can post. */
export type SlackFailure =
  | { readonly why: 'bad_url' }
  /** It answered, and not with yes; nothing was posted. */
  | { readonly why: 'refused'; readonly status: number }
  | { readonly why: 'unreachable' }
  /** Sent, and no answer came: it may have been posted. */
  | { readonly why: 'unsure' };

export interface SlackOptions {
  readonly url: string;
  /** For both tries together. */
  readonly limitMs?: number;
}

const LIMIT_MS = 5_000;
const PAUSE_MS = 1_000;

/** Posts to a webhook of Slack's. A second try is made only where the first surely posted nothing. Never rejects. */
export async function postToSlack(
  { headline, text }: NotificationText,
  { url, limitMs = LIMIT_MS }: SlackOptions,
): Promise<Result<void, SlackFailure>> {
  if (!isAllowed(url)) return err({ why: 'bad_url' });
  const body = JSON.stringify({
    text: [headline, text]
      .filter((line) => line !== '')
      .map(escapeMarkup)
      .join('\n'),
    mrkdwn: false,
    unfurl_links: false,
    unfurl_media: false,
  });
  const signal = AbortSignal.timeout(limitMs);
  const first = await post(url, body, signal);
  if (first.ok || !isRetryable(first.error)) return first;
  try {
    await pause(PAUSE_MS, undefined, { signal });
  } catch {
    return first;
  }
  return post(url, body, signal);
}

/** Only encrypted; on this very machine, where tests listen, it need not be. */
function isAllowed(url: string): boolean {
  if (!URL.canParse(url)) return false;
  const { protocol, hostname, username, password } = new URL(url);
  if (username !== '' || password !== '') return false;
  return protocol === 'https:' || (protocol === 'http:' && ['127.0.0.1', '[::1]', 'localhost'].includes(hostname));
}

async function post(url: string, body: string, signal: AbortSignal): Promise<Result<void, SlackFailure>> {
  try {
    // A redirect is not followed: what stands there was not configured.
    const headers = { 'content-type': 'application/json; charset=utf-8' };
    const response = await fetch(url, { method: 'POST', headers, body, redirect: 'manual', signal });
    await response.body?.cancel();
    return response.ok ? ok() : err({ why: 'refused', status: response.status });
  } catch (error) {
    return err({ why: neverArrived(error) ? 'unreachable' : 'unsure' });
  }
}

function isRetryable(failed: SlackFailure): boolean {
  if (failed.why === 'refused') return failed.status === 429 || failed.status >= 500;
  return failed.why === 'unreachable';
}

/** No connection was ever made. */
function neverArrived(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : undefined;
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
  return /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT_TIMEOUT)$|CERT|^ERR_TLS_/.test(
    code,
  );
}

function escapeMarkup(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
