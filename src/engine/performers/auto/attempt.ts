import { setTimeout as pause } from 'node:timers/promises';
import { throwFailure } from '../../../base/failure.ts';
import { en } from '../../../i18n/en/index.ts';
import type { ProofFinding } from '../../../schema/proof-finding.ts';
import type { AutoEvent } from '../../../workflows/auto/events.ts';
import type { AttemptFailure } from '../../../workflows/auto/graph-state.ts';
import { fingerprint } from '../../../workflows/auto/same-error.ts';
import type { CallRecord } from '../../../workflows/policy/calls.ts';
import { endAfterMs, roleTimeoutMs } from '../../../workflows/policy/limits.ts';
import { pauseLeftMs, isUnusable } from '../../../workflows/policy/retry.ts';
import { proofFindingText } from '../../run-documents/finding-text.ts';
import type { FailingCommand } from '../../work/checks.ts';
import { type AgentCalls, type AgentStepFailed, warnAfter } from '../agent-step.ts';
import type { AutoJob, AutoAgentProgress, TaskJob } from './job.ts';

/** Why work is not taken, for whoever tries again. */
export interface AttemptProblem {
  /** `tests_red`, `no_change`, `conflict`, or how the agent failed. */
  readonly kind: string;
  readonly message: string;
  readonly evidence?: string;
}

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

const KINDS: Partial<Record<ProofFinding['code'], string>> = {
  new_failures: 'tests_red',
  tests_did_not_run: 'tests_red',
  build_failed: 'build_red',
  setup_failed: 'setup_red',
  lost_tests: 'tests_gone',
  no_change: 'no_change',
};

/** What the proof has against the work, for whoever tries again. */
export function problemIn(reasons: readonly ProofFinding[]): AttemptProblem {
  const [first] = reasons;
  return {
    kind: (first === undefined ? undefined : KINDS[first.code]) ?? 'proof',
    message: reasons.map((finding) => proofFindingText(finding, en)).join('; '),
    evidence: reasons.flatMap(shownBy).join('\n\n'),
  };
}

function shownBy(finding: ProofFinding): string[] {
  if ('tail' in finding) return [finding.tail];
  if (finding.code === 'new_failures') return finding.tests.map(({ id, reason }) => `${id}\n${reason.slice(0, 500)}`);
  return 'items' in finding ? finding.items.map(({ key, was = '', now = '' }) => `${key}\n- ${was}\n+ ${now}`) : [];
}

/** What the task itself says must hold does not. */
export function brokenCommand({ line, ending, tail }: FailingCommand): AttemptProblem {
  return { kind: 'acceptance', message: `${line}: ${ending}`, evidence: tail };
}

/** Whoever only looks at the work does not spoil it: without a review a person decides, without probes it is listed. */
export function failedCall(job: TaskJob, ended: AgentStepFailed): AutoEvent {
  const { at, id: effect, what } = job;
  const took = { calls: [ended.call], seconds: ended.seconds };
  if (what.at === 'review')
    return { type: 'review_failed', data: { effect, id: at.id, ...took, reason: ended.message } };
  if (what.at === 'probe')
    return { type: 'probed', data: { effect, id: at.id, ...took, findings: [{ code: 'not_probed' }] } };
  return failedAttempt(job, ended, took);
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
  { services, settings, id: effect, extraMs }: AutoJob,
  { role, task, failed }: Pick<AutoAgentProgress, 'role' | 'task'> & Pick<AgentCalls<AutoEvent>, 'failed'>,
): AgentCalls<AutoEvent> {
  const { timeout_action } = settings.global;
  const afterMs = roleTimeoutMs('auto', role, settings.repository.agents);
  return {
    timeoutMs: afterMs,
    endAfterMs: endAfterMs(afterMs, timeout_action),
    ...(timeout_action === 'warn' && {
      watch: () => warnAfter(afterMs, () => services.onProgress({ kind: 'overtime', effect, role, afterMs }), extraMs),
    }),
    besidesPeople: true,
    // A script says what is done for a task, and what whoever looks at it does.
    ...(task !== null && role !== 'reviewer' && { task }),
    onEvent: (event) => services.onProgress({ kind: 'agent', effect, task, role, event }),
    failed: (ended) => {
      const { kind, message } = ended;
      // An agent that cannot be called at all is nothing that another attempt helps.
      if (isUnusable(kind) && role !== 'reviewer') throwFailure('auto.agent_unusable', { kind, message });
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
