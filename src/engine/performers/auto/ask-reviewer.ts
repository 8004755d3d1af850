import { patchBetween } from '../../../git/diff.ts';
import { quoteSharesIdentifier } from '../../../languages/named-tests.ts';
import { type Reviewed, reviewedParts } from '../../../prompts/auto/finding-text.ts';
import type { TaskText } from '../../../prompts/auto/parts.ts';
import { reviewPrompt } from '../../../prompts/auto/reviewer.ts';
import { type ReviewAnswer, wantedReview } from '../../../schema/auto-answers.ts';
import type { ProofFinding } from '../../../schema/proof-finding.ts';
import type { AutoEvent } from '../../../workflows/auto/events.ts';
import type { FindingAnswer } from '../../../workflows/proof/finding-answers.ts';
import type { CallRecord } from '../../../workflows/policy/calls.ts';
import { projectPathsOf } from '../../project-paths.ts';
import { performAgentStep, requireAnswer } from '../agent-step.ts';
import type { AutoJob } from './job.ts';

const MOST_PATCH = 128 * 1024;

export interface ReviewRequest {
  readonly task: TaskText;
  /** What the work may be allowed by. */
  readonly words: string;
  readonly findings: readonly ProofFinding[];
  readonly range: { readonly from: string; readonly to: string };
  readonly save: (reviewed: ReviewOutcome, took: ReviewTime) => AutoEvent | Promise<AutoEvent>;
}

/** One refusal refuses all of it. */
type ReviewOutcome = { readonly refused: string } | { readonly answers: FindingAnswer[] };

interface ReviewTime {
  readonly calls: CallRecord[];
  readonly seconds: number;
}

/** What the calls of a review took so far, and why it is asked again. */
interface Before extends ReviewTime {
  readonly feedback: string;
}

/** Somebody who did not write it says which words ask for what was found. */
export async function askReviewer(
  job: AutoJob,
  request: ReviewRequest,
  before: Before = { calls: [], seconds: 0, feedback: '' },
): Promise<AutoEvent> {
  const { services } = job;
  const { task, words, findings, range, save } = request;
  const parts = reviewedParts(findings.filter(({ code }) => code !== 'unproven'));
  const acceptance = findings.some(({ code }) => code === 'unproven') ? task.acceptance : [];
  const { inPatch } = projectPathsOf(services.project);
  const patch = inPatch(await patchBetween(services.git, services.repository, { ...range, atMost: MOST_PATCH }));
  return performAgentStep<ReviewAnswer, AutoEvent>(job, {
    role: 'reviewer',
    template: 'auto/reviewer',
    worktree: { commit: range.to, isBroken: true },
    prompt: (_, template) => reviewPrompt({ task, parts, acceptance, patch, feedback: before.feedback }, template),
    answer: wantedReview({ findings: parts.length }),
    save: (done) => {
      const took = { calls: [...before.calls, done.call], seconds: before.seconds + done.seconds };
      const answer = requireAnswer(done);
      const invented = answer.answers.filter(({ allow, quote }) => allow && !isQuoted(quote, words));
      if (invented.length > 0 && before.feedback === '')
        return askReviewer(job, request, { ...took, feedback: inventedText(invented) });
      return save(outcomeOf(answer, parts, words), took);
    },
  });
}

/** What is allowed without words that speak of the very test is left to a person. */
function outcomeOf(answer: ReviewAnswer, parts: readonly Reviewed[], words: string): ReviewOutcome {
  const refused = [
    ...answer.answers.filter(({ allow, quote }) => !allow || !isQuoted(quote, words)).map(({ reason }) => reason),
    ...answer.acceptance.filter(({ held }) => held === 'not_met').map(({ line, reason }) => `${line}: ${reason}`),
  ];
  if (refused.length > 0) return { refused: refused.join(' ') };
  const answers = parts.flatMap(({ code, keys, demand, needsMention }, n): FindingAnswer[] => {
    const { quote = '', reason = '' } = answer.answers.find(({ finding }) => finding === n + 1) ?? {};
    const allow = !needsMention || quoteSharesIdentifier(quote, demand);
    return (keys.length === 0 ? [null] : keys).map((key) => ({ code, key, allow, quote, reason }));
  });
  const seen = answer.acceptance.map(({ line, held, reason }) => `${line}: ${held} (${reason})`).join('\n');
  if (answer.acceptance.length > 0) answers.push({ code: 'unproven', key: null, allow: true, quote: '', reason: seen });
  return { answers };
}

function isQuoted(quote: string, words: string): boolean {
  const wanted = withoutBlanks(quote);
  return wanted.length >= MIN_QUOTE && withoutBlanks(words).includes(wanted);
}

const MIN_QUOTE = 4;

function withoutBlanks(text: string): string {
  return text.normalize('NFC').replaceAll(/[\s`*_]+/g, '');
}

function inventedText(answers: ReviewAnswer['answers']): string {
  const numbers = answers.map(({ finding }) => finding).join(', ');
  return `For ${numbers} you quoted words that are not in the task. Copy them exactly, or do not allow it.`;
}
