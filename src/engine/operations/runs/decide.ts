import { toTheSecond } from '../../../base/clock.ts';
import { fail, type Failure, type RunWanted, throwFailure } from '../../../base/failure.ts';
import { ok, type Result } from '../../../base/result.ts';
import type { Crp, Vcr } from '../../../schema/run/consultation.ts';
import type { ItemDecision, QuestionItem } from '../../../workflows/proof/question-items.ts';
import { canRerun, canStop, type RerunStep } from '../../../workflows/run/abilities.ts';
import { approvalOf } from '../../../workflows/run/allowed.ts';
import { maxIterations } from '../../../workflows/run/criteria.ts';
import { isActive } from '../../../workflows/run/due.ts';
import type { RunEvent } from '../../../workflows/run/events.ts';
import { phaseOf } from '../../../workflows/run/moves.ts';
import { canRebase } from '../../../workflows/run/rebase.ts';
import { canSync } from '../../../workflows/run/proposed.ts';
import type { Run } from '../../../workflows/run/run-state.ts';
import { recordDecision } from '../../conductor/open-workflow.ts';
import type { OpenRun } from '../../descriptors/run.ts';
import { writeConsultations } from '../../run-consultations.ts';
import { readBase } from './base.ts';

export interface Answer {
  readonly crp: string;
  /** Id of an option, or `other`. */
  readonly decision: string;
  readonly rationale: string;
  readonly notes: string;
  /** Whether it also answers the same question in later runs. */
  readonly future: boolean;
}

/** Records the answer to a question; a question has one answer. */
export async function answerQuestion(open: OpenRun, answer: Answer): Promise<Vcr> {
  const { store, services } = open;
  let vcr: Vcr | undefined;
  await decide(open, (run) => {
    const asked = run.consultations.find(({ crp }) => crp.crp_id === answer.crp);
    if (asked === undefined) return fail('crp.unknown', { crp: answer.crp });
    if (asked.vcr !== null) {
      const { decision, created_at } = asked.vcr;
      return fail('crp.answered', { crp: answer.crp, decision, at: created_at });
    }
    const fits = fitting(asked.crp, answer);
    if (!fits.ok) return fits;
    const created_at = toTheSecond(services.clock.now().toISOString());
    vcr = vcrOf(answer, created_at);
    return ok([{ type: 'answered', data: { vcr } }]);
  });
  if (vcr === undefined) throw new Error('recorded without an answer');
  await writeConsultations(services, store);
  return vcr;
}

export interface Approving {
  readonly commit: string;
  /** Numbers of what is allowed with it. */
  readonly allow?: ItemDecision['allow'];
}

/** `3. test/a.test.js > adds (superseded)` */
function itemName({ number, key, keys, code }: QuestionItem): string {
  const kind = keys.length > 1 ? `${code}, ${keys.length}` : code;
  return `${number}. ${key === null ? kind : `${key} (${kind})`}`;
}

/** Lets the work be merged: exactly the commit that was shown. */
export function approveRun(open: OpenRun, { commit, allow = [] }: Approving): Promise<void> {
  return decide(open, (run) => {
    const { step, run_id, base } = run;
    if (step.at === 'undelivered') {
      const { why, detail } = step;
      return fail('run.undelivered', { run: run_id, base: base.branch ?? '', why, detail });
    }
    if (step.at === 'proposed' || step.at === 'sync') return isPublished(run);
    if (step.at !== 'ready_for_merge' && step.at !== 'merge') return notNow(run, 'approve');
    const now = step.work.commit;
    if (now !== commit) return fail('run.pack_changed', { run: run_id, seen: commit, now });
    // Whoever was interrupted while it was being merged approves it once more, and it goes on.
    if (step.at === 'merge') return ok([]);
    const { allowed, open: left } = approvalOf(step.to_allow ?? [], { allow, tree: step.work.tree });
    if (left.length > 0) return fail('run.wants_allowing', { run: run_id, items: left.map(itemName) });
    return ok([{ type: 'approved', data: { commit, ...(allowed.length > 0 && { allowed: [...allowed] }) } }]);
  });
}

/** Sends the work back: the next round begins with this reason. `commit`: the one that the person saw, where they said so. */
export async function rejectRun(open: OpenRun, reason: string, commit?: string): Promise<void> {
  await decide(open, (run) => {
    if (run.step.at !== 'ready_for_merge' && run.step.at !== 'proposed') return notNow(run, 'reject');
    const now = run.step.work.commit;
    if (commit !== undefined && commit !== now) return fail('run.pack_changed', { run: run.run_id, seen: commit, now });
    if (reason.trim() === '') return fail('run.wants_reason', { run: run.run_id });
    return ok([{ type: 'rejected', data: { reason } }]);
  });
  await writeConsultations(open.services, open.store);
}

