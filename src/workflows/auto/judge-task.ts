import { isAllowable, type ProofFinding } from '../../schema/proof-finding.ts';
import { type AllowedItem, type ChangeJudgement, judgeChange } from '../proof/judge-change.ts';
import type { AutoEvent } from './events.ts';
import type { FindingAnswer, Graph, Task } from './graph-state.ts';

type Judged = Pick<Extract<AutoEvent, { type: 'task_judged' }>['data'], 'findings' | 'policy'>;

/** What becomes of a task's work, given what was found and what was allowed before. */
export function judgeTask(
  { allowed = [] }: Pick<Graph, 'allowed'>,
  { sent_back = [], let_pass = [], files }: Pick<Task, 'sent_back' | 'let_pass' | 'files'>,
  { findings, policy }: Judged,
): ChangeJudgement {
  return judgeChange(findings, {
    workflow: 'auto',
    named: new Set(files),
    sentBack: new Set(sent_back),
    letPass: new Set(let_pass),
    hasAcceptance: policy.has_acceptance,
    superseded: policy.superseded,
    allowed,
  });
}

/** The items that answers allow, with the contents that they are allowed for. */
export function allowedItemsOf(findings: readonly ProofFinding[], answers: readonly FindingAnswer[]): AllowedItem[] {
  return findings
    .filter(isAllowable)
    .flatMap(({ code, items }) =>
      items
        .filter(({ key }) => answers.some((one) => one.allow && one.code === code && one.key === key))
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
