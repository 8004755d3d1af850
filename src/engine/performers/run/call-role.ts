import path from 'node:path';
import type { FailureKind, WantedAnswer } from '../../../agents/port.ts';
import { withoutEscapes } from '../../../base/escapes.ts';
import type { Failure } from '../../../base/failure.ts';
import { ok, type Result } from '../../../base/result.ts';
import { replaceFile } from '../../../files/replace.ts';
import type { Wanted } from '../../../schema/run/answers.ts';
import { encodeJson } from '../../../schema/codec.ts';
import type { EventData, RunEvent } from '../../../workflows/run/events.ts';
import type { CallRecord } from '../../../workflows/policy/calls.ts';
import type { RunRole } from '../../../workflows/run/run-state.ts';
import { openAgentLog } from '../../agent-log.ts';
import { type Called, callAgent } from '../../agent-desk.ts';
import type { RunSettings } from '../../run-settings.ts';
import { changesOf, lookAtCheckout } from './outside-writes.ts';
import { writeErrorFlag } from './run-folder.ts';
import { type Job, stepFolder } from './workshop.ts';

export interface RoleCall<T> {
  readonly role: RunRole;
  readonly prompt: string;
  /** Where it works. */
  readonly folder: string;
  readonly answer: Wanted<T> & Pick<WantedAnswer, 'isMeant'>;
}

export type RoleOutcome<T> =
  | { readonly status: 'answered'; readonly text: string; readonly answer: T | undefined; readonly call: CallRecord }
  /** What the step comes to. */
  | { readonly status: 'over'; readonly event: RunEvent };

/** Calls the agent of a role for this step. What it was told, printed, did and answered is kept with the step. */
export async function callRole<T>(job: Job, wanted: RoleCall<T>): Promise<Result<RoleOutcome<T>, Failure>> {
  const { workshop, id, signal } = job;
  const { role, prompt, folder } = wanted;
  const { disk } = workshop;
  const place = stepFolder(job);
  const kept = replaceFile(disk, path.join(place, 'prompt.md'), Buffer.from(workshop.redact(prompt)));
  if (!kept.ok) return kept;
  const desk = await deskFor(job);
  if (!desk.ok) return desk;
  const before = await lookAtCheckout(workshop, { isConfined: desk.value.confine !== undefined });
  if (!before.ok) return before;
  const log = openAgentLog({
    disk,
    clock: workshop.clock,
    file: path.join(place, 'events.jsonl'),
    redact: workshop.redact,
  });
  if (!log.ok) return log;
  const stopWatching = watchTime(job, role);
  let called: Result<Called, Failure>;
  try {
    called = await callAgent(desk.value, {
      effect: id,
      role,
      prompt: workshop.redact(prompt),
      folder,
      stepFolder: place,
      answer: wanted.answer,
      signal,
      ...timing(job.settings, role),
      onEvent: (event) => {
        log.value.add(event);
        workshop.onProgress({ kind: 'agent', role, event });
      },
    });
  } finally {
    stopWatching();
    log.value.close();
  }
  workshop.onPoint('agent.ended');
  if (!called.ok) return called;
  const call = recordOf(role, called.value);
  const outcome = { ...called.value, spent: undefined };
  const saved = replaceFile(disk, path.join(place, 'answer.json'), Buffer.from(workshop.redact(encodeJson(outcome))));
  if (!saved.ok) return saved;
  const strayed = await changesOf(workshop, before.value);
  if (!strayed.ok) return strayed;
  if (strayed.value.length > 0) return ok(over(job, { call, kind: 'outside', message: strayed.value.join(', ') }));
  return ok(verdictOf(job, called.value, { call, wanted }));
}

function verdictOf<T>(
  job: Job,
  called: Called,
  { call, wanted }: { readonly call: CallRecord; readonly wanted: RoleCall<T> },
): RoleOutcome<T> {
  if (called.status !== 'answered') {
    if (called.status === 'cancelled') return over(job, { call, kind: 'crash', message: 'cancelled' });
    return over(job, { call, kind: called.kind, message: called.message });
  }
  const { text, answer } = called;
  // Checked before; this only gives it its type.
  const checked = answer === undefined ? undefined : wanted.answer.check(answer);
  return { status: 'answered', text, answer: checked?.ok === true ? checked.value : undefined, call };
}

