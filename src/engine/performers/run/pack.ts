import path from 'node:path';
import { changedFiles, changedNames } from '../../../git/diff.ts';
import type { RunEvent } from '../../../workflows/run/events.ts';
import type { Evidence } from '../../../workflows/run/evidence.ts';
import { readDocument } from '../../read-document.ts';
import { reasonsIn } from '../../run-documents/log.ts';
import { proofDocumentOf } from '../../run-documents/proof-document.ts';
import { type SummaryFacts, summaryText } from '../../run-documents/summary.ts';
import { prepareAgentWorktree } from '../../work/checks.ts';
import { clearWorktree } from '../../work/worktrees.ts';
import { runBranch } from '../../repository-names.ts';
import type { JobAt } from './job.ts';
import { readRejections } from './rounds.ts';
import { exportFiles, readIfThere, readText, writeDocument, writeText } from './run-folder.ts';

/** Puts together what a person needs to decide, every number from our own measurements. */
export async function pack(job: JobAt<'pack'>): Promise<RunEvent> {
  const { services, run, step, id } = job;
  const { evidence, work } = step;
  const range = { from: run.base.commit, to: work.commit };
  const changed = await changedFiles(services.git, services.repository, range);
  const names = await changedNames(services.git, services.repository, range);
  const paths = changed.map((file) => file.path);
  const room = await prepareAgentWorktree(job, { commit: work.commit });
  const from = room.worktree.folder;
  const tests = run.test_files.filter((file) => paths.includes(file));
  for (const [into, files] of [
    ['mrp/code', names],
    ['mrp/tests', tests],
  ] as const) {
    await exportFiles(services, into, { from, paths: files });
  }
  const { total, passed, failed, coverage } = evidence;
  writeDocument(services, 'mrp/evidence.json', {
    name: 'evidence',
    value: {
      tests: { total, passed, failed, coverage },
      files_changed: paths,
      decisions: run.consultations.flatMap(({ vcr }) => (vcr === null ? [] : [vcr.vcr_id])),
      iterations: run.iteration,
      logs: {
        refiner: 'briefing/log.md',
        builder: 'builder/log.md',
        verifier: 'verifier/log.md',
        gatekeeper: 'gatekeeper/log.md',
      },
    },
  });
  const isUnchecked = canBeChecked(evidence) && evidence.hunks === undefined;
  await writePack(job, isUnchecked ? null : evidence.hunks);
  services.onPoint('pack.written');
  for (const place of ['build', 'check']) {
    await clearWorktree(services, `${run.run_id}/${place}`);
  }
  return { type: 'packed', data: { effect: id, ...(isUnchecked && { checks_hunks: true }) } };
}

/** Whether there is code in it that tests could notice, and tests that could. */
function canBeChecked({ proof, command }: Evidence): boolean {
  return command !== null && proof !== undefined && proof.findings.every(({ code }) => code !== 'not_testable');
}

type Hunks = SummaryFacts['hunks'];

/** What there is to say of the work so far. */
export async function writePack(job: JobAt<'pack' | 'hunks'>, hunks: Hunks): Promise<void> {
  const { services, run, step } = job;
  const range = { from: run.base.commit, to: step.work.commit };
  writeProof(job, hunks);
  const changed = await changedFiles(services.git, services.repository, range);
  writeSummary(job, { changed, hunks, rejections: await readRejections(job, step.work.commit) });
}

/** Logs from before there were proofs have none. */
function writeProof({ services, run, step }: JobAt<'pack' | 'hunks'>, hunks: Hunks): void {
  const { evidence, judgement } = step;
  if (evidence.proof === undefined) return;
  const allowed = { allowed: run.allowed ?? [], allowsSuperseded: run.allows_superseded === true };
  const facts = { judgement, hunks, ...allowed };
  const value = proofDocumentOf(evidence.proof, facts, services.words);
  writeDocument(services, 'mrp/proof.json', { name: 'proof', value });
}

function writeSummary(
  { services, run, step }: JobAt<'pack' | 'hunks'>,
  { changed, hunks, rejections }: Pick<SummaryFacts, 'changed' | 'hunks' | 'rejections'>,
): void {
  const refined = readText(services, 'briefing/refined.md');
  const { run_id, iteration, base, consultations, spent } = run;
  const facts = {
    run_id,
    iterations: iteration,
    finished_at: services.clock.now().toISOString(),
    refined: refined,
    changed,
    hunks,
    evidence: step.evidence,
    judgement: step.judgement,
    allowed: run.allowed ?? [],
    allowsSuperseded: run.allows_superseded === true,
    consultations,
    filledIn: filledIn(services),
    reasons: reasonsIn(readIfThere(services, 'builder/log.md')),
    rejections,
    git:
      base.branch === null
        ? null
        : { commit: step.work.commit, branch: runBranch(services.project, run_id), base: base.branch },
    spent,
    isRehearsal: Object.keys(run.finished).length > 0,
  };
  writeText(services, 'mrp/summary.md', summaryText(facts, services.words));
}

/** What cannot be read is not in the pack; `validate` says what is wrong with it. */
function filledIn({ folder }: JobAt<'pack'>['services']): SummaryFacts['filledIn'] {
  const read = readDocument({ path: path.join(folder, 'briefing/clarifications.json'), name: 'clarifications' });
  return read.ok ? read.value.auto_filled : [];
}
