import { type Failure, unwrap } from '../../base/failure.ts';
import type { Result } from '../../base/result.ts';
import { callAgentForStep, type StepCall, type StepCallOutcome } from '../call-agent/call-for-step.ts';
import type { Step } from '../conductor/step.ts';
import { readTemplate, type TemplateName } from '../prompt-templates.ts';
import { type AgentWorktree, type CommitRef, prepareAgentWorktree } from '../work/checks.ts';

/** A step that calls an agent: who works where, told what, asked for what, and what is made of the answer. */
export interface AgentStep<Answer, Event> extends Pick<StepCall<Answer>, 'role' | 'answer'> {
  readonly template: TemplateName;
  /** Where its worktree begins; `beside`: not on the branch of the work. */
  readonly worktree: CommitRef & { readonly beside?: boolean };
  /** `template`: the project's own text for the role, if it has one. */
  readonly prompt: (
    worktree: AgentWorktree,
    template: string | undefined,
  ) => Result<string, Failure> | Promise<Result<string, Failure>>;
  readonly save: (done: AgentStepDone<Answer>) => Event | Promise<Event>;
}

export type AgentStepDone<Answer> = Extract<StepCallOutcome<Answer>, { status: 'answered' }> & {
  readonly worktree: AgentWorktree;
};

export type AgentStepFailed = Extract<StepCallOutcome<never>, { status: 'failed' }>;

/** What every call of one workflow has in common. */
export interface AgentCalls<Event> extends Pick<
  StepCall<never>,
  'task' | 'roleModel' | 'timeoutMs' | 'endAfterMs' | 'besidesPeople' | 'onEvent'
> {
  /** What the step comes to when its agent fails. */
  readonly failed: (ended: AgentStepFailed) => Event;
  /** For trees that are known to be broken. */
  readonly prepareWorktree?: typeof prepareAgentWorktree;
}

/** Runs below the conductor's `catchFailure`, as everything that it calls. */
export async function performAgentStep<Answer, Event>(
  job: Step,
  { role, template, worktree: at, prompt, answer, save }: AgentStep<Answer, Event>,
  { failed, prepareWorktree = prepareAgentWorktree, ...calls }: AgentCalls<Event>,
): Promise<Event> {
  const own = unwrap(readTemplate(job.services.project, template));
  const worktree = unwrap(await prepareWorktree(job, at));
  const text = unwrap(await prompt(worktree, own));
  const called = unwrap(
    await callAgentForStep<Answer>(job, {
      ...calls,
      role,
      prompt: text,
      folder: worktree.worktree.folder,
      ...(answer !== undefined && { answer }),
    }),
  );
  return called.status === 'failed' ? failed(called) : save({ ...called, worktree });
}

/** The answer that a call insisted on. */
export function requireAnswer<Answer>({ answer }: Pick<AgentStepDone<Answer>, 'answer'>): Answer {
  if (answer === undefined) throw new Error('answered without an answer');
  return answer;
}
