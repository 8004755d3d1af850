import path from 'node:path';
import { fail, type Failure } from '../../base/failure.ts';
import { ok, type Result } from '../../base/result.ts';
import { formatEnding } from '../../base/run-ending.ts';
import type { SetupArtifacts } from '../../evidence/setup-artifacts.ts';
import { type CheckContext, withCheckEnvironment } from '../../evidence/check-environment.ts';
import type { Prover } from '../../evidence/gates/prover.ts';
import { findCommands, type ProjectCommands } from '../../evidence/project-commands.ts';
import { outputTail } from '../../evidence/output-tail.ts';
import { type Proof, proofKey } from '../../evidence/proof.ts';
import { prove } from '../../evidence/prove.ts';
import { setUp, type SetUpRequest } from '../../evidence/set-up.ts';
import type { Worktree } from '../../git/git.ts';
import { resolveRevision } from '../../git/repository.ts';
import { allowedEnvironment } from '../../process/environment.ts';
import { CHECK_LIMITS } from '../../workflows/policy/limits.ts';
import { worktreePlace } from '../worktree-place.ts';
import { cacheFolder, type Step, stepFolder } from '../conductor/step.ts';
import type { WorktreeKind } from '../conductor/step.ts';
import { checkOutWorktree } from './worktrees.ts';

export interface CommitRef {
  readonly commit: string;
}

export interface ProofRequest extends CommitRef {
  /** Whether it is measured, too; that it is not is no worse proof of the rest. */
  readonly coverage?: boolean;
}

/** What the checks say of a commit: run on exactly its tree, in a worktree that no agent wrote to, or known already. */
export async function proveCommit(
  step: Step,
  { commit, coverage = true }: ProofRequest,
): Promise<Result<Proof, Failure>> {
  const { services } = step;
  const asked = `${commit} ${coverage} ${JSON.stringify(step.config.project ?? null)}`;
  const before = services.proven.get(asked);
  const again = before && services.proofs.find(before.tree, before.key);
  if (again !== undefined) return ok(again);
  const tree = await treeOf(step, commit);
  if (!tree.ok) return tree;
  const worktree = await worktreeAt(step, { room: 'check', branch: null, commit });
  if (!worktree.ok) return worktree;
  const commands = findCommands(worktree.value.folder, step.config.project);
  const key = proofKey(commands, coverage);
  services.proven.set(asked, { tree: tree.value, key });
  const known = services.proofs.find(tree.value, key);
  if (known !== undefined) return ok(known);
  const ready = await setUpWorktree(step, { worktree: worktree.value, commands, tree: tree.value });
  if (!ready.ok) return ready;
  const { checking, artifacts } = ready.value;
  const wanted = { worktree: worktree.value, tree: tree.value, artifacts, commands, coverage };
  const proved = await prove(checking, wanted);
  services.onPoint('checks.ended');
  if (!proved.ok) return proved;
  if (proved.value.status === 'cancelled') return fail('work.cancelled', {});
  const kept = services.proofs.keep(proved.value.proof);
  return kept.ok ? ok(proved.value.proof) : kept;
}

export interface FailingCommand {
  readonly line: string;
  readonly ending: string;
  readonly tail: string;
}

/** Runs commands on the tree of a commit, one after the other; the first that does not end well, or null. */
export async function findFailingCommand(
  step: Step,
  { commit, lines }: CommitRef & { readonly lines: readonly string[] },
): Promise<Result<FailingCommand | null, Failure>> {
  const tree = await treeOf(step, commit);
  if (!tree.ok) return tree;
  const worktree = await worktreeAt(step, { room: 'check', branch: null, commit });
  if (!worktree.ok) return worktree;
  const commands = findCommands(worktree.value.folder, step.config.project);
  const ready = await setUpWorktree(step, { worktree: worktree.value, commands, tree: tree.value });
  if (!ready.ok) return ready;
  return withCheckEnvironment(ready.value.checking, worktree.value.folder, async (room) => {
    for (const line of lines) {
      const ran = await room.run(line);
      if (!ran.ok) return ran;
      if (ran.value.status === 'cancelled') return fail('work.cancelled', {});
      if (ran.value.ending === 'exited' && ran.value.exit_code === 0) continue;
      const tail = outputTail(ran.value, step.services.redact);
      return ok({ line, ending: formatEnding(ran.value), tail });
    }
    return ok(null);
  });
}

