import type { Catalogue } from '../../i18n/catalogue.ts';
import { formatDollars } from '../../i18n/format.ts';

/** `950 tokens`, `4.1k tokens`, `2.3M tokens`. */
export function tokensText(count: number, { runScreen }: Catalogue): string {
  if (count < 1000) return runScreen.tokens(String(count));
  return runScreen.tokens(count < 999_950 ? `${(count / 1000).toFixed(1)}k` : `${(count / 1e6).toFixed(1)}M`);
}

interface Spent {
  readonly input_tokens: number;
  readonly output_tokens: number;
  readonly cost_usd: number | null;
}

/** What all roles or calls together have spent; nothing where nobody told. */
export function totalFacts(spent: Readonly<Record<string, Spent>> | readonly Spent[], words: Catalogue): string[] {
  const all: readonly Spent[] = Object.values(spent);
  const tokens = all.reduce((sum, each) => sum + each.input_tokens + each.output_tokens, 0);
  const costs = all.flatMap(({ cost_usd }) => (cost_usd === null ? [] : [cost_usd]));
  return [
    ...(tokens === 0 ? [] : [tokensText(tokens, words)]),
    ...(costs.length === 0 ? [] : [formatDollars(costs.reduce((sum, cost) => sum + cost, 0))]),
  ];
}

interface Call extends Spent {
  readonly backend: string;
  readonly model: string | null;
}

/** Who was called for a step, and what that took. */
export function spentFacts(calls: readonly Call[], words: Catalogue): string[] {
  if (calls.length === 0) return [];
  const who = [...new Set(calls.map(({ backend, model }) => (model === null ? backend : `${backend} ${model}`)))];
  return [who.join(', '), ...totalFacts(calls, words)];
}

/** How long a step took, where that is known. */
export function tookFacts(tookMs: number | undefined, { runDocuments }: Catalogue): string[] {
  return tookMs === undefined ? [] : [runDocuments.duration(tookMs)];
}
