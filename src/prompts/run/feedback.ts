import { clipped, quoted, quotedList } from '../quoted.ts';

interface Issue {
  readonly severity: 'critical' | 'major' | 'minor';
  readonly file: string | null;
  readonly line: number | null;
  readonly message: string;
}

export interface FailedTest {
  readonly test: string;
  readonly reason: string;
}

/** Why the last round's work was sent back. */
export interface Feedback {
  readonly from: 'gate' | 'person';
  readonly reason: string;
  readonly issues: readonly Issue[];
  /** Sentences about what Orchestral found. */
  readonly findings: readonly string[];
  readonly failures: readonly FailedTest[];
}

const MOST_FAILURES = 20;
const MOST_ISSUES = 100;
const LONGEST_REASON = 2000;

export function feedbackText(feedback: Feedback | null): string {
  if (feedback === null) return 'None: this is the first round.';
  const { from, reason, issues, findings, failures } = feedback;
  const parts = [
    from === 'person'
      ? 'A person looked at the last round’s work and sent it back. Do what they say, before anything else.'
      : 'The last round’s work was sent back. It is still in the folder: go on from it, and put every point right.',
  ];
  if (reason.trim() !== '')
    parts.push(from === 'person' ? 'Why the person sent it back:' : 'What the Gatekeeper said:', quoted(reason));
  if (findings.length > 0) parts.push('What Orchestral itself found, which is certain:', quotedList(findings));
  if (issues.length > 0) parts.push('Issues of the review, gravest first:', issuesText(issues));
  if (failures.length > 0) parts.push(`Failing tests (${failures.length}):`, failuresText(failures));
  return parts.join('\n\n');
}

export function failuresText(failures: readonly FailedTest[]): string {
  const shown = failures.slice(0, MOST_FAILURES);
  const list = quotedList(shown.map(({ test, reason }) => `${test}\n${clipped(reason, LONGEST_REASON)}`));
  return failures.length > shown.length ? `${list}\n\nand ${failures.length - shown.length} more.` : list;
}

function issuesText(issues: readonly Issue[]): string {
  const ranks = { critical: 0, major: 1, minor: 2 };
  const sorted = issues.toSorted((a, b) => ranks[a.severity] - ranks[b.severity]).slice(0, MOST_ISSUES);
  return quotedList(sorted.map((issue) => `[${issue.severity}] ${placeOf(issue)}${issue.message}`));
}

function placeOf({ file, line }: Issue): string {
  if (file === null) return '';
  return line === null ? `${file}: ` : `${file}:${line}: `;
}
