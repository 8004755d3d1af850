import { createHash } from 'node:crypto';
import { unwrap } from '../../base/failure.ts';
import { narrowed } from '../../evidence/gates/prover.ts';
import { searchableTree } from '../../evidence/search-tree.ts';
import { candidateParts } from '../../evidence/mixed-trees/candidate-parts.ts';
import { type ChangeTrees, type MixedTree, openChange } from '../../evidence/mixed-trees/change-trees.ts';
import { hollowTree } from '../../evidence/mixed-trees/hollow-tree.ts';
import { type Announced, redTree } from '../../evidence/mixed-trees/red-tree.ts';
import { type RegressionOptions, regressionTree } from '../../evidence/mixed-trees/regression-tree.ts';
import { turnedTree } from '../../evidence/mixed-trees/turned-tree.ts';
import type { Proof } from '../../evidence/proof.ts';
import { commitTree } from '../../git/commit.ts';
import { OWN_IDENTITY } from '../../git/identity.ts';
import { type ChangedFile, changedPaths, getRenames } from '../../git/diff.ts';
import { type ChangedPath, type ChangePart, isTestSurface } from '../../languages/change-class.ts';
import { classifyChange } from '../../languages/classify-change.ts';
import { canLeaveOutNew, canSelectFiles } from '../../languages/known-runners.ts';
import { filesNamedByCompiler } from '../../languages/compile-errors.ts';
import { isTestFile } from '../../languages/test-surface.ts';
import type { ProofRun } from '../../schema/change-proof.ts';
import type { Rename } from '../../workflows/proof/outcomes.ts';
import type { Step } from '../conductor/step.ts';
import { pathInRepository } from '../project.ts';
import { proveCommit, proverAt, treeOf } from './checks.ts';

/** Two commits, and what else decides how a change between them is tried. */
export interface ChangeCommits {
  readonly baseline: string;
  readonly candidate: string;
  /** Commands of acceptance criteria: what they execute belongs to the tests. */
  readonly commands?: readonly string[];
  /** The task list, from the repository's root. */
  readonly taskList?: string | null;
  /**
   * How the candidate is run: in two parts where new tests could do something to old ones (default), together, or both.
   * Together its coverage is measured, unless nobody wants to know.
   */
  readonly candidateRun?: 'parts' | 'together' | 'both';
  readonly coverage?: boolean;
}

/** The change between two commits, and a way to run tests on whatever can be made of both. */
export interface ChangeRuns {
  readonly baseline: { readonly commit: string; readonly tree: string; readonly proof: Proof };
  readonly candidate: { readonly commit: string; readonly tree: string };
  readonly parts: readonly ChangePart[];
  readonly renames: readonly Rename[];
  readonly trees: ChangeTrees;
  /** What was run so far. */
  readonly runs: readonly ProofRun[];
  /** The candidate as a whole, or in its two parts. */
  readonly tryCandidate: () => Promise<readonly Proof[]>;
  /** Null: there is nothing that it could show. */
  readonly tryRegression: (options?: Partial<RegressionOptions>) => Promise<MixedRun | null>;
  /** `announced`: what is still to be implemented. */
  readonly tryRed: (announced?: Announced) => Promise<MixedRun | null>;
  /** Tests that the change concerns, old or new ones, with a product that returns nothing. */
  readonly tryHollow: (side: 'baseline' | 'candidate') => Promise<MixedRun | null>;
  /** Old or new tests, with a product of the candidate that returns something else. */
  readonly tryTurned: (side: 'baseline' | 'candidate') => Promise<MixedRun | null>;
  /** The baseline as it is now: the machine may be another since it was proved. */
  readonly tryBaseline: () => Promise<Proof>;
  /** These test files alone, once more. Null where the runner cannot be told to run only these. */
  readonly tryAgain: (side: 'baseline' | 'candidate', files: readonly string[]) => Promise<Proof | null>;
}

