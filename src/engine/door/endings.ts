import { failure, type Failure } from '../../base/failure.ts';
import type { RunView } from '../../schema/views/run-view.ts';
import type { SessionView } from '../../schema/views/session-view.ts';
import { publishRefusals } from '../../schema/merge-refusals.ts';

/** Why a run is not done although nothing happens to it any more; undefined where it is, or waits for a person. */
export function runFailure(run: RunView): Failure | undefined {
  const { run_id, undelivered, failure: failed, base } = run;
  if (run.step === 'undelivered') {
    const { why = '', detail = '' } = undelivered ?? {};
    return failure('run.undelivered', { run: run_id, base: base.branch ?? '', why, detail });
  }
  if (run.step === 'stopped') return failure('run.stopped', { run: run_id });
  if (run.step !== 'failed') return undefined;
  const { error = '', step = '', reason = '' } = failed ?? {};
  if (error === 'auth') return failure('run.agent_unusable', { run: run_id, step, reason });
  if (error !== 'max_iterations') return failure('run.failed', { run: run_id, step, reason });
  return failure('run.not_accepted', { run: run_id, iterations: run.max_iterations });
}

/** Why work that was approved is not merged; undefined when nobody refused it. */
export function refusalOf({ run_id: run, refusal, base: { branch: base } }: RunView): Failure | undefined {
  if (refusal === null) return undefined;
  const { why, detail } = refusal;
  if (base === null) return failure('copy.conflict', { paths: detail });
  switch (why) {
    case 'conflict':
      return failure('run.conflict', { run, base, paths: detail });
    case 'red':
      return failure('run.red_when_merged', { run, base, names: detail });
    case 'unallowed':
      return failure('run.wants_allowing', { run, items: detail });
    case 'moved':
      return failure('run.base_moving', { run, base });
    case 'base_gone':
      return failure('run.base_gone', { run, base });
    case 'no_remote':
    case 'remote_changed':
    case 'others_pushed':
    case 'protected':
    case 'denied':
    case 'signed_out':
    case 'unreachable':
    case 'failed':
      return failure('pull_request.not_pushed', { id: run, why, detail, again: `orchestral approve ${run}` });
    default:
      return why satisfies never;
  }
}

/** The same of a session: why it stopped, or why its finished work is not in its base. */
export function sessionFailure(session: SessionView): Failure | undefined {
  const { request_id: request, status, stage, delivery, failure: failed } = session;
  const base = session.base?.branch ?? '';
  if (stage === 'complete') {
    const { at = 'none', why = null, detail = [] } = delivery ?? {};
    if (at === 'left_alone') return failure('session.left_alone', { request, base, why: why ?? '' });
    if (at !== 'refused') return undefined;
    const isOfRemote = publishRefusals.some((one) => one === why);
    const again = 'orchestral session --merge';
    return isOfRemote
      ? failure('pull_request.not_pushed', { id: request, why: why ?? '', detail, again })
      : failure('session.not_merged', { request, base, why: why ?? '', detail });
  }
  if (status === 'active') return undefined;
  if (failed === null) return failure('session.stopped', { request, status });
  const [detail = ''] = failed.detail.split('\n').filter((line) => line.trim() !== '');
  const where = whereOf(session);
  if (failed.code === 'auth') return failure('session.agent_unusable', { request, where, detail });
  return failure('session.failed', { request, where, kind: failed.code, detail });
}

/** The subtask, else what the request as a whole is at. */
function whereOf({ stage, tasks, current_task }: SessionView): string {
  const task = tasks.find(({ id }) => id === current_task);
  if (stage !== 'loop' || task === undefined) return stage;
  return (task.is_designed ? task.subtasks.find(({ is_current }) => is_current)?.id : undefined) ?? current_task;
}
