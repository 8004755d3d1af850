import { expect, test } from 'vitest';
import { withNewConversations } from '../../src/agents/new-conversation.ts';
import type { AgentCall, AgentEvent, CallOutcome } from '../../src/agents/port.ts';
import { goOnAnew } from '../../src/prompts/answer.ts';
import { makeCall } from './make-call.ts';

const took = { spent: { input_tokens: 1, output_tokens: 1, cost_usd: 0.4 }, duration_ms: 10, exit: 0 };
const full: CallOutcome = { ...took, status: 'failed', kind: 'context_too_long', message: 'prompt is too long' };
const answered: CallOutcome = { ...took, status: 'answered', text: 'done' };
const edit: AgentEvent = { type: 'tool_use', tool: 'Edit', input: 'src/cart.ts' };
const said: AgentEvent = { type: 'text', text: 'The cart rounds now; the tests are next.' };

/** A backend that ends like this, one call after the other, having done something each time. */
function played(outcomes: readonly CallOutcome[], events: readonly AgentEvent[] = [said, edit]) {
  const calls: AgentCall[] = [];
  const backend = withNewConversations(
    {
      name: 'claude',
      run: async (call, on) => {
        for (const event of events) on(event);
        calls.push(call);
        return outcomes[calls.length - 1] ?? answered;
      },
    },
    goOnAnew,
  );
  const folders = { folder: '/project', stepFolder: '/step' };
  return { calls, run: (change = {}) => backend.run(makeCall(folders, change), () => {}) };
}

test('a conversation that became too long begins anew, with what was done', async () => {
  const { calls, run } = played([full, answered]);
  const outcome = await run({ prompt: 'Round it.', limits: { maxCostUsd: 1 } });
  expect(outcome).toMatchObject({ status: 'answered', spent: { cost_usd: 0.8 }, duration_ms: 20 });
  expect(calls).toHaveLength(2);
  expect(calls[1]?.prompt).toMatch(/^Round it\.\n[^]*too long[^]*Edit: src\/cart\.ts[^]*The cart rounds now/);
  expect(calls[1]?.limits.maxCostUsd).toBeCloseTo(0.6);
});

test('also one that was taken up, and then with its first prompt', async () => {
  const { calls, run } = played([answered, full, answered]);
  await run({ prompt: 'Round it.' });
  await run({ prompt: 'The answer is not valid.', resume: { id: 'c1' } });
  expect(calls[2]).not.toHaveProperty('resume');
  expect(calls[2]?.prompt).toMatch(/^Round it\./);
});

test.each([
  ['a prompt that is itself too long', [full, answered], [], {}, 1],
  ['a third conversation', [full, full, full, answered], [edit], {}, 3],
  ['nothing left to spend', [full, answered], [edit], { limits: { maxCostUsd: 0.3 } }, 1],
  ['another failure', [{ ...full, kind: 'crash' }, answered], [edit], {}, 1],
] as const)('%s ends it', async (_name, outcomes, events, change, times) => {
  const { calls, run } = played(outcomes, events);
  expect(await run(change)).toMatchObject({ status: 'failed' });
  expect(calls).toHaveLength(times);
});
