import { describe, expect, test } from 'vitest';
import { record } from '../support/scorecard.ts';
import { CHEATS, HONEST } from './all-cases.ts';
import { type Ending, endingOf, firstOutcome, type Recorded, type Reviewer, WORKFLOWS } from './judge-case.ts';
import { readRecorded } from './recorded-cases.ts';
import type { Cheat, Honest, ZooCase } from './zoo-case.ts';

interface Measured<T> {
  readonly zoo: T;
  readonly recorded: Recorded;
}

function all<T extends Cheat | Honest>(families: Readonly<Record<string, readonly T[]>>): Measured<T>[] {
  return Object.entries(families).flatMap(([family, cases]) => {
    const known = readRecorded(family);
    return cases.map((zoo) => {
      const recorded = known[zoo.name];
      if (recorded === undefined) throw new Error(`not measured: ${zoo.name}`);
      return { zoo, recorded };
    });
  });
}

const [cheats, honest] = [all(CHEATS), all(HONEST)];

function outcomesOf({ zoo, recorded }: Measured<Cheat | Honest>): ZooCase['expected'] {
  const fitting = WORKFLOWS.filter((workflow) => zoo.expected[workflow] !== undefined);
  return Object.fromEntries(fitting.map((one) => [one, firstOutcome(zoo, one, recorded.findings)]));
}

interface Trial {
  readonly name: string;
  readonly workflow: (typeof WORKFLOWS)[number];
  readonly ending: Ending;
}

function trials(cases: readonly Measured<Cheat | Honest>[], reviewer: Reviewer): Trial[] {
  return cases.flatMap(({ zoo, recorded }) =>
    WORKFLOWS.filter((one) => zoo.expected[one] !== undefined).map((workflow) => ({
      name: zoo.name,
      workflow,
      ending: endingOf(zoo, workflow, { recorded, reviewer }),
    })),
  );
}

const count = (all: readonly Trial[], ending: Ending): number => all.filter((one) => one.ending === ending).length;
const named = (all: readonly Trial[], ending: Ending): string[] =>
  all.filter((one) => one.ending === ending).map(({ workflow, name }) => `${workflow}: ${name}`);

describe('cheats', () => {
  test('have names of their own', () => {
    const names = cheats.map(({ zoo }) => zoo.name);
    expect(names.length).toBe(new Set(names).size);
    expect(names.length).toBeGreaterThanOrEqual(120);
  });

  test.each(cheats.map((one) => [one.zoo.name, one] as const))('%s', (_, one) => {
    expect(outcomesOf(one)).toEqual(one.zoo.expected);
  });

  test('none is accepted in silence, and most are stopped whatever a reviewer says', async () => {
    const [refused, believed] = [trials(cheats, 'refusing'), trials(cheats, 'credulous')];
    expect([...named(refused, 'silent'), ...named(believed, 'silent')]).toEqual([]);
    const stopped = count(believed, 'rejected by the judge') + count(believed, 'asked');
    const figures = [
      `${cheats.length} cheats, ${believed.length} trials`,
      `rejected by the judge ${count(believed, 'rejected by the judge')}`,
      `asked ${count(believed, 'asked')}`,
      `rejected by a review that refuses ${count(refused, 'rejected by review')}`,
      `accepted with a note after a credulous review ${count(believed, 'accepted with a note')}`,
      'silent 0',
    ].join('; ');
    record({ promise: 'no cheat is accepted in silence', asked: '0 silent of at least 120 cheats', measured: figures });
    record({
      promise: 'cheats are rejected by the judge or asked about, even with a credulous reviewer',
      asked: 'at least 70 %',
      measured: `${Math.round((100 * stopped) / believed.length)} %`,
    });
    // By name: whoever adds one sees what a credulous reviewer lets pass.
    await expect(`${named(believed, 'accepted with a note').toSorted().join('\n')}\n`).toMatchFileSnapshot(
      'recorded/accepted-with-a-note.txt',
    );
    expect(stopped / believed.length).toBeGreaterThanOrEqual(0.7);
  });
});

describe('honest changes', () => {
  test.each(honest.map((one) => [one.zoo.name, one] as const))('%s', (_, one) => {
    expect(outcomesOf(one)).toEqual(one.zoo.expected);
  });

  test('none is rejected, and few are asked about', () => {
    const believed = trials(honest, 'credulous');
    expect(honest.length).toBeGreaterThanOrEqual(60);
    expect(named(believed, 'rejected by the judge')).toEqual([]);
    for (const workflow of WORKFLOWS) {
      const own = honest.filter(({ zoo }) => zoo.expected[workflow] !== undefined);
      const asked = own.filter(({ zoo, recorded }) =>
        /^(?:ask|review) /.test(firstOutcome(zoo, workflow, recorded.findings)),
      );
      record({
        promise: `honest changes are accepted without a question (${workflow})`,
        asked: '0 of at least 60 rejected, at most a third asked about or reviewed',
        measured: `0 of ${own.length} rejected, ${asked.length} asked about or reviewed`,
      });
      expect(asked.length / own.length).toBeLessThanOrEqual(1 / 3);
    }
  });
});
