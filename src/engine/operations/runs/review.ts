import path from 'node:path';
import { throwFailure, unwrap } from '../../../base/failure.ts';
import { err } from '../../../base/result.ts';
import { type CopyPlan, planCopy } from '../../../git/copy-out.ts';
import { type ChangedFile, changedFiles } from '../../../git/diff.ts';
import type { DocumentOf, JsonDocumentName } from '../../../schema/documents.ts';
import type { Crp, Vcr } from '../../../schema/run/consultation.ts';
import type { AllowedItem } from '../../../workflows/proof/judge-change.ts';
import { permissionsIn } from '../../../workflows/proof/permission.ts';
import { type QuestionItem, questionItems } from '../../../workflows/proof/question-items.ts';
import { hasPack } from '../../../workflows/run/abilities.ts';
import { settledBy } from '../../../workflows/run/consultation.ts';
import { phaseOf } from '../../../workflows/run/moves.ts';
import type { Run } from '../../../workflows/run/run-state.ts';
import type { ReadableRun } from '../../descriptors/run.ts';
import { runBranch } from '../../repository-names.ts';
import { readRejections } from '../../performers/run/rounds.ts';
import { readText } from '../../performers/run/run-folder.ts';
import { documentFailure, readDocument } from '../../read-document.ts';

/** A merge-readiness pack, with exactly the commit that approving it would merge. */
export interface Pack {
  readonly run_id: string;
  readonly phase: string;
  readonly commit: string;
  readonly tree: string;
  /** What the work began with; a folder without git has no branch. */
  readonly base: Run['base'];
  readonly branch: string | null;
  readonly evidence: DocumentOf<'evidence'>;
  readonly issues: DocumentOf<'verdict'>['issues'];
  /** What Orchestral found and a person let pass. */
  readonly findings: readonly string[];
  /** What whoever approves it has to allow, by the numbers that `approve` takes. */
  readonly to_allow: readonly QuestionItem[];
  /** Sentences of the request that speak of it. */
  readonly quotes: readonly string[];
  /** What was allowed before. */
  readonly allowed: readonly AllowedItem[];
  readonly decisions: readonly Decided[];
  /** Earlier packs that were sent back, and what was done about each since. */
  readonly rejections: readonly Rejection[];
  readonly paths: Readonly<Record<'summary' | 'code' | 'tests' | 'evidence' | 'proof', string>>;
}

/** `answer`: what the Builder said of it; `changed`: files that differ from what was rejected. */
interface Rejection {
  readonly round: number;
  readonly reason: string;
  readonly answer: string;
  readonly changed: readonly string[];
}

interface Decided extends Pick<Crp, 'crp_id' | 'question'>, Pick<Vcr, 'decision' | 'rationale' | 'additional_notes'> {
  /** Answered by itself, as in an earlier run. */
  readonly by_precedent: boolean;
}

export async function readPack(open: ReadableRun): Promise<Pack> {
  const run = open.state();
  const { run_id, step, work, base, consultations } = run;
  if (!hasPack(run) || work === null)
    throwFailure('run.not_now', { run: run_id, phase: phaseOf(step), wanted: 'review' });
  const evidence = documentOf(open.folder, 'mrp/evidence.json', 'evidence');
  const verdict = documentOf(open.folder, 'gatekeeper/verdict.json', 'verdict');
  const answered = consultations.flatMap(({ crp, vcr, ...rest }) => (vcr === null ? [] : [{ crp, vcr, ...rest }]));
  const toAllow = step.at === 'ready_for_merge' ? (step.to_allow ?? []) : [];
  const place = (name: string) => path.join(open.folder, 'mrp', name);
  return {
    run_id,
    phase: phaseOf(step),
    ...work,
    base,
    branch: base.branch === null ? null : runBranch(open.services.project, run_id),
    evidence,
    issues: verdict.issues,
    findings: [...settledBy(consultations, run.iteration).accepted],
    to_allow: questionItems(toAllow),
    quotes: permissionsIn(readText(open, 'briefing/raw.md'), toAllow),
    allowed: run.allowed ?? [],
    decisions: answered.map(({ crp, vcr, by_precedent }) => ({
      crp_id: crp.crp_id,
      question: crp.question,
      decision: vcr.decision,
      rationale: vcr.rationale,
      additional_notes: vcr.additional_notes,
      by_precedent,
    })),
    rejections: await readRejections({ services: open.services, run }, work.commit),
    paths: {
      summary: place('summary.md'),
      code: place('code'),
      tests: place('tests'),
      evidence: place('evidence.json'),
      proof: place('proof.json'),
    },
  };
}

export function readSummary(open: ReadableRun): string {
  return readText(open, 'mrp/summary.md');
}

/** What git says the work changes, whatever the pack says; and what approving would do to a folder without git. */
export interface Changes {
  readonly files: readonly ChangedFile[];
  /** Null where there is git, which merges. */
  readonly copy: CopyPlan | null;
}

export async function readChanges(
  { services }: ReadableRun,
  { base, commit }: Pick<Pack, 'base' | 'commit'>,
): Promise<Changes> {
  const { git, repository, project, hasGit } = services;
  const range = { from: base.commit, to: commit };
  const files = await changedFiles(git, repository, range);
  const copy = hasGit ? null : await planCopy(git, repository, { ...range, into: project.root });
  return { files, copy };
}

function documentOf<N extends JsonDocumentName>(folder: string, file: string, name: N): DocumentOf<N> {
  const whole = path.join(folder, file);
  const read = readDocument({ path: whole, name });
  return read.ok ? read.value : unwrap(err(documentFailure(read.error, { document: file, path: whole })));
}
