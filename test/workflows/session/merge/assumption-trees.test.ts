import { describe, expect, test } from 'vitest';
import { checkAssumptions } from '../../../../src/workflows/session/merge/assumptions.ts';
import { record } from '../../../support/scorecard.ts';
import { projectTree, type Sample, samples, TREES } from './trees.ts';

type Judged = Sample & { readonly verdict: string };

/** The samples named `tuned` were seen while the check was written; the held-out ones were written last and changed nothing. */
describe.each(['tuned', 'held-out'] as const)('assumptions of three real trees, %s', (part) => {
  const judged = TREES.map((name) => ({ name, samples: judge(name, part) }));

  test.each(judged)('$name: what is judged is right', ({ samples: mine }) => {
    const wrong = mine.filter(({ label, verdict }) => verdict !== 'unknown' && verdict !== label);
    expect(precision(mine), wrong.map((one) => JSON.stringify(one)).join('\n')).toBeGreaterThanOrEqual(0.95);
  });

  test('as a whole', () => {
    const all = judged.flatMap((one) => one.samples);
    const measured = `precision ${percent(precision(all))}, recall ${percent(recall(all))} of ${all.length} assumptions`;
    record({
      promise: `Assumptions of a plan are judged rightly (${part} samples, Korean and English)`,
      asked: 'precision ≥ 95 %, recall reported',
      measured,
    });
    const wronged = all.filter(({ label, verdict }) => verdict === 'mismatched' && label !== 'mismatched');
    expect(wronged.map(({ assumption }) => assumption)).toEqual([]);
    expect(recall(all)).toBeGreaterThan(0.25);
  });
});

test.each(TREES)('%s has at least forty samples, half of them Korean', (name) => {
  const all = [...samples(name, 'tuned'), ...samples(name, 'held-out')];
  const korean = all.filter(({ assumption }) => /[가-힣]/.test(assumption));
  expect(all.length).toBeGreaterThanOrEqual(40);
  expect(Math.abs(korean.length / all.length - 0.5)).toBeLessThan(0.06);
  expect(samples(name, 'held-out').length * 3).toBeGreaterThanOrEqual(all.length);
});

function judge(name: (typeof TREES)[number], part: 'tuned' | 'held-out'): Judged[] {
  const mine = samples(name, part);
  const verdicts = checkAssumptions({ assumptions: mine.map(({ assumption }) => assumption), ...projectTree(name) });
  return mine.map((sample, i) => ({ ...sample, ...verdicts[i], verdict: verdicts[i]?.verdict ?? 'none' }));
}

function precision(all: readonly Judged[]): number {
  const judged = all.filter(({ verdict }) => verdict !== 'unknown');
  return judged.filter(({ verdict, label }) => verdict === label).length / judged.length;
}

function recall(all: readonly Judged[]): number {
  const judgeable = all.filter(({ label }) => label !== 'unknown');
  return judgeable.filter(({ verdict, label }) => verdict === label).length / judgeable.length;
}

function percent(share: number): string {
  return `${(share * 100).toFixed(1)} %`;
}
