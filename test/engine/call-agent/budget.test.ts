import { expect, test } from 'vitest';
import { catchFailure, type Failure } from '../../../src/base/failure.ts';
import type { Result } from '../../../src/base/result.ts';
import { Budget, type Hold, type Wanting } from '../../../src/engine/call-agent/budget.ts';
import { randomFrom } from '../../support/random.ts';
import { byTier } from '../../support/tier.ts';

test('calls that begin together get equal shares, and together no more than there is', async () => {
  const { hold } = purse({ total: 1, sharers: 4 });
  const held = await Promise.all([1, 2, 3, 4].map(() => hold()));
  expect(held.map(({ usd }) => usd)).toEqual([0.25, 0.25, 0.25, 0.25]);
});

test('what a call did not spend is there for the next', async () => {
  const { hold, end } = purse({ total: 1, sharers: 2 });
  const [first, second] = [await hold(), await hold()];
  end(first, 0.1);
  expect(second.usd).toBe(0.5);
  expect((await hold()).usd).toBeCloseTo(0.4);
});

test('where the others hold everything a call waits, and goes before those that come after it', async () => {
  const { hold, end, waits } = purse({ total: 1 });
  const first = await hold();
  const second = hold();
  expect(waits).toEqual([1]);
  end(first, 0.2);
  const third = hold();
  const held = await second;
  expect(held.usd).toBeCloseTo(0.8);
  end(held, 0.3);
  expect((await third).usd).toBeCloseTo(0.5);
});

test('only where nobody holds anything and nothing is left is the budget spent', async () => {
  const { ask, hold, end } = purse({ total: 1 });
  const first = await hold();
  const second = ask();
  end(first, 1);
  expect(await second).toMatchObject({
    ok: false,
    error: { code: 'budget.reached', params: { limit: 1, spent: 1 } },
  });
});

test('who is called off stops waiting, and does not keep those behind it', async () => {
  const { ask, hold, end } = purse({ total: 1 });
  const first = await hold();
  const [off, behind] = [new AbortController(), new AbortController()];
  const second = ask({ signal: off.signal });
  const third = ask({ signal: behind.signal });
  const fourth = hold();
  behind.abort();
  expect(await third).toMatchObject({ ok: false, error: { code: 'work.cancelled' } });
  off.abort();
  expect(await second).toMatchObject({ ok: false, error: { code: 'work.cancelled' } });
  end(first, 0.5);
  expect((await fourth).usd).toBeCloseTo(0.5);
});

test('a share that calls would hardly get by with is not given: fewer run at once', async () => {
  const { hold, ask, end } = purse({ total: 1, sharers: 4 });
  end(await hold(), 0.2);
  const [first, second] = [await hold(), await hold()];
  expect([first.usd, second.usd]).toEqual([0.4, 0.4]);
  const third = ask();
  end(first, 0.05);
  // 0.35 is less than calls needed so far: it goes on waiting, until it is all there is.
  end(second, 0.05);
  expect(await third).toMatchObject({ ok: true });
});

test('a call that its share was too small for gets more when it is made again', async () => {
  const { hold, end } = purse({ total: 8, sharers: 8 });
  const first = await hold();
  expect(first.usd).toBe(1);
  end(first, 1);
  expect((await hold()).usd).toBe(2);
});

test('one dear call does not make the others wait for ever', async () => {
  const { hold, end, waits } = purse({ total: 100, sharers: 4 });
  end(await hold(), 20);
  for (let n = 0; n < 20; n++) end(await hold(), 0.1);
  await Promise.all([1, 2, 3, 4].map(() => hold()));
  expect(waits).toEqual([]);
});

test('a call of which nobody says what it cost gives back what it held', async () => {
  const { hold } = purse({ total: 1 });
  (await hold()).release(null);
  expect((await hold()).usd).toBe(1);
});

test.each(Array.from({ length: byTier({ usual: 20, full: 400 }) }, (_, seed) => seed))(
  'whatever calls cost within what they hold, the total is kept and nobody waits for nothing (%i)',
  async (seed) => {
    const random = randomFrom(seed);
    const total = 1 + 20 * random();
    const parallel = 1 + Math.floor(8 * random());
    const { hold, ask, end, spent } = purse({ total, sharers: parallel });
    const wants = () => 0.01 + 2 * random() ** 4;
    const agent = async (): Promise<string> => {
      for (let calls = 0; calls < 200; calls++) {
        const held = await ask();
        if (!held.ok) return held.error.code;
        const needed = wants();
        for (let n = 0; n < 20 * random(); n++) await Promise.resolve();
        end(held.value, Math.min(needed, held.value.usd));
        expect(spent()).toBeLessThanOrEqual(total + 1e-9);
      }
      return 'enough';
    };
    const ends = await Promise.all(Array.from({ length: parallel }, agent));
    expect(new Set(ends).size).toBe(1);
    if (ends[0] === 'budget.reached') expect(spent()).toBeGreaterThan(total - 0.0011);
    else expect((await hold()).usd).toBeGreaterThan(0);
  },
);

interface Purse {
  readonly total: number;
  readonly spent?: number;
  readonly perCall?: number;
  readonly sharers?: number;
}

/** A budget with what was spent of it. */
function purse({ total, spent: before = 0, perCall, sharers = 1 }: Purse) {
  const budget = new Budget();
  const waits: number[] = [];
  let sum = before;
  const ask = (more: Partial<Wanting> = {}): Promise<Result<Hold, Failure>> =>
    catchFailure(() =>
      budget.hold({
        total,
        perCall,
        spent: () => sum,
        sharers: () => sharers,
        signal: new AbortController().signal,
        onWait: (held) => waits.push(held),
        ...more,
      }),
    );
  return {
    waits,
    ask,
    spent: () => sum,
    hold: async (): Promise<Hold> => {
      const held = await ask();
      if (!held.ok) throw new Error(held.error.code);
      return held.value;
    },
    end: (held: Hold, cost: number): void => {
      sum += cost;
      held.release(cost);
    },
  };
}
