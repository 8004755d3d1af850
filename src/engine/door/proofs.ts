import { catchFailure, type Failure } from '../../base/failure.ts';
import type { Result } from '../../base/result.ts';
import type { ProvedChange, ProveRequest } from '../operations/proof/prove.ts';
import type { VerifiedCommit, VerifyRequest } from '../operations/proof/verify.ts';
import type { DoorContext } from './context.ts';

export type { ProvedChange, VerifiedCommit };

/** What can be found out about changes that are made already. */
export interface ProofsApi {
  /** Which parts of a change its tests notice. Runs the project's code; nothing of the project changes. */
  prove(request: ProveRequest): Promise<Result<ProvedChange, Failure>>;
  /** Proves a merged change again with what its commit says, and compares. */
  verify(request: VerifyRequest): Promise<Result<VerifiedCommit, Failure>>;
}

/** @internal */
export function proofsApi({ operation }: DoorContext): ProofsApi {
  return {
    prove: (request) =>
      catchFailure(async () => {
        const { proveHunks } = await import('../operations/proof/prove.ts');
        return proveHunks(await operation(), request);
      }),
    verify: (request) =>
      catchFailure(async () => {
        const { verifyCommit } = await import('../operations/proof/verify.ts');
        return verifyCommit(await operation(), request);
      }),
  };
}
