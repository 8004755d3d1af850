import { fail, type Failure } from '../../../base/failure.ts';
import { ok, type Result } from '../../../base/result.ts';
import type { AutoEvent } from '../../../workflows/auto/events.ts';
import type { AttemptFailure } from '../../../workflows/auto/graph-state.ts';
import type { AttemptProblem } from '../../../workflows/auto/judge-tree.ts';
import { fingerprint } from '../../../workflows/auto/same-error.ts';
import type { CallRecord } from '../../../workflows/policy/calls.ts';
import { ROLE_TIMEOUT_MS } from '../../../workflows/policy/limits.ts';
import { isUnusable } from '../../../workflows/policy/retry.ts';
import type { FailingCommand } from '../../work/checks.ts';
import { callAgentForStep, type StepCallOutcome } from '../../call-agent/call-agent.ts';
import type { AutoJob, TaskJob } from './job.ts';

const LONGEST_MESSAGE = 500;
const LONGEST_EVIDENCE = 4_000;

/** An attempt came to nothing. */
export function failedAttempt(
  { services, at, id: effect }: TaskJob,
  wrong: AttemptProblem,
  { calls = [], seconds = 0 }: { readonly calls?: readonly CallRecord[]; readonly seconds?: number } = {},
): AutoEvent {
  const { retry_limit } = services.limits();
  return {
    type: 'attempt_failed',
    data: { effect, id: at.id, calls: [...calls], seconds, mishap: toAttemptFailure(wrong), retry_limit },
  };
}

export function toAttemptFailure({ kind, message, evidence = '' }: AttemptProblem): AttemptFailure {
  const said = message.replaceAll(/\s+/g, ' ').trim().slice(0, LONGEST_MESSAGE);
  return {
    kind,
    message: said,
    evidence: evidence.slice(-LONGEST_EVIDENCE),
    fingerprint: fingerprint(kind, `${message}\n${evidence}`),
  };
}

/** What the task itself says must hold does not. */
export function brokenCommand({ line, ending, tail }: FailingCommand): AttemptProblem {
  return { kind: 'acceptance', message: `${line}: ${ending}`, evidence: tail };
}

export interface Call {
  readonly prompt: string;
  readonly folder: string;
  /** Of the plan; null for a repair. */
  readonly task: string | null;
  readonly model?: string | null;
}

/** Calls the agent that carries tasks out. One that cannot be called at all is nothing that another attempt helps. */
export async function callExecutor(
  job: AutoJob,
  { task, model, ...call }: Call,
): Promise<Result<StepCallOutcome<never>, Failure>> {
  const { services, id: effect } = job;
  const role = 'task-executor';
  const called = await callAgentForStep<never>(job, {
    role,
    timeoutMs: ROLE_TIMEOUT_MS.auto,
    besidesPeople: true,
    ...call,
    ...(task !== null && { task }),
    ...(model !== null && model !== undefined && { roleModel: model }),
    onEvent: (event) => services.onProgress({ effect, task, role, event }),
  });
  if (!called.ok || called.value.status === 'answered') return called;
  const { kind, message } = called.value;
  if (isUnusable(kind)) return fail('auto.agent_unusable', { kind, message });
  return ok(called.value);
}