/** Brings merged work that waits into the person's checkout as it is. */
export function applyRun(open: OpenRun): Promise<void> {
  return decide(open, (run) =>
    run.step.at === 'undelivered' ? ok([{ type: 'apply_requested', data: {} }]) : notNow(run, 'apply'),
  );
}

/** Has it looked up what became of published work; while somebody works on it, nothing is. */
export function syncRun(open: OpenRun): Promise<void> {
  return decide(open, (run) => {
    if (run.proposal === undefined) return fail('pull_request.none', { named: run.run_id });
    if (!canSync(run)) return notNow(run, 'sync');
    // Whoever was interrupted while it was looked up asks once more, and it goes on.
    return run.step.at === 'sync' ? ok([]) : ok([{ type: 'sync_requested', data: {} }]);
  });
}

export function stopRun(open: OpenRun): Promise<void> {
  return decide(open, (run) => (canStop(run) ? ok([{ type: 'stop_requested', data: {} }]) : notNow(run, 'stop')));
}

/** One step again, and all that follow from it, in the round it is in. */
export function rerunRun(open: OpenRun, step: RerunStep): Promise<void> {
  return decide(open, (run) => {
    if (!canRerun(run, step)) return notNow(run, 'rerun');
    return ok([{ type: 'rerun_requested', data: { step } }]);
  });
}

/** The base as it is now is taken up, by whoever conducts the run; an agent at work ends its step first. */
export async function rebaseRun(open: OpenRun): Promise<void> {
  const { branch } = open.state().base;
  if (branch === null) return throwFailure('rebase.no_branch', { id: open.id });
  const { git, repository } = open.services;
  const { now } = await readBase({ git, repository, run: open.state() });
  if (now === null) return throwFailure('rebase.base_gone', { id: open.id, base: branch });
  return decide(open, (run) => {
    if (!canRebase(run)) return notNow(run, 'rebase');
    // Whoever was interrupted while it was taken up asks once more, and it goes on.
    if (run.step.at === 'rebase' || run.wants_rebase === true) return ok([]);
    if (now === run.base.commit) return fail('rebase.not_moved', { id: open.id, base: branch });
    return ok([{ type: 'rebase_requested', data: {} }]);
  });
}

/** Nothing to record for a run that was only interrupted. */
export async function resumeRun(open: OpenRun): Promise<void> {
  const configured = maxIterations(await open.services.settings());
  return decide(open, (run) => {
    const { step, iteration } = run;
    // A pack is shown, and whoever was to check its hunks was interrupted.
    if (isActive(step) || step.at === 'waiting' || run.hunks !== undefined) return ok([]);
    if (step.at !== 'failed' && step.at !== 'stopped') return notNow(run, 'resume');
    const rounds = configured === run.configured_iterations ? run.max_iterations : configured;
    if (step.at === 'failed' && step.error === 'max_iterations' && iteration >= rounds)
      return fail('run.no_rounds_left', { run: run.run_id, iterations: rounds });
    return ok([{ type: 'resume_requested', data: { max_iterations: configured } }]);
  });
}

function decide(
  { store, services: { env } }: OpenRun,
  judge: (run: Run) => Result<readonly RunEvent[], Failure>,
): Promise<void> {
  return recordDecision({ store, env }, (state) =>
    state.kind === 'unstarted' ? fail('run.none', { wanted: 'any' }) : judge(state),
  );
}

function isPublished({ run_id: id, proposal }: Run): Result<never, Failure> {
  return fail('pull_request.published', { id, url: proposal?.url ?? proposal?.link ?? proposal?.branch ?? '' });
}

/** Documents call these ready for the merge; whoever comes too late is told what they are. */
const DECIDED: ReadonlySet<string> = new Set(['merge', 'undelivered', 'proposed', 'sync']);

function notNow({ run_id: run, step }: Run, wanted: RunWanted): Result<never, Failure> {
  return fail('run.not_now', { run, phase: DECIDED.has(step.at) ? step.at : phaseOf(step), wanted });
}

function fitting({ crp_id, options }: Crp, { decision, notes }: Answer): Result<void, Failure> {
  const ids = options.map(({ id }) => id);
  const fits = decision === 'other' ? notes.trim() !== '' : ids.includes(decision);
  return fits ? ok() : fail('crp.not_an_option', { crp: crp_id, decision, options: ids });
}

function vcrOf({ crp, decision, rationale, notes, future }: Answer, created_at: string): Vcr {
  return {
    vcr_id: crp.replace('crp', 'vcr'),
    crp_id: crp,
    created_at,
    decision,
    rationale,
    additional_notes: notes,
    applies_to_future: future,
  };
}
