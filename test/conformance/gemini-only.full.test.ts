import { describe, expect, test } from 'vitest';
import type { GeminiScenario } from '../support/model-servers/gemini.ts';
import { geminiHarness } from './gemini.harness.ts';
import { play, type Scene } from './scene.ts';

const harness = geminiHarness();

/** What only this program does, seen with the real one. */
describe('gemini', () => {
  const cases: Record<string, [GeminiScenario, (scene: Scene) => Promise<void>]> = {
    'calls a loop it stopped in a success': [
      'repeats_itself',
      async ({ run }) => expect(await run()).toMatchObject({ status: 'failed', kind: 'max_turns', exit: 0 }),
    ],
    'would wait for a limit itself': [
      'brief_rate_limit',
      async ({ run, opened, events }) => {
        const resume_at = expect.stringMatching(/Z$/);
        expect(await run()).toMatchObject({ status: 'failed', kind: 'rate_limit', resume_at });
        expect(events.map(({ type }) => type)).toContain('retry');
        expect(opened.requests?.()).toBe(1);
      },
    ],
    'ends without a word after its tools': [
      'silent_after_tool',
      async ({ run }) => expect(await run()).toMatchObject({ status: 'answered', text: '' }),
    ],
    'takes no prompt for a command, however it begins, and long ones whole': [
      'answer',
      async ({ run, opened }) => {
        const prompt = `/quit @nowhere ${'long '.repeat(60_000)} BLUEBERRY`;
        expect(await run({ prompt })).toMatchObject({ status: 'answered', text: 'pong' });
        expect(opened.lastRequest?.()).toContain('BLUEBERRY');
      },
    ],
    'knows the sizes of models': [
      'answer',
      async ({ run }) => {
        for (const model of ['haiku', 'sonnet', 'opus'])
          expect(await run({ model })).toMatchObject({ status: 'answered', text: 'pong' });
      },
    ],
  };

  for (const [name, [scenario, act]] of Object.entries(cases)) {
    test(name, { timeout: 10 * 60_000 }, async (context) => {
      await harness.install(context);
      await play({ ...harness, open: (_, spawner) => harness.open(scenario, spawner) }, 'answer', act);
    });
  }
});
