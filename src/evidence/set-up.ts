import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import * as z from 'zod/mini';
import { catchFailure, fail, type Failure } from '../base/failure.ts';
import { ok, type Result } from '../base/result.ts';
import { formatEnding } from '../base/run-ending.ts';
import { realDisk } from '../files/disk.ts';
import { getErrno } from '../files/disk-failure.ts';
import { getOwnIdentity } from '../files/identity.ts';
import { removeFile, replaceFile, replaceVolatileFile } from '../files/replace.ts';
import type { Git, Worktree } from '../git/git.ts';
import { outputFields } from '../git/git-output.ts';
import { cannotRunCause } from '../languages/cannot-run.ts';
import { findSetUpError } from '../languages/first-error.ts';
import { oneStep, type SetUpSteps } from '../languages/packages.ts';
import { SETUP_INPUTS } from '../languages/manifests.ts';
import { setupArtifacts, type SetupArtifacts, NO_ARTIFACTS, printOf } from './setup-artifacts.ts';
import type { CheckContext } from './check-context.ts';
import { type CheckEnvironment, withCheckEnvironment } from './check-environment.ts';
import { copyIgnored } from './copy-ignored.ts';
import { ignoredIn, sweepAll, sweepTo } from './leftovers.ts';
import { findSeen } from './seen-files.ts';
import { outputTail, printedText } from './output-tail.ts';
import { withTrackedFiles } from './tracked-files.ts';
import type { ProjectCommands } from './project-commands.ts';

export interface SetUpRequest {
  readonly worktree: Worktree;
  /** The person's own checkout: where files that git ignores are copied from. */
  readonly projectRoot: string;
  readonly commands: ProjectCommands;
  /**
   * What is about to be checked here: it finds nothing that the code of another tree left behind, and files that set-up
   * changed are as the tree has them.
   */
  readonly tree?: string;
  /** Whether the tree is the person's own, as it was before the work: what is fetched for it others may use. */
  readonly isBaseline?: boolean;
}

export type SetUpOutcome =
  | {
      readonly status: 'ready';
      readonly artifacts: SetupArtifacts;
      /** Whether the command ran, rather than that all was there. */
      readonly ran: boolean;
    }
  | { readonly status: 'cancelled' };

/**
 * Makes a worktree usable: copies the ignored files it needs, and runs the set-up command unless what it depends on is
 * the same as when it last ran here.
 */
export async function setUp(context: CheckContext, request: SetUpRequest): Promise<Result<SetUpOutcome, Failure>> {
  const { worktree, commands, tree } = request;
  const line = commands.setup;
  const inputs = line === undefined ? '' : hashOf(commands, worktree.folder);
  const record = readRecord(worktree);
  const known = record?.inputs.includes(inputs) === true && isThere(worktree, record.besides.made) ? record : undefined;
  const swept =
    tree === undefined ? ok(true) : await sweep(context.git, worktree, { tree, known, needsSetUp: line !== undefined });
  if (!swept.ok) return context.signal.aborted ? ok({ status: 'cancelled' }) : swept;
  const copied = await copyIgnored(context.git, request);
  if (!copied.ok) return context.signal.aborted ? ok({ status: 'cancelled' }) : copied;
  if (line === undefined) return ok({ status: 'ready', artifacts: NO_ARTIFACTS, ran: false });
  if (known !== undefined && swept.value) return ok({ status: 'ready', artifacts: known.besides, ran: false });
  // A set-up that breaks off half way leaves neither the old state nor the new.
  const forgotten = removeFile(realDisk, recordFile(worktree));
  if (!forgotten.ok) return forgotten;
  const cwd = commands.setupFolder ?? commands.folder;
  const place = { folder: worktree.folder, cwd, purpose: 'set-up', keepsCaches: request.isBaseline === true } as const;
  return withCheckEnvironment(context, place, async (environment): Promise<Result<SetUpOutcome, Failure>> => {
    const before = await changesIn(context.git, worktree);
    if (!before.ok) return before;
    const ran = await runSteps(environment, commands.setupSteps ?? oneStep(line));
    if (!ran.ok) return ran;
    if (ran.value.status === 'cancelled') return ok({ status: 'cancelled' });
    if (ran.value.exit_code !== 0) {
      const printed = printedText(ran.value, context.redact);
      const error = findSetUpError(printed);
      const known = cannotRunCause({ ...ran.value, output_tail: printed });
      const isAboutLock = known?.code === 'lock_contradicts_manifest' && error !== undefined;
      const cause = isAboutLock ? { code: known.code, detail: error.line } : known;
      const tail = error?.text ?? outputTail(ran.value, context.redact);
      const said = { tail, cause, ...(error !== undefined && { error: error.line }) };
      return fail('checks.setup_failed', { command: line, ending: formatEnding(ran.value), ...said });
    }
    const after = await changesIn(context.git, worktree);
    if (!after.ok) return after;
    const done = artifactsBetween(worktree, before.value, after.value);
    if (tree !== undefined && done.changed.length > 0) {
      const named = done.changed.map(([name]) => name);
      const restored = await withTrackedFiles(context, { worktree, tree }, (files) => files.restore('set-up', named));
      if (!restored.ok) return restored;
    }
    const made = tree === undefined ? ok([]) : await madeIn(context.git, request);
    if (!made.ok) return made;
    // A lock file may be among what it writes: both are good for what it made.
    const both = [inputs, hashOf(commands, worktree.folder)];
    const kept = writeRecord(worktree, { version: 2, inputs: both, besides: done, made: made.value });
    return kept.ok ? ok({ status: 'ready', artifacts: done, ran: true }) : kept;
  });
}

