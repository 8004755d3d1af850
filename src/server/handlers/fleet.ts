import { unwrap } from '../../base/failure.ts';
import { openFleet } from '../../engine/door/fleet.ts';
import type { Handlers } from '../handler.ts';

export const fleetHandlers: Handlers<'fleet'> = {
  fleet: async ({ dashboard, language }) => {
    const { env } = dashboard.options;
    const status = await openFleet({ env, language, fleet: env['ORCHESTRAL_FLEET'] }).status();
    if (!status.ok && status.error.code === 'fleet.no_url') return null;
    const { workers, queues, isPaused, isDurable } = unwrap(status);
    return {
      workers: workers.map(({ isUsable, protocol: _protocol, running, ...worker }) => ({
        ...worker,
        is_usable: isUsable,
        running: running.map(({ effect, seconds }) => ({ effect, seconds })),
      })),
      queues,
      is_paused: isPaused,
      is_durable: isDurable,
    };
  },
};
