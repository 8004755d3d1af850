import { catchFailure, unwrap } from '../../../base/failure.ts';
import { copyOut } from '../../../git/copy-out.ts';
import type { RunEvent } from '../../../workflows/run/events.ts';
import { mergeIntoBase, type MergeOutcome } from '../../work/merge-into-base.ts';
import type { JobAt } from './job.ts';

/** Brings approved work to where it belongs: the base's branch, or the folder that has no git. */
export async function merge(job: JobAt<'merge'>): Promise<RunEvent> {
  const { run, step, id } = job;
  const { branch: base } = run.base;
  if (base === null) return copyBack(job);
  const came = await mergeIntoBase(job, {
    work: step.work,
    base,
    asked: step.asked,
    message: `Merge ${run.run_id}`,
    trailers: { 'Orchestral-Run': run.run_id, 'Orchestral-Evidence': `tree ${step.work.tree}` },
  });
  return eventOf(id, came);
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
