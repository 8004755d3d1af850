import { openRepository } from '../../../git/repository.ts';
import type { HunkCheck } from '../../../schema/hunk-check.ts';
import { isProvenEnough } from '../../../workflows/proof/hunk-outcome.ts';
import { unrecordedGit } from '../../ask-program.ts';
import type { OperationContext } from '../../conductor/services.ts';
import { checkHunks, HUNK_LIMITS, type HunkProgress } from '../../work/check-hunks.ts';
import { withCheckStep } from './check-step.ts';
import { findChange } from './find-change.ts';

export interface ProveRequest {
  /** A run, a task, a branch or a commit. */
  readonly named: string | undefined;
  readonly signal: AbortSignal;
  readonly onHunk?: (progress: HunkProgress) => void;
}

export interface ProvedChange extends HunkCheck {
  readonly name: string;
  /** What the project wants of `percent` holds. */
  readonly is_enough: boolean;
}

/** Which parts of a change its tests notice. */
export async function proveHunks(context: OperationContext, request: ProveRequest): Promise<ProvedChange> {
  const { named, signal, onHunk } = request;
  const git = unrecordedGit(context.env);
  const opened = await openRepository(git, context.project.root);
  const place = opened.ok ? { git, repository: opened.value } : undefined;
  const { name, baseline, candidate, ...where } = await findChange(context, place, named);
  return withCheckStep(context, { name: 'prove', signal, repository: where }, async (step) => {
    const limits = HUNK_LIMITS.command;
    const check = await checkHunks(step, { baseline, candidate }, { limits, ...(onHunk !== undefined && { onHunk }) });
    return { name, ...check, is_enough: isProvenEnough(check) };
  });
}
