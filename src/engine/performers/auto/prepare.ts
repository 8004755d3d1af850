import { fail, type Failure } from '../../../base/failure.ts';
import { ok, type Result } from '../../../base/result.ts';
import { formatEnding } from '../../../base/run-ending.ts';
import { moveRef } from '../../../git/ref.ts';
import { resolve } from '../../../git/repository.ts';
import type { AutoEvent } from '../../../workflows/auto/events.ts';
import type { Work } from '../../../workflows/auto/graph-state.ts';
import { openPhase } from '../../../workflows/auto/phases.ts';
import { couldNotRun } from '../../../workflows/proof/test-run.ts';
import { proveCommit } from '../../work/checks.ts';
import { beginMessage, contains, workAt } from './commits.ts';
import { type AutoJob, TRUNK } from './job.ts';

const MOST_NAMES = 20;

/** Set-up and the checks, once on the untouched base, while the person may still be there. */
export async function prepare(job: AutoJob): Promise<Result<AutoEvent, Failure>> {
  const { base } = job.graph;
  if (base === null) throw new Error('nobody said where to begin');
  const proved = await proveCommit(job, { commit: base.commit, coverage: false });
  if (!proved.ok) return proved;
  const { command, tests, output_tail: tail } = proved.value;
  if (command !== null && couldNotRun(proved.value))
    return fail('checks.cannot_run', { command, ending: formatEnding(proved.value), tail });
  const trunk = await trunkFrom(job, { commit: base.commit, tree: base.tree });
  if (!trunk.ok) return trunk;
  const red = tests.filter(({ status }) => status === 'failed').map(({ id }) => id);
  return ok({ type: 'prepared', data: { effect: job.id, trunk: trunk.value, red: red.slice(0, MOST_NAMES) } });
}

/**
 * Finished work that was never delivered is gone on from, though the base may have moved: it is joined in later. So is the
 * branch of a phase that was found open: it grew from the trunk as it stands.
 */
async function trunkFrom({ services, graph }: AutoJob, base: Work): Promise<Result<Work, Failure>> {
  const { git, repository } = services;
  const ref = `refs/heads/${TRUNK}`;
  const standing = await resolve(git, repository, ref);
  if (!standing.ok) return standing;
  const expected = standing.value;
  if (expected === base.commit) return ok(base);
  if (expected !== null) {
    const isBehind = await contains(services, { commit: base.commit, older: expected });
    if (!isBehind.ok) return isBehind;
    if (!isBehind.value || openPhase(graph) !== undefined) return workAt(services, expected);
  }
  const message = beginMessage(services.project.hash);
  const moved = await moveRef(git, repository, { ref, to: base.commit, expected, message });
  return moved.ok ? ok(base) : moved;
}
