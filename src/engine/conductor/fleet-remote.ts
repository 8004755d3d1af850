import path from 'node:path';
import { throwFailure } from '../../base/failure.ts';
import { removeRefsOf } from '../../fleet/commits.ts';
import { type ExchangePlace, openExchange } from '../../git/exchange.ts';
import { findRemote } from '../../git/remote.ts';
import type { StepServices } from './step.ts';

/** The remote that workers reach, too. */
export async function fleetRemote(services: StepServices): Promise<ExchangePlace> {
  const { git, repository, own } = services;
  const address = (await remoteAddress(services)) ?? throwFailure('fleet.no_remote', {});
  return { repository, exchange: await openExchange(git, path.join(own, 'exchange')), address };
}

async function remoteAddress({ git, repository, hasGit, fleet }: StepServices): Promise<string | undefined> {
  if (fleet?.remote !== undefined) return fleet.remote;
  return hasGit ? (await findRemote(git, repository, ''))?.address : undefined;
}

/** Takes away what this work has there, also what was put there by a conductor that was killed. */
export async function tidyFleetRemote(services: StepServices, owner: string): Promise<void> {
  if ((await remoteAddress(services)) === undefined) return;
  await removeRefsOf(services.git, await fleetRemote(services), owner);
}
