import type { Catalogue } from '../../i18n/catalogue.ts';

/** `950 tokens`, `4.1k tokens`, `2.3M tokens`. */
export function tokensText(count: number, { runScreen }: Catalogue): string {
  if (count < 1000) return runScreen.tokens(String(count));
  return runScreen.tokens(count < 999_950 ? `${(count / 1000).toFixed(1)}k` : `${(count / 1e6).toFixed(1)}M`);
}
