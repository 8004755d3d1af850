/** What may go wrong with a fleet. */
export interface FleetFailureParams {
  /** BullMQ and ioredis, which are only installed by who has a fleet. */
  'fleet.packages_missing': Readonly<Record<string, never>>;
  /** Nobody said where it is. */
  'fleet.no_url': Readonly<Record<string, never>>;
  /** Without its secrets. */
  'fleet.bad_url': { readonly url: string };
  'fleet.unreachable': { readonly url: string; readonly reason: string };
  'fleet.old_redis': { readonly version: string };
  /** Of the conductor; of a worker. */
  'fleet.no_key': Readonly<Record<string, never>>;
  'fleet.no_worker_key': Readonly<Record<string, never>>;
  'fleet.bad_key': Readonly<Record<string, never>>;
  /** The repository has none, and the configuration names none. */
  'fleet.no_remote': Readonly<Record<string, never>>;
  'fleet.remote_refused': { readonly why: string; readonly detail: string };
  /** No worker could carry out a step; what the last one said. */
  'fleet.refused': { readonly code: string; readonly reason: string };
  'fleet.no_such_worker': { readonly named: string };
}
