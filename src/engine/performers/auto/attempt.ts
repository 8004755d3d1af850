import { setTimeout as pause } from 'node:timers/promises';
import { throwFailure } from '../../../base/failure.ts';
import type { AutoEvent } from '../../../workflows/auto/events.ts';
import type { AttemptFailure } from '../../../workflows/auto/graph-state.ts';
import type { AttemptProblem } from '../../../workflows/auto/judge-tree.ts';
import { fingerprint } from '../../../workflows/auto/same-error.ts';
import type { CallRecord } from '../../../workflows/policy/calls.ts';
import { ROLE_TIMEOUT_MS } from '../../../workflows/policy/limits.ts';
import { pauseLeftMs, isUnusable } from '../../../workflows/policy/retry.ts';
import type { FailingCommand } from '../../work/checks.ts';
import type { AgentCalls } from '../agent-step.ts';
import type { AutoJob, AutoProgress, TaskJob } from './job.ts';

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

/** A phase that is red is not repaired by this. */
export function repairFailed(
  { services, id: effect }: AutoJob,
  wrong: AttemptProblem,
  calls: CallRecord[] = [],
): AutoEvent {
  const { retry_limit } = services.limits();
  return { type: 'repair_failed', data: { effect, calls, mishap: toAttemptFailure(wrong), retry_limit } };
}

/** What all calls for a task graph have in common. */
export function autoAgentCalls(
  { services, id: effect }: AutoJob,
  { role, task, failed }: Pick<AutoProgress, 'role' | 'task'> & Pick<AgentCalls<AutoEvent>, 'failed'>,
): AgentCalls<AutoEvent> {
  return {
    timeoutMs: ROLE_TIMEOUT_MS.auto,
    besidesPeople: true,
    ...(task !== null && { task }),
    onEvent: (event) => services.onProgress({ effect, task, role, event }),
    failed: (ended) => {
      const { kind, message } = ended;
      // An agent that cannot be called at all is nothing that another attempt helps.
      if (isUnusable(kind)) throwFailure('auto.agent_unusable', { kind, message });
      return failed(ended);
    },
  };
}

/** After a failed attempt, longer each time; nobody's worktree is held meanwhile. */
export async function wait({ services, at, id: effect, signal }: TaskJob): Promise<AutoEvent> {
  const { mishaps } = at.task;
  if (mishaps !== null) {
    const since = services.clock.now().getTime() - Date.parse(mishaps.at);
    await pause(pauseLeftMs(mishaps.count, since), undefined, { signal }).catch(() => undefined);
  }
  return { type: 'waited', data: { effect, id: at.id } };
}
