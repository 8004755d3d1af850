import type { CallRecord } from '../../../workflows/policy/calls.ts';
import type { RunEvent } from '../../../workflows/run/events.ts';
import type { Work } from '../../../workflows/run/run-state.ts';
import { commitOnBase, currentBase, joinWithBase, ownSideOnBase } from '../../work/rebase-work.ts';
import { resolveBaseConflict } from '../rebase.ts';
import type { JobAt } from './job.ts';
import { testBase } from './measure.ts';
import { readIfThere, readText, writeLog } from './run-folder.ts';

/** The work of a run on the base as it is now. What git cannot merge is given to the Builder. */
export async function rebase(job: JobAt<'rebase'>): Promise<RunEvent> {
  const { services, run, id } = job;
  const { branch } = run.base;
  if (branch === null) throw new Error(`${run.run_id} has no branch to take up`);
  // Published work is reviewed on the remote's base, or on what others pushed to its branch.
  const base = run.proposal?.theirs ?? run.proposal?.base_commit ?? (await currentBase(job, branch));
  // A base that cannot be tested costs no agent's call.
  const tests = await testBase(job, base);
  const trailers = { 'Orchestral-Run': run.run_id };
  const outcome = async (to: Work | null, conflicts: readonly string[], calls: CallRecord[]): Promise<RunEvent> => {
    const earlier = [...(run.earlier_rounds ?? []), ...(conflicts.length > 0 && run.work !== null ? [run.work] : [])];
    const earlier_rounds: Work[] = [];
    for (const work of earlier) earlier_rounds.push(await ownSideOnBase(job, { base, work }));
    const data = { effect: id, calls, base, tests, work: to, earlier_rounds, conflicts: [...conflicts] };
    return { type: 'rebased', data };
  };
  const { work } = run;
  if (work === null || base === run.base.commit) return outcome(work, [], []);
  const joined = await joinWithBase(job, { base, work });
  if (joined.kind === 'clean') {
    return outcome(await commitOnBase(job, { base, work, tree: joined.tree, trailers }), [], []);
  }
  return resolveBaseConflict<RunEvent>(job, {
    role: 'builder',
    base: { branch, commit: base },
    work,
    joined,
    trailers,
    purpose: readText(services, 'briefing/refined.md'),
    reasons: readIfThere(services, 'builder/log.md'),
    problems: run.repeats > 0 ? joined.paths : [],
    resolved: async ({ call, text, tree }) => {
      const made = await commitOnBase(job, { base, work, tree, trailers });
      writeLog(job, 'builder/log.md', { call, log: null, text });
      return outcome(made, joined.paths, [call]);
    },
    left: (call, paths) => ({ type: 'conflict_left', data: { effect: id, calls: [call], paths: [...paths] } }),
  });
}
