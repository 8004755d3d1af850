import { catchFailure, unwrap } from '../../../base/failure.ts';
import { normalPath } from '../../../base/normal-path.ts';
import { type TreeFiles, treeFiles } from '../../../evidence/gates/tree-files.ts';
import type { Proof } from '../../../evidence/proof.ts';
import { isProduct } from '../../../languages/change-class.ts';
import { runsTests } from '../../../languages/known-runners.ts';
import { canBeStubbed } from '../../../languages/exports.ts';
import { languageOf, testTitles } from '../../../languages/known-languages.ts';
import { scopeRules } from '../../../prompts/session/qa.ts';
import type { Design } from '../../../schema/contracts/design.ts';
import type { TestContract } from '../../../schema/contracts/testing.ts';
import type { ProofFinding } from '../../../schema/proof-finding.ts';
import { announcedNames } from '../../../workflows/proof/announced-names.ts';
import { missingCases } from '../../../workflows/proof/cases.ts';
import { newTestsIn } from '../../../workflows/proof/new-tests.ts';
import { failedTests, outcomesOf } from '../../../workflows/proof/outcomes.ts';
import { classifyRed, namedByTests } from '../../../workflows/proof/red.ts';
import { scopeOf } from '../../../workflows/proof/scope.ts';
import type { SessionEvent } from '../../../workflows/session/events.ts';
import type { GateFinding } from '../../../workflows/session/gate-findings.ts';
import { greenFindings, redFindings, scopeFindings } from '../../../workflows/session/measured-findings.ts';
import { designedFiles, implementerStrays } from '../../../workflows/session/role-files.ts';
import { NO_NAMES, type Work } from '../../../workflows/session/session-state.ts';
import { type ChangeRuns, readChange } from '../../work/change-runs.ts';
import { proveCommit, proverAt } from '../../work/checks.ts';
import { proveChange, setUpFinding } from '../../work/prove-change.ts';
import { changeToJudge, openSubtaskChange, readTestsChange, requestOf } from './change.ts';
import { readTestResult } from './contracts.ts';
import type { SubtaskJob } from './job.ts';
import { gateMeasured, hasDesign, requireDesign, requireTests } from './subtask.ts';

/**
 * GATE-1: whether the tests of the contract are there and red on the tree before the implementation, in which what the
 * design announces is hollow; and what of the old tests is given up for them.
 */
export async function red(job: SubtaskJob): Promise<SessionEvent> {
  const { services, session, at } = job;
  const { asDesign: design } = requireDesign(job);
  const { value: contract } = requireTests(job);
  const work = at.subtask.tests ?? session.tip;
  const { test_cases, test_file_path: file } = contract;
  const found = (...findings: GateFinding[]) => gateMeasured(job, { gate: 'GATE-1', findings });
  const files = unwrap(await treeFiles(services.git, services.repository, work.tree));
  if (test_cases.length > 0) {
    const text = unwrap(await files.texts([file])).get(file);
    if (text === undefined) return found({ code: 'test_file_missing', file });
    const missing = missingCases(contract, testTitles(file, text));
    if (missing.length > 0) return found({ code: 'cases_missing', file, ids: missing });
  }
  const runs = await openSubtaskChange(job, work);
  const read = await readTestsChange(job, runs);
  if (read.wrong.length > 0) return found({ code: 'superseded_wrong', tests: [...read.wrong] });
  const judged = (findings: readonly GateFinding[], more: readonly ProofFinding[] = []): SessionEvent =>
    gateMeasured(job, {
      gate: 'GATE-1',
      findings,
      tree: work.tree,
      change: changeToJudge(job, {
        ...read,
        findings: [...read.findings, ...more],
        design,
        tests: runs.baseline.proof.tests,
      }),
    });
  if (test_cases.length === 0) return judged([{ code: 'no_cases' }]);
  const tried = await catchFailure(() => tryTests(runs, { design, files }));
  if (!tried.ok && tried.error.code === 'checks.setup_failed')
    return judged([], [await setUpFinding(job, runs, tried.error.params)]);
  const { run, hasStubs } = unwrap(tried);
  if (run.command === null) return judged([], [{ code: 'no_test_command' }]);
  const announced = announcedNames(design, files.paths);
  const { characterisation } = at.subtask.named ?? NO_NAMES;
  const context = { contract, announced, base: runs.baseline.proof, characterisation, hasStubs };
  return judged(redFindings(run, context));
}

/** Tests that QA left as they are did what they did before. */
async function tryTests(
  runs: ChangeRuns,
  { design, files }: { readonly design: Design; readonly files: TreeFiles },
): Promise<{ readonly run: Proof; readonly hasStubs: boolean }> {
  const { brief, contract } = design;
  const refs = [...brief.file_refs, ...contract.file_refs];
  const announced = {
    paths: refs.map(({ path }) => normalPath(path)),
    names: [...announcedNames(design, files.paths).symbols, ...contract.interfaces.map(({ name }) => name)],
  };
  const ran = await runs.tryRed(announced);
  if (ran === null) return { run: runs.baseline.proof, hasStubs: true };
  return { run: ran.proof, hasStubs: !ran.notes.some(({ kind }) => kind === 'no_stub') && canStub(refs) };
}

/** Languages of which hollow stubs can be made. */
function canStub(refs: Design['contract']['file_refs']): boolean {
  const designed = refs.filter(({ status }) => status !== 'exists').map(({ path }) => path);
  return designed.every((path) => languageOf(path) === undefined || canBeStubbed(path));
}

