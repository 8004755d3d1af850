import { moveRef } from '../../../git/ref.ts';
import { resolveRevision } from '../../../git/repository.ts';
import type { AutoEvent } from '../../../workflows/auto/events.ts';
import type { Work } from '../../../workflows/auto/graph-state.ts';
import { openPhase } from '../../../workflows/auto/phases.ts';
import { proveBaseline } from '../../work/baseline.ts';
import { beginMessage, contains, workAt } from './commits.ts';
import { trunkBranch } from '../../repository-names.ts';
import type { AutoJob } from './job.ts';

const MOST_NAMES = 20;

/** Set-up and the checks, once on the untouched base, while the person may still be there. */
export async function prepare(job: AutoJob): Promise<AutoEvent> {
  const { base } = job.graph;
  if (base === null) throw new Error('nobody said where to begin');
  const { tests } = await proveBaseline(job, { commit: base.commit });
  const trunk = await trunkFrom(job, { commit: base.commit, tree: base.tree });
  const red = tests.filter(({ status }) => status === 'failed').map(({ id }) => id);
  return { type: 'prepared', data: { effect: job.id, trunk, red: red.slice(0, MOST_NAMES) } };
}

/**
 * Finished work that was never delivered is gone on from, though the base may have moved: it is joined in later. So is the
 * branch of a phase that was found open: it grew from the trunk as it stands.
 */
async function trunkFrom({ services, graph }: AutoJob, base: Work): Promise<Work> {
  const { git, repository } = services;
  const ref = `refs/heads/${trunkBranch(services.project)}`;
  const expected = await resolveRevision(git, repository, ref);
  if (expected === base.commit) return base;
  if (expected !== null) {
    const isBehind = await contains(services, { commit: base.commit, older: expected });
    if (!isBehind || openPhase(graph) !== undefined) return await workAt(services, expected);
  }
  const message = beginMessage(services.project.hash);
  await moveRef(git, repository, { ref, to: base.commit, expected, message });
  return base;
}
