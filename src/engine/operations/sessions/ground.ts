import { catchFailure, type Failure } from '../../../base/failure.ts';
import { ok, type Result } from '../../../base/result.ts';
import { findCommit } from '../../../git/commit.ts';
import { resolveRevision } from '../../../git/repository.ts';
import type { SessionEvent } from '../../../workflows/session/events.ts';
import { isGrounded, type Session, type Work } from '../../../workflows/session/session-state.ts';
import type { OpenSession } from '../../descriptors/session.ts';
import { readContract } from '../../performers/session/contracts.ts';
import { sessionBranch } from '../../performers/session/job.ts';
import { preflight } from '../../preflight.ts';
import { readRunSettings } from '../../run-settings.ts';
import { worktreePlace } from '../../work/worktrees.ts';
import { initProject } from '../init.ts';

/**
 * Where a session works that was taken over from its documents: from the branch that is checked out, and from the
 * subtasks that its own branch has already, if it was ours and its log was lost. Nothing for one that knows.
 */
export async function groundFor({ store, services }: OpenSession): Promise<Result<readonly SessionEvent[], Failure>> {
  const { state: session } = store;
  if (session.kind === 'none' || isGrounded(session) || session.status === 'completed') return ok([]);
  const { git, repository, project, privateFolder, env, onNotice } = services;
  const settings = await readRunSettings(project);
  if (!settings.ok) return settings;
  const configured = settings.value.repository.project?.worktree_root;
  const worktrees = worktreePlace({ project, repository, privateFolder, configured });
  if (!worktrees.ok) return worktrees;
  const looked = await preflight({ git, repository, root: project.root, worktrees: worktrees.value, env });
  if (!looked.ok) return looked;
  for (const notice of looked.value.notices) onNotice(notice);
  const begun = initProject(project, { only: '.claude' });
  if (!begun.ok) return begun;
  const { branch, ...base } = looked.value.base;
  const tip = await catchFailure(() => lastCompleted(services, session));
  if (!tip.ok) return tip;
  const reading = { id: session.request_id, services, session };
  const data = {
    branch,
    base,
    tip: tip.value ?? base,
    is_explored: readContract(reading, 'explored').ok,
    is_planned: readContract(reading, 'task-breakdown').ok,
    designed: Object.keys(session.tasks).filter((task) => readContract(reading, 'design-contract', { task }).ok),
  };
  return ok([{ type: 'grounded', data }]);
}

/** A request of the same number may have been here before: what is older than the session is not its work. */
async function lastCompleted(
  { git, repository }: OpenSession['services'],
  { request_id, created_at }: Session,
): Promise<Work | null> {
  const standing = await resolveRevision(git, repository, `refs/heads/${sessionBranch(request_id)}`);
  if (standing === null) return null;
  const found = await findCommit(git, repository, {
    from: standing,
    trailers: { 'Orchestral-Request': request_id, 'Orchestral-Evidence': 'tree .*' },
    since: created_at,
  });
  if (found === null) return null;
  const tree = await resolveRevision(git, repository, `${found}^{tree}`);
  return tree === null ? null : { commit: found, tree };
}
