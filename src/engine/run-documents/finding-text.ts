import type { Catalogue } from '../../i18n/catalogue.ts';
import type { ProofFinding } from '../../schema/proof-finding.ts';
import type { RunFinding } from '../../workflows/run/judgement.ts';

type OwnFinding = Exclude<RunFinding, { readonly code: 'proof' }>;

type Findings = { [F in OwnFinding as F['code']]: F };

type Sentences = { readonly [C in keyof Findings]: (finding: Findings[C]) => string };

/** One plain sentence. Names in it are as others wrote them: whoever shows it makes it harmless. */
export function findingText(finding: RunFinding, words: Catalogue): string {
  if (finding.code === 'proof') return proofFindingText(finding.finding, words);
  return say(finding.code, finding, words.findings);
}

function say<C extends keyof Findings>(code: C, finding: Findings[C], sentences: Sentences): string {
  return sentences[code](finding);
}

type ProofFindings = { [F in ProofFinding as F['code']]: F };

export function proofFindingText(finding: ProofFinding, { proofFindings }: Catalogue): string {
  return sayProof(finding.code, finding, proofFindings);
}

function sayProof<C extends keyof ProofFindings>(
  code: C,
  finding: ProofFindings[C],
  sentences: { readonly [K in keyof ProofFindings]: (one: ProofFindings[K]) => string },
): string {
  return sentences[code](finding);
}
