import type { Catalogue } from '../../i18n/catalogue.ts';
import type { ChangeProof } from '../../schema/change-proof.ts';
import type { HunkCheck } from '../../schema/hunk-check.ts';
import { isAllowable, type ProofFinding } from '../../schema/proof-finding.ts';
import type { ProofDocument } from '../../schema/run/proof-document.ts';
import { proofFindingText } from './finding-text.ts';
import type { ProofFacts } from './proof-text.ts';
import { shownRuns } from './shown-runs.ts';

/** `mrp/proof.json` */
export function proofDocumentOf(
  proof: ChangeProof,
  { judgement, allowed, allowsSuperseded, hunks }: Omit<ProofFacts, 'proof'>,
  words: Catalogue,
): ProofDocument {
  const { baseline, candidate, runs, findings, added = NONE, changed = NONE, proven } = proof;
  const toAllow = new Set(judgement.to_allow?.map(({ code }) => code));
  const superseded = findings.flatMap((one) => (one.code === 'superseded' ? one.items : []));
  const atStart = allowsSuperseded
    ? superseded.map(({ key }) => ({ code: 'superseded', key, by: 'start' as const }))
    : [];
  return {
    baseline,
    candidate,
    runs: shownRuns(runs),
    added: someTests(added),
    changed: someTests(changed),
    proven: someTests(proven),
    findings: findings.map((finding) => ({
      code: finding.code,
      says: proofFindingText(finding, words),
      to_allow: toAllow.has(finding.code),
      ...namesOf(finding),
    })),
    quotes: judgement.quotes ?? [],
    allowed: [...allowed.map(({ code, key }) => ({ code, key, by: 'approval' as const })), ...atStart],
    ...(hunks !== undefined && hunks !== null && { hunks: hunksOf(hunks) }),
  };
}

/** The same document with its sentences in another language, as far as what was found is known. */
export function sayProofIn(document: ProofDocument, proof: ChangeProof | undefined, words: Catalogue): ProofDocument {
  if (proof?.candidate.commit !== document.candidate.commit) return document;
  const findings = document.findings.map((shown, index) => {
    const finding = proof.findings[index];
    return finding?.code === shown.code ? { ...shown, says: proofFindingText(finding, words) } : shown;
  });
  return { ...document, findings };
}

function hunksOf({
  hunks,
  skipped,
  stopped,
  percent,
  wanted,
  seconds,
}: HunkCheck): NonNullable<ProofDocument['hunks']> {
  return { checked: hunks, skipped, stopped, percent, wanted, seconds };
}

const NONE = { tests: [], count: 0 };

function someTests({ tests, count }: ChangeProof['proven']): ProofDocument['added'] {
  return { count, names: tests };
}

function namesOf(finding: ProofFinding): Pick<ProofDocument['findings'][number], 'tests' | 'files' | 'items'> {
  const tests = 'tests' in finding ? finding.tests.map((one) => (typeof one === 'string' ? one : one.id)) : [];
  const files = 'files' in finding ? finding.files : 'paths' in finding ? finding.paths : [];
  const items = isAllowable(finding)
    ? finding.items.map(({ was = null, now = null, ...item }) => ({ ...item, was, now }))
    : [];
  return { tests, files, items };
}
