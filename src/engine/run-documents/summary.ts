import { changesParts, spentTable } from './summary-parts.ts';
import { evidenceParts, openParts, someNames } from './evidence-text.ts';
import { bullets, code, dayAndTime, line, page, quotation } from './markdown.ts';
import { type ProofFacts, proofParts } from './proof-text.ts';
import { dependencyText, issueParts } from './review.ts';
import type { ChangedFile } from '../../git/diff.ts';
import type { Catalogue } from '../../i18n/catalogue.ts';
import type { DocumentOf } from '../../schema/documents.ts';
import type { Spending } from '../../base/spending.ts';
import type { Consultation } from '../../workflows/run/consultation.ts';
import type { Evidence } from '../../workflows/run/evidence.ts';
import type { Judgement } from '../../workflows/run/judgement.ts';

type AutoFilled = DocumentOf<'clarifications'>['auto_filled'];

export interface SummaryFacts {
  readonly run_id: string;
  /** Rounds it took. */
  readonly iterations: number;
  readonly finished_at: string;
  readonly refined: string;
  readonly changed: readonly ChangedFile[];
  readonly evidence: Evidence;
  readonly hunks?: ProofFacts['hunks'];
  readonly judgement: Judgement;
  /** What was allowed before this approval. */
  readonly allowed: ProofFacts['allowed'];
  readonly allowsSuperseded: boolean;
  readonly consultations: readonly Asked[];
  /** What the briefing left open and the Refiner decided. */
  readonly filledIn: AutoFilled;
  /** The Builder's own, of the last round; empty where it gave none. */
  readonly reasons: string;
  /** Why earlier rounds were sent back, and what was done about it. */
  readonly rejections: readonly {
    readonly round: number;
    readonly reason: string;
    /** The Builder's log of the round after it. */
    readonly answer: string;
    /** Files that differ from what was sent back. */
    readonly changed: readonly string[];
  }[];
  /** Null without git. */
  readonly git: { readonly commit: string; readonly branch: string; readonly base: string } | null;
  /** By role. */
  readonly spent: Readonly<Record<string, Spending>>;
  readonly isRehearsal: boolean;
}

type Asked = Pick<Consultation, 'crp' | 'vcr' | 'by_precedent'>;

/** `mrp/summary.md` */
export function summaryText(facts: SummaryFacts, words: Catalogue): string {
  const { run_id, evidence, judgement, changed, refined } = facts;
  const { summary, evidence: measured } = words.runDocuments;
  const minor = issueParts(judgement.issues, words);
  return page([
    `# ${summary.title(code(run_id))}`,
    facts.isRehearsal ? `*${summary.rehearsal}*` : '',
    bullets(headFacts(facts, words)),
    `## ${summary.decide}`,
    bullets(ways(run_id, words)),
    `## ${summary.intent}`,
    quotation(firstLines(refined)),
    summary.wholeBrief(code('briefing/refined.md')),
    ...rejectionParts(facts.rejections, words),
    ...openParts(evidence, words),
    ...proofParts({ ...facts, proof: evidence.proof }, words),
    `## ${summary.changes}`,
    ...changesParts(changed, words),
    `## ${summary.tests}`,
    ...evidenceParts(evidence, words),
    // Where there is a proof, it names them.
    ...(evidence.proof === undefined ? listPart(measured.changedTests, someNames(evidence.changed_tests, words)) : []),
    ...listPart(summary.dependencies, evidence.dependencies.map(dependencyText)),
    `## ${summary.decisions}`,
    ...decisionParts(facts.consultations, words),
    ...listPart(summary.filledIn, facts.filledIn.map(filledText)),
    ...(facts.reasons.trim() === '' ? [] : [`**${summary.builderReasons}**`, quotation(firstLines(facts.reasons))]),
    `## ${summary.passed}`,
    judgement.reason.trim() === '' ? words.runDocuments.review.nothingSaid : quotation(judgement.reason),
    ...(minor.length === 0 ? [] : [`### ${summary.remaining}`, ...minor]),
    `## ${summary.spent}`,
    spentTable(facts.spent, words),
  ]);
}

function headFacts({ iterations, finished_at, git }: SummaryFacts, { runDocuments: { summary } }: Catalogue): string[] {
  const head = summary.facts(iterations, dayAndTime(finished_at));
  if (git === null) return [head, summary.noGit];
  return [head, `${summary.commit(code(git.commit))}, ${summary.branches(code(git.branch), code(git.base))}`];
}

function ways(run: string, { runDocuments: { summary } }: Catalogue): string[] {
  return [
    `${code(`orchestral review ${run}`)}: ${summary.review}`,
    `${code(`orchestral approve ${run}`)}: ${summary.approve}`,
    `${code(`orchestral reject ${run} --reason "${summary.why}"`)}: ${summary.reject}`,
  ];
}

const MOST_LINES = 12;

/** As much of the brief as tells what it is about, ending where a paragraph does if one does. */
function firstLines(brief: string): string {
  const lines = brief.trim().split('\n');
  if (lines.length <= MOST_LINES) return brief;
  const head = lines.slice(0, MOST_LINES);
  const gap = head.findLastIndex((text) => text.trim() === '');
  return `${head.slice(0, gap > 2 ? gap : MOST_LINES).join('\n')}\n\n…`;
}

function rejectionParts(rejections: SummaryFacts['rejections'], { runDocuments: { summary } }: Catalogue): string[] {
  if (rejections.length === 0) return [];
  return [
    `## ${summary.sentBack}`,
    ...rejections.flatMap(({ round, reason, answer, changed }) => [
      `**${summary.sentBackIn(round)}** ${line(reason)}`,
      bullets([changed.length === 0 ? summary.nothingChanged : summary.changedSince(changed.map(code).join(', '))]),
      ...(answer.trim() === '' ? [] : [summary.builderSays, quotation(firstLines(answer))]),
    ]),
  ];
}

function decisionParts(consultations: readonly Asked[], words: Catalogue): string[] {
  const answered = consultations.flatMap((one) => (one.vcr === null ? [] : [decisionText(one, one.vcr, words)]));
  return answered.length === 0 ? [words.runDocuments.summary.noDecisions] : [answered.join('\n')];
}

function decisionText(
  { crp, by_precedent }: Asked,
  { vcr_id, decision, rationale, additional_notes }: NonNullable<Asked['vcr']>,
  { runDocuments: { summary } }: Catalogue,
): string {
  const label = crp.options.find(({ id }) => id === decision)?.label;
  const answer = label === undefined ? (decision === 'other' ? additional_notes : decision) : `${decision}: ${label}`;
  const who = by_precedent ? summary.precedent : summary.asked(line(crp.created_by));
  const about = [
    ...(rationale.trim() === '' ? [] : [summary.because(line(rationale))]),
    ...(decision === 'other' || additional_notes.trim() === '' ? [] : [summary.notes(line(additional_notes))]),
  ];
  return [
    `- ${line(crp.question)} → **${line(answer)}** (${code(vcr_id)}, ${who})`,
    ...about.map((text) => `  - ${text}`),
  ].join('\n');
}

function filledText({ category, item, value, rationale }: AutoFilled[number]): string {
  return `${line(category)}, ${line(item)}: **${line(String(value))}**${rationale.trim() === '' ? '' : ` (${line(rationale)})`}`;
}

function listPart(title: string, entries: readonly string[]): string[] {
  return entries.length === 0 ? [] : [`**${title}**`, bullets(entries)];
}
