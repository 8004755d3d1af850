import path from 'node:path';
import { catchFailure, type Failure, throwFailure, unwrap } from '../../base/failure.ts';
import type { Result } from '../../base/result.ts';
import type { Forge, HostedRepository } from '../../forges/forge.ts';
import { parseAddress } from '../../forges/hosted-repository.ts';
import { openForge } from '../../forges/open-forge.ts';
import { type Exchanged, type ExchangePlace, fetchBranches, openExchange } from '../../git/exchange.ts';
import { moveOwnRef } from '../../git/ref.ts';
import { findRemote, withoutSecret } from '../../git/remote.ts';
import { resolveRevision } from '../../git/repository.ts';
import type { StepServices } from '../conductor/step.ts';
import { nameInRepository } from '../repository-names.ts';

type Reaching = Pick<StepServices, 'git' | 'repository' | 'own' | 'project' | 'env' | 'spawner'>;

/** The remote of a branch of the user's, and its host. */
export interface OpenRemote extends ExchangePlace {
  readonly name: string;
  /** For logs and people. */
  readonly shown: string;
  /** Undefined: a folder, or an address of no host that we know. */
  readonly hosted: HostedRepository | undefined;
}

/** Undefined: the repository has none. */
export async function openRemote(services: Reaching, base: string): Promise<OpenRemote | undefined> {
  const { git, repository, own } = services;
  const remote = await findRemote(git, repository, base);
  if (remote === undefined) return undefined;
  const { name, address } = remote;
  const exchange = await openExchange(git, path.join(own, 'exchange'));
  return { repository, exchange, name, address, shown: withoutSecret(address), hosted: parseAddress(address) };
}

/** The host of a remote, once the person is signed in there; thrown as `forge.…` or `pull_request.no_host` otherwise. */
export function reachForge(
  { spawner, env }: Pick<Reaching, 'spawner' | 'env'>,
  { hosted, shown }: Pick<OpenRemote, 'hosted' | 'shown'>,
  signal?: AbortSignal,
): Promise<Result<Forge, Failure>> {
  return catchFailure(async () => {
    if (hosted === undefined) return throwFailure('pull_request.no_host', { address: shown });
    return openForge(hosted, { run: (command) => spawner.run(command), env, signal });
  });
}

/** What branches of the remote are on, kept where no clean-up of git's takes it; null for one that is not there. */
export async function fetchTips(
  services: Reaching,
  remote: OpenRemote,
  { owner, branches }: { readonly owner: string; readonly branches: readonly string[] },
): Promise<
  | { readonly kind: 'fetched'; readonly tips: ReadonlyMap<string, string | null> }
  | Extract<Exchanged, { kind: 'trouble' }>
> {
  const { git, repository } = services;
  const fetched = await git.withLock(() => fetchBranches(git, remote, branches));
  if (fetched.kind !== 'fetched') return fetched.kind === 'trouble' ? fetched : throwFailure('work.cancelled', {});
  for (const [branch, tip] of fetched.tips) {
    if (tip === null) continue;
    const ref = `refs/orchestral/rescue/${nameInRepository(services.project, owner)}/remote/${branch}`;
    const expected = await resolveRevision(git, repository, ref);
    const message = `orchestral ${owner}: fetched`;
    if (expected !== tip)
      unwrap(await catchFailure(() => moveOwnRef(git, repository, { ref, to: tip, expected, message })));
  }
  return fetched;
}
