import { catchFailure, unwrap } from '../../../base/failure.ts';
import { formatEnding } from '../../../base/run-ending.ts';
import { checkWork } from './hunks.ts';
import type { Job, JobAt } from './job.ts';
import { requestOf } from './request.ts';
import { writeDocument, writeDoneFlag } from './run-folder.ts';
import { proveBaseline } from '../../work/baseline.ts';
import { proveCommit } from '../../work/checks.ts';
import { proveChange, proveOldDemands } from '../../work/prove-change.ts';
import type { ChangeProof } from '../../../schema/change-proof.ts';
import { coverageOfChange } from '../../../evidence/changed-line-coverage.ts';
import { addedDependencies } from '../../../evidence/dependencies.ts';
import type { Proof } from '../../../evidence/proof.ts';
import { sourceRules } from '../../../evidence/source-rules.ts';
import { changedFiles } from '../../../git/diff.ts';
import { addedLines } from '../../../git/hunks.ts';
import { withEarlierRound } from '../../../workflows/run/earlier-round.ts';
import { judgeRunChange } from '../../../workflows/run/judge.ts';
import type { Claims } from '../../../workflows/run/claims.ts';
import type { RunEvent } from '../../../workflows/run/events.ts';
import { type Evidence, firstNames } from '../../../workflows/run/evidence.ts';

const MOST_FAILURES = 20;
const MOST_BREAKS = 50;
const LONGEST_REASON = 2_000;

/** Everything that Orchestral itself can say of a commit, against the untouched base and the round before. */
async function measure(
  job: Job,
  { commit, claims }: { readonly commit: string; readonly claims: Claims },
): Promise<Evidence> {
  const { services, run, settings } = job;
  const { git, repository } = services;
  const proof = await proveRound(job, commit);
  const broken = proof.findings.find((finding) => finding.code === 'setup_failed');
  const now =
    broken === undefined ? await proveCommit(job, { commit }) : await notRun(job, { ...proof.candidate, ...broken });
  const range = { from: run.base.commit, to: commit };
  const files = await changedFiles(git, repository, range);
  const added = await addedLines(git, repository, range);
  const dependencies = unwrap(await addedDependencies(git, repository, { ...range, files: files }));
  const breaks = unwrap(
    await sourceRules(git, repository, {
      ...range,
      config: settings.builder,
      files: files,
      added: added,
      dependencies: dependencies,
    }),
  );
  const coverage = now.coverage === null ? null : coverageOfChange(now.coverage, added);
  return {
    ...numbersOf(now),
    coverage: coverage?.percent ?? null,
    coverage_of: coverage?.of ?? null,
    ...namesOf(proof),
    dependencies: dependencies,
    rule_breaks: breaks.slice(0, MOST_BREAKS),
    proof,
    ...(await hunksOf(job, { commit, proof })),
    ...claims,
  };
}

/** Of a tree that cannot be set up: the tests of the project, and none that ran. */
async function notRun(job: Job, { tree, tail }: { readonly tree: string; readonly tail: string }): Promise<Proof> {
  const base = await proveCommit(job, { commit: job.run.base.commit, coverage: false, isBaseline: true });
  const counts = { total: 0, passed: 0, failed: 0, skipped: 0 };
  return { ...base, tree, ending: 'not_run', exit_code: null, counts, tests: [], coverage: null, output_tail: tail };
}

/** Where a project has a minimum it is a matter of the gate, and not of the pack. */
async function hunksOf(
  job: Job,
  { commit, proof }: { readonly commit: string; readonly proof: ChangeProof },
): Promise<Pick<Evidence, 'hunks'>> {
  const isWanted = job.config.project?.min_proven !== undefined && proof.runs.some(({ command }) => command !== null);
  if (!isWanted || judgeRunChange(proof.findings, NOTHING_ALLOWED).verdict === 'reject') return {};
  return { hunks: await checkWork(job, { commit, limit: 'command' }) };
}

