import { describe, expect, test } from 'vitest';
import type { Backend, AgentCall, CallOutcome } from '../../src/agents/port.ts';
import { type BackendCandidate, withProviderGate, ProviderGate } from '../../src/agents/provider-gate.ts';

const facts = { spent: { input_tokens: 0, output_tokens: 0, cost_usd: null }, duration_ms: 0, exit: 0 };
const answered: CallOutcome = { ...facts, status: 'answered', text: 'pong' };

describe('fifty agents and a provider that says 429 for 30 seconds', () => {
  test('one probe at a time until it answers, then a ramp; no call fails', async () => {
    const world = simulated();
    const open = world.now() + 95_000;
    let [underWay, most, refused] = [0, 0, 0];
    const starts: number[] = [];
    const backend = fake(async () => {
      underWay += 1;
      const isOpen = world.now() >= open;
      if (refused >= 50) most = isOpen ? most : Math.max(most, underWay);
      if (isOpen) starts.push(world.now());
      await world.pause(500);
      underWay -= 1;
      if (isOpen) return answered;
      refused += 1;
      return {
        ...facts,
        status: 'failed',
        kind: 'rate_limit',
        message: '429',
        resume_at: new Date(world.now() + 30_000).toISOString(),
      };
    });
    const calls = Array.from({ length: 50 }, () =>
      withProviderGate([as(backend)], { gate: world.gate, goOn: 'go on' }).run(world.call(), () => {}),
    );
    await world.runUntilIdle();
    const outcomes = await Promise.all(calls);
    expect(outcomes.every((outcome) => outcome.status === 'answered')).toBe(true);
    // The first fifty went out before anybody knew; after them it is one at a time.
    expect(most).toBe(1);
    expect(refused).toBeLessThanOrEqual(54);
    expect(starts).toHaveLength(50);
    const firstWave = starts.filter((at) => at === starts[0]);
    expect(firstWave).toHaveLength(1);
  });

  test('the pause grows when the provider does not say how long, and is never shorter than it says', async () => {
    const world = simulated();
    const times: number[] = [];
    const backend = fake(() => {
      times.push(world.now());
      return Promise.resolve(
        times.length < 6 ? { ...facts, status: 'failed', kind: 'overloaded', message: '529' } : answered,
      );
    });
    const call = withProviderGate([as(backend)], { gate: world.gate, goOn: 'go on' }).run(world.call(), () => {});
    await world.runUntilIdle();
    await call;
    const pauses = times.slice(1).map((at, index) => at - (times[index] ?? 0));
    for (const [index, pause] of pauses.entries()) {
      expect(pause).toBeGreaterThanOrEqual(30_000 * 2 ** index);
      expect(pause).toBeLessThanOrEqual(30_000 * 2 ** index * 1.2);
    }
  });

  test('another provider is not held up, and a cancelled call stops waiting', async () => {
    const world = simulated();
    const limited = fake(() =>
      Promise.resolve<CallOutcome>({ ...facts, status: 'failed', kind: 'rate_limit', message: '' }),
    );
    const abort = new AbortController();
    const waiting = withProviderGate([as(limited)], { gate: world.gate, goOn: 'go on' }).run(
      { ...world.call(), signal: abort.signal },
      () => {},
    );
    await world.settle();
    expect(world.gate.parkedUntil('fake')).toBeDefined();
    const other = { ...fake(() => Promise.resolve(answered)), name: 'other' };
    expect(
      await withProviderGate([as(other)], { gate: world.gate, goOn: 'go on' }).run(world.call(), () => {}),
    ).toMatchObject({
      status: 'answered',
    });
    abort.abort();
    await world.runUntilIdle();
    expect(await waiting).toMatchObject({ status: 'cancelled' });
  });

  test('a limit that names a time long past is no reason to ask again at once', async () => {
    const world = simulated();
    const resume_at = new Date(world.now() - 60_000).toISOString();
    const asked: number[] = [];
    const backend = fake(() => {
      asked.push(world.now());
      const limited: CallOutcome = { ...facts, status: 'failed', kind: 'rate_limit', message: '', resume_at };
      return Promise.resolve<CallOutcome>(asked.length > 2 ? answered : limited);
    });
    const call = withProviderGate([as(backend)], { gate: world.gate, goOn: 'go on' }).run(world.call(), () => {});
    await world.runUntilIdle();
    await call;
    const [first = 0, second = 0, third = 0] = asked;
    expect(second - first).toBeGreaterThanOrEqual(30_000);
    expect(third - second).toBeGreaterThanOrEqual(60_000);
  });

  test('whoever waits is told until when', async () => {
    const world = simulated();
    const resume_at = new Date(world.now() + 60_000).toISOString();
    let calls = 0;
    const backend = fake(() =>
      Promise.resolve<CallOutcome>(
        ++calls > 1 ? answered : { ...facts, status: 'failed', kind: 'rate_limit', message: '', resume_at },
      ),
    );
    const told: unknown[] = [];
    const call = withProviderGate([as(backend)], { gate: world.gate, goOn: 'go on' }).run(world.call(), (event) =>
      told.push(event),
    );
    await world.runUntilIdle();
    await call;
    expect(told).toEqual([{ type: 'limit', backend: 'fake', why: 'limited', resume_at: expect.any(String) }]);
    const until = Date.parse((told[0] as { resume_at: string }).resume_at);
    expect(until).toBeGreaterThanOrEqual(Date.parse(resume_at));
  });
});

