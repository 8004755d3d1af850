import { pathTokens } from '../../base/path-tokens.ts';
import type { DesignBrief } from '../../schema/contracts/design-brief.ts';
import type { Invariants } from './invariants.ts';

const MOST_FILES = 50;

/**
 * What of a brief's scope is said in prose, so that only somebody who reads the code can judge it: one rule for all that is
 * in scope, one for each thing that is not. None where nothing was changed.
 */
export function scopeRules(
  { scope_in, scope_out }: Pick<DesignBrief, 'scope_in' | 'scope_out'>,
  changed: readonly string[],
): Invariants {
  if (changed.length === 0) return [];
  const more = changed.length > MOST_FILES ? `, and ${changed.length - MOST_FILES} more` : '';
  const files = `${changed.slice(0, MOST_FILES).join(', ')}${more}`;
  const rules = [
    ...(scope_in.some(isProse)
      ? [`Everything that this subtask changed (${files}) serves one of these: ${scope_in.join('; ')}`]
      : []),
    ...scope_out
      .filter(isProse)
      .map((out) => `Nothing that this subtask changed (${files}) is about this, which is out of scope: ${out}`),
  ];
  return rules.map((rule, nth) => ({ id: `SCOPE-${nth + 1}`, rule }));
}

/** A path is compared with what was changed; this cannot be. */
function isProse(text: string): boolean {
  return !pathTokens(text).some(({ sure }) => sure);
}
