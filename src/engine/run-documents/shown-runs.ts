import type { ProofRun } from '../../schema/change-proof.ts';
import type { ProofDocument } from '../../schema/run/proof-document.ts';

type ShownRun = ProofDocument['runs'][number];

/** Runs as a person reads them: an earlier round is called so, and no run of it is listed that is there already. */
export function shownRuns(runs: readonly ProofRun[]): ShownRun[] {
  const shown: ShownRun[] = [];
  for (const { of_earlier_round: isEarlier = false, ...run } of runs) {
    const kind = isEarlier && run.kind === 'baseline' ? 'earlier_round' : run.kind;
    const isThere = shown.some((other) => other.kind === kind && other.tree === run.tree);
    if (!isEarlier || !isThere) shown.push({ ...run, kind });
  }
  return shown;
}
