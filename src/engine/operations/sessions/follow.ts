import path from 'node:path';
import { ok } from '../../../base/result.ts';
import { LogState } from '../../../store/log-state.ts';
import { sessionIn } from '../../../workflows/session/session.ts';
import { type SessionContext, sessionPaths } from '../../descriptors/session.ts';
import { type FollowingSteps, followSteps, type StepLogEntry } from '../follow-steps.ts';
import { roleOfStep } from './roles.ts';

export interface FollowingSession extends Omit<FollowingSteps, 'isWanted'> {
  /** Only this task or subtask: `T1`, `T1-S2`. */
  readonly part?: string | undefined;
}

/** What agents did for a session. */
export function followSession(
  tools: Pick<SessionContext, 'project' | 'env'>,
  { part, ...following }: FollowingSession,
): AsyncGenerator<StepLogEntry, void, void> {
  const { log, own } = sessionPaths(tools);
  const { root, hash } = tools.project;
  const state = new LogState(log, sessionIn({ path: root, name: path.basename(root), hash }));
  const look = () => {
    const looked = state.look();
    if (!looked.ok || looked.value?.kind !== 'session') return looked.ok ? ok(undefined) : looked;
    const { status } = looked.value;
    return ok({ over: status === 'active' ? null : status });
  };
  const isWanted = (effect: string) =>
    part === undefined || effect.split('/').some((piece) => piece === part || piece.startsWith(`${part}-`));
  return followSteps({ log, own, look, roleOf: roleOfStep }, { ...following, isWanted });
}
