import { en } from '../../../i18n/en/index.ts';
import type { Feedback as FeedbackInWords } from '../../../prompts/run/feedback.ts';
import type { Feedback } from '../../../workflows/run/judgement.ts';
import { findingText } from '../../run-documents/finding-text.ts';

/** Agents are told in English, whatever the person speaks. */
export function feedbackInWords({ findings, ...feedback }: Feedback): FeedbackInWords {
  return { ...feedback, findings: findings.map((finding) => findingText(finding, en)) };
}
