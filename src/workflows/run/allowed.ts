import { isAllowable, type ProofFinding } from '../../schema/proof-finding.ts';
import { allowedItemsOf, openFindings } from '../proof/finding-answers.ts';
import type { AllowedItem, JudgeContext } from '../proof/judge-change.ts';
import { answersTo, type ItemDecision, type QuestionItem, questionItems } from '../proof/question-items.ts';
import type { Run } from './run-state.ts';

/** What was allowed in a run so far, for whoever judges a tree of it. */
export function allowedIn(
  { allowed = [], allows_superseded }: Pick<Run, 'allowed' | 'allows_superseded'>,
  { tree, findings }: { readonly tree: string; readonly findings: readonly ProofFinding[] },
): Pick<JudgeContext, 'allowed' | 'letPass'> {
  const superseded = allows_superseded === true ? findings.filter(({ code }) => code === 'superseded') : [];
  return {
    allowed: [...allowed, ...superseded.flatMap(itemsOf)],
    letPass: new Set(allowed.filter((one) => one.key === WHOLE && one.after === tree).map(({ code }) => code)),
  };
}

/** Of a finding without items: it is allowed for one tree. */
const WHOLE = '';

export interface Approval {
  readonly allowed: readonly AllowedItem[];
  /** What nobody allowed: the work cannot be approved. */
  readonly open: readonly QuestionItem[];
}

/** What approving a tree allows, of what it has to. */
export function approvalOf(
  findings: readonly ProofFinding[],
  { allow, tree }: { readonly allow: ItemDecision['allow']; readonly tree: string },
): Approval {
  const items = questionItems(findings);
  const answers = answersTo(items, { allow, refuse: false, reason: '' });
  const whole = answers.filter(({ key }) => key === null);
  const left = openFindings(findings, answers);
  return {
    allowed: [
      ...allowedItemsOf(findings, answers),
      ...whole.map(({ code }) => ({ code, key: WHOLE, before: null, after: tree })),
    ],
    open: items.filter(({ code, file, keys }) =>
      questionItems(left).some((one) => one.code === code && one.file === file && one.keys.join() === keys.join()),
    ),
  };
}

function itemsOf(finding: ProofFinding): AllowedItem[] {
  if (!isAllowable(finding)) return [];
  return finding.items.map(({ key, before, after }) => ({ code: finding.code, key, before, after }));
}
