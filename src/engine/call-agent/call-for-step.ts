import fs from 'node:fs';
import path from 'node:path';
import type { FailureKind, OnAgentEvent, WantedAnswer } from '../../agents/port.ts';
import { withoutEscapes } from '../../base/escapes.ts';
import type { Failure } from '../../base/failure.ts';
import { withTexts } from '../../base/redact.ts';
import { ok, type Result } from '../../base/result.ts';
import { replaceFile } from '../../files/replace.ts';
import { encodeJson } from '../../schema/codec.ts';
import type { Catalogue } from '../../i18n/catalogue.ts';
import type { Wanted } from '../../schema/wanted.ts';
import type { CallRecord } from '../../workflows/policy/calls.ts';
import { errorKindOf } from '../../workflows/policy/error-kind.ts';
import { type AgentCaller, type AgentOutcome, callAgent, type AgentRequest } from './call-agent.ts';
import { EVENTS_FILE, openAgentLog } from './agent-log.ts';
import { changesSince, type CheckoutState, readCheckoutState } from './checkout-changes.ts';
import { withinBudget } from './within-budget.ts';
import { cacheFolder, type Step, stepFolder } from '../conductor/step.ts';

export interface StepCall<T> extends Pick<
  AgentRequest,
  'role' | 'task' | 'prompt' | 'roleModel' | 'timeoutMs' | 'endAfterMs'
> {
  /** Where it works. */
  readonly folder: string;
  readonly answer?: Wanted<T> & Pick<WantedAnswer, 'isMeant'>;
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
export function failureOf({ kind, message }: FailedCall, { run }: Catalogue) {
  if (kind !== 'outside') return { kind: errorKindOf(kind), message };
  return { kind: errorKindOf(kind), message: run.wroteOutside(message), cause: kind };
}

/** Calls an agent for a step. What it was told, printed, did and answered is kept with the step. */
export async function callAgentForStep<T>(
  step: Step,
  wanted: StepCall<T>,
): Promise<Result<StepCallOutcome<T>, Failure>> {
  const { services } = step;
  const { disk, redact } = services;
  const place = stepFolder(step);
  const prompt = redact(wanted.prompt);
  const kept = replaceFile(disk, path.join(place, 'prompt.md'), Buffer.from(prompt));
  if (!kept.ok) return kept;
  const made = await withinBudget(step, (maxCostUsd) => makeCall(step, { ...wanted, prompt, maxCostUsd }));
  if (!made.ok) return made;
  const { done, call, before } = made.value;
  const outcome = { ...done, spent: undefined };
  const saved = replaceFile(disk, path.join(place, 'answer.json'), Buffer.from(redact(encodeJson(outcome))));
  if (!saved.ok) return saved;
  const strayed = await changesSince(services, before);
  if (!strayed.ok) return strayed;
  const harmless = (text: string) => redact(withoutEscapes(text));
  const short = (text: string) => harmless(text).slice(0, 500);
  if (strayed.value.length > 0 && wanted.besidesPeople === true)
    services.onNotice({ code: 'checkout.changed', params: { paths: strayed.value } });
  else if (strayed.value.length > 0)
    return ok({ status: 'failed', kind: 'outside', message: short(strayed.value.join(', ')), call });
  // Whoever deleted it: nothing is left that could be looked at.
  if (!fs.existsSync(wanted.folder)) return ok({ status: 'failed', kind: 'crash', message: 'worktree gone', call });
  if (done.status === 'cancelled') return ok({ status: 'failed', kind: 'crash', message: 'cancelled', call });
  if (done.status === 'failed') return ok({ status: 'failed', kind: done.kind, message: short(done.message), call });
  const text = harmless(done.text);
  if (done.answer === undefined || wanted.answer === undefined)
    return ok({ status: 'answered', text, answer: undefined, call });
  // It goes into the log and into documents. It was checked before, but a secret may have stood where none can.
  const checked = wanted.answer.check(withTexts(done.answer, harmless));
  if (!checked.ok) return ok({ status: 'failed', kind: 'invalid_answer', message: '', call });
  return ok({ status: 'answered', text, answer: checked.value, call });
}

interface Made {
  readonly done: AgentOutcome;
  readonly call: CallRecord;
  /** The person's checkout, as it was when the agent began. */
  readonly before: CheckoutState;
}

async function makeCall(
  step: Step,
  { onEvent, besidesPeople: _people, ...asked }: StepCall<unknown> & Pick<AgentRequest, 'maxCostUsd'>,
): Promise<Result<Made, Failure>> {
  const { services, id, signal } = step;
  const { disk, clock, redact } = services;
  const place = stepFolder(step);
  const desk = await agentCallerFor(step);
  if (!desk.ok) return desk;
  const before = await readCheckoutState(services, { isConfined: desk.value.confine !== undefined });
  if (!before.ok) return before;
  const log = openAgentLog({ disk, clock, file: path.join(place, EVENTS_FILE), redact });
  if (!log.ok) return log;
  let called: Result<AgentOutcome, Failure>;
  try {
    called = await callAgent(desk.value, {
      ...asked,
      effect: id,
      stepFolder: place,
      signal,
      onEvent: (event) => {
        log.value.add(event);
        onEvent(event);
      },
    });
  } finally {
    log.value.close();
  }
  services.onPoint('agent.ended');
  if (!called.ok) return called;
  return ok({ done: called.value, call: recordOf(asked.role, called.value), before: before.value });
}

async function agentCallerFor({ services, config, accounts }: Step): Promise<Result<AgentCaller, Failure>> {
  const confine = await services.sandbox(config.agents?.sandbox);
  if (!confine.ok) return confine;
  const { spawner, clock, cwd, env, options, privateFolder, own, gate, disk, onNotice } = services;
  return ok({
    spawner,
    clock,
    cwd,
    env,
    options,
    privateFolder,
    caches: cacheFolder(own),
    gate,
    disk,
    onNotice,
    config,
    confine: confine.value,
    finished: (list) => accounts.finished[list] ?? 0,
  });
}

function recordOf(role: string, called: AgentOutcome): CallRecord {
  const { by, tries, spent, duration_ms, conversation } = called;
  const { input_tokens, output_tokens, cost_usd } = spent;
  // The conversation of a rehearsal is named after the list and the step it played.
  const list = by.backend === 'rehearsal' ? (conversation?.id.split('#')[0] ?? null) : null;
  const outcome = called.status === 'failed' ? called.kind : called.status;
  return { role, ...by, list, tries, input_tokens, output_tokens, cost_usd, duration_ms, outcome };
}
