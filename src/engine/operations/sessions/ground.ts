import { findCommit } from '../../../git/commit.ts';
import { resolveRevision } from '../../../git/repository.ts';
import type { SessionEvent } from '../../../workflows/session/events.ts';
import { isGrounded, type Session, type Work } from '../../../workflows/session/session-state.ts';
import type { OpenSession } from '../../descriptors/session.ts';
import { readContract } from '../../performers/session/contracts.ts';
import { sessionBranch } from '../../repository-names.ts';
import { preflight } from '../../preflight.ts';
import { readRunSettings } from '../../run-settings.ts';
import { worktreePlace } from '../../work/worktrees.ts';
import { initProject } from '../init.ts';

/**
 * Where a session works that was taken over from its documents: from the branch that is checked out, and from the
 * subtasks that its own branch has already, if it was ours and its log was lost. Nothing for one that knows.
 */
export async function groundFor({ store, services }: OpenSession): Promise<readonly SessionEvent[]> {
  const { state: session } = store;
  if (session.kind === 'none' || isGrounded(session) || session.status === 'completed') return [];
  const { git, repository, project, privateFolder, env, onNotice } = services;
  const { repository: config } = await readRunSettings(project, env);
  const configured = config.project?.worktree_root;
  const worktrees = worktreePlace({ project, repository, privateFolder, configured });
  const looked = await preflight({ git, repository, root: project.root, worktrees, env });
  for (const notice of looked.notices) onNotice(notice);
  initProject(project, { only: '.claude' });
  const { branch, ...base } = looked.base;
  const tip = await lastCompleted(services, session);
  const reading = { id: session.request_id, services, session };
  const data = {
    branch,
    base,
    tip: tip ?? base,
    is_explored: readContract(reading, 'explored').ok,
    is_planned: readContract(reading, 'task-breakdown').ok,
    designed: Object.keys(session.tasks).filter((task) => readContract(reading, 'design-contract', { task }).ok),
  };
  return [{ type: 'grounded', data }];
}

/** A request of the same number may have been here before: what is older than the session is not its work. */
async function lastCompleted(
  { git, repository, project }: OpenSession['services'],
  { request_id, created_at }: Session,
): Promise<Work | null> {
  const from = await resolveRevision(git, repository, `refs/heads/${sessionBranch(project, request_id)}`);
  if (from === null) return null;
  const trailers = { 'Orchestral-Request': request_id, 'Orchestral-Evidence': 'tree .*' };
  const commit = await findCommit(git, repository, { from, trailers, since: created_at });
  if (commit === null) return null;
  const tree = await resolveRevision(git, repository, `${commit}^{tree}`);
  return tree === null ? null : { commit, tree };
}
