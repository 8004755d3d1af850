import { type ConductorMessage, FLEET_PROTOCOL, type WorkerMessage } from '../schema/fleet.ts';
import type { OpenJob } from './open-job.ts';

export type Claim = Extract<WorkerMessage, { type: 'claim' }>;

type Refusal = Extract<ConductorMessage, { type: 'refuse' }>['reason'];

interface Workers {
  readonly isThere: (worker: string) => boolean;
  readonly hasOthers: (than: ReadonlySet<string>) => boolean;
}

/** Whether a worker gets the job that it asks for. `isWanted`: somebody has to take the job, and soon. */
export function judgeClaim(
  { grant, seenNonces, refusedBy }: OpenJob,
  { nonce, protocol }: Claim,
  { worker, workers }: { readonly worker: string; readonly workers: Workers },
): 'grant' | 'replayed' | { readonly refuse: Refusal; readonly isWanted: boolean } {
  if (seenNonces.has(nonce)) return 'replayed';
  if (protocol !== FLEET_PROTOCOL) return { refuse: 'protocol', isWanted: true };
  if (grant !== undefined && workers.isThere(grant.worker)) return { refuse: 'running', isWanted: false };
  if (refusedBy.has(worker) && workers.hasOthers(refusedBy)) return { refuse: 'running', isWanted: true };
  return 'grant';
}
