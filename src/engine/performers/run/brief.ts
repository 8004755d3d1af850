import { findingText } from '../../run-documents/finding-text.ts';
import { en } from '../../../i18n/en/index.ts';
import type { AnsweredQuestion, PromptFeedback as FeedbackInWords } from '../../../prompts/run/parts.ts';
import type { Crp, Vcr } from '../../../schema/run/consultation.ts';
import type { Wanted } from '../../../schema/wanted.ts';
import type { Consultation } from '../../../workflows/run/consultation.ts';
import type { Feedback } from '../../../workflows/run/judgement.ts';
import type { Run } from '../../../workflows/run/run-state.ts';
import type { ProjectPaths } from '../../project-paths.ts';

/** What people decided, in words that agents understand without the list of options. */
export function decisionsOf({ consultations, rejections = [] }: Decided): AnsweredQuestion[] {
  return [
    ...consultations.flatMap(({ crp, vcr }) => (vcr === null ? [] : [decisionOf(crp, vcr)])),
    ...rejections.map(({ iteration, reason }) => ({
      question: `Is the work of round ${iteration} to be merged?`,
      decision: 'No. It was sent back.',
      rationale: reason,
      notes: '',
    })),
  ];
}

interface Decided extends Pick<Run, 'rejections'> {
  readonly consultations: readonly Pick<Consultation, 'crp' | 'vcr'>[];
}

export function decisionOf(
  { question, options }: Crp,
  { decision, rationale, additional_notes }: Vcr,
): AnsweredQuestion {
  const option = options.find(({ id }) => id === decision);
  return {
    question,
    decision: option === undefined ? additional_notes : `${option.label} (${option.description})`,
    rationale,
    notes: option === undefined ? '' : additional_notes,
  };
}

/** Agents are told in English, whatever the person speaks. */
export function feedbackInWords({ findings, ...feedback }: Feedback, { inText }: ProjectPaths): FeedbackInWords {
  return { ...feedback, findings: findings.map((finding) => inText(findingText(finding, en))) };
}

/** An answer that need not be given: a block at the end with one of these fields is meant as one. */
export function optionalAnswer<T>(
  wanted: Wanted<T>,
  fields: readonly string[],
): Wanted<T> & { readonly looksLikeAnswer: (value: unknown) => boolean } {
  return {
    ...wanted,
    looksLikeAnswer: (value) =>
      typeof value === 'object' && value !== null && fields.some((field) => Object.hasOwn(value, field)),
  };
}
