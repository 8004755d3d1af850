import path from 'node:path';
import { catchFailure, throwFailure, unwrap } from '../../base/failure.ts';
import { ok } from '../../base/result.ts';
import { formatEnding } from '../../base/run-ending.ts';
import type { CheckContext } from '../../evidence/check-context.ts';
import { withCheckEnvironment } from '../../evidence/check-environment.ts';
import type { TestFilter } from '../../evidence/gates/prover.ts';
import { joinParts } from '../../evidence/join-parts.ts';
import { outputTail } from '../../evidence/output-tail.ts';
import { findCommands, type ProjectCommands } from '../../evidence/project-commands.ts';
import { type Proof, proofKey } from '../../evidence/proof.ts';
import type { ProofRequest } from '../../evidence/assemble-proof.ts';
import { provePackages } from '../../evidence/prove-packages.ts';
import { changeTime, findSeen, forgetSeen, keepSeen } from '../../evidence/seen-files.ts';
import { setUp, type SetUpRequest } from '../../evidence/set-up.ts';
import { readSurroundings } from '../../evidence/surroundings.ts';
import { NO_ARTIFACTS, type SetupArtifacts } from '../../evidence/setup-artifacts.ts';
import { cannotRunCause, type FailedCommand } from '../../languages/cannot-run.ts';
import { oneStep } from '../../languages/packages.ts';
import { writeInside } from '../../files/write-inside.ts';
import type { Worktree } from '../../git/git.ts';
import { compareTrees } from '../../git/compare-trees.ts';
import { resolveRevision } from '../../git/repository.ts';
import { fromBytes } from '../../git/tree.ts';
import { findWorktree } from '../../git/worktree-list.ts';
import { moveKnownWorktree } from '../../git/worktree-reset.ts';
import { allowedEnvironment } from '../../process/environment.ts';
import { CHECK_LIMITS, testRunLimits } from '../../workflows/policy/limits.ts';
import { cacheFolder, type CheckProgress, type Step, stepFolder, type WorktreeKind } from '../conductor/step.ts';
import { pathInRepository } from '../project.ts';
import { readRegularFile } from '../read-file.ts';
import { nameInRepository } from '../repository-names.ts';
import { checkOutWorktree, worktreePlace } from './worktrees.ts';

export interface CommitRef {
  readonly commit: string;
}

export interface CommitProofRequest extends CommitRef {
  /** Whether it is measured, too; that it is not is no worse proof of the rest. */
  readonly coverage?: boolean;
  /** Whether it is the tree before the work: the time that its tests take limits those of all others. */
  readonly isBaseline?: boolean;
  /** What it is run for, where that is not clear. */
  readonly run?: CheckProgress['run'];
}

/** What the checks say of a commit: run on exactly its tree, in a worktree that no agent wrote to, or known already. */
export async function proveCommit(step: Step, request: CommitProofRequest): Promise<Proof> {
  const proof = await findOrRunChecks(step, request);
  if (request.isBaseline === true) step.services.baselineRun.durationMs = proof.duration_ms;
  return proof;
}

async function findOrRunChecks(
  step: Step,
  { commit, coverage = true, isBaseline = false, run = isBaseline ? 'baseline' : 'candidate' }: CommitProofRequest,
): Promise<Proof> {
  const { services } = step;
  const asked = `${await treeOf(step, commit)} ${coverage} ${JSON.stringify(step.config.project ?? null)}`;
  const before = services.proven.get(asked);
  const joined = (at: Pick<Proof, 'tree' | 'key'>) => (isBaseline ? provenInParts(services, at) : undefined);
  const again = before && (services.proofs.find(before.tree, before.key) ?? joined(before));
  if (again !== undefined) return again;
  const { tree, worktree, commands } = await checkOut(step, commit);
  const around = {
    folder: path.join(worktree.folder, commands.folder ?? ''),
    projectRoot: services.project.root,
    commands,
  };
  const surroundings = await readSurroundings(await checkingFor(step), around);
  const key = proofKey({ commands, coverage, surroundings });
  services.proven.set(asked, { tree, key });
  const known =
    services.proofs.find(tree, key) ??
    services.proofs.find(tree, proofKey({ commands, coverage: true, surroundings })) ??
    joined({ tree, key });
  if (known !== undefined) return known;
  const request = { worktree, commands, tree, coverage, surroundings };
  const tried = await catchFailure(() => runChecks(step, request, { isBaseline, run }));
  const isStale = !tried.ok && tried.error.code === 'checks.stale_tree';
  // Somebody was in there since it was last looked at: it is looked at before, then.
  if (isStale) await checkOut(step, commit);
  const proof = isStale ? await runChecks(step, request, { isBaseline, run }) : unwrap(tried);
  unwrap(services.proofs.keep(proof));
  return proof;
}

