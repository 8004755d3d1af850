import { createRehearsal } from '../../src/agents/rehearsal/rehearsal.ts';
import { systemClock } from '../../src/base/clock.ts';
import type { RehearsalStep } from '../../src/schema/rehearsal.ts';
import type { Harness, Scenario } from './harness.ts';

const usage = { input_tokens: 12, output_tokens: 3, cost_usd: 0.02 };

const steps: Record<Scenario, RehearsalStep> = {
  answer: { say: 'pong', usage },
  edit: { say: 'written', edit: { 'hello.txt': 'hello\n' } },
  structured: { answer: { colour: 'blue', number: 7 } },
  structured_violated: { answer: { colour: 'green' } },
  structured_ignored: { say: 'pong' },
  leaves_child: { run: 'setsid sleep 600 >/dev/null 2>&1 & sleep 0.5', say: 'pong' },
  hang: { delay_ms: 600_000 },
  hang_midway: { say: 'One moment', delay_ms: 600_000 },
  crash: { fail: 'crash' },
  auth: { fail: 'auth' },
  rate_limit: { fail: 'rate_limit', resume_at: '2030-01-01T00:00:00Z' },
  overloaded: { fail: 'overloaded' },
  billing: { fail: 'billing' },
  context_too_long: { fail: 'context_too_long' },
  refused: { fail: 'refused' },
  max_turns: { fail: 'max_turns' },
  budget: { say: 'Costly', usage },
  denied: { edit: { '../elsewhere': '' } },
};

export const rehearsalHarness: Harness = {
  name: 'rehearsal',
  cannot: { not_installed: 'it is part of the program' },
  isCheap: true,
  reportsCost: true,
  install: async () => {},
  open: async (scenario, spawner) => ({
    backend: createRehearsal({
      script: { version: 1, roles: { builder: [steps[scenario]] } },
      finished: () => 0,
      spawner,
      clock: systemClock,
    }),
    call: { role: 'builder' },
    close: async () => {},
  }),
};
