import { createHash } from 'node:crypto';
import path from 'node:path';
import { addUsage, type AgentEvent, failedCall } from '../../agents/port.ts';
import { throwFailure } from '../../base/failure.ts';
import { baseRef, fetchRef, type Patience, pushRef } from '../../fleet/commits.ts';
import type { DoneResult, JobHandlers } from '../../fleet/open-job.ts';
import type { Worktree } from '../../git/git.ts';
import { withoutSecret } from '../../git/remote.ts';
import { agentEventIn, FLEET_PROTOCOL, type FleetJob } from '../../schema/fleet.ts';
import type { Wanted } from '../../schema/wanted.ts';
import { fleetRemote } from '../conductor/fleet-remote.ts';
import type { Step } from '../conductor/step.ts';
import { pathInRepository } from '../project.ts';
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
  const { services, signal } = step;
  const { fleet, git, onNotice } = services;
  if (fleet === undefined) throw new Error('no fleet');
  const dispatcher = await fleet.open();
  const place = await fleetRemote(services);
  const patience: Patience = {
    signal,
    onTrouble: (detail) => onNotice({ code: 'fleet.remote_away', params: { detail } }),
  };
  const { commit } = request.checkout;
  const base = { commit, ref: baseRef(dispatcher.owner, commit) };
  // Once for all steps that begin there.
  const pushed = fleet.pushed.get(commit) ?? pushRef(git, place, base, patience);
  fleet.pushed.set(commit, pushed);
  pushed.catch(() => fleet.pushed.delete(commit));
  await pushed;
  const job = fleetJobFor(step, request, { owner: dispatcher.owner, remote: withoutSecret(place.address) });
  const done = await dispatcher.dispatch(job, handlersFor(step, request));
  if (done.kind === 'cancelled') return throwFailure('work.cancelled', {});
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

function fleetJobFor(
  step: Step,
  request: FleetRequest,
  { owner, remote }: Pick<FleetJob, 'owner' | 'remote'>,
): FleetJob {
  const { services, config, accounts, id: effect } = step;
  const { role, task, prompt, answer, checkout, frozen = [], timeoutMs, endAfterMs, maxCostUsd } = request;
  const { copy: _copy, worktree_root: _root, ...project } = config.project ?? {};
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
    ...content,
    protocol: FLEET_PROTOCOL,
    owner,
    // The same step of the same work is the same job: a conductor that comes back takes it up.
    id: createHash('sha256')
      .update(`${owner}\0${JSON.stringify(content)}`)
      .digest('base64url')
      .slice(0, 22),
    ...(task !== undefined && { task }),
    ...wishedAgent(step, request),
    remote,
    folder: pathInRepository(services.project.root),
    frozen: frozen.map((file) => path.relative(checkout.worktree.folder, file)),
    is_broken: checkout.isBroken,
    project: config.project === undefined ? null : project,
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
): Pick<FleetJob, 'backend' | 'model'> {
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
