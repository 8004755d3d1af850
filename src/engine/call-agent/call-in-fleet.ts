import path from 'node:path';
import { addUsage, type AgentEvent, failedCall } from '../../agents/port.ts';
import { throwFailure } from '../../base/failure.ts';
import { fetchRef } from '../../fleet/commits.ts';
import type { DoneResult, JobHandlers } from '../../fleet/open-job.ts';
import type { Worktree } from '../../git/git.ts';
import { agentEventIn, type StepJob } from '../../schema/fleet.ts';
import type { Wanted } from '../../schema/wanted.ts';
import { jobId, pushForWorkers, type WorkersPlace } from '../conductor/job-for-workers.ts';
import type { Step } from '../conductor/step.ts';
import type { AgentOutcome, AgentRequest } from './candidates.ts';
import { chooseAgent, installable } from './choose-agent.ts';

/** The worktree of a step, as git knows it. */
export interface StepCheckout {
  readonly worktree: Worktree;
  /** Where the agent begins. */
  readonly commit: string;
  /** See `AgentWorktreeRequest`. */
  readonly isBroken: boolean;
}

export interface FleetRequest extends AgentRequest {
  readonly checkout: StepCheckout;
  readonly answer?: Wanted<unknown> & { readonly looksLikeAnswer?: (value: unknown) => boolean };
}

/**
 * Has a worker call the agent, in a worktree of its own that begins where this one does, and makes this one what the
 * worker's became. Nothing that it says is believed: the work is judged as if the agent had worked here.
 */
export async function callAgentInFleet(step: Step, request: FleetRequest): Promise<AgentOutcome> {
  const { git } = step.services;
  const { commit } = request.checkout;
  const { dispatcher, place, patience, common } = await pushForWorkers(step, commit);
  const done = await dispatcher.dispatch(stepJobFor(step, request, common), handlersFor(step, request));
  if (done.kind === 'cancelled') return throwFailure('work.cancelled', {});
  if (done.kind === 'proved') throw new Error('a step was answered with a check');
  if (done.kind === 'refused') return throwFailure('fleet.refused', { code: done.code, reason: done.reason });
  step.onRecorded?.(done.forget);
  const { work, outcome } = done.result;
  if (work !== null) {
    await fetchRef(git, place, work, patience);
    await git.change(request.checkout.worktree, ['read-tree', '--reset', '-u', `${work.commit}^{tree}`]);
  }
  const spent = done.spentBefore.reduce(addUsage, outcome.spent);
  return { ...checkedAgain(outcome, request), spent };
}

/** What the worker says of the answer is not believed, either. */
function checkedAgain(outcome: DoneResult['outcome'], { answer }: FleetRequest): AgentOutcome {
  if (outcome.status !== 'answered' || answer === undefined) return outcome;
  if (outcome.answer === undefined && answer.looksLikeAnswer !== undefined) return outcome;
  const checked = answer.check(outcome.answer);
  if (checked.ok) return { ...outcome, answer: checked.value };
  const { status: _status, text: _text, answer: _answer, ...details } = outcome;
  return { ...details, ...failedCall('invalid_answer'), problems: checked.error };
}

function handlersFor(step: Step, { answer, onEvent, extraMs }: FleetRequest): JobHandlers {
  return {
    signal: step.signal,
    onEvent: (value) => {
      const event = agentEventIn(value);
      if (event === undefined) return;
      const { at: _at, ...rest } = event;
      onEvent(rest satisfies AgentEvent);
    },
    check: (value) => {
      if (answer === undefined) return { isAnswer: true, problems: [] };
      if (answer.looksLikeAnswer?.(value) === false) return { isAnswer: false, problems: [] };
      const checked = answer.check(value);
      return { isAnswer: true, problems: checked.ok ? [] : checked.error };
    },
    extraMs,
  };
}

function stepJobFor(step: Step, request: FleetRequest, common: WorkersPlace['common']): StepJob {
  const { config, accounts, id: effect } = step;
  const { role, task, prompt, answer, checkout, frozen = [], timeoutMs, endAfterMs, maxCostUsd } = request;
  const content = {
    effect,
    role,
    prompt,
    base: checkout.commit,
    answer:
      answer === undefined
        ? null
        : { json_schema: answer.jsonSchema, is_optional: answer.looksLikeAnswer !== undefined },
  };
  return {
    ...common,
    ...content,
    kind: 'step',
    id: jobId(common.owner, content),
    ...(task !== undefined && { task }),
    ...wishedAgent(step, request),
    frozen: frozen.map((file) => path.relative(checkout.worktree.folder, file)),
    is_broken: checkout.isBroken,
    limits: {
      ...(config.agents.limits !== undefined && { agents: config.agents.limits }),
      ...(timeoutMs !== undefined && { timeout_ms: timeoutMs }),
      ...(endAfterMs !== undefined && { end_after_ms: endAfterMs }),
      ...(maxCostUsd !== undefined && { max_cost_usd: maxCostUsd }),
    },
    finished: { ...accounts.finished },
  };
}

/** What a person or the repository asks for, as far as a worker may have it: no command, and no script. */
function wishedAgent(
  { services, config }: Step,
  { role, taskModel }: FleetRequest,
): Pick<StepJob, 'backend' | 'model'> {
  const { agent, model } = services.options;
  const isThere = () => true;
  const options = { agent, model, layers: config.layers, taskModel, isInstalled: isThere, isSignedIn: isThere };
  const isAsked = agent !== undefined || config.layers.some(({ agents }) => agents !== undefined);
  const choice = isAsked || model !== undefined || taskModel !== undefined ? chooseAgent(role, options) : undefined;
  if (choice?.ok !== true) return {};
  const backend = isAsked ? installable.find((name) => name === choice.value.backend) : undefined;
  return {
    ...(backend !== undefined && { backend }),
    ...('model' in choice.value && choice.value.model !== undefined && { model: choice.value.model }),
  };
}
