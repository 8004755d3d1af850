import fs from 'node:fs';
import path from 'node:path';
import { hasSetUp } from '../../../evidence/set-up.ts';
import { moveOwnRef } from '../../../git/ref.ts';
import { resolveRevision } from '../../../git/repository.ts';
import { renameWorktree } from '../../../git/rename-worktree.ts';
import { isInPlace } from '../../../git/worktree-identity.ts';
import { findWorktree } from '../../../git/worktree-list.ts';
import type { Plan } from '../../../plans/plan.ts';
import type { AutoEvent } from '../../../workflows/auto/events.ts';
import type { Work } from '../../../workflows/auto/graph-state.ts';
import { clearWorktree, worktreePlace } from '../../work/worktrees.ts';
import { beginMessage, contains, isOurBranch, tasksMerged, workAt } from './commits.ts';
import { nameInRepository, phaseBranch, trunkBranch } from '../../repository-names.ts';
import { type AutoServices, checkPlace, type JobFor } from './job.ts';

const LONGEST_SLUG = 40;

/** A phase has a branch of its own, and a worktree where what is merged into it is checked. */
export async function beginPhase(job: JobFor<'begin'>): Promise<AutoEvent> {
  const { services, what, graph, config, id: effect } = job;
  const { trunk } = graph;
  if (trunk === null) throw new Error('a phase before the trunk');
  const { project, repository, privateFolder } = services;
  const root = worktreePlace({ project, repository, privateFolder, configured: config.project?.worktree_root });
  await keepTrunk(services, trunk);
  const from = await whereToBegin(job, trunk);
  const name = phaseName(services, what.phase);
  for (let number = 1; ; number++) {
    const branch = number === 1 ? name : `${name}-${number}`;
    const worktree = `worktree/${branch}`;
    const isTaken =
      fs.existsSync(path.join(root, worktree)) &&
      findWorktree(repository, nameInRepository(project, worktree)) === undefined;
    const isTheirs = branch === graph.base?.branch;
    const tip = isTaken || isTheirs ? null : await tipOn(services, { branch, trunk, from });
    if (tip === null) continue;
    const last = checkPlace(graph);
    if (last !== worktree) await passOn(services, { from: last, to: worktree, root });
    return { type: 'phase_entered', data: { effect, phase: what.phase, worktree, branch, tip } };
  }
}

/**
 * Nearly all files of the worktree of the phase before, or of the base, are as they will be. What set-up made may hold
 * the name of its folder, and may be large: that goes.
 */
async function passOn(
  services: JobFor<'begin'>['services'],
  { from, to, root }: { readonly from: string; readonly to: string; readonly root: string },
): Promise<void> {
  const { git, repository, project } = services;
  const [last, next] = [from, to].map((owner) => findWorktree(repository, nameInRepository(project, owner)));
  if (last === undefined) return;
  if (next !== undefined || hasSetUp(last) || !isInPlace(last)) return clearWorktree(services, from);
  await renameWorktree(git, last, { owner: nameInRepository(project, to), folder: path.join(root, to) });
}

/** It went when all was delivered, and there is more to do now. */
async function keepTrunk({ git, repository, project }: AutoServices, trunk: Work): Promise<void> {
  const ref = `refs/heads/${trunkBranch(project)}`;
  if ((await resolveRevision(git, repository, ref)) !== null) return;
  const message = beginMessage(project.hash);
  await moveOwnRef(git, repository, { ref, to: trunk.commit, expected: null, message });
}

/**
 * A phase that was here goes on from what was merged into it. For another, a base that has all of the trunk may have
 * more: whatever is worked on now should know it.
 */
async function whereToBegin({ services, graph, what }: JobFor<'begin'>, trunk: Work): Promise<Work> {
  const { git, repository } = services;
  const known = graph.phases[what.phase];
  const isOpen = known !== undefined && known.completed_at === undefined && graph.current_phase === what.phase;
  if (isOpen && graph.tip !== null) {
    const isThere = await resolveRevision(git, repository, `${graph.tip.commit}^{commit}`);
    if (isThere !== null) return graph.tip;
  }
  const base = await resolveRevision(git, repository, `refs/heads/${graph.base?.branch ?? ''}^{commit}`);
  if (base === null) return trunk;
  const isAhead = await contains(services, { commit: base, older: trunk.commit });
  return isAhead ? await workAt(services, base) : trunk;
}

/** Where the branch stands, if it is new or ours; null when it is somebody else's. */
async function tipOn(
  services: AutoServices,
  { branch, trunk, from }: { readonly branch: string; readonly trunk: Work; readonly from: Work },
): Promise<Work | null> {
  const { git, repository } = services;
  const ref = `refs/heads/${branch}`;
  const standing = await resolveRevision(git, repository, ref);
  if (standing !== null && !(await isOurBranch({ git, repository }, branch))) return null;
  const there = [from, trunk].find(({ commit }) => commit === standing);
  if (there !== undefined) return there;
  if (standing === null) {
    const message = `orchestral auto: begin ${branch}`;
    await moveOwnRef(git, repository, { ref, to: from.commit, expected: null, message });
    return from;
  }
  const range = { from: trunk.commit, to: standing };
  if (!(await contains(services, { commit: range.to, older: range.from }))) return null;
  // After a repair the way to them is not that of first parents.
  const merged = await tasksMerged(services, { ...range, phases: true });
  return merged.length === 0 ? null : await workAt(services, range.to);
}

interface PhasePlan extends Pick<AutoServices, 'project'> {
  readonly plan: Plan;
}

/** Of its branch, and of its worktree. */
export function phaseName({ plan, project }: PhasePlan, phase: number): string {
  const title = plan.tasks.find((task) => task.phase === phase && task.phaseTitle !== null)?.phaseTitle;
  const slug = slugOf(title ?? '') || slugOf(plan.project ?? '') || slugOf(path.basename(project.root)) || 'tasks';
  return phaseBranch(project, `phase-${phase}-${slug}`);
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