/** What may sign in runs nothing of the project, and what runs something of it cannot sign in. */
async function runSteps(
  environment: CheckEnvironment,
  { fetch, rest }: SetUpSteps,
): ReturnType<CheckEnvironment['run']> {
  const steps = [
    ...(fetch === undefined ? [] : [{ step: fetch, credentials: true }]),
    ...rest.map((step) => ({ step })),
  ];
  let last: Awaited<ReturnType<CheckEnvironment['run']>> | undefined;
  for (const { step, ...options } of steps) {
    last = await environment.run(step, options);
    if (!last.ok || last.value.status === 'cancelled' || last.value.exit_code !== 0) break;
  }
  return last ?? environment.run('true');
}

const setUpRecord = z.strictObject({
  version: z.literal(2),
  /** Hashes of the command and of what it depends on. */
  inputs: z.array(z.string()),
  besides: setupArtifacts,
  /** What it made that git ignores, where only checks run: see `Made`. */
  made: z.array(z.tuple([z.string(), z.string()])),
});

type SetUpRecord = z.infer<typeof setUpRecord>;

/** In git's own folder for this worktree: out of reach of what runs in the worktree, and gone with it. */
function recordFile({ gitDir }: Worktree): string {
  return path.join(gitDir, 'orchestral.set-up.json');
}

/** Whether a command has made something in it for the project. */
export function hasSetUp(worktree: Worktree): boolean {
  return fs.existsSync(recordFile(worktree));
}

/** Of which tree the code may have run here since. */
function lastTreeFile({ gitDir }: Worktree): string {
  return path.join(gitDir, 'orchestral.checked-tree');
}

/** As noted since the machine started: what an earlier tree left may be younger than what was noted before a power cut. */
function lastTreeNote(tree: string): string {
  return `${tree} ${getOwnIdentity().boot_id}`;
}

interface SweepOptions {
  readonly tree: string;
  readonly known: SetUpRecord | undefined;
  readonly needsSetUp: boolean;
}

/** Before another tree is checked: takes away what its predecessor left; false where set-up has to run again. */
async function sweep(
  git: Git,
  worktree: Worktree,
  { tree, known, needsSetUp }: SweepOptions,
): Promise<Result<boolean, Failure>> {
  if (contentOf(lastTreeFile(worktree)).toString() === lastTreeNote(tree)) return ok(true);
  // Nothing was left there, and what set-up made is as it was.
  const isSwept = findSeen(git, worktree)?.tree === tree && (known !== undefined || !needsSetUp);
  const same = isSwept ? ok(true) : known === undefined ? ok(false) : await sweepTo(git, worktree, new Map(known.made));
  if (!same.ok) return same;
  if (!same.value) {
    const forgotten = removeFile(realDisk, recordFile(worktree));
    const cleaned = forgotten.ok ? await sweepAll(git, worktree) : forgotten;
    if (!cleaned.ok) return cleaned;
  }
  const noted = replaceVolatileFile(realDisk, lastTreeFile(worktree), Buffer.from(lastTreeNote(tree)));
  return noted.ok ? same : noted;
}

