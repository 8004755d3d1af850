import { patchBetween } from '../../../git/diff.ts';
import { quoteSharesIdentifier } from '../../../languages/named-tests.ts';
import { type Reviewed, reviewedParts } from '../../../prompts/auto/finding-text.ts';
import { reviewPrompt } from '../../../prompts/auto/reviewer.ts';
import { type ReviewAnswer, wantedReview } from '../../../schema/auto-answers.ts';
import type { AutoEvent } from '../../../workflows/auto/events.ts';
import type { FindingAnswer } from '../../../workflows/proof/finding-answers.ts';
import type { CallRecord } from '../../../workflows/policy/calls.ts';
import { performAgentStep, requireAnswer } from '../agent-step.ts';
import { failedAttempt } from './attempt.ts';
import { planTask, taskText } from './brief.ts';
import type { TaskJob } from './job.ts';

const MOST_PATCH = 128 * 1024;

/** What the calls of a review took so far, and why it is asked again. */
interface Before {
  readonly calls: readonly CallRecord[];
  readonly seconds: number;
  readonly feedback: string;
}

/** Somebody who did not write it says which words of the task ask for what was found. */
export async function review(
  job: TaskJob,
  before: Before = { calls: [], seconds: 0, feedback: '' },
): Promise<AutoEvent> {
  const { services, graph, at } = job;
  const { work, findings = [] } = at.task;
  if (work === null) throw new Error(`nothing to review: ${at.id}`);
  const task = planTask(services, graph, at.id);
  const parts = reviewedParts(findings.filter(({ code }) => code !== 'unproven'));
  const acceptance = findings.some(({ code }) => code === 'unproven') ? task.acceptance : [];
  const range = { from: at.tip.commit, to: work.commit, atMost: MOST_PATCH };
  const patch = await patchBetween(services.git, services.repository, range);
  return performAgentStep<ReviewAnswer, AutoEvent>(job, {
    role: 'reviewer',
    template: 'auto/reviewer',
    worktree: { commit: work.commit },
    prompt: (_, template) =>
      reviewPrompt({ task: taskText(task), parts, acceptance, patch, feedback: before.feedback }, template),
    answer: wantedReview({ findings: parts.length }),
    save: (done) => {
      const took = { calls: [...before.calls, done.call], seconds: before.seconds + done.seconds };
      const answer = requireAnswer(done);
      const words = wordsOf(task);
      const invented = answer.answers.filter(({ allow, quote }) => allow && !isQuoted(quote, words));
      if (invented.length > 0 && before.feedback === '')
        return review(job, { ...took, feedback: inventedText(invented) });
      return concluded(job, { answer, parts, words, took });
    },
  });
}

interface Concluding {
  readonly answer: ReviewAnswer;
  readonly parts: readonly Reviewed[];
  readonly words: string;
  readonly took: { readonly calls: CallRecord[]; readonly seconds: number };
}

/** One refusal sends the work back. What is allowed without words that speak of the very test is left to a person. */
function concluded(job: TaskJob, { answer, parts, words, took }: Concluding): AutoEvent {
  const refused = [
    ...answer.answers.filter(({ allow, quote }) => !allow || !isQuoted(quote, words)).map(({ reason }) => reason),
    ...answer.acceptance.filter(({ held }) => held === 'not_met').map(({ line, reason }) => `${line}: ${reason}`),
  ];
  if (refused.length > 0) return failedAttempt(job, { kind: 'review', message: refused.join(' ') }, took);
  const answers = parts.map(({ code, key, demand }, n): FindingAnswer => {
    const { quote = '', reason = '' } = answer.answers.find(({ finding }) => finding === n + 1) ?? {};
    const allow = code !== 'superseded' || quoteSharesIdentifier(quote, demand);
    return { code, key, allow, quote, reason };
  });
  const seen = answer.acceptance.map(({ line, held, reason }) => `${line}: ${held} (${reason})`).join('\n');
  if (answer.acceptance.length > 0) answers.push({ code: 'unproven', key: null, allow: true, quote: '', reason: seen });
  return { type: 'task_reviewed', data: { effect: job.id, id: job.at.id, ...took, answers } };
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

function wordsOf({ title, text, acceptance }: ReturnType<typeof planTask>): string {
  return [title, text, ...acceptance].join('\n');
}
