import fs from 'node:fs';
import path from 'node:path';
import { type AnswerInstructions, askAgent } from '../../agents/ask-agent.ts';
import type { AgentCall, AgentEvent, Backend, FailureKind, OnAgentEvent } from '../../agents/port.ts';
import { withNewConversations } from '../../agents/new-conversation.ts';
import { type BackendCandidate, withProviderGate, type ProviderGate } from '../../agents/provider-gate.ts';
import { openRawStream } from '../../agents/raw-stream.ts';
import { withoutEscapes } from '../../base/escapes.ts';
import { throwFailure, unwrap } from '../../base/failure.ts';
import type { Problem } from '../../base/document-problem.ts';
import { redactor, secretsIn, withTexts } from '../../base/redact.ts';
import { ok } from '../../base/result.ts';
import { replaceVolatileFile } from '../../files/replace.ts';
import type { Catalogue } from '../../i18n/catalogue.ts';
import { formatProblem } from '../../i18n/format-problem.ts';
import { en } from '../../i18n/en/index.ts';
import { answerWanted, answerWelcome, badAnswer, goOnAfterLimit, goOnAnew } from '../../prompts/answer.ts';
import { encodeJson } from '../../schema/own-layout.ts';
import type { Wanted } from '../../schema/wanted.ts';
import { dollarsIn, isRestOfBudget } from '../../workflows/policy/budget.ts';
import type { CallRecord } from '../../workflows/policy/calls.ts';
import { errorKindOf } from '../../workflows/policy/retry.ts';
import { callLimits } from '../../workflows/policy/limits.ts';
import { cacheFolder, type Step, stepFolder, vendorRootOf } from '../conductor/step.ts';
import { AGENT_LOG } from '../../schema/agent-log-line.ts';
import { openAgentLog } from './agent-log.ts';
import type { StepCheckout } from './call-in-fleet.ts';
import { type AgentCaller, type AgentOutcome, type AgentRequest, openCandidates } from './candidates.ts';
import { changesSince, type CheckoutState, readCheckoutState } from './checkout-changes.ts';

/*
 * The one way of calling an agent for a step:
 * hold budget → choose who may take the call → wait for the provider → call → check the answer → look what was touched.
 */

export interface StepCall<T> extends Pick<
  AgentRequest,
  'role' | 'task' | 'prompt' | 'taskModel' | 'timeoutMs' | 'endAfterMs' | 'frozen'
> {
  /** Where it works. */
  readonly folder: string;
  /** See `AgentCall`. */
  readonly worktree?: string | undefined;
  readonly answer?: Wanted<T> & { readonly looksLikeAnswer?: (value: unknown) => boolean };
  /** The worktree as git knows it: what workers of a fleet begin with and bring back. */
  readonly checkout: StepCheckout;
  readonly onEvent: OnAgentEvent;
  /** People go on working in their checkout meanwhile: that it changed is said, and no fault. */
  readonly besidesPeople?: boolean;
}

export type StepCallOutcome<T> =
  | { readonly status: 'answered'; readonly text: string; readonly answer: T | undefined; readonly call: CallRecord }
  | FailedCall;

export interface FailedCall {
  readonly status: 'failed';
  /** `outside`: it wrote where it has no business, and `message` says where. */
  readonly kind: FailureKind | 'outside';
  /** Harmless and short. */
  readonly message: string;
  readonly call: CallRecord;
}

/** What of it goes into the log; whether the step is repeated is the workflow's to say. */
export function stepFailureOf({ kind, message, call }: FailedCall, { run, runDocuments }: Catalogue) {
  if (kind === 'outside') return { kind: errorKindOf(kind), message: run.wroteOutside(message), cause: kind };
  const isKnown = (one: string): one is keyof typeof run.endedBy => Object.hasOwn(run.endedBy, one);
  const why = message === '' && isKnown(kind) ? run.endedBy[kind](runDocuments.duration(call.duration_ms)) : message;
  return { kind: errorKindOf(kind), message: why };
}

