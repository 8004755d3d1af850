import { expect, test } from 'vitest';
import { record } from '../support/scorecard.ts';
import { tryAs } from './try-as.ts';

const FORKS =
  'my @p; for (1 .. 4500) { my $p = fork; last unless defined $p; if (!$p) { sleep 60; exit } push @p, $p } print scalar(@p); kill 9, @p';

test('an ordinary user’s fork bomb ends at the limit of its sandbox', { timeout: 120_000 }, async (context) => {
  const [outside, inside] = await tryAs(context, 'an ordinary user', ['perl', '-e', FORKS]);
  expect(Number(outside)).toBe(4500);
  expect(Number(inside)).toBeGreaterThan(4000);
  expect(Number(inside)).toBeLessThan(4096);
  record({ promise: 'Processes of one sandbox, an ordinary user', asked: 'at most 4096', measured: `${inside}` });
});
