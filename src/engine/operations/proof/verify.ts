import path from 'node:path';
import { catchFailure, throwFailure, unwrap } from '../../../base/failure.ts';
import { readMessage } from '../../../git/commit.ts';
import type { Git, Repository } from '../../../git/git.ts';
import { openRepository, resolveRevision } from '../../../git/repository.ts';
import type { ChangeProof } from '../../../schema/change-proof.ts';
import { compareRecorded, type ProofDifference } from '../../../workflows/proof/compare-recorded.ts';
import { unrecordedGit } from '../../ask-program.ts';
import { thenClose } from '../../conductor/open-workflow.ts';
import type { OperationContext } from '../../conductor/services.ts';
import type { Step } from '../../conductor/step.ts';
import { openRun } from '../../descriptors/run.ts';
import { readDocument } from '../../read-document.ts';
import { proverAt } from '../../work/checks.ts';
import { proveChange, proveJoined } from '../../work/prove-change.ts';
import { readProofTrailers, type RecordedProof } from '../../work/proof-trailers.ts';
import { findRun } from '../runs/list.ts';
import { withCheckStep } from './check-step.ts';

export interface VerifyRequest {
  /** A run or a commit; what is checked out when not given. */
  readonly named: string | undefined;
  readonly signal: AbortSignal;
}

export interface VerifiedCommit {
  readonly name: string;
  readonly commit: string | null;
  readonly answer: 'same' | 'differs' | 'cannot_be_repeated';
  /** Why not; null otherwise. */
  readonly why: NotRepeatable | null;
  /** What is missing, or another: a tool, a tree. */
  readonly detail: string;
  readonly differences: readonly ProofDifference[];
  /** Tools that have another version now: no difference of the result, but a reason for one. */
  readonly other_tools: readonly ProofDifference[];
  readonly allowed: number;
}

type NotRepeatable = 'not_merged' | 'no_trailers' | 'other_tree' | 'rebased' | 'baseline_gone' | 'tool_missing';

/** Proves a merged change again, with nothing but what its commit says, and compares. */
export async function verifyCommit(context: OperationContext, request: VerifyRequest): Promise<VerifiedCommit> {
  const git = unrecordedGit(context.env);
  const repository = unwrap(await openRepository(git, context.project.root));
  const { name, commit, folder } = await findCommitOf(context, { git, repository }, request.named);
  const base = { name, commit, differences: [], other_tools: [], allowed: 0 };
  const cannot = (why: NotRepeatable, detail = ''): VerifiedCommit => ({
    ...base,
    answer: 'cannot_be_repeated',
    why,
    detail,
  });
  if (commit === null) return cannot('not_merged');
  const recorded = readProofTrailers(await readMessage(git, repository, commit));
  if (recorded === null) return cannot('no_trailers');
  const obstacle = await obstacleTo({ git, repository }, { commit, recorded });
  if (obstacle !== null) return cannot(obstacle.why, obstacle.detail);
  const proved = await catchFailure(() => proveAgain(context, request, { commit, recorded }));
  if (!proved.ok && proved.error.code === 'checks.cannot_run') return cannot('tool_missing', proved.error.code);
  const proof = unwrap(proved);
  const missing = Object.keys(recorded.tools).find((tool) => isMissing(proof.tools?.[tool]));
  if (missing !== undefined) return cannot('tool_missing', missing);
  const differences = [
    ...compareRecorded(comparable(recorded), comparableProof(proof)),
    ...(folder === null ? [] : storedDifferences(folder, proof)),
  ];
  return {
    ...base,
    answer: differences.length === 0 ? 'same' : 'differs',
    why: null,
    detail: '',
    differences,
    other_tools: otherTools(recorded, proof),
    allowed: recorded.allowed.count,
  };
}

interface Place {
  readonly git: Git;
  readonly repository: Repository;
}

interface NamedCommit {
  readonly name: string;
  readonly commit: string | null;
  /** Of the run. */
  readonly folder: string | null;
}

async function findCommitOf(context: OperationContext, place: Place, named = 'HEAD'): Promise<NamedCommit> {
  const run = named === 'HEAD' ? undefined : await catchFailure(async () => findRun(context.project, named, 'any'));
  if (run?.ok === true) {
    return thenClose(await openRun(run.value, context), (opened) => {
      const { step } = opened.state();
      const merge = step.at === 'completed' || step.at === 'undelivered' ? step.merge : null;
      return { name: run.value, commit: merge, folder: opened.folder };
    });
  }
  const commit = await resolveRevision(place.git, place.repository, `${named}^{commit}`);
  return commit === null ? throwFailure('verify.unknown', { name: named }) : { name: named, commit, folder: null };
}

