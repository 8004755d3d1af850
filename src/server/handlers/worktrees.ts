import { unwrap } from '../../base/failure.ts';
import type { Leaving } from '../../engine/door/runs.ts';
import type { Handlers } from '../handler.ts';

export const worktreeHandlers: Handlers<'worktrees.list' | 'worktrees.clean'> = {
  'worktrees.list': async (context, { params }) => {
    const project = context.project(params.project);
    const [listed, conductors] = await Promise.all([project.records.worktrees(), project.conductors()]);
    const { worktrees, leavings, seen } = unwrap(listed);
    const isInUse = (id: string | undefined) =>
      conductors.some((one) => one.id === id || (one.workflow === 'session' && /^R\d/.test(id ?? '')));
    return {
      worktrees: worktrees.map((one) => ({ ...one, is_in_use: isInUse(one.owner?.id) })),
      leavings: leavings.map(leavingView),
      seen,
    };
  },
  'worktrees.clean': async (context, { params, body }) => {
    const project = context.project(params.project);
    const runs = unwrap(await project.runs.removable(body.runs));
    const leavings = unwrap(await project.records.cleanShown({ seen: body.seen, runs }));
    return { leavings: leavings.map(leavingView) };
  },
};

function leavingView({ run, kind, name, fate, why }: Leaving) {
  return { run, kind, name, fate: why === 'failed' ? ('failed' as const) : fate, why: why ?? null };
}