const NOTHING_ALLOWED = { allowed: [], letPass: new Set<string>() };

/** The tests of earlier rounds count as well: nobody may take them back unseen. */
async function proveRound(job: Job, commit: string): Promise<ChangeProof> {
  const { run } = job;
  const request = requestOf(job);
  const whole = await proveChange(job, { baseline: run.base.commit, candidate: commit, request, candidateRun: 'both' });
  let proof = whole;
  for (const { commit: baseline } of run.earlier_rounds ?? []) {
    if (baseline === commit) continue;
    const earlier = await catchFailure(() => proveOldDemands(job, { baseline, candidate: commit, request }));
    // A round that could not be set up demands nothing.
    if (!earlier.ok && earlier.error.code === 'checks.setup_failed') continue;
    proof = withEarlierRound(proof, unwrap(earlier));
  }
  return proof;
}

/** What the proof found, in the words of the documents. */
function namesOf({ findings, changed }: ChangeProof) {
  const failing = findings.flatMap((one) => (one.code === 'new_failures' ? one.tests.map(({ id }) => id) : []));
  const lost = findings.flatMap((one) => (one.code === 'lost_tests' ? one.tests : []));
  const surface = findings.flatMap((one) => (one.code === 'surface_modified' ? one.files : []));
  return {
    newly_red: firstNames(failing),
    gone: firstNames(lost),
    changed_tests: firstNames([...surface, ...(changed?.tests ?? [])]),
  };
}

function numbersOf(proof: Proof) {
  const { tree, command, source, exit_code, build, counts, duration_ms, executed_at, output_sha256 } = proof;
  const failures = proof.tests
    .filter(({ status }) => status === 'failed')
    .slice(0, MOST_FAILURES)
    .map(({ id, reason = '' }) => ({ test: id, reason: reason.slice(0, LONGEST_REASON) }));
  // A runner that names no test has its last words to show.
  const isRed = counts.failed > 0 || exit_code !== 0;
  const last = isRed && proof.output_tail.trim() !== '' ? [{ test: command ?? '', reason: proof.output_tail }] : [];
  return {
    tree,
    command,
    source,
    ending: proof.ending === 'exited' || proof.ending === 'not_run' ? 'exited' : formatEnding(proof),
    exit_code,
    build,
    ...counts,
    duration_ms,
    executed_at,
    output_sha256,
    failures: failures.length > 0 ? failures : last,
  };
}

/** Set-up and the checks, once on the untouched base, while the person may still be there. */
export async function prepare(job: JobAt<'prepare'>): Promise<RunEvent> {
  return { type: 'prepared', data: { effect: job.id, tests: await testBase(job, job.run.base.commit) } };
}

/** What the tests say of a commit that no agent of this run touched. */
export async function testBase(job: Job, commit: string) {
  const { command, counts, exit_code } = await proveBaseline(job, { commit });
  return { command, total: counts.total, failed: counts.failed, exit_code };
}

/** Orchestral runs the tests itself; `results.json` is what really came of it. */
export async function test(job: JobAt<'test'>): Promise<RunEvent> {
  const { services, step, id } = job;
  const evidence = await measure(job, { commit: step.work.commit, claims: step.claims });
  const { command, exit_code, total, passed, failed, skipped, coverage, failures, duration_ms, executed_at } = evidence;
  const { edge_cases_tested, adversarial_findings } = evidence;
  writeDocument(services, 'verifier/results.json', {
    name: 'results',
    value: {
      command: command ?? '',
      exit_code,
      total,
      passed,
      failed,
      skipped,
      coverage,
      failures,
      edge_cases_tested,
      adversarial_findings,
      duration_ms,
      executed_at,
    },
  });
  writeDoneFlag(services, 'test');
  services.onPoint('files.written');
  return { type: 'tested', data: { effect: id, evidence } };
}