/** A tree that was run in parts is known well enough to compare others with. */
function provenInParts({ proofs, parts }: Step['services'], { tree, key }: Pick<Proof, 'tree' | 'key'>) {
  const found = parts.get(tree)?.map((part) => proofs.find(part, key));
  const all = found?.filter((one) => one !== undefined) ?? [];
  return all.length > 0 && all.length === found?.length ? joinParts(tree, all) : undefined;
}

async function runChecks(
  step: Step,
  { worktree, commands, tree, ...selection }: Omit<ProofRequest, 'artifacts'>,
  { isBaseline, run }: Required<Pick<CommitProofRequest, 'isBaseline' | 'run'>>,
): Promise<Proof> {
  if (commands.tests !== undefined) step.services.onCheck?.({ kind: 'check', effect: step.id, run });
  const limits = testLimits(step, { isBaseline });
  const { checking, artifacts } = await setUpWorktree(step, { worktree, commands, tree, isBaseline });
  const proved = await provePackages({ ...checking, limits }, { worktree, commands, tree, artifacts, ...selection });
  step.services.onPoint('checks.ended');
  const ran = unwrap(proved);
  return ran.status === 'cancelled' ? throwFailure('work.cancelled', {}) : ran.proof;
}

export interface FailingCommand {
  readonly line: string;
  readonly ending: string;
  readonly tail: string;
  /** The program that is not there, where that is why. */
  readonly missing: string | null;
}

export interface CommandsToTry extends CommitRef {
  readonly lines: readonly string[];
  /** Written into the worktree for them, and gone with it. Where that cannot be done nothing is tried. */
  readonly files?: readonly { readonly path: string; readonly content: string }[];
}

/** Runs commands on the tree of a commit, one after the other; the first that does not end well, or null. */
export async function findFailingCommand(
  step: Step,
  { commit, lines, files = [] }: CommandsToTry,
): Promise<FailingCommand | null> {
  const { tree, worktree, commands } = await checkOut(step, commit);
  const ready = await setUpWorktree(step, { worktree, commands, tree });
  const cwd = commands.folder;
  const place = path.join(worktree.folder, cwd ?? '');
  if (!files.every((file) => writeInside(place, file.path, file.content))) return null;
  const checking = { ...ready.checking, limits: testLimits(step, { isBaseline: false }) };
  return unwrap(
    await withCheckEnvironment(checking, { folder: worktree.folder, cwd, purpose: 'tests' }, async (environment) => {
      for (const line of lines) {
        step.services.onCheck?.({ kind: 'check', effect: step.id, run: 'condition', command: line });
        const ran = unwrap(await environment.run(line));
        if (ran.status === 'cancelled') throwFailure('work.cancelled', {});
        if (ran.ending === 'exited' && ran.exit_code === 0) continue;
        const tail = outputTail(ran, step.services.redact);
        return ok({ line, ending: formatEnding(ran), tail, missing: missingProgram({ ...ran, output_tail: tail }) });
      }
      return ok(null);
    }),
  );
}

function missingProgram(failed: FailedCommand): string | null {
  if (failed.exit_code !== 126 && failed.exit_code !== 127) return null;
  return cannotRunCause(failed)?.detail ?? null;
}

export interface CommandToRun extends CommitRef {
  readonly line: string;
  /** Of which the texts are wanted. */
  readonly paths: readonly string[];
}

