import { jobGrant } from '../schema/fleet.ts';
import type { ConductorKey } from './keys.ts';
import { signedMessageIn } from './mailbox.ts';
import type { Grant } from './open-job.ts';
import type { Outbox } from './outbox.ts';
import type { Redis } from './packages.ts';
import { openOwn, sealOwn } from './signing.ts';

interface KeptGrantsOptions {
  readonly place: string;
  readonly key: ConductorKey;
  readonly outbox: Outbox;
}

/** Which worker has which job of some work, kept in Redis for a conductor that comes back. */
export class KeptGrants {
  readonly #options: KeptGrantsOptions;
  /** What earlier conductors granted. */
  readonly #former = new Map<string, Grant>();

  constructor(options: KeptGrantsOptions) {
    this.#options = options;
  }

  async read(redis: Redis): Promise<void> {
    const { place, key } = this.#options;
    const listed = await redis.call('HVALS', place);
    for (const text of Array.isArray(listed) ? (listed as unknown[]) : []) {
      const message = typeof text === 'string' ? signedMessageIn(text) : undefined;
      const grant = message && jobGrant.safeParse(openOwn(message, key)).data;
      if (grant !== undefined) this.#former.set(grant.job, { worker: grant.worker, nonce: grant.nonce });
    }
  }

  former(job: string): Grant | undefined {
    return this.#former.get(job);
  }

  keep(job: string, { worker, nonce }: Grant): void {
    const { place, key, outbox } = this.#options;
    outbox.setField(place, job, JSON.stringify(sealOwn(key, { job, worker, nonce })));
  }

  forget(job: string): void {
    this.#former.delete(job);
    this.#options.outbox.setField(this.#options.place, job, undefined);
  }
}