export interface MixedRun extends Pick<MixedTree, 'tests' | 'notes' | 'isWholeSuite'> {
  readonly proof: Proof;
}

/** Runs the baseline's tests, and reads in what the two trees differ. */
export async function openChangeRuns(step: Step, commits: ChangeCommits): Promise<ChangeRuns> {
  const { git, repository } = step.services;
  const runs: ProofRun[] = [];
  const prove = async (kind: ProofRun['kind'], commit: string, coverage = false): Promise<Proof> => {
    const proof = await proveCommit(step, { commit, coverage, isBaseline: kind === 'baseline', run: kind });
    runs.push(runOf(kind, proof));
    return proof;
  };
  const before = await prove('baseline', commits.baseline);
  const trees = { baseline: before.tree, candidate: await treeOf(step, commits.candidate) };
  const { parts, renames, paths } = await readChange(step, { ...commits, trees, command: before.command });
  const tests = testFiles({ proof: before, parts, paths });
  const { runner } = before;
  const selecting = { canSelect: canSelectFiles(runner), canLeaveOutNew: canLeaveOutNew(runner) };
  const change = { ...trees, ...selecting, parts, tests };
  const opened = unwrap(await openChange({ git, checkout: repository }, change));
  const tried = async (kind: ProofRun['kind'], mixed: MixedTree): Promise<MixedRun | null> => {
    if (!mixed.isNeeded) return null;
    const { tests: run, notes, isWholeSuite } = mixed;
    return { proof: await prove(kind, await commitOf(step, mixed.tree)), tests: run, notes, isWholeSuite };
  };
  return {
    baseline: { commit: commits.baseline, tree: before.tree, proof: before },
    candidate: { commit: commits.candidate, tree: trees.candidate },
    parts,
    renames,
    trees: opened,
    runs,
    async tryCandidate() {
      const { candidateRun: how = 'parts', coverage = true } = commits;
      const together = how === 'parts' ? undefined : await prove('candidate', commits.candidate, coverage);
      // A failure needs no second opinion.
      if (together !== undefined && (how === 'together' || together.exit_code !== 0)) return [together];
      const halves = unwrap(await candidateParts(opened));
      if (!halves.old.isNeeded) return [together ?? (await prove('candidate', commits.candidate))];
      const old = await prove('old_tests', await commitOf(step, halves.old.tree));
      // A command may name files that are not in this part, or changed tests need what a new file declares.
      if (old.exit_code !== 0 && (old.counts.total === 0 || filesNamedByCompiler(old.output_tail).length > 0))
        return [together ?? (await prove('candidate', commits.candidate))];
      const own = await prove('new_tests', await commitOf(step, halves.new.tree));
      step.services.parts.set(trees.candidate, [halves.old.tree, halves.new.tree]);
      return [...(together === undefined ? [] : [together]), old, own];
    },
    tryRegression: async (options) => tried('regression', unwrap(await regressionTree(opened, options))),
    tryRed: async (announced) => tried('red', unwrap(await redTree(opened, announced))),
    tryHollow: async (side) => tried('hollow', unwrap(await hollowTree(opened, side))),
    tryTurned: async (side) => tried('turned', unwrap(await turnedTree(opened, side))),
    async tryBaseline() {
      const { prover } = await proverAt(step, { commit: commits.baseline });
      return prover();
    },
    async tryAgain(side, files) {
      const { prover, commands } = await proverAt(step, { commit: commits[side] });
      const only = narrowed(commands.tests, { files: [...files] });
      if (only === undefined) return null;
      const proof = await prover(only);
      runs.push(runOf('flaky', proof));
      return proof;
    },
  };
}

