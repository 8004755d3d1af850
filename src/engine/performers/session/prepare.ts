import type { SessionEvent } from '../../../workflows/session/events.ts';
import { collectBaseline, proveBaseline } from '../../work/baseline.ts';
import type { SessionJob } from './job.ts';

/** Set-up, and a first look for tests, before any agent is called. */
export async function prepare(job: SessionJob): Promise<SessionEvent> {
  const { command } = await collectBaseline(job, job.session.tip);
  return { type: 'prepared', data: { effect: job.id, command } };
}

/** What the tests say before the work, beside agents that write nothing. */
export async function measureBaseline(job: SessionJob): Promise<SessionEvent> {
  const { counts } = await proveBaseline(job, job.session.tip);
  return { type: 'baseline_measured', data: { effect: job.id, total: counts.total, failed: counts.failed } };
}