/** Findings that say that tests fail, or could not be run. */
const RED: ReadonlySet<ProofFinding['code']> = new Set<ProofFinding['code']>([
  'new_failures',
  'tests_did_not_run',
  'build_failed',
  'setup_failed',
  'named_tests_fail',
]);

/** GATE-2: what our own runs of the project's tests say of the implementation, and whether QA saw the same. */
export async function green(job: SubtaskJob): Promise<SessionEvent> {
  const { session, at, services } = job;
  const { value: contract } = requireTests(job);
  const { asDesign: design } = requireDesign(job);
  const work = at.subtask.work ?? session.tip;
  const base = await proveCommit(job, { commit: session.tip.commit, coverage: false, isBaseline: true });
  const proof = await proveChange(job, {
    baseline: session.tip.commit,
    candidate: work.commit,
    request: requestOf(session, false),
  });
  const isRed = proof.findings.some(({ code }) => RED.has(code));
  const isSetUp = proof.findings.every(({ code }) => code !== 'setup_failed');
  const whole = isSetUp ? await proveCommit(job, { commit: work.commit, coverage: false }) : base;
  const together = isRed ? [] : await failsTogether(job, { base, whole, work });
  const { commands } = await proverAt(job, { commit: work.commit });
  const { tests } = commands;
  const findings = greenFindings(whole, {
    contract,
    claims: readTestResult(job, { task: at.taskId, subtask: at.subtaskId }),
    unloadable: await findUnloadable(job, { whole, contract }),
    together,
    isRed,
    runsTests: (command) => tests === undefined || runsTests(command, tests),
    times: timesOf(session.created_at, services.clock.now()),
  });
  const change = changeToJudge(job, {
    findings: proof.findings,
    proven: proof.proven.count,
    design,
    tests: base.tests,
  });
  return gateMeasured(job, { gate: 'GATE-2', findings, tree: work.tree, change });
}

/** Since the session began. Clocks and time zones of agents are not ours. */
function timesOf(began: string, now: Date) {
  const [from, to] = [Date.parse(began) - DAY_MS, now.getTime() + DAY_MS];
  const fits = (timestamp: string): boolean => Date.parse(timestamp) >= from && Date.parse(timestamp) <= to;
  return { fits, now: now.toISOString() };
}

const DAY_MS = 24 * 60 * 60 * 1000;

interface WholeRun {
  readonly base: Proof;
  readonly whole: Proof;
  readonly work: Work;
}

/** Tests that fail when all run together, twice, although the change was proven in parts. */
async function failsTogether(job: SubtaskJob, { base, whole, work }: WholeRun): Promise<string[]> {
  const failing = (run: Proof): string[] => failedTests(outcomesOf(base), outcomesOf(run), []).now.map(({ id }) => id);
  const first = failing(whole);
  if (first.length === 0) return [];
  const { prover } = await proverAt(job, { commit: work.commit });
  const second = new Set(failing(await prover()));
  return first.filter((id) => second.has(id));
}

/** What the tests cannot be loaded without, and name themselves, though nobody was asked to make it. */
async function findUnloadable(
  job: SubtaskJob,
  { whole, contract }: { readonly whole: Proof; readonly contract: TestContract },
): Promise<string[]> {
  const { services, session, at } = job;
  if (contract.test_cases.length === 0 || newTestsIn(whole, contract).green || !hasDesign(job)) return [];
  const files = unwrap(await treeFiles(services.git, services.repository, (at.subtask.work ?? session.tip).tree));
  const announced = announcedNames(requireDesign(job).asDesign, files.paths);
  const red = classifyRed(whole, { contract, announced });
  if (red.kind !== 'other_load_failure') return [];
  const testFile = normalPath(contract.test_file_path);
  return namedByTests(red.missing, unwrap(await files.texts([testFile])).get(testFile) ?? '');
}

/** GATE-3: where what the Implementer really changed lies, and whether a test was touched. */
export async function scope(job: SubtaskJob): Promise<SessionEvent> {
  const { services, session, at } = job;
  const { subtask } = at;
  const { asDesign: design, brief } = requireDesign(job);
  const { value: contract } = requireTests(job);
  const [from, to] = [subtask.tests ?? session.tip, subtask.work ?? session.tip];
  const { command } = await proveCommit(job, { commit: session.tip.commit, coverage: false, isBaseline: true });
  const read = (trees: { readonly baseline: string; readonly candidate: string }) =>
    readChange(job, { trees, command });
  const { parts } = await read({ baseline: from.tree, candidate: to.tree });
  const own =
    from.tree === session.tip.tree ? [] : (await read({ baseline: session.tip.tree, candidate: from.tree })).parts;
  const ofQa = own.filter((part) => !isProduct(part) && part.part === undefined).map(({ path }) => path);
  const frozen = implementerStrays(parts, {
    named: designedFiles(design).named,
    frozen: new Set([normalPath(contract.test_file_path), ...ofQa]),
  });
  const others = new Set(parts.filter(isProduct).flatMap((part) => [part.path, part.from ?? part.path]));
  const [before, after] = [
    unwrap(await treeFiles(services.git, services.repository, from.tree)),
    unwrap(await treeFiles(services.git, services.repository, to.tree)),
  ];
  const strays = new Set(frozen.map(({ path }) => path));
  const lies = scopeOf(
    [...others].filter((path) => !strays.has(path)),
    design,
    new Set([...before.paths, ...after.paths]),
  );
  const findings = scopeFindings(lies, {
    frozen,
    isThere: (path) => after.paths.has(path),
    hasTests: subtask.notes['GATE-1']?.state !== 'waived',
    hasRules: scopeRules(brief.value, lies.within).length > 0,
  });
  return gateMeasured(job, { gate: 'GATE-3', findings, tree: to.tree });
}
