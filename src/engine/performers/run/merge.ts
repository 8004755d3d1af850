import { catchFailure, unwrap } from '../../../base/failure.ts';
import { copyOut } from '../../../git/copy-out.ts';
import type { Trailers } from '../../../git/commit.ts';
import type { ChangeProof } from '../../../schema/change-proof.ts';
import type { RunEvent } from '../../../workflows/run/events.ts';
import { isAllowable, type ProofFinding } from '../../../schema/proof-finding.ts';
import { proofTrailers } from '../../work/proof-trailers.ts';
import { proveChange } from '../../work/prove-change.ts';
import { mergeIntoBase, type MergeOutcome } from '../../work/merge-into-base.ts';
import { allowedIn } from '../../../workflows/run/allowed.ts';
import { judgeRunChange } from '../../../workflows/run/judge.ts';
import type { JobAt } from './job.ts';
import { publish } from './publish.ts';
import { requestOf } from './request.ts';

/** Brings approved work to where it belongs: the base's branch, a remote, or the folder that has no git. */
export async function merge(job: JobAt<'merge'>): Promise<RunEvent> {
  const { run, step, id } = job;
  const { branch: base } = run.base;
  if (base === null) return copyBack(job);
  const delivery = job.config.project?.delivery ?? 'merge';
  if (delivery !== 'merge') return publish(job, { wants: delivery, base });
  let to_allow: ProofFinding[] | undefined;
  const came = await mergeIntoBase(job, {
    work: step.work,
    base,
    asked: step.asked,
    message: `Merge ${run.run_id}`,
    trailers: { 'Orchestral-Run': run.run_id, 'Orchestral-Evidence': `tree ${step.work.tree}` },
    prove: async ({ base: before, merge: merged, isNew }) => {
      if (!isNew) return { trailers: trailersOf(job, run.proof) };
      const change = { baseline: before, candidate: merged, request: requestOf(job) };
      const proof = await proveChange(job, change);
      // What the base has already need not change once more.
      const findings = proof.findings.filter(({ code }) => code !== 'no_change');
      const { verdict, reasons } = judgeRunChange(findings, allowedIn(run, { tree: step.work.tree, findings }));
      if (verdict === 'accept') return { trailers: trailersOf(job, proof) };
      if (verdict === 'ask') to_allow = [...reasons];
      return { refused: namesIn(reasons) };
    },
  });
  const isOpen = came.kind === 'refused' && came.why === 'red' && to_allow !== undefined;
  if (isOpen)
    return { type: 'merge_refused', data: { effect: id, why: 'unallowed', detail: [...came.detail], to_allow } };
  return eventOf(id, came);
}

/** Logs from before there were proofs have none. */
function trailersOf({ run, step }: JobAt<'merge'>, proof: ChangeProof | undefined): Trailers {
  if (proof === undefined) return {};
  const { allowed } = allowedIn(run, { tree: step.work.tree, findings: proof.findings });
  return proofTrailers({ proof, acceptance: [], tasks: null, allowed });
}

/** Tests and files that they are about. */
function namesIn(findings: readonly ProofFinding[]): string[] {
  return findings.flatMap((finding) => {
    if (finding.code === 'new_failures') return finding.tests.map(({ id }) => id);
    if (isAllowable(finding)) return finding.items.map(({ key }) => key);
    return 'tests' in finding ? finding.tests : [finding.code];
  });
}

function eventOf(effect: string, came: MergeOutcome): RunEvent {
  switch (came.kind) {
    case 'merged':
      return { type: 'merged', data: { effect, merge: came.merge } };
    case 'left_alone': {
      const { kind: _kind, ...left } = came;
      return { type: 'left_alone', data: { effect, ...left } };
    }
    case 'refused':
      return { type: 'merge_refused', data: { effect, why: came.why, detail: [...came.detail] } };
    default:
      return came satisfies never;
  }
}

async function copyBack(job: JobAt<'merge'>): Promise<RunEvent> {
  const { services, run, step, id } = job;
  const { git, repository, project } = services;
  const range = { from: run.base.commit, to: step.work.commit };
  const copied = await catchFailure(() => copyOut(git, repository, { ...range, into: project.root }));
  services.onPoint('work.delivered');
  if (!copied.ok && copied.error.code === 'copy.conflict')
    return eventOf(id, { kind: 'refused', why: 'conflict', detail: copied.error.params.paths });
  unwrap(copied);
  return { type: 'merged', data: { effect: id, merge: null } };
}
