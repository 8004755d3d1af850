import fs from 'node:fs';
import path from 'node:path';
import type { Failure } from '../../../base/failure.ts';
import { ok, type Result } from '../../../base/result.ts';
import { moveOwnRef } from '../../../git/ref.ts';
import { resolve } from '../../../git/repository.ts';
import { worktreeOf } from '../../../git/worktree-list.ts';
import type { Plan } from '../../../plans/plan.ts';
import type { AutoEvent } from '../../../workflows/auto/events.ts';
import type { Work } from '../../../workflows/auto/graph-state.ts';
import { clearWorktree } from '../../work/worktrees.ts';
import { worktreePlace } from '../../worktree-place.ts';
import { beginMessage, contains, isOurBranch, tasksMerged, workAt } from './commits.ts';
import { type AutoServices, checkPlace, type JobFor, TRUNK } from './job.ts';

const LONGEST_SLUG = 40;

/** A phase has a branch of its own, and a worktree where what is merged into it is checked. */
export async function beginPhase(job: JobFor<'begin'>): Promise<Result<AutoEvent, Failure>> {
  const { services, what, graph, config, id: effect } = job;
  const { trunk } = graph;
  if (trunk === null) throw new Error('a phase before the trunk');
  const { project, repository, privateFolder } = services;
  const root = worktreePlace({ project, repository, privateFolder, configured: config.project?.worktree_root });
  if (!root.ok) return root;
  const kept = await keepTrunk(services, trunk);
  if (!kept.ok) return kept;
  const from = await whereToBegin(job, trunk);
  if (!from.ok) return from;
  const name = phaseName(services, what.phase);
  for (let number = 1; ; number++) {
    const branch = number === 1 ? name : `${name}-${number}`;
    const worktree = `worktree/${branch}`;
    const isTaken = fs.existsSync(path.join(root.value, worktree)) && worktreeOf(repository, worktree) === undefined;
    const isTheirs = branch === graph.base?.branch;
    const tip = isTaken || isTheirs ? ok(null) : await tipOn(services, { branch, trunk, from: from.value });
    if (!tip.ok) return tip;
    if (tip.value === null) continue;
    // That of the phase before may be large, with all that set-up made in it.
    const last = checkPlace(graph);
    const cleared = last === worktree ? ok() : await clearWorktree(services, last);
    if (!cleared.ok) return cleared;
    return ok({ type: 'phase_entered', data: { effect, phase: what.phase, worktree, branch, tip: tip.value } });
  }
}

/** It went when all was delivered, and there is more to do now. */
async function keepTrunk({ git, repository, project }: AutoServices, trunk: Work): Promise<Result<void, Failure>> {
  const ref = `refs/heads/${TRUNK}`;
  const standing = await resolve(git, repository, ref);
  if (!standing.ok || standing.value !== null) return standing.ok ? ok() : standing;
  return moveOwnRef(git, repository, { ref, to: trunk.commit, expected: null, message: beginMessage(project.hash) });
}

/**
 * A phase that was here goes on from what was merged into it. For another, a base that has all of the trunk may have
 * more: whatever is worked on now should know it.
 */
async function whereToBegin({ services, graph, what }: JobFor<'begin'>, trunk: Work): Promise<Result<Work, Failure>> {
  const { git, repository } = services;
  const known = graph.phases[what.phase];
  const isOpen = known !== undefined && known.completed_at === undefined && graph.current_phase === what.phase;
  if (isOpen && graph.tip !== null) {
    const isThere = await resolve(git, repository, `${graph.tip.commit}^{commit}`);
    if (!isThere.ok) return isThere;
    if (isThere.value !== null) return ok(graph.tip);
  }
  const base = await resolve(git, repository, `refs/heads/${graph.base?.branch ?? ''}^{commit}`);
  if (!base.ok || base.value === null) return base.ok ? ok(trunk) : base;
  const isAhead = await contains(services, { commit: base.value, older: trunk.commit });
  if (!isAhead.ok) return isAhead;
  return isAhead.value ? workAt(services, base.value) : ok(trunk);
}

/** Where the branch stands, if it is new or ours; null when it is somebody else's. */
async function tipOn(
  services: AutoServices,
  { branch, trunk, from }: { readonly branch: string; readonly trunk: Work; readonly from: Work },
): Promise<Result<Work | null, Failure>> {
  const { git, repository } = services;
  const ref = `refs/heads/${branch}`;
  const standing = await resolve(git, repository, ref);
  if (!standing.ok) return standing;
  if (standing.value !== null && !isOurBranch(repository, branch)) return ok(null);
  const there = [from, trunk].find(({ commit }) => commit === standing.value);
  if (there !== undefined) return ok(there);
  if (standing.value === null) {
    const message = `orchestral auto: begin ${branch}`;
    const made = await moveOwnRef(git, repository, { ref, to: from.commit, expected: null, message });
    return made.ok ? ok(from) : made;
  }
  const range = { from: trunk.commit, to: standing.value };
  const isAhead = await contains(services, { commit: range.to, older: range.from });
  if (!isAhead.ok || !isAhead.value) return isAhead.ok ? ok(null) : isAhead;
  // After a repair the way to them is not that of first parents.
  const merged = await tasksMerged(services, { ...range, phases: true });
  if (!merged.ok) return merged;
  return merged.value.length === 0 ? ok(null) : workAt(services, range.to);
}

interface PhasePlan extends Pick<AutoServices, 'project'> {
  readonly plan: Plan;
}

/** Of its branch, and of its worktree. */
export function phaseName({ plan, project }: PhasePlan, phase: number): string {
  const title = plan.tasks.find((task) => task.phase === phase && task.phaseTitle !== null)?.phaseTitle;
  const slug = slugOf(title ?? '') || slugOf(plan.project ?? '') || slugOf(path.basename(project.root)) || 'tasks';
  return `phase-${phase}-${slug}`;
}

/** Letters and digits of any language, in lower case. */
function slugOf(text: string): string {
  const words =
    text
      .normalize('NFC')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? [];
  return Array.from(words.join('-')).slice(0, LONGEST_SLUG).join('').replace(/-$/, '');
}
