import { type CheckJob, FLEET_PROTOCOL, type JobResult, type StepJob } from '../../src/schema/fleet.ts';

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

export function jobNamed(id: string, owner = 'owner'): StepJob {
  return {
    kind: 'step',
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

export function checkJobNamed(id: string, owner = 'owner'): CheckJob {
  return {
    kind: 'check',
    protocol: FLEET_PROTOCOL,
    owner,
    id,
    effect: `auto/${id}/merge#1`,
    base: 'b'.repeat(40),
    baseline: 'a'.repeat(40),
    remote: '/nowhere',
    folder: '',
    project: null,
    commands: [],
    task_list: null,
    request: { words: id, deliverables: [], needs_no_change: false, asks_for_code: true },
  };
}

/** What a worker answers that found nothing wrong. */
export function provedResult(): Extract<JobResult, { kind: 'proved' }> {
  const [baseline, candidate] = ['a', 'b'].map((one) => ({ commit: one.repeat(40), tree: one.repeat(40) }));
  if (baseline === undefined || candidate === undefined) throw new Error('no commits');
  return { kind: 'proved', proof: { baseline, candidate, runs: [], findings: [], proven: { tests: [], count: 0 } } };
}
