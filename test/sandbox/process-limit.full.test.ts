import { expect, test } from 'vitest';
import { canLimitNamespace } from '../../src/sandbox/process-limit.ts';
import { notRun } from '../support/needs.ts';
import { record } from '../support/scorecard.ts';
import { tryAs } from './try-as.ts';

const FORKS =
  'my @p; for (1 .. 4500) { my $p = fork; last unless defined $p; if (!$p) { sleep 60; exit } push @p, $p } print scalar(@p); kill 9, @p';

test.for(['root', 'an ordinary user'] as const)(
  'a fork bomb of %s ends at the limit of its sandbox',
  { timeout: 120_000 },
  async (who, context) => {
    if (who === 'root' && !canLimitNamespace()) notRun(context, 'the kernel is older than Linux 6.14');
    const [outside, inside] = await tryAs(context, who, ['perl', '-e', FORKS]);
    expect(Number(outside)).toBe(4500);
    expect(Number(inside)).toBeGreaterThan(3500);
    expect(Number(inside)).toBeLessThan(4096);
    record({ promise: `Processes of one sandbox, ${who}`, asked: 'at most 4096', measured: `${inside}` });
  },
);
