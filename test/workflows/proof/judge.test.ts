import { expect, test } from 'vitest';
import { judgeFindings, type Policy, type ProofVerdict } from '../../../src/workflows/proof/judge.ts';

const policy: Policy<{ readonly code: 'fine' | 'odd' | 'unclear' | 'wrong' }> = {
  fine: 'accept',
  odd: 'review',
  unclear: 'ask',
  wrong: 'reject',
};

test.each<readonly [(keyof typeof policy)[], ProofVerdict, (keyof typeof policy)[]]>([
  [[], 'accept', []],
  [['fine'], 'accept', []],
  [['odd', 'fine', 'odd'], 'review', ['odd', 'odd']],
  [['odd', 'unclear'], 'ask', ['unclear']],
  [['wrong', 'unclear', 'odd'], 'reject', ['wrong']],
])('%j: %s, for %j', (codes, verdict, reasons) => {
  const judged = judgeFindings(
    codes.map((code) => ({ code })),
    policy,
  );
  expect(judged).toEqual({ verdict, reasons: reasons.map((code) => ({ code })) });
});
