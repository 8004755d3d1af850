import { describe, expect, test } from 'vitest';
import { classifyCodexFailure } from '../../../src/agents/codex/classify-failure.ts';
import type { FailureKind } from '../../../src/agents/port.ts';
import { noon } from './streams.ts';

const sentences: [FailureKind, string][] = [
  ['rate_limit', 'You’ve hit your usage limit. Upgrade to Plus to continue using Codex'],
  ['rate_limit', 'exceeded retry limit, last status: 429 Too Many Requests, request id: req_401'],
  ['rate_limit', 'Rate limit reached for gpt-6 in organization org-1 on tokens per min. Please try again in 11.054s.'],
  ['billing', 'Quota exceeded. Check your plan and billing details.'],
  ['billing', 'To use Codex with your ChatGPT plan, upgrade to Plus: https://chatgpt.com/explore/plus.'],
  ['auth', 'unexpected status 401 Unauthorized: Incorrect API key provided, url: http://127.0.0.1:50300/v1/responses'],
  ['auth', 'unexpected status 403 <html>no</html>, cf-ray: 429503'],
  ['auth', 'Missing environment variable: `OPENAI_API_KEY`.'],
  ['auth', 'Your access token could not be refreshed because you have since logged out. Please sign in again.'],
  ['overloaded', 'unexpected status 502 Bad Gateway: , url: https://api.example/v1/responses'],
  ['overloaded', 'unexpected status 500 Oops: , url: https://gateway.example/quota/v1/responses'],
  ['overloaded', 'Selected model is at capacity. Please try a different model.'],
  ['context_too_long', "Codex ran out of room in the model's context window. Start a new thread."],
  ['refused', 'This content was flagged for possible cybersecurity risk.'],
  ['crash', 'stream disconnected before completion: Incomplete response returned, reason: max_output_tokens'],
  ['crash', 'unexpected status 404 Not Found: no such page, url: http://127.0.0.1:50300/v1/429'],
  ['crash', ''],
];

test.each(sentences)('%s: %s', (kind, sentence) => {
  expect(classifyCodexFailure(sentence, noon)).toEqual({
    status: 'failed',
    kind,
    message: sentence,
    ...resumeAt(sentence),
  });
});

function resumeAt(sentence: string) {
  return sentence.includes('11.054s') ? { resume_at: '2026-11-15T12:00:12Z' } : {};
}

describe('when a limit ends', () => {
  const resume = (words: string) => {
    const failure = classifyCodexFailure(`You’ve hit your usage limit, or ${words}.`, noon);
    return failure.resume_at ?? null;
  };

  test.each([
    ['try again in 28ms', '2026-11-15T12:00:01Z'],
    ['try again in 1m3.5s', '2026-11-15T12:01:04Z'],
    ['try again in 5 minutes', '2026-11-15T12:05:00Z'],
    ['try again in 3 days 4 hours 2 minutes', '2026-11-18T16:02:00Z'],
    ['try again at 3:45 PM', '2026-11-15T15:46:00Z'],
    ['try again at Nov 18th, 2026 12:05 AM', '2026-11-18T00:06:00Z'],
    ['try again at Jan 1st, 2027 6:05 pm', '2027-01-01T18:06:00Z'],
  ])('%s', (words, at) => {
    expect(resume(words)).toBe(at);
  });

  test.each([
    'try again later',
    // What has passed is no time to wait for.
    'try again at 3:45 AM',
    'try again at Foo 18th, 2026 12:05 AM',
    'try again in 5 fortnights',
    'try again in 99999999999999999 days',
  ])('not known: %s', (words) => {
    expect(resume(words)).toBeNull();
  });
});