/** Calls an agent for a step. What it was told, printed, did and answered is kept with the step. */
export async function callAgentForStep<T>(step: Step, wanted: StepCall<T>): Promise<StepCallOutcome<T>> {
  const { services } = step;
  const { disk, redact } = services;
  const place = stepFolder(step);
  const harmless = (text: string) => redact(withoutEscapes(text));
  const short = (text: string) => harmless(text).slice(0, 500);
  const prompt = redact(wanted.prompt);
  unwrap(replaceVolatileFile(disk, path.join(place, 'prompt.md'), Buffer.from(prompt)));
  // It goes into the log and into documents: what is checked is what will stand there.
  let answer: T | undefined;
  const check = (value: unknown) => {
    const checked = wanted.answer?.check(withTexts(value, harmless)) ?? ok(undefined);
    answer = checked.ok ? checked.value : undefined;
    return checked;
  };
  const asked = { ...wanted, prompt, ...(wanted.answer !== undefined && { answer: { ...wanted.answer, check } }) };
  const denied = new Set<string>();
  const onEvent: OnAgentEvent = (event) => {
    if (event.type === 'permission_denied') denied.add(short(event.tool));
    wanted.onEvent(event);
  };
  const made = await withinBudget(step, (maxCostUsd) => makeCall(step, { ...asked, onEvent, maxCostUsd }));
  if (denied.size > 0)
    services.onNotice({ code: 'agent.tools_denied', params: { role: wanted.role, tools: [...denied] } });
  const { done, call, before } = made;
  const failed = (kind: FailedCall['kind'], message: string) => ({ status: 'failed', kind, message, call }) as const;
  const outcome = { ...done, spent: undefined };
  unwrap(replaceVolatileFile(disk, path.join(place, 'answer.json'), Buffer.from(redact(encodeJson(outcome)))));
  const strayed = await changesSince(services, before);
  if (strayed.length > 0 && wanted.besidesPeople === true)
    services.onNotice({ code: 'checkout.changed', params: { paths: strayed } });
  else if (strayed.length > 0) return failed('outside', short(strayed.join(', ')));
  // Whoever deleted it: nothing is left that could be looked at.
  if (!fs.existsSync(wanted.folder)) return failed('crash', 'worktree gone');
  if (done.status === 'cancelled') return throwFailure('work.cancelled', {});
  if (done.status === 'failed' && done.kind === 'denied')
    return failed(done.kind, short([[...denied].join(', '), done.message].filter((part) => part !== '').join(': ')));
  if (done.status === 'failed')
    return failed(done.kind, short(done.problems === undefined ? done.message : problemsText(done.problems)));
  return { status: 'answered', text: harmless(done.text), answer, call };
}

const MOST_PROBLEMS_SAID = 3;

/** What was wrong with the last answer, for whoever reads why the step failed. */
function problemsText(problems: readonly Problem[]): string {
  const said = problems.slice(0, MOST_PROBLEMS_SAID).map((problem) => {
    const text = formatProblem(problem, en);
    return problem.path === '' ? text : `${problem.path}: ${text}`;
  });
  return said.join('; ');
}

interface Made {
  readonly done: AgentOutcome;
  readonly call: CallRecord;
  /** The person's checkout, as it was when the agent began. */
  readonly before: CheckoutState;
}

async function makeCall(
  step: Step,
  { onEvent, besidesPeople: _people, checkout, ...asked }: StepCall<unknown> & Pick<AgentRequest, 'maxCostUsd'>,
): Promise<Made> {
  const { services, id, signal } = step;
  const { disk, clock, redact } = services;
  const place = stepFolder(step);
  const { fleet } = services;
  const caller = fleet === undefined ? await agentCallerFor(step) : undefined;
  // Who works elsewhere cannot reach it.
  const isConfined = caller === undefined || caller.confine !== undefined;
  const before = await readCheckoutState(services, { isConfined });
  const log = openAgentLog({ disk, clock, file: path.join(place, AGENT_LOG), redact });
  try {
    const request = {
      ...asked,
      effect: id,
      stepFolder: place,
      signal,
      ...(step.extraMs !== undefined && { extraMs: step.extraMs }),
      onEvent: (event: AgentEvent) => {
        log.add(event);
        onEvent(event);
      },
    };
    const done =
      caller === undefined
        ? await (await import('./call-in-fleet.ts')).callAgentInFleet(step, { ...request, checkout })
        : await callAgent(caller, request);
    return { done, call: recordOf(asked.role, done), before };
  } finally {
    log.close();
    services.onPoint('agent.ended');
  }
}

export async function agentCallerFor({ services, config, accounts, owner }: Step): Promise<AgentCaller> {
  const confine = await services.sandbox(config.agents.sandbox);
  return {
    ...services,
    config,
    confine,
    caches: cacheFolder(services.own),
    vendorRoot: vendorRootOf(services.own, owner),
    finished: (list) => accounts.finished[list] ?? 0,
  };
}

