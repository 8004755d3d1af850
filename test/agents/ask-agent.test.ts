import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { askAgent } from '../../src/agents/ask-agent.ts';
import {
  type Backend,
  type AgentCall,
  NO_USAGE,
  type CallOutcome,
  type CallResult,
  type AnswerSpec,
} from '../../src/agents/port.ts';
import { err, ok } from '../../src/base/result.ts';
import { answerInstructions } from '../../src/engine/call-agent/call-agent.ts';
import { conforms } from '../../src/schema/conform.ts';
import { type Finding, toProblems } from '../../src/schema/finding.ts';
import { makeCall, type CallChange } from './make-call.ts';

const shape = z.strictObject({ colour: z.enum(['red', 'blue']) });

const answer: AnswerSpec = {
  jsonSchema: { type: 'object', properties: { colour: { enum: ['red', 'blue'] } } },
  check: (value) => {
    const findings: Finding[] = [];
    if (conforms(shape, value, findings)) return ok(value);
    return err(toProblems(findings, { text: '', locate: (paths) => paths.map(() => undefined) }));
  },
};

interface Given {
  readonly verdicts: readonly CallResult[];
  readonly facts?: Partial<CallOutcome>;
  readonly takesSchema?: true;
  readonly during?: (call: AgentCall) => void | Promise<void>;
}

/** A backend that gives these verdicts one after the other, and remembers the calls. */
function scripted({ verdicts, facts = {}, takesSchema, during }: Given): { backend: Backend; calls: AgentCall[] } {
  const calls: AgentCall[] = [];
  const run = async (call: AgentCall): Promise<CallOutcome> => {
    calls.push(call);
    await during?.(call);
    const verdict = verdicts[calls.length - 1] ?? verdicts.at(-1) ?? { status: 'cancelled' };
    return { spent: NO_USAGE, duration_ms: 1, exit: 0, ...facts, ...verdict };
  };
  return { backend: { name: 'scripted', run, ...(takesSchema && { takesSchema }) }, calls };
}

function asked({ backend }: { backend: Backend }, change: CallChange = { answer }) {
  return askAgent(backend, makeCall({ folder: '/', stepFolder: '/' }, change), {
    on: () => {},
    instructions: answerInstructions,
  });
}

const says = (text: string): CallResult => ({ status: 'answered', text });
const good = says('```json\n{"colour": "blue"}\n```');
const bad = says('```yaml\ncolour: green\n```');
const conversation = { id: 'c1', reported: NO_USAGE };

test('without a wanted answer the call goes through as it is', async () => {
  const given = scripted({ verdicts: [says('pong')] });
  expect(await asked(given, {})).toMatchObject({ status: 'answered', text: 'pong', tries: 1 });
  expect(given.calls[0]?.prompt).toBe('Do it.');
});

test('asks for a fenced block, and takes it', async () => {
  const given = scripted({ verdicts: [good] });
  expect(await asked(given)).toMatchObject({ status: 'answered', answer: { colour: 'blue' }, tries: 1 });
  expect(given.calls[0]?.prompt).toContain('"red"');
});

test('a vendor that takes the schema itself is not asked for a block, and its answer is checked all the same', async () => {
  const verdicts: CallResult[] = [
    { status: 'answered', text: '', answer: { colour: 'green' } },
    { status: 'answered', text: '', answer: { colour: 'red' } },
  ];
  const given = scripted({ verdicts, takesSchema: true, facts: { conversation } });
  expect(await asked(given)).toMatchObject({ status: 'answered', answer: { colour: 'red' }, tries: 2 });
  expect(given.calls[0]?.prompt).toBe('Do it.');
});

test('a bad answer is sent back with what is wrong, in the same conversation', async () => {
  const given = scripted({ verdicts: [bad, good], facts: { conversation } });
  expect(await asked(given)).toMatchObject({ status: 'answered', answer: { colour: 'blue' }, tries: 2 });
  expect(given.calls[1]).toMatchObject({ resume: conversation });
  expect(given.calls[1]?.prompt).toContain('- colour: must be one of "red", "blue", not "green"');
  expect(given.calls[1]?.prompt).not.toContain('Do it.');
});

test('without conversations the whole prompt is given again, with what was wrong', async () => {
  const given = scripted({ verdicts: [says('I am done.'), good] });
  expect(await asked(given)).toMatchObject({ status: 'answered', tries: 2 });
  expect(given.calls[1]?.prompt).toMatch(/^Do it\.[^]*"red"[^]*- the answer: is missing/);
  expect(given.calls[1]?.resume).toBeUndefined();
});

test('after three corrections it has failed, with what was wrong at last', async () => {
  const given = scripted({
    verdicts: [bad],
    facts: { conversation, spent: { input_tokens: 5, output_tokens: 2, cost_usd: 0.5 } },
  });
  const outcome = await asked(given);
  expect(outcome).toMatchObject({ status: 'failed', kind: 'invalid_answer', problems: [{ path: 'colour' }], tries: 4 });
  expect(given.calls).toHaveLength(4);
  expect(outcome.spent).toEqual({ input_tokens: 20, output_tokens: 8, cost_usd: 2 });
  expect(outcome).not.toHaveProperty('text');
});

test('what was spent is the sum, also when a later try fails', async () => {
  const limited: CallResult = { status: 'failed', kind: 'rate_limit', message: '', resume_at: '2030-01-01T00:00:00Z' };
  const spent = { input_tokens: 5, output_tokens: 2, cost_usd: null };
  const given = scripted({ verdicts: [bad, limited], facts: { conversation, spent } });
  const outcome = await asked(given);
  expect(outcome).toMatchObject({
    ...limited,
    tries: 2,
    spent: { input_tokens: 10, output_tokens: 4, cost_usd: null },
  });
});

test('money counts for all tries together', async () => {
  const spent = { input_tokens: 1, output_tokens: 1, cost_usd: 0.4 };
  const given = scripted({ verdicts: [bad], facts: { conversation, spent } });
  const outcome = await asked(given, { answer, limits: { maxCostUsd: 1 } });
  expect(outcome).toMatchObject({ status: 'failed', kind: 'budget', tries: 3 });
  expect(given.calls.map(({ limits }) => limits.maxCostUsd)).toEqual([1, expect.closeTo(0.6), expect.closeTo(0.2)]);
});

test('so does time', async () => {
  const during = () => new Promise<void>((resolve) => setTimeout(resolve, 1400));
  const given = scripted({ verdicts: [bad], facts: { conversation }, during });
  const outcome = await asked(given, { answer, limits: { wallMs: 2000 } });
  expect(outcome).toMatchObject({ status: 'failed', kind: 'timeout' });
  // On a busy machine the first try may take it all.
  for (const { limits } of given.calls.slice(1)) expect(limits.wallMs).toBeLessThan(2000);
  expect(given.calls.length).toBeLessThan(4);
});

test('cancelled between two tries: there is no second one', async () => {
  const controller = new AbortController();
  const given = scripted({ verdicts: [bad], facts: { conversation }, during: () => controller.abort() });
  expect(await asked(given, { answer, signal: controller.signal })).toMatchObject({ status: 'cancelled', tries: 1 });
  expect(given.calls).toHaveLength(1);
});
