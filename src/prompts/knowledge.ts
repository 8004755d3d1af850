import type { Decision, Knowledge, Pitfall } from '../schema/knowledge.ts';
import { quotedList } from './quoted.ts';

export function patternsText(patterns: Knowledge['patterns']): string {
  return entries(
    Object.entries(patterns).map(([name, pattern]) => {
      if (typeof pattern === 'string') return `${name}: ${pattern}`;
      const several = Object.entries(pattern).map(([one, convention]) => `  ${one}: ${convention}`);
      return [`${name}:`, ...several].join('\n');
    }),
  );
}

export function decisionsText(decisions: Knowledge['decisions']): string {
  return entries(decisions.map(decisionText));
}

export function pitfallsText(pitfalls: Knowledge['pitfalls']): string {
  return entries(pitfalls.map(pitfallText));
}

export function decisionText({ id, topic, decision, rationale, refs }: Decision): string {
  return [
    `${id} ${topic}: ${decision}`,
    ...(rationale.trim() === '' ? [] : [`Why: ${rationale}`]),
    ...(refs.length === 0 ? [] : [`Files: ${refs.join(', ')}`]),
  ].join('\n');
}

export function pitfallText({ id, description, reason }: Pitfall): string {
  return reason.trim() === '' ? `${id} ${description}` : `${id} ${description}\nWhy: ${reason}`;
}

function entries(texts: readonly string[]): string {
  return texts.length === 0 ? 'None.' : quotedList(texts);
}
