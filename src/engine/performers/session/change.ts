import { unwrap } from '../../../base/failure.ts';
import { withTexts } from '../../../base/redact.ts';
import { testsOfSnapshot } from '../../../evidence/mixed-trees/select-tests.ts';
import { isConfiguration } from '../../../languages/change-class.ts';
import { isBenignSupport } from '../../../languages/known-languages.ts';
import { manifestOf } from '../../../languages/manifests.ts';
import { isThrowingStub } from '../../../languages/throwing-code.ts';
import type { Design } from '../../../schema/contracts/design.ts';
import { type FindingItem, isAllowable, type ProofFinding } from '../../../schema/proof-finding.ts';
import type { TestRun } from '../../../workflows/proof/test-run.ts';
import type { ChangeToJudge } from '../../../workflows/session/change-verdict.ts';
import { designedFiles, qaStrays, type StrayFile } from '../../../workflows/session/role-files.ts';
import { NO_NAMES, type Session, type Work } from '../../../workflows/session/session-state.ts';
import { findSuperseded } from '../../../workflows/session/superseded-names.ts';
import { type ChangeRuns, openChangeRuns } from '../../work/change-runs.ts';
import { supersededFinding } from '../../work/prove-change.ts';
import { readChangeFindings } from '../../work/read-change.ts';
import type { SessionJob, SubtaskJob } from './job.ts';

/** What a subtask changed so far. */
export function openSubtaskChange(job: SessionJob, { commit }: Work): Promise<ChangeRuns> {
  return openChangeRuns(job, { baseline: job.session.tip.commit, candidate: commit });
}

/** What QA changed, and was not to. */
export async function findQaStrays({ trees, parts, baseline }: ChangeRuns, design: Design): Promise<StrayFile[]> {
  const { baseline: before, candidate: after } = trees;
  unwrap(await before.load(parts.map(({ path, from }) => from ?? path)));
  unwrap(await after.load(parts.map(({ path }) => path)));
  return qaStrays(parts, {
    ...designedFiles(design),
    hadTests: baseline.proof.command !== null,
    isThrowingStub: (path) => isThrowingStub(path, after.text(path) ?? ''),
    isHarmless: (part) =>
      part.part === undefined &&
      isConfiguration(part) &&
      isBenignSupport(part.path, before.text(part.from ?? part.path) ?? null, after.text(part.path) ?? null),
    isManifest: (path) => manifestOf(path) !== undefined,
  });
}

/** What has to be known of QA's work before anything is implemented, and names of QA's that mean nothing. */
export async function readTestsChange(
  job: SubtaskJob,
  runs: ChangeRuns,
): Promise<{ readonly findings: readonly ProofFinding[]; readonly wrong: readonly string[] }> {
  const { superseded } = job.at.subtask.named ?? NO_NAMES;
  const { found, unknown } = findSuperseded(superseded, runs.baseline.proof.tests);
  const [named] = await supersededFinding(runs, found);
  const items = named !== undefined && isAllowable(named) ? named.items : [];
  const changed = items.filter(({ before, after }) => before !== after);
  const unchanged = items.filter(({ before, after }) => before === after).map(({ key }) => key);
  const read = await readChangeFindings(job, runs, { request: requestOf(job.session, true) });
  return {
    findings: [
      ...(changed.length > 0 ? [{ code: 'superseded' as const, items: changed }] : []),
      ...read.filter(({ code }) => code !== 'not_testable'),
    ],
    wrong: [...unknown, ...unchanged],
  };
}

/** A request is divided into subtasks: what each has to deliver is checked by its tests. */
export function requestOf({ original_request }: Pick<Session, 'original_request'>, needsNoChange: boolean) {
  return { words: original_request, deliverables: [], needsNoChange, asksForCode: false };
}

export interface FoundChange {
  readonly findings: readonly ProofFinding[];
  readonly proven?: number;
  readonly design: Design;
  /** The baseline's. */
  readonly tests: TestRun['tests'];
}

/** What was found, with all that the judge has to know, harmless and bounded. */
export function changeToJudge(
  { services, session, at }: SubtaskJob,
  { findings, proven = 0, design, tests }: FoundChange,
): ChangeToJudge {
  const { superseded, characterisation, snapshots } = at.subtask.named ?? NO_NAMES;
  const named = findSuperseded(superseded, tests).found.map(({ id }) => id);
  const known = allowedBefore(session, findings);
  return {
    findings: boundedFindings(findings, services.redact),
    // Whoever names a snapshot names the tests that are compared with it.
    named: [...designedFiles(design).named, ...named, ...snapshots.flatMap(testsOfSnapshot)],
    sent_back: [...(at.subtask.sent_back ?? [])],
    // What must not change is shown by tests that pass before and after.
    let_pass: [...known.let_pass, ...(characterisation.length > 0 ? ['unproven'] : [])],
    allowed: known.allowed,
    proven,
  };
}

/** The same for a merge into a base that has moved: nothing is sent back any more, and everything was named. */
export function mergeToJudge(
  { services, session }: SessionJob,
  found: readonly ProofFinding[],
  proven: number,
): ChangeToJudge {
  // What the work proves, it proved when it was made.
  const findings = found.filter(({ code }) => code !== 'unproven' && code !== 'proves_nothing');
  const items = findings.filter(isAllowable).flatMap((finding) => finding.items);
  return {
    findings: boundedFindings(findings, services.redact),
    named: items.map(({ key }) => key),
    sent_back: [],
    ...allowedBefore(session, findings),
    proven,
  };
}

/** What of these was allowed before. */
function allowedBefore(
  { allowed = [], let_pass = [], allows_superseded }: Pick<Session, 'allowed' | 'let_pass' | 'allows_superseded'>,
  findings: readonly ProofFinding[],
): Pick<ChangeToJudge, 'allowed' | 'let_pass'> {
  const keys = new Set(findings.filter(isAllowable).flatMap(({ items }) => items.map(({ key }) => key)));
  return {
    allowed: [
      ...allowed
        .filter(({ key }) => keys.has(key))
        .map(({ code, key, before, after }) => ({ code, key, before, after })),
      ...(allows_superseded === true ? supersededItems(findings) : []),
    ],
    let_pass: [...let_pass],
  };
}

/** With what else these tests no longer demand. */
function supersededItems(findings: readonly ProofFinding[]): ChangeToJudge['allowed'] {
  const keys = new Set(findings.flatMap((one) => (one.code === 'superseded' ? one.items.map(({ key }) => key) : [])));
  return findings
    .filter(isAllowable)
    .filter(({ code }) => code === 'superseded' || code === 'lost_demand')
    .flatMap(({ code, items }) =>
      items.filter(({ key }) => keys.has(key)).map(({ key, before, after }) => ({ code, key, before, after })),
    );
}

const MAX_TESTS = 100;
const MAX_TEXT = 2_000;

function boundedFindings(findings: readonly ProofFinding[], redact: (text: string) => string): ProofFinding[] {
  const short = (text: string): string => redact(text).slice(0, MAX_TEXT);
  return findings.map((finding) => {
    const said = withTexts(finding, short);
    // None may be left out that somebody has to decide on; of very many the texts are.
    if (isAllowable(said)) {
      const items = said.items.map((item, n) => (n < MAX_TESTS ? item : withoutText(item)));
      return { ...said, items };
    }
    if (said.code === 'new_failures') return { ...said, tests: said.tests.slice(0, MAX_TESTS) };
    return 'tests' in said ? { ...said, tests: said.tests.slice(0, MAX_TESTS) } : said;
  });
}

function withoutText({ key, file, before, after }: FindingItem): FindingItem {
  return { key, file, before, after };
}
