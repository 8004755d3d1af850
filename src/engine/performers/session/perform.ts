import type { ConfigGlobal } from '../../../schema/config/settings.ts';
import { endAfterMs, roleTimeoutMs } from '../../../workflows/policy/limits.ts';
import type { SessionEffect } from '../../../workflows/session/due.ts';
import type { SessionEvent } from '../../../workflows/session/events.ts';
import type { SubtaskStep } from '../../../workflows/session/session-state.ts';
import { stepFailureOf } from '../../call-agent/call-agent.ts';
import type { Role } from '../../call-agent/choose-agent.ts';
import type { EffectContext } from '../../conductor/effects.ts';
import { type AgentCalls, warnAfter } from '../agent-step.ts';
import { ContractMissing } from './contracts.ts';
import { design } from './design.ts';
import { explore } from './explore.ts';
import { ask, commit, deliver, learnAll } from './finish.ts';
import { green, red, scope } from './gates.ts';
import { implement } from './implement.ts';
import { writeSnapshots } from './snapshots.ts';
import { sessionBranch } from '../../repository-names.ts';
import type { SessionJob, SessionServices, SubtaskJob } from './job.ts';
import { judge } from './judge.ts';
import { merge } from './merge.ts';
import { plan } from './plan.ts';
import { measureBaseline, prepare } from './prepare.ts';
import { verify, write } from './qa.ts';
import { amend, sync } from './publish.ts';
import { rebase } from './rebase.ts';

type Performer = (job: SubtaskJob) => Promise<SessionEvent>;

const ofSubtasks: Readonly<Record<SubtaskStep, Performer>> = {
  write,
  red,
  implement,
  scope,
  snapshots: writeSnapshots,
  verify,
  green,
  judge,
  commit,
};

/** Does one thing for a session, with the configuration as it is now. */
export async function performSession(
  services: SessionServices,
  effect: SessionEffect,
  performing: EffectContext,
): Promise<SessionEvent> {
  try {
    return await performStep(services, effect, performing);
  } catch (thrown) {
    if (thrown instanceof ContractMissing) return thrown.event;
    throw thrown;
  }
}

async function performStep(
  services: SessionServices,
  { id, what, session }: SessionEffect,
  performing: EffectContext,
): Promise<SessionEvent> {
  const settings = await services.settings();
  const job: SessionJob = {
    services,
    settings,
    config: settings.repository,
    id,
    what,
    session,
    ...performing,
    owner: `session-${session.request_id}`,
    branch: sessionBranch(services.project, session.request_id),
    accounts: session,
    sharers: () => session.in_flight.filter((effect) => !effect.includes('/baseline#')).length,
    agentCalls: (role) => sessionAgentCalls(job, role),
  };
  if ('subtask' in what) {
    const task = session.tasks[what.task];
    const subtask = task?.subtasks[what.subtask];
    if (task === undefined || subtask === undefined) throw new Error(`no such subtask: ${what.subtask}`);
    return ofSubtasks[what.at]({ ...job, at: { taskId: what.task, subtaskId: what.subtask, task, subtask } });
  }
  switch (what.at) {
    case 'prepare':
      return prepare(job);
    case 'baseline':
      return measureBaseline(job);
    case 'explore':
      return explore(job);
    case 'plan':
      return plan(job);
    case 'merge':
      return merge(job);
    case 'learn':
      return learnAll(job);
    case 'rebase':
      return rebase(job);
    case 'sync':
      return sync(job);
    case 'amend':
      return amend(job);
    case 'ask':
      return ask(job);
    case 'deliver':
      return deliver({ ...job, what });
    case 'design':
      return design({ ...job, what });
    default:
      return what satisfies never;
  }
}

/** What all calls of a session have in common. */
function sessionAgentCalls({ services, settings, id, extraMs }: SessionJob, role: Role): AgentCalls<SessionEvent> {
  const { timeout_action } = settings.global;
  const afterMs = roleTimeoutMs('session', role, settings.repository.agents);
  return {
    timeoutMs: afterMs,
    endAfterMs: endAfterMs(afterMs, timeout_action),
    ...(timeout_action === 'warn' && {
      watch: () =>
        warnAfter(afterMs, () => services.onProgress({ kind: 'overtime', effect: id, role, afterMs }), extraMs),
    }),
    onEvent: (event) => services.onProgress({ kind: 'agent', effect: id, role, event }),
    failed: (ended) => {
      const auto_retry = retriesFor(ended.kind, settings.global);
      const data = { effect: id, calls: [ended.call], ...stepFailureOf(ended, services.words), auto_retry };
      return { type: 'step_failed', data };
    },
  };
}

/** Who takes too long is not called again where that is to stop the work. */
function retriesFor(kind: string, { auto_retry, timeout_action }: ConfigGlobal): ConfigGlobal['auto_retry'] {
  return kind === 'timeout' && timeout_action === 'stop' ? { ...auto_retry, enabled: false } : auto_retry;
}
