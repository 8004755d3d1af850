/** What follows from a finding. `review`: somebody who did not write it looks at it; `ask`: a person decides. */
export type ProofVerdict = 'accept' | 'review' | 'ask' | 'reject';

/** What a workflow makes of each kind of finding. */
export type Policy<F extends { readonly code: string }> = Readonly<Record<F['code'], ProofVerdict>>;

export interface Judged<F> {
  readonly verdict: ProofVerdict;
  /** The findings that the verdict is for; none when all is accepted. */
  readonly reasons: readonly F[];
}

const STRONGEST_FIRST = ['reject', 'ask', 'review'] as const;

/** The strongest verdict on any of the findings holds for all of them. */
export function judgeFindings<C extends string, F extends { readonly code: C }>(
  findings: readonly F[],
  policy: Readonly<Record<C, ProofVerdict>>,
): Judged<F> {
  for (const verdict of STRONGEST_FIRST) {
    const reasons = findings.filter(({ code }) => policy[code] === verdict);
    if (reasons.length > 0) return { verdict, reasons };
  }
  return { verdict: 'accept', reasons: [] };
}
