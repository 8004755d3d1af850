import invariantsTemplate from '../../../templates/session/qa-invariants.md';
import testFirstTemplate from '../../../templates/session/qa-test-first.md';
import verificationTemplate from '../../../templates/session/qa-verification.md';
import type { Failure } from '../../base/failure.ts';
import { pathTokens } from '../../base/path-tokens.ts';
import type { Result } from '../../base/result.ts';
import { quotedList } from '../quoted.ts';
import { material, memoryText, type SubtaskBrief, subtaskValues } from './parts.ts';
import { fillTemplate } from '../template.ts';
import type { DesignBrief, DesignContract } from '../../schema/contracts/design.ts';

export interface QaTestFirstBrief extends SubtaskBrief {
  /** As its file has it. */
  readonly designContract: string;
  readonly memContext: string;
}

export function qaTestFirstPrompt(brief: QaTestFirstBrief, template = testFirstTemplate): Result<string, Failure> {
  return fillTemplate(
    { name: 'session/qa-test-first', text: template },
    {
      ...subtaskValues(brief),
      design_contract: material(brief.designContract),
      mem_context: memoryText(brief.memContext),
    },
  );
}

export interface QaVerificationBrief extends SubtaskBrief {
  /** As its file has it. */
  readonly testContract: string;
  readonly invariants: Invariants;
  readonly memContext: string;
}

export function qaVerificationPrompt(
  brief: QaVerificationBrief,
  template = verificationTemplate,
): Result<string, Failure> {
  return fillTemplate(
    { name: 'session/qa-verification', text: template },
    {
      ...subtaskValues(brief),
      test_contract: material(brief.testContract),
      invariants: invariantsText(brief.invariants),
      mem_context: memoryText(brief.memContext),
    },
  );
}

export interface QaInvariantsBrief extends SubtaskBrief {
  /** Those that cannot be checked mechanically, and what the scope says in prose. */
  readonly invariants: Invariants;
}

export function qaInvariantsPrompt(brief: QaInvariantsBrief, template = invariantsTemplate): Result<string, Failure> {
  return fillTemplate(
    { name: 'session/qa-invariants', text: template },
    { ...subtaskValues(brief), invariants: invariantsText(brief.invariants) },
  );
}

export type Invariants = DesignContract['invariants'];

function invariantsText(invariants: Invariants): string {
  return invariants.length === 0 ? 'None.' : quotedList(invariants.map(({ id, rule }) => `${id}: ${rule}`));
}

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
