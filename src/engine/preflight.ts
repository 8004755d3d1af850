import path from 'node:path';
import { findProgram, isProgram } from '../agents/find-program.ts';
import { fail, type Failure } from '../base/failure.ts';
import { ok, type Result } from '../base/result.ts';
import { freeSpaceAt } from '../files/disk-failure.ts';
import { inspectCommit, lfsSetup, missingObjects } from '../git/content.ts';
import { createGit, type Git, type Repository } from '../git/git.ts';
import { listBranches, gitVersion, readCommitter, openRepository, resolveRevision } from '../git/repository.ts';
import { type Status, readGitStatus } from '../git/status.ts';
import { nearestOf } from '../schema/nearest.ts';
import type { Notice } from '../schema/notice.ts';
import { isOwnPlace } from '../schema/places.ts';
import { privateFolder } from '../store/private-folder.ts';
import { unrecordedSpawner } from './ask-program.ts';
import type { Role } from './call-agent/choose-agent.ts';
import { requireAgents } from './call-agent/installed-agents.ts';
import type { OperationContext } from './conductor/services.ts';
import { readRunSettings } from './run-settings.ts';
import { obtainTrust } from './trust-gate.ts';
import { worktreePlace } from './work/worktrees.ts';

export interface PreflightOptions {
  readonly git: Git;
  readonly repository: Repository;
  /** Of the project: the repository's folder, or one inside it. */
  readonly root: string;
  /** Where worktrees will lie. */
  readonly worktrees: string;
  /** `--base`; the branch that is checked out when not given. */
  readonly base?: string | undefined;
  readonly env: Readonly<Record<string, string | undefined>>;
}

export interface Preflight {
  readonly base: Base;
  /** The project's folder inside the repository, and so inside every worktree; empty at the top. */
  readonly below: string;
  readonly notices: readonly Notice[];
}

export interface Base {
  readonly branch: string;
  readonly commit: string;
  readonly tree: string;
}

/** Worktrees, and what is built in them, need room. */
const NEEDED_BYTES = 2 ** 30;

/** Finds out, while the user is still there, whether work can begin and with what. Nothing is written anywhere. */
export async function preflight(options: PreflightOptions): Promise<Result<Preflight, Failure>> {
  const { git, repository, root, worktrees } = options;
  const version = await gitVersion(git, root);
  if (!version.ok) return version;
  const status = await readGitStatus(git, repository);
  if (!status.ok) return status;
  const base = await baseOf(options, status.value);
  if (!base.ok) return base;
  const identity = await readCommitter(git, repository);
  if (!identity.ok) return identity;
  if (identity.value === null) return fail('git.no_identity', {});
  const below = path.relative(repository.folder, root);
  const isThere = await isInBase(options, { below, base: base.value });
  if (!isThere.ok) return isThere;
  const lacking = await whatIsLacking(options, base.value);
  if (!lacking.ok) return lacking;
  const { mount, free } = freeSpaceAt(path.join(worktrees, 'worktree'));
  if (free < NEEDED_BYTES) return fail('preflight.disk_low', { mount, free, needed: NEEDED_BYTES });
  return ok({ base: base.value, below, notices: [...lacking.value, ...uncommitted(status.value, below)] });
}

async function baseOf(options: PreflightOptions, status: Status): Promise<Result<Base, Failure>> {
  const { git, repository, base: named } = options;
  const { folder } = repository;
  const branch = named ?? status.branch;
  if (branch === null) return fail('git.detached', { folder });
  const branches = await listBranches(git, repository);
  if (!branches.ok) return branches;
  const commit = branches.value.get(branch);
  if (commit === undefined) {
    if (named === undefined) return fail('git.no_commit', { folder });
    return fail('usage.unknown_branch', { branch, suggestion: nearestOf(branch, [...branches.value.keys()]) ?? null });
  }
  const missing = await missingObjects(git, repository, commit);
  if (!missing.ok) return missing;
  if (missing.value > 0) return fail('preflight.objects_missing', { branch, count: missing.value });
  const tree = await resolveRevision(git, repository, `${commit}^{tree}`);
  if (!tree.ok) return tree;
  return tree.value === null
    ? fail('preflight.objects_missing', { branch, count: 1 })
    : ok({ branch, commit, tree: tree.value });
}

/** A folder that an outer repository does not know, or does not know there, would be in no worktree. */
async function isInBase(
  { git, repository, root }: PreflightOptions,
  { below, base }: { below: string; base: Base },
): Promise<Result<void, Failure>> {
  if (below === '') return ok();
  const tree = await resolveRevision(git, repository, `${base.commit}:${below}`);
  if (!tree.ok) return tree;
  return tree.value === null ? fail('preflight.folder_not_in_base', { folder: root, branch: base.branch }) : ok();
}

async function whatIsLacking(options: PreflightOptions, { commit }: Base): Promise<Result<Notice[], Failure>> {
  const { git, repository, env } = options;
  const content = await inspectCommit(git, repository, commit);
  if (!content.ok) return content;
  const { submodules, lfs } = content.value;
  const notices: Notice[] =
    submodules.length === 0 ? [] : [{ code: 'preflight.submodules', params: { paths: submodules } }];
  if (!lfs) return ok(notices);
  const setup = await lfsSetup(git, repository);
  if (!setup.ok) return setup;
  switch (setup.value.kind) {
    case 'off':
      return ok([...notices, { code: 'preflight.lfs_pointers', params: {} }]);
    // The user's files have their content, and ours would be pointers.
    case 'untrusted':
      return fail('preflight.lfs_untrusted', {});
    case 'on': {
      const [program = ''] = setup.value.command.split(' ');
      return isInstalled(program, env) ? ok(notices) : fail('preflight.lfs_missing', { program });
    }
    default:
      return setup.value satisfies never;
  }
}

function isInstalled(program: string, env: PreflightOptions['env']): boolean {
  return path.isAbsolute(program) ? isProgram(program) : findProgram(program, env) !== undefined;
}

/** Our own documents are for nobody's worktree. */
function uncommitted({ staged, unstaged, unmerged, untracked }: Status, below: string): Notice[] {
  const paths = new Set([...staged, ...unstaged].map(({ path: name }) => name));
  for (const name of [...unmerged, ...untracked]) paths.add(name);
  const count = [...paths].filter((name) => !isOwnPlace(path.posix.relative(below, name))).length;
  return count === 0 ? [] : [{ code: 'preflight.uncommitted', params: { count } }];
}

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
  const trusted = await obtainTrust({ ...tools, config });
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
