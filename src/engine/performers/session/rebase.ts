import { commitTree } from '../../../git/commit.ts';
import { resolveRevision } from '../../../git/repository.ts';
import type { ProofFinding } from '../../../schema/proof-finding.ts';
import type { CallRecord } from '../../../workflows/policy/calls.ts';
import { changeLines, judgeSubtaskChange } from '../../../workflows/session/change-verdict.ts';
import type { SessionEvent } from '../../../workflows/session/events.ts';
import type { Work } from '../../../workflows/session/session-state.ts';
import { proveChange, proveOldDemands } from '../../work/prove-change.ts';
import { commitOnBase, currentBase, type JoinedWork, joinWithBase, ownSideOnBase } from '../../work/rebase-work.ts';
import { resolveBaseConflict } from '../rebase.ts';
import { mergeToJudge, requestOf } from './change.ts';
import type { SessionJob } from './job.ts';

/** The committed subtasks on the base as it is now. What git cannot merge, or does not pass then, is given to the Implementer. */
export async function rebase(job: SessionJob): Promise<SessionEvent> {
  const { services, session, id: effect } = job;
  const { branch } = session.base;
  const { proposal } = session;
  // Published work is reviewed on the remote's base, or on what others pushed to its branch.
  const base = proposal?.theirs ?? proposal?.base_commit ?? (await currentBase(job, branch));
  const { tip: work } = session;
  const unchanged = { effect, calls: [], base, own_side: null, conflicts: [] };
  if (base === session.base.commit) return { type: 'rebased', data: { ...unchanged, tip: work } };
  if (work.commit === session.base.commit) {
    const tree = await resolveRevision(services.git, services.repository, `${base}^{tree}`);
    return { type: 'rebased', data: { ...unchanged, tip: { commit: base, tree: tree ?? '' } } };
  }
  const trailers = { 'Orchestral-Request': session.request_id };
  const joined = await joinWithBase(job, { base, work });
  const problems = session.rebase?.problems ?? [];
  if (joined.kind === 'clean' && problems.length === 0) {
    const tip = await commitOnBase(job, { base, work, tree: joined.tree, trailers });
    return judged(job, { base, tip, own_side: null, conflicts: [], calls: [] });
  }
  const { marked, paths } = await markedWork(job, { base, joined });
  const own_side = await ownSideOnBase(job, { base, work });
  return resolveBaseConflict<SessionEvent>(job, {
    role: 'implementer',
    base: { branch, commit: base },
    work,
    joined: { marked, paths },
    trailers,
    purpose: session.original_request,
    reasons: subtasksDone(job),
    problems,
    resolved: async ({ call, tree }) => {
      const tip = await commitOnBase(job, { base, work, tree, trailers });
      return judged(job, { base, tip, own_side, conflicts: paths, calls: [call] });
    },
    left: (call, left) => ({
      type: 'rebase_refused',
      data: { effect, calls: [call], why: paths.length > 0 ? 'conflict' : 'red', detail: [...left] },
    }),
  });
}

interface Rebased {
  readonly base: string;
  readonly tip: Work;
  readonly own_side: Work | null;
  readonly conflicts: readonly string[];
  readonly calls: CallRecord[];
}

/** The whole proof on the new tree. What a person may allow is asked when the work is merged. */
async function judged(job: SessionJob, made: Rebased): Promise<SessionEvent> {
  const { session, id: effect } = job;
  const { base, tip, own_side, conflicts, calls } = made;
  const proof = await proveChange(job, { baseline: base, candidate: tip.commit, request: requestOf(session, true) });
  const change = mergeToJudge(job, proof.findings, proof.proven.count);
  const { verdict, reasons } = judgeSubtaskChange(change);
  if (verdict !== 'reject')
    return { type: 'rebased', data: { effect, calls, base, tip, own_side, conflicts: [...conflicts] } };
  return { type: 'rebase_refused', data: { effect, calls, why: 'red', detail: reasons.flatMap(changeLines) } };
}

/** What the work demanded before an agent brought it to its base: nobody drops a test with a conflict unseen. */
export async function ownSideFindings(job: SessionJob, candidate: string): Promise<readonly ProofFinding[]> {
  const { session } = job;
  const own = session.rebased?.own_side ?? null;
  if (own === null) return [];
  const request = requestOf(session, true);
  return (await proveOldDemands(job, { baseline: own.commit, candidate, request })).findings;
}

async function markedWork({ services, owner }: SessionJob, { base, joined }: { base: string; joined: JoinedWork }) {
  if (joined.kind === 'conflict') return joined;
  const { git, repository } = services;
  const { tree } = joined;
  const commit = await commitTree(git, repository, { tree, parents: [base], message: `Merged: ${owner}` });
  return { marked: { commit, tree }, paths: [] };
}

/** `T1-S1: Parse the flag`, one line each. */
function subtasksDone({ session }: SessionJob): string {
  const all = session.task_order.flatMap((id) => Object.entries(session.tasks[id]?.subtasks ?? {}));
  return all.flatMap(([id, { name, status }]) => (status === 'completed' ? [`${id}: ${name}`] : [])).join('\n');
}
