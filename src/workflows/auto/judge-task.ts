import { type ChangeJudgement, judgeChange } from '../proof/judge-change.ts';
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