function recordOf(role: string, called: AgentOutcome): CallRecord {
  const { by, tries, spent, duration_ms, conversation } = called;
  const { input_tokens, output_tokens, cost_usd } = spent;
  // The conversation of a rehearsal is named after the list and the step it played.
  const list = by.backend === 'rehearsal' ? (conversation?.id.split('#')[0] ?? null) : null;
  const outcome = called.status === 'failed' ? called.kind : called.status;
  return { role, ...by, list, tries, input_tokens, output_tokens, cost_usd, duration_ms, outcome };
}

/**
 * Makes a call with what it may cost, which is held until what it did cost is counted. With no budget for all calls it
 * may cost what one call may; where others hold too much of the budget, it waits.
 */
async function withinBudget<T extends { readonly call: CallRecord }>(
  step: Step,
  make: (maxCostUsd: number | undefined) => Promise<T>,
): Promise<T> {
  const held = await holdFor(step);
  let cost: number | null = null;
  try {
    const made = await make(held?.usd);
    step.onCall(made.call);
    cost = made.call.cost_usd;
    // It was broken off because nothing is left: that is for a person to say, and no fault of the work.
    if (held !== undefined && made.call.outcome === 'budget' && held.isRest)
      throwFailure('budget.reached', { limit: held.total, spent: held.spent() });
    return made;
  } finally {
    held?.release(cost);
  }
}

async function holdFor({ services, config, accounts, signal, sharers, unrecordedCalls }: Step) {
  const { total_cost_usd: total, max_cost_usd: most } = config.agents.limits ?? {};
  if (total === undefined) return undefined;
  const spent = () => dollarsIn(Object.values(accounts.spent)) + dollarsIn(unrecordedCalls());
  const onWait = (amount: number) =>
    services.onNotice({ code: 'budget.waiting', params: { limit: total, spent: spent(), held: amount } });
  const held = await services.budget.hold({ total, perCall: most, spent, sharers, signal, onWait });
  return {
    ...held,
    total,
    spent,
    isRest: isRestOfBudget(held.usd, { total, spent: spent() }),
    release: (cost: number | null) => held.release(cost),
  };
}

/** The file in the step's folder that keeps what the agent printed. */
const STREAM_FILE = 'stream.jsonl';

/**
 * Calls the agent of a role. A provider's limit is waited out, or another backend takes the call; what the agent prints
 * is kept with the step.
 */
export async function callAgent(caller: AgentCaller, request: AgentRequest): Promise<AgentOutcome> {
  const candidates = await openCandidates(caller, request);
  const {
    role,
    onEvent,
    taskModel: _model,
    frozen: _frozen,
    timeoutMs,
    endAfterMs,
    maxCostUsd,
    extraMs,
    ...asked
  } = request;
  const configured = callLimits(caller.config.agents.limits, { timeoutMs, endAfterMs, maxCostUsd });
  const limits = { ...configured, ...(extraMs !== undefined && { extraMs }) };
  const file = path.join(request.stepFolder, STREAM_FILE);
  const stream = unwrap(openRawStream({ disk: caller.disk, file, redact: redactor(secretsIn(caller.env)) }));
  try {
    const call: AgentCall = { ...asked, role, limits, env: {}, onRaw: (line) => stream.add(line) };
    const { backend, by } = trackBackend(candidates, caller.gate);
    const outcome = await askAgent(backend, call, { on: onEvent, instructions: answerInstructions });
    return { ...outcome, by: by() };
  } finally {
    // A stream that could not be kept is no reason to lose the answer.
    stream.close();
  }
}

function trackBackend(
  [first, ...others]: readonly [BackendCandidate, ...BackendCandidate[]],
  gate: ProviderGate,
): { readonly backend: Backend; readonly by: () => AgentOutcome['by'] } {
  let last: AgentOutcome['by'] = { backend: first.backend.name, model: null };
  const told = ({ backend, adapt }: BackendCandidate): BackendCandidate => ({
    backend,
    adapt: (call) => {
      const own = adapt(call);
      last = { backend: backend.name, model: own.model ?? null };
      return own;
    },
  });
  return {
    backend: withNewConversations(
      withProviderGate([told(first), ...others.map(told)], { gate, goOn: goOnAfterLimit }),
      goOnAnew,
    ),
    by: () => last,
  };
}

/** Agents are told in English, whatever the person speaks. */
export const answerInstructions: AnswerInstructions = {
  required: answerWanted,
  optional: answerWelcome,
  correction: (problems) =>
    badAnswer(problems.map((problem) => ({ path: problem.path, text: formatProblem(problem, en) }))),
};