describe('a provider with others to fall back on', () => {
  const limitedUntil = (world: ReturnType<typeof simulated>, ms: number): Backend => ({
    name: `until-${ms}`,
    run: () =>
      Promise.resolve<CallOutcome>(
        world.now() >= 1_000_000_000_000 + ms
          ? { ...answered, text: `until-${ms}` }
          : {
              ...facts,
              status: 'failed',
              kind: 'rate_limit',
              message: '',
              resume_at: new Date(1_000_000_000_000 + ms).toISOString(),
            },
      ),
  });

  test('the next one that is open makes the call; if none is, the one that opens first', async () => {
    const world = simulated();
    const [long, short] = [limitedUntil(world, 3_600_000), limitedUntil(world, 60_000)];
    const open = { ...fake(() => Promise.resolve(answered)), name: 'open' };
    expect(
      await withProviderGate([as(long), as(short), as(open)], { gate: world.gate, goOn: 'go on' }).run(
        world.call(),
        () => {},
      ),
    ).toMatchObject({
      text: 'pong',
    });
    const call = withProviderGate([as(long), as(short)], { gate: world.gate, goOn: 'go on' }).run(
      world.call(),
      () => {},
    );
    await world.runUntilIdle();
    expect(await call).toMatchObject({ text: 'until-60000' });
  });

  test('a conversation goes on where it began, however long that takes', async () => {
    const world = simulated();
    const open = { ...fake(() => Promise.resolve(answered)), name: 'open' };
    const resume = { id: 'x', reported: facts.spent };
    const call = withProviderGate([as(limitedUntil(world, 3_600_000)), as(open)], {
      gate: world.gate,
      goOn: 'go on',
    }).run({ ...world.call(), resume }, () => {});
    await world.runUntilIdle();
    expect(await call).toMatchObject({ text: 'until-3600000' });
  });
});

