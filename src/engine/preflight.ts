import fs from 'node:fs';
import path from 'node:path';
import { findProgram, isProgram } from '../agents/find-program.ts';
import { throwFailure, unwrap } from '../base/failure.ts';
import { isInside } from '../files/inside.ts';
import { freeSpaceAt } from '../files/disk-failure.ts';
import { findHooks, inspectCommit, lfsSetup, missingObjects } from '../git/content.ts';
import type { Git, Repository } from '../git/git.ts';
import { readCommitter } from '../git/identity.ts';
import { listBranches, gitVersion, openRepository, resolveRevision } from '../git/repository.ts';
import { type Status, readGitStatus } from '../git/status.ts';
import { manifestOf } from '../languages/manifests.ts';
import { nearestOf } from '../schema/nearest.ts';
import type { Notice } from '../schema/notice.ts';
import { isOwnPlace } from '../schema/places.ts';
import { privateFolder } from '../store/private-folder.ts';
import { unrecordedGit } from './ask-program.ts';
import type { Role } from './call-agent/choose-agent.ts';
import { requireAgents } from './call-agent/installed-agents.ts';
import type { OperationContext } from './conductor/services.ts';
import { meantFleet } from './conductor/step-fleet.ts';
import type { RepositoryConfig } from './repository-config.ts';
import { readRunSettings, type RunSettings } from './run-settings.ts';
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
export async function preflight(options: PreflightOptions): Promise<Preflight> {
  const { git, repository, root, worktrees } = options;
  unwrap(await gitVersion(git, root));
  const status = await readGitStatus(git, repository);
  const base = await baseOf(options, status);
  const identity = await readCommitter(git, repository);
  if (identity === null) throwFailure('git.no_identity', {});
  const below = path.relative(repository.folder, root);
  await requireInBase(options, { below, base });
  const lacking = await whatIsLacking(options, base);
  const { mount, free } = freeSpaceAt(path.join(worktrees, 'worktree'));
  if (free < NEEDED_BYTES) throwFailure('preflight.disk_low', { mount, free, needed: NEEDED_BYTES });
  const guards = await branchGuards(git, repository);
  return { base, below, notices: [...lacking, ...guards, ...uncommitted(status, below)] };
}

/** A hook that may refuse that a branch moves is not asked by our commands, which run none. */
async function branchGuards(git: Git, repository: Repository): Promise<Notice[]> {
  const hooks = (await findHooks(git, repository)).filter((name) => name === 'reference-transaction');
  return hooks.length === 0 ? [] : [{ code: 'preflight.hooks_not_run', params: { hooks } }];
}

async function baseOf(options: PreflightOptions, status: Status): Promise<Base> {
  const { git, repository, base: named } = options;
  const { folder } = repository;
  const branch = named ?? status.branch;
  if (branch === null) throwFailure('git.detached', { folder });
  const branches = await listBranches(git, repository);
  const commit = branches.get(branch);
  if (commit === undefined) {
    if (named === undefined) throwFailure('git.no_commit', { folder });
    throwFailure('usage.unknown_branch', { branch, suggestion: nearestOf(branch, [...branches.keys()]) ?? null });
  }
  const missing = await missingObjects(git, repository, commit);
  if (missing > 0) throwFailure('preflight.objects_missing', { branch, count: missing });
  const tree = await resolveRevision(git, repository, `${commit}^{tree}`);
  return tree === null ? throwFailure('preflight.objects_missing', { branch, count: 1 }) : { branch, commit, tree };
}

/** A folder that an outer repository does not know, or does not know there, would be in no worktree. */
async function requireInBase(
  { git, repository, root }: PreflightOptions,
  { below, base }: { below: string; base: Base },
): Promise<void> {
  if (below === '') return;
  const tree = await resolveRevision(git, repository, `${base.commit}:${below}`);
  if (tree === null) throwFailure('preflight.folder_not_in_base', { folder: root, branch: base.branch });
}

