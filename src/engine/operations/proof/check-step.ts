import path from 'node:path';
import { unwrap } from '../../../base/failure.ts';
import { ok } from '../../../base/result.ts';
import type { Proof } from '../../../evidence/proof.ts';
import type { ProofStore } from '../../../evidence/proof-store.ts';
import { FileLock, readLockHolder } from '../../../files/lock.ts';
import { throwFailure } from '../../../base/failure.ts';
import { makeFolder } from '../../../files/folder.ts';
import { openRepository } from '../../../git/repository.ts';
import type { Repository } from '../../../git/git.ts';
import { requireOutsideAgent } from '../../conductor/open-workflow.ts';
import { createServices, type OperationContext, workPaths } from '../../conductor/services.ts';
import type { Step } from '../../conductor/step.ts';
import { readRunSettings } from '../../run-settings.ts';
import { obtainTrust } from '../../trust-gate.ts';
import { clearWorktree } from '../../work/worktrees.ts';

export interface CheckStepRequest {
  /** What the checks are for: `prove`, `verify`. */
  readonly name: string;
  readonly signal: AbortSignal;
  /** Where the commits are; the project's own when not given. */
  readonly repository?: { readonly repository: Repository; readonly hasGit: boolean } | undefined;
}

/**
 * Checks of a project's code outside of any work: once the person agreed to what its configuration runs, one at a time,
 * in a worktree that is gone afterwards. Nothing that was proved before counts.
 */
export async function withCheckStep<T>(
  context: OperationContext,
  { name, signal, repository: given }: CheckStepRequest,
  work: (step: Step) => Promise<T>,
): Promise<T> {
  requireOutsideAgent(context.env);
  const { repository: config } = await readRunSettings(context.project, context.env);
  await obtainTrust({ ...context, config });
  const { own, home } = workPaths(context, '');
  const scope = path.join(own, 'checks');
  const { services: shared, registry } = createServices(context, { home, own, log: scope });
  const place = given ?? {
    repository: unwrap(await openRepository(shared.git, context.project.root)),
    hasGit: true,
  };
  const owner = `${scope}.owner`;
  makeFolder(own);
  const lock = new FileLock({ disk: shared.disk, path: owner, command: name, onNotice: context.onNotice });
  try {
    if (!unwrap(lock.tryTake())) throwFailure('owner.held', { owner, holder: readLockHolder(owner) }, { path: owner });
    await registry.settle({ scope });
    const services = { ...shared, ...place, options: {}, proofs: proofsInMemory() };
    try {
      return await work({
        services,
        id: `${name}#1`,
        config,
        owner: 'checks',
        branch: '',
        accounts: { spent: {}, finished: {} },
        sharers: () => 1,
        signal,
        onCall: () => undefined,
        unrecordedCalls: () => [],
      });
    } finally {
      await clearWorktree(services, 'checks/check');
    }
  } finally {
    lock.close();
  }
}

function proofsInMemory(): ProofStore {
  const kept = new Map<string, Proof>();
  return {
    find: (tree, key) => kept.get(`${tree} ${key}`),
    keep: (proof) => {
      kept.set(`${proof.tree} ${proof.key}`, proof);
      return ok();
    },
  };
}
