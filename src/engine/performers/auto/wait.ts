import { setTimeout as pause } from 'node:timers/promises';
import type { AutoEvent } from '../../../workflows/auto/events.ts';
import { backoffMs } from '../../../workflows/policy/retry.ts';
import type { TaskJob } from './job.ts';

/** After a failed attempt, longer each time; nobody's worktree is held meanwhile. */
export async function wait({ services, at, id: effect, signal }: TaskJob): Promise<AutoEvent> {
  const { mishaps } = at.task;
  if (mishaps !== null) {
    // A clock that was set back lets nobody wait longer.
    const since = Math.max(0, services.clock.now().getTime() - Date.parse(mishaps.at));
    await pause(Math.max(0, backoffMs(mishaps.count) - since), undefined, { signal }).catch(() => undefined);
  }
  return { type: 'waited', data: { effect, id: at.id } };
}
