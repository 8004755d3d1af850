import { expect, test } from 'vitest';
import { openMessagesServer } from './anthropic.ts';

// Both are asked beside a turn. Where they cost something, what a turn cost depends on which of the two answers is first.
test.each([
  ['a title', { system: 'You are naming a coding session so the user can pick it out of a long list of sessions.' }],
  [
    'a suggestion',
    { messages: [{ role: 'user', content: '[SUGGESTION MODE: Suggest what the user might type next]' }] },
  ],
])('%s is no turn and costs nothing, even where turns fail', async (_what, asked) => {
  const { baseUrl, requests, close } = await openMessagesServer('auth');
  const post = async (body: object) => {
    const response = await fetch(`${baseUrl}/v1/messages`, { method: 'POST', body: JSON.stringify(body) });
    return { status: response.status, said: await response.json() };
  };
  try {
    expect(await post({ model: 'm', ...asked })).toMatchObject({
      status: 200,
      said: { usage: { input_tokens: 0, output_tokens: 0 } },
    });
    expect(requests()).toBe(0);
    expect(await post({ model: 'm', messages: [] })).toMatchObject({ status: 401 });
    expect(requests()).toBe(1);
  } finally {
    await close();
  }
});
