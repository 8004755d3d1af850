import { quoted } from '../quoted.ts';

/** What a person decided, in words: the label of the option, not its id. */
export interface Decision {
  readonly question: string;
  readonly decision: string;
  readonly rationale: string;
  readonly notes: string;
}

export function decisionsText(decisions: readonly Decision[]): string {
  if (decisions.length === 0) return 'None.';
  return quoted(decisions.map(decisionText).join('\n\n'));
}

function decisionText({ question, decision, rationale, notes }: Decision, index: number): string {
  const lines = [`${index + 1}. Question: ${question}`, `Decision: ${decision}`];
  if (rationale.trim() !== '') lines.push(`Why: ${rationale}`);
  if (notes.trim() !== '') lines.push(`Notes: ${notes}`);
  return lines.map((line) => line.trim().replaceAll('\n', '\n   ')).join('\n   ');
}