describe('a call that a limit interrupts', () => {
  const spent = { input_tokens: 10, output_tokens: 1, cost_usd: 0.25 };
  const conversation = { id: 'c1', reported: spent };
  const limited: CallOutcome = { ...facts, spent, conversation, status: 'failed', kind: 'rate_limit', message: '' };

  function played(outcomes: readonly CallOutcome[], world = simulated()) {
    const calls: AgentCall[] = [];
    const backend: Backend = {
      name: 'fake',
      run: (call) => {
        calls.push(call);
        return Promise.resolve(outcomes[calls.length - 1] ?? answered);
      },
    };
    const told: unknown[] = [];
    const gated = withProviderGate([as(backend)], { gate: world.gate, goOn: 'go on' });
    const call = { ...world.call(), prompt: 'do it', limits: { wallMs: 1, idleMs: 1, outputBytes: 1, maxCostUsd: 1 } };
    const done = gated.run(call, (event) => told.push(event));
    return { world, calls, told, done };
  }

  test('goes on in the same conversation, and what was spent is summed', async () => {
    const { world, calls, done } = played([limited, { ...answered, spent }]);
    await world.runUntilIdle();
    expect(await done).toMatchObject({
      status: 'answered',
      spent: { input_tokens: 20, output_tokens: 2, cost_usd: 0.5 },
    });
    expect(calls[0]).toMatchObject({ prompt: 'do it', limits: { maxCostUsd: 1 } });
    expect(calls[1]).toMatchObject({ prompt: 'go on', resume: conversation, limits: { maxCostUsd: 0.75 } });
  });

  test('begins anew where the vendor has lost the conversation', async () => {
    const lost: CallOutcome = { ...facts, status: 'failed', kind: 'crash', message: 'no such session' };
    const { world, calls, done } = played([limited, lost, answered]);
    await world.runUntilIdle();
    expect(await done).toMatchObject({ status: 'answered', spent });
    expect(calls.map(({ prompt, resume }) => [prompt, resume?.id])).toEqual([
      ['do it', undefined],
      ['go on', 'c1'],
      ['do it', undefined],
    ]);
  });

  test.each([
    ['rate_limit', 'weekly limit', 'limited'],
    ['overloaded', '529 overloaded', 'overloaded'],
    ['overloaded', 'connect ECONNREFUSED 127.0.0.1:1', 'unreachable'],
  ] as const)('says why: %s, %s', async (kind, message, why) => {
    const { world, told, done } = played([{ ...facts, status: 'failed', kind, message }, answered]);
    await world.runUntilIdle();
    await done;
    expect(told).toMatchObject([{ type: 'limit', why }]);
  });

  test('says who goes on instead', async () => {
    const world = simulated();
    const one = fake(() => Promise.resolve(limited));
    const other = { ...fake(() => Promise.resolve(answered)), name: 'other' };
    const told: unknown[] = [];
    const gated = withProviderGate([as(one), as(other)], { gate: world.gate, goOn: 'go on' });
    await gated.run({ ...world.call(), limits: { wallMs: 1, idleMs: 1, outputBytes: 1 } }, (event) => told.push(event));
    expect(told).toMatchObject([{ backend: 'fake', handed_to: 'other' }]);
  });

  test('of a week waits at most a minute more than that', async () => {
    const week = 7 * 24 * 3_600_000;
    const resume_at = new Date(1_000_000_000_000 + week).toISOString();
    const { world, done } = played([{ ...limited, resume_at }, answered]);
    await world.runUntilIdle();
    await done;
    expect(world.now()).toBeGreaterThanOrEqual(1_000_000_000_000 + week);
    expect(world.now()).toBeLessThanOrEqual(1_000_000_000_000 + week + 60_000);
  });
});

function as(backend: Backend): BackendCandidate {
  return { backend, adapt: (call) => call };
}

function fake(run: () => Promise<CallOutcome>): Backend {
  return { name: 'fake', run };
}

/** Time that passes only when everybody waits. */
function simulated() {
  let now = 1_000_000_000_000;
  let sleepers: { at: number; wake: () => void }[] = [];
  const pause = (ms: number, signal?: AbortSignal): Promise<void> =>
    new Promise((wake) => {
      sleepers.push({ at: now + ms, wake });
      signal?.addEventListener('abort', () => wake());
    });
  const settle = async () => {
    for (let turn = 0; turn < 50; turn++) await Promise.resolve();
    await new Promise((next) => setImmediate(next));
  };
  let state = 7;
  const random = () => (state = (state * 16_807) % 2_147_483_647) / 2_147_483_647;
  return {
    now: () => now,
    pause,
    settle,
    gate: new ProviderGate({ clock: { now: () => new Date(now) }, random, pause }),
    call: (): AgentCall =>
      ({ signal: new AbortController().signal, limits: { wallMs: 1, idleMs: 1, outputBytes: 1 } }) as AgentCall,
    async runUntilIdle() {
      for (await settle(); sleepers.length > 0; await settle()) {
        now = Math.min(...sleepers.map((sleeper) => sleeper.at));
        const due = sleepers.filter((sleeper) => sleeper.at <= now);
        sleepers = sleepers.filter((sleeper) => sleeper.at > now);
        for (const { wake } of due) wake();
      }
    },
  };
}
