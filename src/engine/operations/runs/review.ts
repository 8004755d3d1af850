import path from 'node:path';
import { catchFailure, fail, failure, type Failure } from '../../../base/failure.ts';
import { err, ok, type Result } from '../../../base/result.ts';
import { type CopyPlan, planCopy } from '../../../git/copy-out.ts';
import { type ChangedFile, changedFiles } from '../../../git/diff.ts';
import type { DocumentOf, JsonDocumentName } from '../../../schema/documents.ts';
import { settledBy } from '../../../workflows/run/consultation.ts';
import { phaseOf } from '../../../workflows/run/moves.ts';
import type { Run } from '../../../workflows/run/run-state.ts';
import type { OpenRun } from '../../descriptors/run.ts';
import { readText } from '../../performers/run/run-folder.ts';
import { branchOf } from '../../performers/run/job.ts';
import { readDocument } from '../../read-document.ts';

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
  readonly decisions: readonly Decided[];
  readonly paths: {
    readonly summary: string;
    readonly code: string;
    readonly tests: string;
    readonly evidence: string;
  };
}

export interface Decided {
  readonly crp_id: string;
  readonly question: string;
  readonly decision: string;
  readonly rationale: string;
  readonly additional_notes: string;
  /** Answered by itself, as in an earlier run. */
  readonly by_precedent: boolean;
}

const withPack: ReadonlySet<Run['step']['at']> = new Set(['ready_for_merge', 'merge', 'undelivered', 'completed']);

export function readPack(open: OpenRun): Result<Pack, Failure> {
  const run = open.state();
  const { run_id, step, work, base, consultations } = run;
  if (!withPack.has(step.at) || work === null)
    return fail('run.not_now', { run: run_id, phase: phaseOf(step), wanted: 'review' });
  const evidence = documentOf(open.folder, 'mrp/evidence.json', 'evidence');
  if (!evidence.ok) return evidence;
  const verdict = documentOf(open.folder, 'gatekeeper/verdict.json', 'verdict');
  if (!verdict.ok) return verdict;
  const answered = consultations.flatMap(({ crp, vcr, ...rest }) => (vcr === null ? [] : [{ crp, vcr, ...rest }]));
  const place = (name: string) => path.join(open.folder, 'mrp', name);
  return ok({
    run_id,
    phase: phaseOf(step),
    ...work,
    base,
    branch: base.branch === null ? null : branchOf(run_id),
    evidence: evidence.value,
    issues: verdict.value.issues,
    findings: [...settledBy(consultations, run.iteration).accepted],
    decisions: answered.map(({ crp, vcr, by_precedent }) => ({
      crp_id: crp.crp_id,
      question: crp.question,
      decision: vcr.decision,
      rationale: vcr.rationale,
      additional_notes: vcr.additional_notes,
      by_precedent,
    })),
    paths: {
      summary: place('summary.md'),
      code: place('code'),
      tests: place('tests'),
      evidence: place('evidence.json'),
    },
  });
}

export function readSummary(open: OpenRun): Result<string, Failure> {
  return readText(open, 'mrp/summary.md');
}

/** What git says the work changes, whatever the pack says; and what approving would do to a folder without git. */
export interface Changes {
  readonly files: readonly ChangedFile[];
  /** Null where there is git, which merges. */
  readonly copy: CopyPlan | null;
}

export function readChanges(
  { services }: OpenRun,
  { base, commit }: Pick<Pack, 'base' | 'commit'>,
): Promise<Result<Changes, Failure>> {
  const { git, repository, project, hasGit } = services;
  const range = { from: base.commit, to: commit };
  return catchFailure(async () => ({
    files: await changedFiles(git, repository, range),
    copy: hasGit ? null : await planCopy(git, repository, { ...range, into: project.root }),
  }));
}

function documentOf<N extends JsonDocumentName>(folder: string, file: string, name: N): Result<DocumentOf<N>, Failure> {
  const whole = path.join(folder, file);
  const read = readDocument({ path: whole, name });
  if (read.ok) return read;
  if (read.error.kind === 'unreadable') return err(read.error.failure);
  const [first] = read.error.problems;
  const params = { document: file, place: first?.path ?? '', count: read.error.problems.length };
  return err(failure('document.invalid', params, { path: whole }));
}
