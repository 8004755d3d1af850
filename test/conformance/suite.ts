import fs from 'node:fs';
import path from 'node:path';
import { afterAll, describe, expect, type TestContext, test } from 'vitest';
import * as z from 'zod/mini';
import { askAgent } from '../../src/agents/ask-agent.ts';
import type { CallOutcome, AnswerSpec } from '../../src/agents/port.ts';
import { failureKinds } from '../../src/schema/failure-kinds.ts';
import { err, ok } from '../../src/base/result.ts';
import { notRun } from '../support/needs.ts';
import { record } from '../support/scorecard.ts';
import { byTier } from '../support/tier.ts';
import type { FailureScenario, Harness, Scenario } from './harness.ts';
import { play, type Scene, type Through } from './scene.ts';

/** What every backend must do alike. `conformance(harness)` is the whole of a backend's test file. */
export function conformance(harness: Harness): void {
  const all = Object.entries(cases).filter(([, { scenario, needs = scenario }]) => harness.cannot[needs] === undefined);
  const chosen = harness.isCheap === true ? all : byTier({ usual: usualCases(harness), full: all });
  let installed: Promise<boolean> | undefined;
  let passed = 0;

  const install = async (context: TestContext): Promise<void> => {
    if (installed === undefined) {
      const attempt = harness.install(context);
      installed = attempt.then(
        () => true,
        () => false,
      );
      return attempt;
    }
    if (!(await installed)) notRun(context, `${harness.name} cannot be had, see above`);
  };

  describe(harness.name, () => {
    for (const [name, { scenario, act }] of chosen) {
      test(name, { timeout: 10 * 60_000 }, async (context) => {
        await install(context);
        await play(harness, scenario, (scene) => act(scene, harness));
        passed++;
      });
    }
    afterAll(() => {
      const cannot = Object.entries(harness.cannot).map(([what, why]) => `${what} (${why})`);
      record({
        promise: `${harness.name} behaves like every other backend`,
        asked: `${all.length} scenarios`,
        measured: `${passed}${cannot.length > 0 ? `; cannot: ${cannot.join(', ')}` : ''}`,
      });
    });
  });
}

interface Case {
  readonly scenario: Scenario;
  /** What the harness may say it cannot do, where that is not the scenario. */
  readonly needs?: keyof Harness['cannot'];
  readonly act: (scene: Scene, harness: Harness) => Promise<void>;
}

const failureScenarios = failureKinds.filter(
  (kind): kind is FailureScenario => !['timeout', 'idle', 'invalid_answer', 'not_installed'].includes(kind),
);

/** A hung call is over at most this much after its limit. */
const lateMs = 300_000;

const answers: Case['act'] = async ({ run, events }, { reportsCost }) => {
  const outcome = await run({ prompt: 'Say pong.' });
  expect(outcome).toMatchObject({ status: 'answered' });
  expect(textOf(outcome)).toContain('pong');
  expect(outcome.duration_ms).toBeGreaterThan(0);
  expect(events.map((event) => event.type)).toContain('text');
  if (reportsCost) expect(outcome.spent.cost_usd).toBeGreaterThan(0);
  else expect(outcome.spent.cost_usd).toBeNull();
};

const cases: Record<string, Case> = {
  answers: { scenario: 'answer', act: answers },

  'edits a file': {
    scenario: 'edit',
    act: async ({ run, folder }) => {
      const outcome = await run({ prompt: 'Write hello.txt.' });
      expect(outcome).toMatchObject({ status: 'answered' });
      expect(textOf(outcome)).toContain('written');
      expect(fs.readFileSync(path.join(folder, 'hello.txt'), 'utf8')).toBe('hello\n');
    },
  },

  ...Object.fromEntries(failureScenarios.map((kind) => [`fails: ${kind}`, { scenario: kind, act: failsAs(kind) }])),

  'a structured answer': {
    scenario: 'structured',
    act: async ({ run }) => {
      const outcome = await run(colourAndNumber, asked);
      expect(outcome).toMatchObject({ status: 'answered', answer: { colour: 'blue', number: 7 } });
    },
  },
  'a structured answer that breaks the schema': { scenario: 'structured_violated', act: hasNoValidAnswer },
  'no structured answer though one was wanted': { scenario: 'structured_ignored', act: hasNoValidAnswer },

  'goes on with a conversation, and tells what each call took': {
    scenario: 'answer',
    needs: 'resume',
    act: async ({ run, opened }) => {
      const first = await run({ prompt: 'Remember BLUEBERRY.' });
      expect(first).toMatchObject({ status: 'answered' });
      expect(first.conversation?.id).toBeTruthy();
      const second = await run({ prompt: 'What was it?', ...(first.conversation && { resume: first.conversation }) });
      expect(second).toMatchObject({ status: 'answered' });
      expect(opened.lastRequest?.() ?? 'BLUEBERRY').toContain('BLUEBERRY');
      expect(second.spent.input_tokens).toBe(first.spent.input_tokens);
      expect(second.spent.output_tokens).toBe(first.spent.output_tokens);
      expect(second.spent.cost_usd ?? 0).toBeCloseTo(first.spent.cost_usd ?? 0, 9);
    },
  },

  'cancelled in the middle': {
    scenario: 'hang',
    act: async ({ run, opened, events, processes }) => {
      const controller = new AbortController();
      const running = run({ signal: controller.signal });
      await expect.poll(() => events.length + (opened.requests?.() ?? 0) + processes().length).toBeGreaterThan(0);
      controller.abort();
      expect(await running).toMatchObject({ status: 'cancelled' });
    },
  },
  'cancelled before it began': {
    scenario: 'answer',
    act: async ({ run, opened }) => {
      expect(await run({ signal: AbortSignal.abort() })).toMatchObject({ status: 'cancelled' });
      expect(opened.requests?.() ?? 0).toBe(0);
    },
  },

  'hangs before it answers: the time limit': { scenario: 'hang', act: endsByWallTime },
  'hangs in the middle of its answer: the time limit': { scenario: 'hang_midway', act: endsByWallTime },
  'hangs: neither output nor work for too long': {
    scenario: 'hang',
    act: async ({ run }) => {
      expect(await run({ limits: { idleMs: 3000 } })).toMatchObject({ status: 'failed', kind: 'idle' });
    },
  },

  'a tool leaves a process behind': {
    scenario: 'leaves_child',
    act: async ({ run, processes }) => {
      let isLeft = false;
      const watching = setInterval(() => (isLeft ||= processes().some(isSleep)), 20);
      const outcome = await run();
      clearInterval(watching);
      expect(outcome).toMatchObject({ status: 'answered' });
      expect(isLeft, 'the tool left a sleep behind while the call was running').toBe(true);
    },
  },

  'not installed': {
    scenario: 'answer',
    needs: 'not_installed',
    act: async ({ run, folder }) => {
      expect(await run({ env: { PATH: folder } })).toMatchObject({ status: 'failed', kind: 'not_installed' });
    },
  },
};