/** Runs the tests on the tree of a commit as often as it is asked, in a worktree that is clean again each time. */
export async function proverAt(
  step: Step,
  { commit }: CommitRef,
): Promise<Result<{ readonly prover: Prover; readonly commands: ProjectCommands }, Failure>> {
  const tree = await treeOf(step, commit);
  if (!tree.ok) return tree;
  const first = await worktreeAt(step, { room: 'check', branch: null, commit });
  if (!first.ok) return first;
  const commands = findCommands(first.value.folder, step.config.project);
  const prover: Prover = async (only) => {
    const worktree = await worktreeAt(step, { room: 'check', branch: null, commit });
    if (!worktree.ok) return worktree;
    const ready = await setUpWorktree(step, { worktree: worktree.value, commands, tree: tree.value });
    if (!ready.ok) return ready;
    const { checking, artifacts } = ready.value;
    const wanted = { worktree: worktree.value, tree: tree.value, artifacts, commands, coverage: false };
    const proved = await prove(checking, only === undefined ? wanted : { ...wanted, only });
    step.services.onPoint('checks.ended');
    return proved;
  };
  return ok({ prover, commands });
}

/** A worktree for an agent, and what set-up did in it, which is not the agent's work. */
export interface AgentWorktree {
  readonly worktree: Worktree;
  readonly commands: ProjectCommands;
  readonly artifacts: SetupArtifacts;
}

/** A worktree that agents work in, at a commit, made usable: on the branch, or beside it. */
export async function prepareAgentWorktree(
  step: Step,
  { commit, beside = false }: CommitRef & { readonly beside?: boolean },
): Promise<Result<AgentWorktree, Failure>> {
  const place = beside ? ({ room: 'plan', branch: null } as const) : ({ room: 'build', branch: step.branch } as const);
  const worktree = await worktreeAt(step, { ...place, commit });
  if (!worktree.ok) return worktree;
  const commands = findCommands(worktree.value.folder, step.config.project);
  const ready = await setUpWorktree(step, { worktree: worktree.value, commands });
  if (!ready.ok) return ready;
  return ok({ worktree: worktree.value, commands, artifacts: ready.value.artifacts });
}

async function setUpWorktree(
  step: Step,
  request: Omit<SetUpRequest, 'projectRoot'>,
): Promise<Result<{ readonly checking: CheckContext; readonly artifacts: SetupArtifacts }, Failure>> {
  const checking = await checkingFor(step);
  if (!checking.ok) return checking;
  const ready = await setUp(checking.value, { ...request, projectRoot: step.services.project.root });
  if (!ready.ok) return ready;
  if (ready.value.status === 'cancelled') return fail('work.cancelled', {});
  return ok({ checking: checking.value, artifacts: ready.value.artifacts });
}

async function treeOf({ services }: Step, commit: string): Promise<Result<string, Failure>> {
  const tree = await resolveRevision(services.git, services.repository, `${commit}^{tree}`);
  if (!tree.ok) return tree;
  return tree.value === null ? fail('git.no_commit', { folder: services.repository.folder }) : ok(tree.value);
}

interface WorktreeAt extends CommitRef {
  readonly room: WorktreeKind;
  readonly branch: string | null;
}

function worktreeAt(
  { services, config, owner, places }: Step,
  { room, branch, commit }: WorktreeAt,
): Promise<Result<Worktree, Failure>> | Result<never, Failure> {
  const { project, repository, privateFolder } = services;
  const configured = config.project?.worktree_root;
  const root = worktreePlace({ project, repository, privateFolder, configured });
  return root.ok
    ? checkOutWorktree(services, { owner: places?.[room] ?? `${owner}/${room}`, branch, at: commit, root: root.value })
    : root;
}

async function checkingFor(step: Step): Promise<Result<CheckContext, Failure>> {
  const { services, config, id, signal } = step;
  const confine = await services.sandbox(config.agents?.sandbox);
  if (!confine.ok) return confine;
  const { git, spawner, clock, redact, privateFolder, own } = services;
  const caches = cacheFolder(own);
  return ok({
    git,
    spawner,
    effect: id,
    env: allowedEnvironment(services.env),
    limits: CHECK_LIMITS,
    signal,
    scratch: path.join(stepFolder(step), 'checks'),
    sandbox: confine.value === undefined ? undefined : { confine: confine.value, privateFolder, caches },
    redact,
    clock,
  });
}
