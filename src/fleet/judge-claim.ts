import { type ConductorMessage, FLEET_PROTOCOL, type JobKind, type WorkerMessage } from '../schema/fleet.ts';
import type { OpenJob } from './open-job.ts';

export type Claim = Extract<WorkerMessage, { type: 'claim' }>;

type Refusal = Extract<ConductorMessage, { type: 'refuse' }>['reason'];

interface Workers {
  readonly isThere: (worker: string) => boolean;
  readonly hasOthers: (kind: JobKind, than: ReadonlySet<string>) => boolean;
}

interface Claimant {
  readonly worker: string;
  readonly takes: JobKind;
  readonly workers: Workers;
}

/** Whether a worker gets the job that it asks for. `isWanted`: somebody has to take the job, and soon. */
export function judgeClaim(
  { job, grant, seenNonces, refusedBy }: OpenJob,
  { nonce, protocol }: Claim,
  { worker, takes, workers }: Claimant,
): 'grant' | 'replayed' | { readonly refuse: Refusal; readonly isWanted: boolean } {
  if (seenNonces.has(nonce)) return 'replayed';
  if (protocol !== FLEET_PROTOCOL) return { refuse: 'protocol', isWanted: true };
  // Whoever was let in for the other kind gets none of these, whatever it asks for.
  if (takes !== job.kind) return { refuse: 'unknown', isWanted: true };
  if (grant !== undefined && workers.isThere(grant.worker)) return { refuse: 'running', isWanted: false };
  if (refusedBy.has(worker) && workers.hasOthers(job.kind, refusedBy)) return { refuse: 'running', isWanted: true };
  return 'grant';
}