/** Runs a command on the tree of a commit, and says what these files are then; null where one is not there. */
export async function filesAfterCommand(
  step: Step,
  { commit, line, paths }: CommandToRun,
): Promise<ReadonlyMap<string, string | null>> {
  const { tree, worktree, commands } = await checkOut(step, commit);
  const ready = await setUpWorktree(step, { worktree, commands, tree });
  const ran = await withCheckEnvironment(
    { ...ready.checking, limits: testLimits(step, { isBaseline: false }) },
    { folder: worktree.folder, cwd: commands.folder, purpose: 'tests' },
    async (environment) => {
      const ended = unwrap(await environment.run(line));
      return ok(ended.status === 'cancelled' ? throwFailure('work.cancelled', {}) : null);
    },
  );
  unwrap(ran);
  return new Map(
    paths.map((place) => {
      const read = readRegularFile(path.join(worktree.folder, place), { limit: MAX_FILE, followLinks: false });
      return [place, read.ok ? Buffer.from(read.value).toString('utf8') : null];
    }),
  );
}

const MAX_FILE = 4 * 1024 * 1024;

/** Runs the tests, or only some of them, and never answers with an earlier proof. */
export type Prover = (only?: TestFilter) => Promise<Proof>;

/** Runs the tests on the tree of a commit as often as it is asked, in a worktree that is clean again each time. */
export async function proverAt(
  step: Step,
  { commit }: CommitRef,
): Promise<{ readonly prover: Prover; readonly commands: ProjectCommands }> {
  const { tree, commands } = await checkOut(step, commit);
  const prover: Prover = async (only) => {
    const worktree = await worktreeAt(step, { room: 'check', branch: null, commit });
    const request = { worktree, commands, tree, coverage: false, ...(only !== undefined && { only }) };
    return runChecks(step, request, { isBaseline: false, run: 'flaky' });
  };
  return { prover, commands };
}

/** A worktree for an agent, and what set-up did in it, which is not the agent's work. */
export interface AgentWorktree {
  readonly worktree: Worktree;
  readonly commands: ProjectCommands;
  readonly artifacts: SetupArtifacts;
}

export interface AgentWorktreeRequest extends CommitRef {
  /** Not on the branch of the work. */
  readonly beside?: boolean;
  /** The tree may be broken, by a lock file with a conflict in it or by what an agent did: set-up may fail. */
  readonly isBroken?: boolean;
}

/** A worktree that agents work in, at a commit, made usable: on the branch, or beside it. */
export async function prepareAgentWorktree(step: Step, request: AgentWorktreeRequest): Promise<AgentWorktree> {
  const { commit, beside = false, isBroken = false } = request;
  const place = beside ? ({ room: 'plan', branch: null } as const) : ({ room: 'build', branch: step.branch } as const);
  const worktree = await worktreeAt(step, { ...place, commit });
  const commands = commandsIn(step, worktree);
  // Whoever works elsewhere sets up there.
  if (step.services.fleet !== undefined) return { worktree, commands, artifacts: NO_ARTIFACTS };
  const ready = await catchFailure(() => setUpWorktree(step, { worktree, commands }));
  if (!ready.ok && isBroken && ready.error.code === 'checks.setup_failed') {
    const project = { version: 1 as const, ...step.config.project, setup_command: 'true' };
    return prepareAgentWorktree({ ...step, config: { ...step.config, project } }, { commit, beside });
  }
  return { worktree, commands, artifacts: unwrap(ready).artifacts };
}

interface ReadyWorktree {
  readonly checking: CheckContext;
  readonly worktree: Worktree;
  readonly commands: ProjectCommands;
}

/** The tree before the work, ready to be checked. */
export async function setUpBaseline(step: Step, { commit }: CommitRef): Promise<ReadyWorktree> {
  const { tree, worktree, commands } = await checkOut(step, commit);
  const { checking } = await setUpWorktree(step, { worktree, commands, tree, isBaseline: true });
  return { checking: { ...checking, limits: testLimits(step, { isBaseline: true }) }, worktree, commands };
}

