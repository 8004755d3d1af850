import type { ProofRun } from '../../schema/change-proof.ts';

type Counts = Pick<ProofRun, 'kind' | 'passed' | 'failed' | 'skipped'>;

/** What can be compared of two proofs of one change. */
export interface ComparableProof {
  readonly runs: readonly Counts[];
  readonly proven: number;
  readonly command: string | null;
}

/** In what a proof differs from another. */
export interface ProofDifference {
  /** A kind of run, `command` or `proven`. */
  readonly what: string;
  readonly recorded: string;
  readonly now: string;
}

/** Empty: the same. */
export function compareRecorded(recorded: ComparableProof, now: ComparableProof): ProofDifference[] {
  const kinds = [...new Set([...recorded.runs, ...now.runs].map(({ kind }) => kind))].filter((one) => one !== 'flaky');
  const differences: ProofDifference[] = [];
  const compare = (what: string, was: string, is: string): void => {
    if (was !== is) differences.push({ what, recorded: was, now: is });
  };
  compare('command', recorded.command ?? '–', now.command ?? '–');
  for (const kind of kinds) compare(kind, countsOf(recorded.runs, kind), countsOf(now.runs, kind));
  compare('proven', String(recorded.proven), String(now.proven));
  return differences;
}

function countsOf(runs: readonly Counts[], kind: string): string {
  const found = runs.filter((run) => run.kind === kind);
  if (found.length === 0) return '–';
  return found
    .map(({ passed, failed, skipped }) => `${passed} passed, ${failed} failed, ${skipped} skipped`)
    .join('; ');
}
