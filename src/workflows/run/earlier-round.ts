import type { ChangeProof } from '../../schema/change-proof.ts';
import { isAllowable, type ProofFinding } from '../../schema/proof-finding.ts';

/** A proof against the base, with what the round takes back of the round before it. */
export function withEarlierRound(whole: ChangeProof, since: ChangeProof): ChangeProof {
  return {
    ...whole,
    runs: [...whole.runs, ...since.runs.map((run) => ({ ...run, of_earlier_round: true as const }))],
    findings: since.findings.reduce(withFinding, whole.findings),
  };
}

/** One finding of a kind has the items of both. */
function withFinding(findings: readonly ProofFinding[], more: ProofFinding): ProofFinding[] {
  const at = findings.findIndex(({ code }) => code === more.code);
  const standing = findings[at];
  if (standing === undefined) return [...findings, more];
  return findings.with(at, both(standing, more));
}

function both(one: ProofFinding, more: ProofFinding): ProofFinding {
  if (one.code === 'lost_tests' && more.code === 'lost_tests')
    return { ...one, tests: [...new Set([...one.tests, ...more.tests])] };
  if (!isAllowable(one) || !isAllowable(more)) return one;
  const known = new Set(one.items.map(({ key, before }) => `${key} ${before}`));
  return { ...one, items: [...one.items, ...more.items.filter(({ key, before }) => !known.has(`${key} ${before}`))] };
}
