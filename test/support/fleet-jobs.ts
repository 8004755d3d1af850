import { FLEET_PROTOCOL, type FleetJob, type JobResult } from '../../src/schema/fleet.ts';

/** What a worker answers that did everything right. */
export function doneResult(text = 'done'): Extract<JobResult, { kind: 'done' }> {
  const spent = { input_tokens: 1, output_tokens: 1, cost_usd: 0.01 };
  const by = { backend: 'rehearsal', model: null };
  return {
    kind: 'done',
    work: null,
    outcome: { status: 'answered', text, spent, duration_ms: 1, exit: 0, tries: 1, by },
  };
}

export function jobNamed(id: string, owner = 'owner'): FleetJob {
  return {
    protocol: FLEET_PROTOCOL,
    owner,
    id,
    effect: `auto/${id}/work#1`,
    role: 'task-executor',
    prompt: `Do ${id}.`,
    base: 'a'.repeat(40),
    remote: '/nowhere',
    folder: '',
    frozen: [],
    is_broken: false,
    project: null,
    limits: {},
    answer: null,
    finished: {},
  };
}
