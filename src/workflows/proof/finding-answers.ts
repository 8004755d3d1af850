import * as z from 'zod/mini';
import { isAllowable, type ProofFinding } from '../../schema/proof-finding.ts';
import type { AllowedItem } from './judge-change.ts';

/** What somebody said of one finding, or of one item of it. */
export const findingAnswer = z.strictObject({
  code: z.string(),
  /** Of the item; null for a finding without items. */
  key: z.nullable(z.string()),
  allow: z.boolean(),
  /** The sentence of the task that makes the old demand wrong; empty where there is none. */
  quote: z.string(),
  reason: z.string(),
});

export type FindingAnswer = z.infer<typeof findingAnswer>;

/** The items that answers allow, with the contents that they are allowed for. */
export function allowedItemsOf(findings: readonly ProofFinding[], answers: readonly FindingAnswer[]): AllowedItem[] {
  return itemsOf(
    findings,
    answers.filter(({ allow }) => allow),
  );
}

/** The items that answers are about. */
export function itemsOf(findings: readonly ProofFinding[], answers: readonly FindingAnswer[]): AllowedItem[] {
  return findings
    .filter(isAllowable)
    .flatMap(({ code, items }) =>
      items
        .filter(({ key }) => answers.some((one) => one.code === code && one.key === key))
        .map(({ key, before, after }) => ({ code, key, before, after })),
    );
}

/** What no answer allows. */
export function openFindings(findings: readonly ProofFinding[], answers: readonly FindingAnswer[]): ProofFinding[] {
  const isAllowed = (code: string, key: string | null): boolean =>
    answers.some((one) => one.allow && one.code === code && one.key === key);
  return findings.flatMap((finding): ProofFinding[] => {
    if (!isAllowable(finding)) return isAllowed(finding.code, null) ? [] : [finding];
    const items = finding.items.filter(({ key }) => !isAllowed(finding.code, key));
    return items.length === 0 ? [] : [{ ...finding, items }];
  });
}
