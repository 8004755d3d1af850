import { fail, type Failure } from '../base/failure.ts';
import { ok, type Result } from '../base/result.ts';
import { createGit } from '../git/git.ts';
import { openRepository } from '../git/repository.ts';
import { privateFolder } from '../store/private-folder.ts';
import { unrecordedSpawner } from './ask-program.ts';
import type { Role } from './call-agent/choose-agent.ts';
import { type Base, preflight } from './preflight.ts';
import { requireAgents } from './call-agent/require-agents.ts';
import { readRunSettings } from './run-settings.ts';
import { requireTrust } from './trust-gate.ts';
import type { OperationContext } from './conductor/services.ts';
import { worktreePlace } from './worktree-place.ts';

export interface PreflightRequest {
  /** Whose agents will be called. */
  readonly roles: readonly Role[];
  /** The branch to begin on; the one that is checked out when not given. */
  readonly base?: string | undefined;
}

/** Everything that could stop work in a repository, while the person is still there; and where it begins. */
export async function preflightRepository(
  tools: OperationContext,
  { roles, base }: PreflightRequest,
): Promise<Result<Base, Failure>> {
  const { project, env, onNotice } = tools;
  const settings = await readRunSettings(project);
  if (!settings.ok) return settings;
  const config = settings.value.repository;
  const trusted = tools.trusts ? ok() : requireTrust({ project, env, config });
  if (!trusted.ok) return trusted;
  const callable = await requireAgents(roles, { ...tools, config });
  if (!callable.ok) return callable;
  const git = createGit({ run: (command) => unrecordedSpawner().run(command), env });
  const opened = await openRepository(git, project.root);
  if (!opened.ok) return opened;
  const repository = opened.value;
  const home = privateFolder(env);
  if (!home.ok) return home;
  const configured = config.project?.worktree_root;
  const worktrees = worktreePlace({ project, repository, privateFolder: home.value, configured });
  if (!worktrees.ok) return worktrees;
  const looked = await preflight({ git, repository, root: project.root, worktrees: worktrees.value, base, env });
  if (!looked.ok) return looked;
  if (looked.value.below !== '')
    return fail('preflight.below_repository', { folder: project.root, repository: repository.folder });
  for (const notice of looked.value.notices) onNotice(notice);
  return ok(looked.value.base);
}