async function whatIsLacking(options: PreflightOptions, { commit }: Base): Promise<Notice[]> {
  const { git, repository, env } = options;
  const { submodules, lfs } = await inspectCommit(git, repository, commit);
  const notices: Notice[] =
    submodules.length === 0 ? [] : [{ code: 'preflight.submodules', params: { paths: submodules } }];
  if (!lfs) return notices;
  const setup = await lfsSetup(git, repository);
  switch (setup.kind) {
    case 'off':
      return [...notices, { code: 'preflight.lfs_pointers', params: {} }];
    // The user's files have their content, and ours would be pointers.
    case 'untrusted':
      throwFailure('preflight.lfs_untrusted', {});
    case 'on': {
      const [program = ''] = setup.command.split(' ');
      return isInstalled(program, env) ? notices : throwFailure('preflight.lfs_missing', { program });
    }
    default:
      return setup satisfies never;
  }
}

function isInstalled(program: string, env: PreflightOptions['env']): boolean {
  return path.isAbsolute(program) ? isProgram(program) : findProgram(program, env) !== undefined;
}

/** Our own documents are for nobody's worktree. */
function uncommitted({ staged, unstaged, unmerged, untracked }: Status, below: string): Notice[] {
  const paths = new Set([...staged, ...unstaged].map(({ path: name }) => name));
  for (const name of [...unmerged, ...untracked]) paths.add(name);
  // Those of the whole repository as a project are ours, too.
  const isOurs = (name: string) => isOwnPlace(name) || isOwnPlace(path.posix.relative(below, name));
  const count = [...paths].filter((name) => !isOurs(name)).length;
  return count === 0 ? [] : [{ code: 'preflight.uncommitted', params: { count } }];
}

export interface PreflightRequest {
  /** Whose agents will be called. */
  readonly roles: readonly Role[];
  /** The branch to begin on; the one that is checked out when not given. */
  readonly base?: string | undefined;
}

/** Everything that could stop work in a repository, while the person is still there; and where it begins. */
export async function preflightRepository(tools: OperationContext, { roles, base }: PreflightRequest): Promise<Base> {
  const { repository: config } = await preflightAgents(tools, roles);
  const git = unrecordedGit(tools.env);
  const repository = unwrap(await openRepository(git, tools.project.root));
  return preflightBase(tools, { git, repository, config, base });
}

/** The settings, once the person agreed to what they run and every one of the roles has an agent. */
export async function preflightAgents(tools: OperationContext, roles: readonly Role[]): Promise<RunSettings> {
  tellOfPackage(tools);
  const settings = await readRunSettings(tools.project, tools.env);
  const config = settings.repository;
  await obtainTrust({ ...tools, config });
  // Workers have agents of their own.
  if (meantFleet(tools) === undefined) await requireAgents(roles, { ...tools, config });
  return settings;
}

/** Whoever is in the folder of a package may mean that package. */
function tellOfPackage({ project, cwd, onNotice }: OperationContext): void {
  for (let at = cwd; isInside(at, project.root) && at !== project.root; at = path.dirname(at)) {
    const names = fs.existsSync(at) ? fs.readdirSync(at) : [];
    if (!names.some((name) => manifestOf(name)?.dependencies !== undefined)) continue;
    onNotice({ code: 'project.around', params: { folder: at, project: project.root } });
    return;
  }
}

/** Where work begins in the repository of the project. */
export async function preflightBase(
  { project, env, onNotice }: OperationContext,
  { git, repository, config, base }: RepositoryRequest,
): Promise<Base> {
  const configured = config.project?.worktree_root;
  const worktrees = worktreePlace({ project, repository, privateFolder: unwrap(privateFolder(env)), configured });
  const looked = await preflight({ git, repository, root: project.root, worktrees, base, env });
  for (const notice of looked.notices) onNotice(notice);
  return looked.base;
}

interface RepositoryRequest extends Pick<PreflightOptions, 'git' | 'repository' | 'base'> {
  readonly config: RepositoryConfig;
}