/** Of files that are not of the tree: those that set-up did not leave so, and those of its own that are gone. */
export function besidesSetUp(
  worktree: Worktree,
  commands: ProjectCommands,
  others: ReadonlyMap<string, string>,
): string[] {
  const made = new Map(readRecord(worktree)?.made);
  const copied = copiedNames(commands);
  const strange = [...others].filter(([name, look]) => !copied.has(name) && made.get(name) !== look);
  return [...strange.map(([name]) => name), ...[...made.keys()].filter((name) => !others.has(name))];
}

async function madeIn(
  git: Git,
  { worktree, commands }: Pick<SetUpRequest, 'worktree' | 'commands'>,
): Promise<Result<[string, string][], Failure>> {
  const ignored = await ignoredIn(git, worktree);
  const copied = copiedNames(commands);
  return ignored.ok ? ok([...ignored.value].filter(([name]) => !copied.has(name))) : ignored;
}

/** What is copied is copied again each time. */
function copiedNames({ copy, folder = '' }: ProjectCommands): ReadonlySet<string> {
  return new Set(copy.map((name) => path.posix.join(folder, name)));
}

function readRecord(worktree: Worktree): SetUpRecord | undefined {
  try {
    const parsed = setUpRecord.safeParse(JSON.parse(fs.readFileSync(recordFile(worktree), 'utf8')));
    return parsed.success ? parsed.data : undefined;
  } catch (error) {
    if (error instanceof SyntaxError || getErrno(error) !== undefined) return undefined;
    throw error;
  }
}

function writeRecord(worktree: Worktree, record: SetUpRecord): Result<void, Failure> {
  return replaceFile(realDisk, recordFile(worktree), Buffer.from(JSON.stringify(record)));
}

/** Cleaning a worktree takes away what git does not ignore. */
function isThere({ folder }: Worktree, made: readonly string[]): boolean {
  return made.every((name) => fs.existsSync(path.join(folder, name)));
}

function hashOf(commands: ProjectCommands, worktree: string): string {
  const { setup = '', folder = '', setupFolder = folder, workspaceManifests = [] } = commands;
  const hash = createHash('sha256').update(setup);
  const named = new Set([...SETUP_INPUTS].sort().map((name) => path.posix.join(setupFolder, name)));
  for (const name of [...named, ...workspaceManifests]) {
    const file = path.join(worktree, name);
    if (fs.existsSync(file)) hash.update(`\0${name}\0`).update(contentOf(file));
  }
  return hash.digest('hex');
}

function contentOf(file: string): Buffer | string {
  try {
    return fs.lstatSync(file).isFile() ? fs.readFileSync(file) : '';
  } catch (error) {
    if (getErrno(error) !== undefined) return '';
    throw error;
  }
}

interface Changes {
  /** Untracked; folders of them as one. */
  readonly made: readonly string[];
  /** Tracked, and not as in the index. */
  readonly changed: readonly string[];
}

async function changesIn(git: Git, worktree: Worktree): Promise<Result<Changes, Failure>> {
  const others = await catchFailure(() =>
    git.read(worktree, ['ls-files', '--others', '--exclude-standard', '--directory', '-z']),
  );
  if (!others.ok) return others;
  const changed = await catchFailure(() =>
    git.read(worktree, ['diff-files', '--name-only', '-z', '--ignore-submodules=all']),
  );
  return changed.ok ? ok({ made: outputFields(others.value), changed: outputFields(changed.value) }) : changed;
}

function artifactsBetween({ folder }: Worktree, before: Changes, after: Changes): SetupArtifacts {
  const changed = after.changed.filter((name) => !before.changed.includes(name));
  return {
    made: after.made.filter((name) => !before.made.includes(name)),
    changed: changed.map((name) => [name, printOf(path.join(folder, name))]),
  };
}