interface RecordedCommit {
  readonly commit: string;
  readonly recorded: RecordedProof;
}

/** What was proved is another tree, or the baseline is not before it any more: somebody squashed or rebased it. */
async function obstacleTo(
  { git, repository }: Place,
  { commit, recorded }: RecordedCommit,
): Promise<{ readonly why: NotRepeatable; readonly detail: string } | null> {
  const tree = await resolveRevision(git, repository, `${commit}^{tree}`);
  if (tree !== recorded.tree) return { why: 'other_tree', detail: recorded.tree };
  const baseline = await resolveRevision(git, repository, `${recorded.baseline}^{commit}`);
  if (baseline === null) return { why: 'baseline_gone', detail: recorded.baseline };
  const asked = ['merge-base', '--is-ancestor', baseline, commit];
  const inside = await git.read(repository, asked, { exits: [0, 1] });
  return inside.exit === 0 ? null : { why: 'rebased', detail: baseline };
}

function proveAgain(
  context: OperationContext,
  { signal }: VerifyRequest,
  { commit, recorded }: RecordedCommit,
): Promise<ChangeProof> {
  const { acceptance, tasks, joined = false } = recorded.commands;
  const sides = { baseline: recorded.baseline, candidate: commit, commands: acceptance, taskList: tasks };
  const isTogether = recorded.runs.some(({ kind }) => kind === 'candidate');
  const isInParts = recorded.runs.some(({ kind }) => kind === 'old_tests');
  return withCheckStep(context, { name: 'verify', signal }, async (given) => {
    const step = await withRecordedCommand(given, recorded);
    if (joined) return proveJoined(step, sides);
    return proveChange(step, {
      ...sides,
      candidateRun: isTogether && isInParts ? 'both' : isTogether ? 'together' : 'parts',
      request: { words: '', deliverables: [], needsNoChange: true, asksForCode: false },
    });
  });
}

/** What was configured where it was proved need not be in this clone. */
async function withRecordedCommand(step: Step, { baseline, commands }: RecordedProof): Promise<Step> {
  const { commands: found } = await proverAt(step, { commit: baseline });
  if (commands.tests === null || found.tests?.detected.line === commands.tests) return step;
  const project = { version: 1 as const, ...step.config.project, test_command: commands.tests };
  return { ...step, config: { ...step.config, project } };
}

function isMissing(version: string | undefined): boolean {
  return version === undefined || version === 'none' || version === 'unknown';
}

function comparable({ runs, proven, commands }: RecordedProof): Parameters<typeof compareRecorded>[0] {
  return { runs, proven, command: commands.tests };
}

function comparableProof({ runs, proven }: ChangeProof): Parameters<typeof compareRecorded>[0] {
  const command = runs.find(({ kind }) => kind === 'baseline')?.command ?? null;
  return { runs, proven: proven.count, command };
}

function otherTools({ tools }: RecordedProof, { tools: now = {} }: ChangeProof): ProofDifference[] {
  return Object.entries(tools)
    .filter(([name, version]) => now[name] !== version)
    .map(([what, version]) => ({ what, recorded: version, now: now[what] ?? '–' }));
}

/** What the run's folder keeps of its tests, against what they say now. */
function storedDifferences(folder: string, { runs }: ChangeProof): ProofDifference[] {
  const read = readDocument({ path: path.join(folder, 'mrp/evidence.json'), name: 'evidence' });
  const candidate = runs.filter(({ kind }) => kind === 'candidate');
  if (!read.ok || candidate.length === 0) return [];
  const { passed, failed } = read.value.tests;
  const [recorded, now] = [`${passed} passed, ${failed} failed`, sumOf(candidate)];
  return recorded === now ? [] : [{ what: 'evidence.json', recorded, now }];
}

function sumOf(runs: readonly { readonly passed: number; readonly failed: number }[]): string {
  const sum = (field: 'passed' | 'failed'): number => runs.reduce((total, run) => total + run[field], 0);
  return `${sum('passed')} passed, ${sum('failed')} failed`;
}