function usualCases({ cannot }: Harness): [string, Case][] {
  const failing = failureScenarios.filter((kind) => cannot[kind] === undefined);
  const failure = failing.find((kind) => kind === 'auth') ?? failing[0];
  const names = ['answers', 'edits a file', `fails: ${failure}`];
  return Object.entries(cases).filter(([name]) => names.includes(name));
}

function failsAs(kind: FailureScenario): Case['act'] {
  return async ({ run, opened }, { tellsResumeAt }) => {
    const limits = { ...(kind === 'max_turns' && { maxTurns: 2 }), ...(kind === 'budget' && { maxCostUsd: 0.01 }) };
    const outcome = await run({ limits });
    expect(outcome).toMatchObject({ status: 'failed', kind });
    if (outcome.status !== 'failed') return;
    expect(outcome.message.length).toBeLessThanOrEqual(500);
    if (kind === 'rate_limit' && tellsResumeAt === true) {
      expect(Date.parse(outcome.resume_at ?? '')).toBeGreaterThan(Date.now());
    }
    // A vendor that tries again for minutes is cut short by its own settings.
    expect(opened.requests?.() ?? 0).toBeLessThanOrEqual(10);
  };
}

async function endsByWallTime({ run }: Scene): Promise<void> {
  const wallMs = 3000;
  const outcome = await run({ limits: { wallMs } });
  expect(outcome).toMatchObject({ status: 'failed', kind: 'timeout' });
  expect(outcome.duration_ms).toBeLessThan(wallMs + lateMs);
}

async function hasNoValidAnswer({ run }: Scene): Promise<void> {
  expect(await run(colourAndNumber, asked)).toMatchObject({ status: 'failed', kind: 'invalid_answer' });
}

function textOf(outcome: CallOutcome): string {
  return outcome.status === 'answered' ? outcome.text : '';
}

function isSleep(pid: number): boolean {
  try {
    return fs.readFileSync(`/proc/${pid}/cmdline`, 'latin1').startsWith('sleep\0');
  } catch {
    return false;
  }
}

const shape = z.strictObject({ colour: z.enum(['red', 'blue']), number: z.int() });

const wanted: AnswerSpec = {
  jsonSchema: {
    type: 'object',
    properties: { colour: { type: 'string', enum: ['red', 'blue'] }, number: { type: 'integer' } },
    required: ['colour', 'number'],
    additionalProperties: false,
  },
  check: (value) => {
    const parsed = shape.safeParse(value);
    if (parsed.success) return ok(parsed.data);
    return err(
      parsed.error.issues.map(
        ({ path }) => ({ path: path.join('.'), expected: { kind: 'missing' }, got: '' }) as const,
      ),
    );
  },
};

const colourAndNumber = { prompt: 'Name a colour and a number.', answer: wanted };

/** As every caller that wants a structured answer asks. */
const asked: Through = (backend, call, on) =>
  askAgent(backend, call, {
    on,
    instructions: {
      required: (schema) => `End with a fenced block of JSON that fits this schema: ${JSON.stringify(schema)}`,
      optional: (schema) => `You may end with a fenced block of JSON that fits this schema: ${JSON.stringify(schema)}`,
      correction: (problems) => `That answer is wrong: ${JSON.stringify(problems)}. Give it again.`,
    },
  });