async function setUpWorktree(
  step: Step,
  request: Omit<SetUpRequest, 'projectRoot'>,
): Promise<{ readonly checking: CheckContext; readonly artifacts: SetupArtifacts }> {
  const checking = await checkingFor(step);
  const ready = unwrap(await setUp(checking, { ...request, projectRoot: step.services.project.root }));
  if (ready.status === 'cancelled') throwFailure('work.cancelled', {});
  const { line, isUnlocked = false } = request.commands.setupSteps ?? oneStep('');
  if (ready.ran && isUnlocked && request.isBaseline === true)
    step.services.onNotice({ code: 'checks.unlocked', params: { command: line } });
  return { checking, artifacts: ready.artifacts };
}

/** A commit in the worktree that no agent writes to, with the commands that its files name. */
async function checkOut(step: Step, commit: string) {
  const tree = await treeOf(step, commit);
  const wanted = { room: 'check', branch: null, commit } as const;
  const worktree = (await moveSeenWorktree(step, { commit, tree })) ?? (await worktreeAt(step, wanted));
  return { tree, worktree, commands: commandsIn(step, worktree) };
}

/** Where everything was as it should be when the last checks ended, only what differs is written. */
async function moveSeenWorktree(
  { services, owner, places }: Step,
  { commit, tree }: { readonly commit: string; readonly tree: string },
): Promise<Worktree | undefined> {
  const { git, repository, project } = services;
  const worktree = findWorktree(repository, nameInRepository(project, places?.check ?? `${owner}/check`));
  const seen = worktree && findSeen(git, worktree);
  if (worktree === undefined || seen === undefined) return undefined;
  forgetSeen(git, worktree);
  if (!(await moveKnownWorktree(git, worktree, commit))) return undefined;
  const times = new Map(seen.times);
  for (const { name, after } of await compareTrees(git, repository, { from: seen.tree, to: tree })) {
    const file = fromBytes(name);
    if (after === null) times.delete(file);
    else times.set(file, changeTime(`${worktree.folder}/${file}`));
  }
  keepSeen(git, worktree, { tree, times });
  return worktree;
}

function commandsIn({ services, config }: Step, { folder }: Worktree): ProjectCommands {
  return findCommands(folder, config.project, pathInRepository(services.project.root));
}

export async function treeOf({ services }: Step, commit: string): Promise<string> {
  const tree = await resolveRevision(services.git, services.repository, `${commit}^{tree}`);
  return tree ?? throwFailure('git.no_commit', { folder: services.repository.folder });
}

interface WorktreeAt extends CommitRef {
  readonly room: WorktreeKind;
  readonly branch: string | null;
}

async function worktreeAt(
  { services, config, owner, places }: Step,
  { room, branch, commit }: WorktreeAt,
): Promise<Worktree> {
  const { project, repository, privateFolder } = services;
  const configured = config.project?.worktree_root;
  const root = worktreePlace({ project, repository, privateFolder, configured });
  const wanted = { owner: places?.[room] ?? `${owner}/${room}`, branch, at: commit, root };
  return checkOutWorktree(services, wanted);
}

function testLimits(
  { services, config }: Step,
  { isBaseline }: { readonly isBaseline: boolean },
): CheckContext['limits'] {
  const baselineMs = services.baselineRun.durationMs;
  return testRunLimits({ isBaseline, baselineMs, configuredMs: config.project?.test_timeout });
}

async function checkingFor(step: Step): Promise<CheckContext> {
  const { services, config, id, signal } = step;
  const confine = await services.sandbox(config.agents.sandbox);
  if (confine === undefined) services.requireRepositoryTrust(config);
  const { privateFolder, own } = services;
  const { network, userns } = config.project ?? {};
  return {
    ...services,
    effect: id,
    env: allowedEnvironment(services.env),
    personal: services.env,
    limits: CHECK_LIMITS,
    signal,
    scratch: path.join(stepFolder(step), 'checks'),
    sandbox: confine === undefined ? undefined : { confine, privateFolder, caches: cacheFolder(own), network, userns },
  };
}