/** Files of a change that are no part of the tests: an agent that writes tests leaves them alone. */
export async function outsideTests(
  step: Step,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<string[]> {
  if (from === to) return [];
  const trees = { baseline: await treeOf(step, from), candidate: await treeOf(step, to) };
  const { commands } = await proverAt(step, { commit: from });
  const command = commands.tests?.detected.line ?? null;
  const { parts } = await readChange(step, { trees, command });
  return [...new Set(parts.filter((part) => !isTestSurface(part)).map(({ path }) => path))];
}

interface TreesToRead extends Pick<ChangeCommits, 'commands' | 'taskList'> {
  readonly trees: { readonly baseline: string; readonly candidate: string };
  readonly command: string | null;
}

/** What two trees differ in, by class. */
export async function readChange(
  { services, config }: Step,
  { trees, command, commands = [], taskList = null }: TreesToRead,
): Promise<Pick<ChangeRuns, 'parts' | 'renames'> & Pick<TestFiles, 'paths'>> {
  const { git, repository } = services;
  const before = unwrap(await searchableTree(git, repository, trees.baseline));
  const after = unwrap(await searchableTree(git, repository, trees.candidate, before));
  const files = await changedPaths(git, repository, { from: trees.baseline, to: trees.candidate });
  const parts = await classifyChange({
    before,
    after,
    files: files.map((file): ChangedPath => ({
      path: file.path,
      from: file.kind === 'renamed' ? file.from : undefined,
      kind: kindOf(file),
      before: file.objects.before,
      after: file.objects.after,
    })),
    commands: [...(command === null ? [] : [command]), ...commands, ...configuredCommands(config.project)],
    taskLists: taskList === null ? [] : [taskList],
    folder: pathInRepository(services.project.root),
    hash: (content) => createHash('sha256').update(content).digest('hex'),
  });
  return { parts: unwrap(parts), renames: getRenames(files), paths: before.paths };
}

function configuredCommands(project: Step['config']['project']): string[] {
  return [project?.test_command, project?.build_command].filter((one) => typeof one === 'string');
}

function kindOf({ kind, objects }: Pick<ChangedFile, 'kind' | 'objects'>): ChangePart['kind'] {
  if (kind === 'copied') return 'added';
  if (kind === 'modified' && objects.before === objects.after) return 'mode';
  return kind === 'added' || kind === 'deleted' || kind === 'renamed' ? kind : 'modified';
}

interface TestFiles {
  readonly proof: Proof;
  readonly parts: readonly ChangePart[];
  readonly paths: ReadonlySet<string>;
}

/** What a runner reported is a test. Where it reports no files, their names have to do. */
function testFiles({ proof, parts, paths }: TestFiles): ChangeTrees['tests'] {
  const reported = new Set(proof.tests.flatMap(({ file }) => file ?? []));
  const known = reported.size > 0 ? [...reported] : [...paths].filter(isTestFile);
  const changed = parts.filter((part) => part.class === 'test');
  const old = changed.filter(({ kind }) => kind !== 'added').map(({ path, from }) => from ?? path);
  const baseline = new Set([...known, ...old]);
  const hasGone = ({ kind }: ChangePart): boolean => kind === 'deleted' || kind === 'renamed';
  const gone = new Set(parts.filter(hasGone).map(({ path, from }) => from ?? path));
  const standing = [...baseline].filter((path) => !gone.has(path));
  const now = changed.filter(({ kind }) => kind !== 'deleted').map(({ path }) => path);
  return { baseline: [...baseline], candidate: [...new Set([...standing, ...now])] };
}

/** Trees are checked out by commits: this one is on no branch, and nobody's. */
export async function commitOf({ services }: Step, tree: string): Promise<string> {
  const { git, repository } = services;
  return commitTree(git, repository, {
    tree,
    parents: [],
    message: 'A tree to be checked',
    identity: OWN_IDENTITY,
  });
}

function runOf(kind: ProofRun['kind'], { tree, command, counts, duration_ms, reused }: Proof): ProofRun {
  return { kind, tree, command, ...counts, seconds: Math.round(duration_ms / 100) / 10, reused: reused === true };
}