interface Ended {
  readonly call: CallRecord;
  /** `outside`: it wrote where it has no business. */
  readonly kind: FailureKind | 'outside';
  readonly message: string;
}

/** The agent did not do its work: what that means for the run is the workflow's to say. */
function over({ workshop, settings, id, run, step }: Job, ended: Ended): { status: 'over'; event: RunEvent } {
  const { call } = ended;
  const kind = kindOf(ended.kind);
  const { auto_retry, timeout_action } = settings.global;
  const stops = kind === 'timeout' && timeout_action === 'stop';
  const mayRepeat = auto_retry.enabled && auto_retry.recoverable_errors.includes(kind) && !stops;
  const message = workshop.redact(withoutEscapes(ended.message)).slice(0, 500);
  const data: EventData<'step_failed'> = {
    effect: id,
    calls: [call],
    kind,
    message: ended.kind === 'outside' ? workshop.words.run.wroteOutside(message) : message,
    repeats: mayRepeat && ended.kind !== 'outside' ? auto_retry.max_attempts : 0,
    otherwise: stops ? 'stopped' : 'failed',
  };
  writeErrorFlag(workshop, step.at, {
    agent: call.role,
    kind,
    message: data.message,
    attempt: run.repeats + 1,
    at: workshop.clock.now(),
  });
  return { status: 'over', event: { type: 'step_failed', data } };
}

function kindOf(kind: FailureKind | 'outside'): EventData<'step_failed'>['kind'] {
  switch (kind) {
    case 'crash':
      return 'crash';
    case 'timeout':
    case 'idle':
      return 'timeout';
    case 'invalid_answer':
    case 'outside':
      return 'validation';
    case 'auth':
    case 'billing':
    case 'not_installed':
    case 'denied':
      return 'auth';
    case 'rate_limit':
    case 'overloaded':
    case 'context_too_long':
    case 'refused':
    case 'max_turns':
    case 'budget':
      return 'limit';
    default:
      return kind satisfies never;
  }
}

async function deskFor({ workshop, settings, run }: Job) {
  const confine = await workshop.sandbox(settings.repository.agents?.sandbox);
  if (!confine.ok) return confine;
  const { spawner, clock, cwd, env, wishes, privateFolder, gate, disk, onNotice } = workshop;
  const spentSoFar = () => Object.values(run.spent).reduce((sum, { cost_usd }) => sum + (cost_usd ?? 0), 0);
  const finished = (list: string) => run.finished[list] ?? 0;
  const config = settings.repository;
  return ok({
    spawner,
    clock,
    cwd,
    env,
    wishes,
    privateFolder,
    gate,
    disk,
    onNotice,
    config,
    finished,
    spentSoFar,
    confine: confine.value,
  });
}

function timing({ global, ...roles }: RunSettings, role: RunRole) {
  const timeoutMs = global.timeouts[role];
  return {
    timeoutMs,
    roleModel: roles[role].model,
    // A warning lets it go on until the hard limits.
    ...(global.timeout_action !== 'warn' && { endAfterMs: timeoutMs }),
  };
}

/** Tells once that a role takes longer than it is meant to. */
function watchTime({ workshop, settings }: Job, role: RunRole): () => void {
  const afterMs = settings.global.timeouts[role];
  if (settings.global.timeout_action !== 'warn') return () => undefined;
  const timer = setTimeout(
    () => workshop.onProgress({ kind: 'overtime', role, afterMs }),
    Math.min(afterMs, 2 ** 31 - 1),
  );
  return () => clearTimeout(timer);
}

function recordOf(role: RunRole, called: Called): CallRecord {
  const { by, tries, spent, duration_ms, conversation } = called;
  const { input_tokens, output_tokens, cost_usd } = spent;
  // The conversation of a rehearsal is named after the list and the step it played.
  const list = by.backend === 'rehearsal' ? (conversation?.id.split('#')[0] ?? null) : null;
  const outcome = called.status === 'failed' ? called.kind : called.status;
  return { role, ...by, list, tries, input_tokens, output_tokens, cost_usd, duration_ms, outcome };
}
