import { evidenceParts, openParts, someNames } from './evidence-text.ts';
import { type ProofFacts, proofParts } from './proof-text.ts';
import { findingText } from './finding-text.ts';
import { bullets, code, line, page, quotation } from './markdown.ts';
import type { Catalogue } from '../../i18n/catalogue.ts';
import type { Evidence } from '../../workflows/run/evidence.ts';
import type { Issue, Judgement } from '../../workflows/run/judgement.ts';

export interface ReviewFacts {
  readonly run_id: string;
  readonly iteration: number;
  readonly max_iterations: number;
  readonly judgement: Judgement;
  /** Null when nothing was built. */
  readonly evidence: Evidence | null;
  /** What was allowed so far. */
  readonly allowed: ProofFacts['allowed'];
  readonly allowsSuperseded: boolean;
}

/** `gatekeeper/review.md` */
export function reviewText(facts: ReviewFacts, words: Catalogue): string {
  const { run_id, iteration, max_iterations, judgement, evidence } = facts;
  const { review, round, evidence: measured } = words.runDocuments;
  return page([
    `# ${review.title(code(run_id))}`,
    `**${review.verdict(judgement.verdict)}** · ${round(iteration, max_iterations)}`,
    `## ${review.found}`,
    ...foundParts(judgement, words),
    ...(evidence === null ? [] : openParts(evidence, words)),
    ...proofParts({ ...facts, proof: evidence?.proof, hunks: evidence?.hunks }, words),
    ...saidParts(judgement, words),
    `## ${review.evidence}`,
    ...(evidence === null ? [review.noEvidence] : evidenceParts(evidence, words)),
    ...listPart(
      review.changedTests,
      evidence === null ? [] : someNames(evidence.changed_tests, words),
      measured.changedTests,
    ),
    ...listPart(review.dependencies, (evidence?.dependencies ?? []).map(dependencyText)),
    `## ${review.next}`,
    nextStep(facts, words),
  ]);
}

export function dependencyText({ manifest, name }: Evidence['dependencies'][number]): string {
  return `${code(name)} (${code(manifest)})`;
}

/** Orchestral's own findings; where they overrule the Gatekeeper, they say so. */
function foundParts({ said, verdict, findings }: Judgement, words: Catalogue): string[] {
  const { review } = words.runDocuments;
  if (findings.length === 0) return [review.foundNothing];
  const list = bullets(findings.map((finding) => line(findingText(finding, words))));
  return said === 'PASS' && verdict !== 'PASS' ? [review.overruled(said, verdict), list] : [list];
}

function saidParts({ said, reason, issues, triggers }: Judgement, words: Catalogue): string[] {
  const { review, none } = words.runDocuments;
  if (said === null) return [review.notAsked];
  return [
    `## ${review.said(said)}`,
    reason.trim() === '' ? review.nothingSaid : quotation(reason),
    `### ${review.issues}`,
    ...(issues.length === 0 ? [none] : issueParts(issues, words)),
    ...listPart(review.triggers, triggers.map(code)),
  ];
}

function listPart(title: string, entries: readonly string[], note = ''): string[] {
  return entries.length === 0 ? [] : [`## ${title}`, note, bullets(entries)];
}

function nextStep({ run_id, iteration, max_iterations, judgement }: ReviewFacts, { runDocuments }: Catalogue): string {
  const { review } = runDocuments;
  if (judgement.verdict === 'PASS') return review.pass(run_id);
  if (judgement.verdict === 'NEEDS_HUMAN') return review.asks;
  return iteration < max_iterations ? review.again(iteration + 1, max_iterations) : review.failed(max_iterations);
}

const SEVERITIES = ['critical', 'major', 'minor'] as const;

/** The issues of a review as parts of a page, the gravest first. */
export function issueParts(issues: readonly Issue[], { runDocuments }: Catalogue): string[] {
  return SEVERITIES.flatMap((severity) => {
    const those = issues.filter((issue) => issue.severity === severity);
    if (those.length === 0) return [];
    return [`**${runDocuments.severity[severity]}** (${those.length})`, bullets(those.map(issueText))];
  });
}

function issueText({ file, line: number, message }: Issue): string {
  if (file === null) return line(message);
  return `${code(number === null ? file : `${file}:${number}`)}: ${line(message)}`;
}
