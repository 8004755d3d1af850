import { type ChangeJudgement, judgeChange } from '../proof/judge-change.ts';
import type { ProofFinding } from '../../schema/proof-finding.ts';
import type { AutoEvent } from './events.ts';
import type { Graph, Task } from './graph-state.ts';

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

/** What is no work of a task is not sent back to anybody, and what only tells how well it is proved was told before. */
const TOLD: ReadonlySet<string> = new Set(['unproven', 'deliverables_missing']);

/** What becomes of a phase as a whole, and of what an agent did to put it right. */
export function judgePhase(
  { allowed = [] }: Pick<Graph, 'allowed'>,
  findings: readonly ProofFinding[],
  superseded: Judged['policy']['superseded'] = 'review',
): ChangeJudgement {
  const nobody = { named: new Set<string>(), letPass: new Set<string>(), hasAcceptance: false };
  return judgeChange(findings, { workflow: 'auto', ...nobody, sentBack: TOLD, superseded, allowed });
}
