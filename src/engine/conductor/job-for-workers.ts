import { createHash } from 'node:crypto';
import { baseRef, type Patience, pushRef } from '../../fleet/commits.ts';
import type { Dispatcher } from '../../fleet/dispatcher.ts';
import type { ExchangePlace } from '../../git/exchange.ts';
import { withoutSecret } from '../../git/remote.ts';
import { FLEET_PROTOCOL, type FleetJob } from '../../schema/fleet.ts';
import { pathInRepository } from '../project.ts';
import { fleetRemote } from './fleet-remote.ts';
import type { Step } from './step.ts';

type AnyJob = Pick<FleetJob, 'protocol' | 'owner' | 'effect' | 'base' | 'remote' | 'folder' | 'project'>;

/** Where a job of some step goes, and what jobs of either kind say. */
export interface WorkersPlace {
  readonly dispatcher: Dispatcher;
  readonly place: ExchangePlace;
  readonly patience: Patience;
  readonly common: AnyJob;
}

/** Makes a commit known to workers. */
export async function pushForWorkers(step: Step, commit: string): Promise<WorkersPlace> {
  const { services, config, signal, id: effect } = step;
  const { fleet, git, onNotice, project } = services;
  if (fleet === undefined) throw new Error('no fleet');
  const dispatcher = await fleet.open();
  const { owner } = dispatcher;
  const place = await fleetRemote(services);
  const patience: Patience = {
    signal,
    onTrouble: (detail) => onNotice({ code: 'fleet.remote_away', params: { detail } }),
  };
  // Once for all steps that begin there.
  const pushed = fleet.pushed.get(commit) ?? pushRef(git, place, { commit, ref: baseRef(owner, commit) }, patience);
  fleet.pushed.set(commit, pushed);
  pushed.catch(() => fleet.pushed.delete(commit));
  await pushed;
  const { copy: _copy, worktree_root: _root, ...settings } = config.project ?? {};
  const common: AnyJob = {
    protocol: FLEET_PROTOCOL,
    owner,
    effect,
    base: commit,
    remote: withoutSecret(place.address),
    folder: pathInRepository(project.root),
    project: config.project === undefined ? null : settings,
  };
  return { dispatcher, place, patience, common };
}

/** The same step of the same work is the same job: a conductor that comes back takes it up. */
export function jobId(owner: string, content: unknown): string {
  return createHash('sha256')
    .update(`${owner}\0${JSON.stringify(content)}`)
    .digest('base64url')
    .slice(0, 22);
}
